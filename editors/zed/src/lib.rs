//! Starts `opp lsp`, which has to be on the path.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Opp;

impl zed::Extension for Opp {
    fn new() -> Self {
        Opp
    }

    fn language_server_command(&mut self, _: &LanguageServerId, tree: &Worktree) -> Result<Command> {
        let command = tree
            .which("opp")
            .ok_or("`opp` is not on the path: build it, and put its folder there")?;
        Ok(Command {
            command,
            args: vec!["lsp".into()],
            env: tree.shell_env(),
        })
    }
}

zed::register_extension!(Opp);

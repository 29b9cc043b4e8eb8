internal import OppOutputs

extension Command {
  /// The scripts are made of ``CommandLineTool/commands``, so that a new option is completed without more work
  static let completions = Command(
    name: "completions",
    summary: "prints what a shell needs to complete opp's commands and options",
    operands: "bash|zsh|fish",
    operandCount: 1...1,
    options: [],
    discussion: "The text is read by the shell when it starts.",
    examples: [
      ("opp completions bash > ~/.local/share/bash-completion/completions/opp", "for bash"),
      ("opp completions zsh > ~/.zfunc/_opp", "for zsh, where ~/.zfunc is in fpath"),
      ("opp completions fish > ~/.config/fish/completions/opp.fish", "for fish"),
    ]
  ) { (invocation, _, console) throws(CommandFailure) in
    let shell = invocation.operands[0]
    switch shell {
    case "bash": console.write(ShellCompletion.bash(CommandLineTool.commands))
    case "zsh": console.write(ShellCompletion.zsh(CommandLineTool.commands))
    case "fish": console.write(ShellCompletion.fish(CommandLineTool.commands))
    default:
      throw .usage(
        "there are no completions for `\(shell)`",
        help: Invocation.suggestion(for: shell, among: ["bash", "zsh", "fish"])
          ?? "it is one of bash, zsh and fish")
    }
    return .success
  }
}

/// Completion scripts, made from the table of commands
enum ShellCompletion {
  /// A function that completes the first word from the commands, options from those of the command, all else from files
  ///
  /// ```sh
  /// case "${COMP_WORDS[1]}" in
  ///   refresh) words="--store --help" ;;
  /// ```
  static func bash(_ commands: [Command]) -> String {
    let cases = commands.map { command in
      "    \(command.name)) words=\"\(optionNames(of: command).joined(separator: " "))\" ;;"
    }
    return """
      # bash completion for opp
      _opp() {
        local current="${COMP_WORDS[COMP_CWORD]}" words=""
        if [ "$COMP_CWORD" -eq 1 ]; then
          words="\(commands.map(\.name).joined(separator: " ")) --help --man --version"
          COMPREPLY=($(compgen -W "$words" -- "$current"))
          return
        fi
        case "$current" in
        -*)
          case "${COMP_WORDS[1]}" in
      \(cases.joined(separator: "\n"))
          esac
          COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
        *) COMPREPLY=($(compgen -f -- "$current")) ;;
        esac
      }
      complete -o filenames -F _opp opp

      """
  }

  /// A function for `_describe` and `_arguments`, which show the summaries as well
  ///
  /// ```sh
  /// refresh) _arguments '--store[the store; …]:FILE:_files' '--help[shows this text]' '*:file:_files' ;;
  /// ```
  static func zsh(_ commands: [Command]) -> String {
    let names = commands.map { "    '\($0.name):\(zshText($0.summary))'" }
    let cases = commands.map { command in
      let options = command.allOptions.map { option in
        "'\(option.repeats ? "*" : "")\(option.name)[\(zshText(option.summary))]"
          + "\(option.value.map { "\(option.isValueOptional ? "::" : ":")\(zshText($0)):\(zshValues(of: option))" } ?? "")'"
      }
      return "    \(command.name)) _arguments \(options.joined(separator: " ")) '*:file:_files' ;;"
    }
    return """
      #compdef opp
      _opp() {
        local -a commands
        commands=(
      \(names.joined(separator: "\n"))
        )
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local command=$words[2]
        shift words; (( CURRENT-- ))
        case $command in
      \(cases.joined(separator: "\n"))
        esac
      }
      _opp "$@"

      """
  }

  /// A line for each command, and one for each option of it
  ///
  /// ```sh
  /// complete -c opp -n '__fish_seen_subcommand_from refresh' -l store -r -d 'the store; …'
  /// ```
  static func fish(_ commands: [Command]) -> String {
    var lines = ["# fish completion for opp"]
    for command in commands {
      lines.append(
        "complete -c opp -n __fish_use_subcommand -f -a \(command.name) -d '\(fishText(command.summary))'"
      )
      for option in command.allOptions {
        let condition = "'__fish_seen_subcommand_from \(command.name)'"
        let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
        let value =
          option.value == nil || option.isValueOptional
          ? ""
          : option.choices.isEmpty ? " -r" : " -x -a '\(option.choices.joined(separator: " "))'"
        lines.append(
          "complete -c opp -n \(condition) -l \(option.name.dropFirst(2))\(short)\(value) -d '\(fishText(option.summary))'"
        )
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The long names of a command's options, with those of every command
  private static func optionNames(of command: Command) -> [String] {
    command.allOptions.map(\.name)
  }

  /// The values of an option: `(text json)`, or files if there is no fixed list
  private static func zshValues(of option: Option) -> String {
    option.choices.isEmpty ? "_files" : "(\(option.choices.joined(separator: " ")))"
  }

  /// Text inside single quotes of fish, in which a backslash escapes the quote and itself
  private static func fishText(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }

  /// Text inside single quotes of zsh, with the characters escaped that its functions take for structure
  private static func zshText(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "'": result += "'\\''"
      case "[", "]", ":": result += "\\\(character)"
      default: result.append(character)
      }
    }
    return result
  }
}

"""The clients of `editors/` with `opp lsp`, headless: a diagnostic, its fix, a rename over two files, formatting."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from ebnf import ROOT
from syntax import opp

CLIENTS = ROOT / "Tests/Grammars/clients"
EDITORS = ROOT / "editors"
RESULT = r"""
marked: 30 min
fixed: opp "𝒳🥪" when free >= 30min near home
renamed: opp "𝒳🥪" when free >= 30min near flat
also: place flat = @48.4284,-123.3656 within 150m
formatted: opp "𝒳🥪"\n  when free >= 30min\n  near flat
""".strip().splitlines()


def has_server():
    """Whether `opp lsp` is there and renames, which all clients do here."""
    if not opp():
        return False
    requests = [{"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
                {"id": 2, "method": "shutdown"}, {"method": "exit"}]
    bodies = [json.dumps({"jsonrpc": "2.0", **request}) for request in requests]
    text = "".join(f"Content-Length: {len(body)}\r\n\r\n{body}" for body in bodies)
    return "renameProvider" in subprocess.run([opp(), "lsp"], input=text, capture_output=True, text=True).stdout


def has_eglot():
    check = ["emacs", "--batch", "--eval", "(progn (package-initialize) (require 'eglot))"]
    return shutil.which("emacs") and subprocess.run(check, capture_output=True).returncode == 0


@unittest.skipUnless(has_server(), "opp was not built, or has no server that renames")
class ClientTests(unittest.TestCase):
    def result(self, *command):
        """What a client writes of its work on two files."""
        with tempfile.TemporaryDirectory() as folder:
            rules, programs = Path(folder, "rules"), Path(folder, "bin")
            rules.mkdir()
            programs.mkdir()
            (programs / "opp").symlink_to(Path(opp()).resolve())
            (rules / ".opp-root").touch()
            (rules / "places.opp").write_text("place home = @48.4284,-123.3656 within 150m\n")
            (rules / "rules.opp").write_text('opp "𝒳🥪" when free >= 30 min near home\n')
            environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "HOME": folder, "LANG": "C.UTF-8"}
            done = subprocess.run(
                [str(word) for word in command], cwd=rules, env=environment, capture_output=True, text=True, timeout=240)
            out = rules / "out"
            self.assertTrue(out.exists(), done.stdout + done.stderr)
            return [line for line in out.read_text().splitlines() if not line.startswith("diagnostic: ")]

    @unittest.skipUnless(shutil.which("nvim"), "Neovim is not here")
    def test_neovim(self):
        self.assertEqual(RESULT, self.result(
            "nvim", "--headless", "-u", "NONE", "-i", "NONE", "--cmd", f"set rtp^={EDITORS}/neovim noswapfile",
            "--cmd", "filetype plugin indent on", "-c", f"luafile {CLIENTS}/neovim.lua"))

    @unittest.skipUnless(has_eglot(), "Emacs with Eglot is not here")
    def test_emacs(self):
        self.assertEqual(RESULT, self.result(
            "emacs", "--batch", "--eval", "(package-initialize)", "-L", EDITORS / "emacs", "-l", CLIENTS / "emacs.el"))

    @unittest.skipUnless(shutil.which("node"), "node is not here")
    def test_vscode(self):
        self.assertEqual(RESULT, self.result("node", CLIENTS / "vscode.js", EDITORS / "vscode/extension.js"))


if __name__ == "__main__":
    unittest.main()

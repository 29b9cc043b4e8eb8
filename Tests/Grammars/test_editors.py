"""The folders of `editors/`: their words, and what the editors that are here make of a file, headless."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
import xml.dom.minidom
import zipfile
from pathlib import Path

from ebnf import ROOT, Grammar
from helix import PATH, highlights
from syntax import GRAMMAR

EDITORS = ROOT / "editors"
WORDS = Grammar().words()
SAMPLE = """/// Documentation
opp "Lunch 🥪"
  when free >= 30min and time in 12:00..13:00
  near home within 3km
  notify "Free for {free}."
  at most once per day
let when = free
"""

MESSAGES = """error: `30` has no unit where a temperature is needed (missing-unit)
  ┌─ a.opp:1:21
  │
1 │ opp "A" when temp > 30 and sky == sunny
  │                     ^^
  │
  = help: write `30C` or `30F`

warning: the same condition is written twice (duplicate-part)
   ┌─ b.opp:12:5
   │
12 │ opp "B" when raining and raining
   │                          ^^^^^^^
   │              ------- it is written here already
   │
   = fix: remove `and raining` (safe)

2 problems (1 error, 1 warning) in 2 Opps of 2 files
"""


def run(*command, **environment):
    return subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, timeout=60, check=True,
        env={**os.environ, **environment}).stdout


class FolderTests(unittest.TestCase):
    def test_the_words_of_vim(self):
        text = (EDITORS / "vim/syntax/opp.vim").read_text()
        text = "\n".join(line for line in text.split("\n") if not line.startswith('"'))
        self.assertEqual(WORDS - set(re.findall(r"[a-z]+", text)), set())

    def test_the_words_of_kate(self):
        text = (EDITORS / "kate/opp.xml").read_text()
        xml.dom.minidom.parseString(text)
        rules = re.findall(r'<RegExpr attribute="(?:Keyword|Declaration)"[^>]*String="([^"]*)"', text)
        found = set(re.findall(r"<item>([a-z]+)</item>", text))
        found |= set(re.findall(r"(?<![\\\w])(?:\\b)?([a-z]{2,})", " ".join(rules).replace("&operand;", "")))
        self.assertEqual(found - {"quot", "lt"}, WORDS)

    def test_the_words_of_emacs(self):
        text = (EDITORS / "emacs/opp-mode.el").read_text()
        body = text[text.index("font-lock-keywords"): text.index("opp-mode-syntax-table")]
        self.assertEqual(WORDS - set(re.findall(r"[a-z]+", body)), set())

    def test_helix_has_the_highlights_of_the_grammar(self):
        self.assertEqual(PATH.read_text(), highlights())

    def test_links_lead_to_files(self):
        for path in EDITORS.rglob("*"):
            self.assertTrue(path.exists(), path)

    def test_every_editor_has_a_page_and_is_named_in_the_first(self):
        first = (EDITORS / "README.md").read_text()
        for folder in (path for path in EDITORS.iterdir() if path.is_dir()):
            self.assertTrue((folder / "README.md").exists(), folder)
            self.assertIn(f"({folder.name}/README.md)", first)

    def test_vscode_knows_the_tokens_of_the_server(self):
        package = json.loads((EDITORS / "vscode/package.json").read_text())
        tokens = (ROOT / "Sources/OppLanguageServer/Features/SemanticTokens.swift").read_text()
        names = set(re.findall(r'case \.\w+: "(\w+)"', tokens))
        standard = {"keyword", "comment", "string", "number", "operator", "variable", "parameter", "property", "function",
                    "type", "enum", "enumMember", "class", "struct", "event", "namespace", "method", "macro"}
        self.assertEqual({token["id"] for token in package["contributes"]["semanticTokenTypes"]}, names - standard)

    def test_vscode_is_packed(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "opp.vsix")
            run(EDITORS / "vscode/make-vsix", file)
            with zipfile.ZipFile(file) as archive:
                names = set(archive.namelist())
                package = json.loads(archive.read("extension/package.json"))
                for name in ("grammars", "snippets"):
                    for entry in package["contributes"][name]:
                        path = entry["path"].removeprefix("./")
                        self.assertIn(f"extension/{path}", names)
                        json.loads(archive.read(f"extension/{path}"))
                xml.dom.minidom.parseString(archive.read("extension.vsixmanifest"))
                self.assertIn(f"extension/{package['main'].removeprefix('./')}", names)


class EditorTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.file = self.folder / "lunch.opp"
        self.file.write_text(SAMPLE)

    def nvim(self, script, **environment):
        """Runs Lua beside the open sample, with the folder `editors/neovim` on the path."""
        lua = self.folder / "test.lua"
        lua.write_text(f"local out = {{}}\n{script}\nvim.fn.writefile(out, [[{self.folder}/out]])\nvim.cmd('qa!')\n")
        run("nvim", "--headless", "-u", "NONE", "-i", "NONE", "--cmd", f"set rtp^={EDITORS}/neovim,{self.folder}",
            "--cmd", "filetype plugin indent on | syntax on", self.file, "-c", f"luafile {lua}",
            XDG_CONFIG_HOME=str(self.folder), **environment)
        return (self.folder / "out").read_text().splitlines()

    @unittest.skipUnless(shutil.which("nvim"), "Neovim is not here")
    def test_neovim_colours_by_syntax(self):
        out = self.nvim("""
          vim.b.opp_no_server = true
          out[1] = vim.bo.filetype .. ' ' .. vim.bo.commentstring
          for _, place in ipairs({ {1, 1}, {2, 1}, {2, 6}, {3, 3}, {3, 16}, {3, 18}, {3, 31}, {5, 22}, {7, 1}, {7, 5} }) do
            out[#out + 1] = vim.fn.synIDattr(vim.fn.synID(place[1], place[2], 1), 'name')
          end""", PATH="/usr/bin:/bin")
        self.assertEqual(out, [
            "opp // %s", "oppDocumentation", "oppDeclaration", "oppText", "oppKeyword", "oppNumber", "oppUnit",
            "oppOperator", "oppName", "oppDeclaration", "oppName"])

    def colours_of(self, text, *places):
        """The names of the syntax groups at words of a text, in the Vim file."""
        self.file.write_text(text)
        lines = text.split("\n")
        script = "vim.b.opp_no_server = true\n"
        for place in places:
            row = next(number for number, line in enumerate(lines) if place in line)
            column = lines[row].index(place) + (len(place) - len(place.lstrip(" .,[=")))
            script += f"out[#out + 1] = vim.fn.synIDattr(vim.fn.synID({row + 1}, {column + 1}, 1), 'name')\n"
        return self.nvim(script, PATH="/usr/bin:/bin")

    @unittest.skipUnless(shutil.which("nvim"), "Neovim is not here")
    def test_vim_knows_the_sunday_beside_other_weekdays(self):
        text = ('opp "A" when weekday in sat..sun or weekday in sun..mon\n'
                'opp "B" when weekday in [sat, sun] or weekday == sun\nlet x = sun.sunset\n')
        self.assertEqual(
            self.colours_of(text, "sat..", "..sun", " sun..mon", ", sun", "== sun", "= sun.sunset"),
            ["oppCase"] * 5 + ["oppName"])

    @unittest.skipUnless(shutil.which("nvim"), "Neovim is not here")
    def test_vim_colours_events_with_a_distance(self):
        text = 'opp "A" on event begins - 10min or event ends + 5min\nlet x = times(sky changes, last 1h)\n'
        self.assertEqual(
            self.colours_of(text, " begins", " 10min", " ends", " changes"),
            ["oppKeyword", "oppNumber", "oppKeyword", "oppKeyword"])

    @unittest.skipUnless(shutil.which("nvim"), "Neovim is not here")
    def test_the_list_of_errors_of_vim_has_messages_to_read(self):
        messages = self.folder / "messages"
        messages.write_text(MESSAGES)
        out = self.nvim(f"""
          vim.cmd('compiler opp')
          vim.cmd([[cgetfile {messages}]])
          for _, item in ipairs(vim.fn.getqflist()) do
            if item.valid == 1 then
              out[#out + 1] = table.concat({{ item.type, vim.fn.bufname(item.bufnr), item.lnum, item.col }}, ' ')
              out[#out + 1] = (item.text:gsub('%s*\\n%s*', ' | '))
            end
          end""", PATH="/usr/bin:/bin")
        self.assertEqual(out, [
            "E a.opp 1 21", "`30` has no unit where a temperature is needed (missing-unit) | help: write `30C` or `30F`",
            "W b.opp 12 5", "the same condition is written twice (duplicate-part) | fix: remove `and raining` (safe)"])

    @unittest.skipUnless(shutil.which("nvim") and shutil.which("gcc"), "Neovim is not here")
    def test_neovim_takes_the_grammar_and_its_queries(self):
        library = self.folder / "parser/opp.so"
        library.parent.mkdir()
        run("gcc", "-O1", "-shared", "-fPIC", f"-I{GRAMMAR}/src", "-o", library,
            GRAMMAR / "src/parser.c", GRAMMAR / "src/scanner.c")
        out = self.nvim("""
          out[1] = tostring(vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()] ~= nil)
          local root = vim.treesitter.get_parser(0, 'opp'):parse()[1]:root()
          out[2] = tostring(root:has_error())
          local query = (vim.treesitter.query.get or vim.treesitter.query.get_query)('opp', 'highlights')
          for id, node in query:iter_captures(root, 0, 1, 3) do
            local row, column = node:start()
            out[#out + 1] = query.captures[id] .. ' ' .. row .. ':' .. column
          end""", PATH="/usr/bin:/bin")
        self.assertEqual(out[:2], ["true", "false"])
        for capture in ("keyword 1:0", "string.special 1:4", "keyword 2:2", "variable 2:7", "number 2:15", "type.unit 2:17"):
            self.assertIn(capture, out)

    @unittest.skipUnless(shutil.which("vim"), "Vim is not here")
    def test_vim_finds_the_type_of_a_file(self):
        run("vim", "-N", "-u", "NONE", "-i", "NONE", "-es", "--cmd", f"set rtp^={EDITORS}/vim",
            "--cmd", "filetype plugin on", self.file,
            "-c", f"call writefile([&ft, &commentstring], '{self.folder}/out')", "-c", "qa!")
        self.assertEqual((self.folder / "out").read_text().splitlines(), ["opp", "// %s"])

    @unittest.skipUnless(shutil.which("emacs"), "Emacs is not here")
    def test_emacs_colours_and_indents(self):
        faces = " ".join(f"(get-text-property {SAMPLE.index(word) + 1} 'face)" for word in ("opp", '"Lunch', "when", "30", "min", "let"))
        out = run("emacs", "--batch", "-Q", "-L", EDITORS / "emacs", "-l", "opp-mode", "--eval",
                  f'(progn (find-file "{self.file}") (font-lock-ensure) (princ (list major-mode {faces}))'
                  ' (goto-char (point-min)) (forward-line 2) (delete-horizontal-space) (indent-for-tab-command)'
                  " (princ (current-indentation)))")
        self.assertEqual(out, "(opp-mode font-lock-keyword-face font-lock-function-name-face font-lock-keyword-face"
                              " font-lock-constant-face font-lock-type-face font-lock-keyword-face)2")

    @unittest.skipUnless(shutil.which("emacs"), "Emacs is not here")
    def test_emacs_colours_what_stands_in_the_braces_of_texts(self):
        text = 'opp "A" on event begins - 10min\n  notify "It is {temp} and {{no}} {wind}."\nlet x = temp\n'
        self.file.write_text(text)
        places = [text.index("{temp}") + 2, text.index("{{no") + 3, text.index("{wind}") + 2, text.index("It is") + 1,
                  text.index("begins") + 1, text.index("= temp") + 3]
        faces = " ".join(f"(get-text-property {place} 'face)" for place in places)
        out = run("emacs", "--batch", "-Q", "-L", EDITORS / "emacs", "-l", "opp-mode", "--eval",
                  f'(progn (find-file "{self.file}") (font-lock-ensure) (princ (list {faces})))')
        self.assertEqual(out, "(font-lock-variable-name-face font-lock-string-face font-lock-variable-name-face"
                              " font-lock-string-face font-lock-keyword-face nil)")

    @unittest.skipUnless(shutil.which("kate-syntax-highlighter"), "kate-syntax-highlighter is not here")
    def test_kate_colours(self):
        folder = self.folder / "org.kde.syntax-highlighting/syntax"
        folder.mkdir(parents=True)
        shutil.copy(EDITORS / "kate/opp.xml", folder)
        out = run("kate-syntax-highlighter", "-f", "html", "-s", "Opp", self.file,
                  XDG_DATA_HOME=str(self.folder), QT_QPA_PLATFORM="offscreen")
        lines = [line for line in out.split("\n") if "when" in line]
        self.assertRegex(lines[0], r"<span[^>]*font-weight:bold[^>]*>when</span>")
        self.assertNotRegex(lines[-1], r"<span[^>]*>when</span>")


if __name__ == "__main__":
    unittest.main()

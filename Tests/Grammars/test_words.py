"""One list of words: all grammars and editors know those of the EBNF, and those of the prelude."""

import json
import re
import shutil
import subprocess
import unittest

from ebnf import ROOT, Grammar
from syntax import GRAMMAR, opp

WORDS = Grammar().words()


def strings(rule):
    """The words in a rule of `grammar.json`."""
    if isinstance(rule, dict):
        if rule.get("type") == "STRING" and rule["value"].isalpha():
            yield rule["value"]
        for value in rule.values():
            yield from strings(value)
    elif isinstance(rule, list):
        for value in rule:
            yield from strings(value)


def built_in():
    """The functions, types and cases that need no declaration, from the sources of the compiler."""
    sources = ROOT / "Sources"
    calls = (sources / "OppSemantics/Expressions/CallChecker.swift").read_text()
    calls = calls[calls.index("enum Function: String"):]
    calls = calls[: calls.index("\n  var ")]
    types = (sources / "OppSemantics/Types/ValueType+Traits.swift").read_text()
    types = types[types.index("static let named"): types.index("\n  ]\n")]
    cases = (sources / "OppModel/Values/CaseNames.swift").read_text()
    colours = (sources / "OppModel/Values/Colour.swift").read_text()
    cases = re.findall(r'"([a-z]{3})"', cases) + re.findall(r'\("([a-z]+)", 0x', colours)
    return {
        "functions": set(re.findall(r"^  case (\w+)$", calls, re.M))
        | set(re.findall(r'^  case \w+ = "(\w+)"$', calls, re.M)),
        "types": set(re.findall(r'\("(\w+)", \.', types)),
        "cases": set(cases),
    }


def alternatives(pattern, text):
    """The words of the only `(a|b|c)` or list of quoted words that follows a pattern in a text."""
    return set(re.findall(r"\w+", re.search(pattern, text, re.S)[1]))


class WordTests(unittest.TestCase):
    def test_the_ebnf_has_words(self):
        self.assertGreater(len(WORDS), 60)
        self.assertLess(Grammar.reserved(), WORDS)

    def test_tree_sitter(self):
        grammar = json.loads((GRAMMAR / "src/grammar.json").read_text())
        self.assertEqual(set(strings(grammar["rules"])), WORDS)

    def test_the_scanner_of_tree_sitter(self):
        text = (GRAMMAR / "src/scanner.c").read_text()
        self.assertEqual(alternatives(r"reserved\[\] = \{(.*?), NULL", text), Grammar.reserved())
        self.assertLess(alternatives(r"clauses\[\] = \{(.*?), NULL", text), WORDS)

    def test_the_queries_of_tree_sitter(self):
        text = (GRAMMAR / "queries/highlights.scm").read_text()
        found = set(re.findall(r'^\s*"([a-z]+)"(?: @|$)', text, re.M))
        self.assertEqual(found | {"true", "false"}, WORDS)

    @unittest.skipUnless(shutil.which("node"), "node is not here")
    def test_the_generated_grammar_is_that_of_grammar_js(self):
        printed = subprocess.run(
            ["node", "grammar_json.js", str(GRAMMAR / "grammar.js")], cwd=ROOT / "Tests/Grammars",
            capture_output=True, text=True, check=True).stdout
        self.assertEqual(json.loads(printed), json.loads((GRAMMAR / "src/grammar.json").read_text()))

    def test_textmate(self):
        grammar = json.loads((ROOT / "grammar/opp.tmLanguage.json").read_text())
        found = set()

        def collect(rule):
            if isinstance(rule, dict):
                if "keyword." in json.dumps({key: rule.get(key) for key in ("name", "captures", "beginCaptures")}):
                    pattern = (rule.get("match", "") + rule.get("begin", "")).replace("[[:alpha:]_]", "")
                    found.update(re.findall(r"(?<![\\\w])(?:\\b)?([a-z]{2,})", pattern))
                for value in rule.values():
                    collect(value)
            elif isinstance(rule, list):
                for value in rule:
                    collect(value)

        grammar["repository"].pop("literals")
        collect(grammar)
        self.assertEqual(found, WORDS)

    def test_what_is_built_in(self):
        text = (GRAMMAR / "queries/highlights.scm").read_text()
        names = built_in()
        self.assertEqual(alternatives(r"any-of\? @function\.builtin(.*?)\)\)", text), names["functions"])
        self.assertEqual(alternatives(r"any-of\? @type\.builtin(.*?)\)\)", text), names["types"])
        vim = (ROOT / "editors/vim/syntax/opp.vim").read_text()
        self.assertEqual(alternatives(r"oppBuiltin ''\\v<%\((.*?)\)>\\ze", vim), names["functions"])
        cases = alternatives(r"any-of\? @constant\b(.*?)\)\)", text)
        mate = (ROOT / "grammar/opp.tmLanguage.json").read_text()
        self.assertEqual(alternatives(r"\(\?:(any\|none[a-z_|]+)", mate), names["functions"])
        self.assertEqual(alternatives(r"\(\?:(Bool\|[A-Za-z|]+)", mate), names["types"])
        self.assertEqual(alternatives(r"\(\?:(mon\|[a-z|]+)", mate), cases)
        # `sun` is a source, too.
        self.assertLess(names["cases"] - {"sun"}, cases)
        if opp():
            prelude = subprocess.run([opp(), "prelude"], capture_output=True, text=True).stdout
            sky = set(re.findall(r"\w+", re.search(r"enum Sky \{(.*?)\}", prelude, re.S)[1]))
            fields = set(re.findall(r"\w+", " ".join(re.findall(r"^\s+([\w, ]+): \w", prelude, re.M))))
            self.assertEqual(cases - names["cases"], sky - fields)


if __name__ == "__main__":
    unittest.main()

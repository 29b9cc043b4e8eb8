"""The tree-sitter grammar: corpus, highlights, queries, and agreement with the parser of `opp`."""

import random
import re
import shutil
import tempfile
import unittest
from pathlib import Path

from corpus import assertions, cases, folded, tree_text
from ebnf import ROOT
from syntax import GRAMMAR, errors_of_parser, first_error, opp, valid_snippets

try:
    from tree_sitter import Parser, Query, QueryCursor
except ImportError:
    Parser = None
MISSING = Parser is None and "PyPI's tree-sitter" or not shutil.which("gcc") and "gcc"

# Patterns of the queries may give a node more than one capture of these kinds.
SAME = {"string", "string.special"}


@unittest.skipIf(MISSING, f"{MISSING} is not here")
class TreeSitterTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        from syntax import language

        cls.language = language()
        cls.parser = Parser(cls.language)

    def tree(self, text):
        return self.parser.parse(text.encode()).root_node

    def captures(self, query, root):
        """The captures of the whole text by their bytes: from, to, name."""
        text = (GRAMMAR / f"queries/{query}.scm").read_text()
        found = QueryCursor(Query(self.language, text)).captures(root)
        return [(n.start_byte, n.end_byte, name) for name, nodes in found.items() for n in nodes]

    def test_corpus(self):
        for path in sorted(GRAMMAR.glob("test/corpus/*.txt")):
            for name, is_error, source, tree in cases(path):
                with self.subTest(f"{path.stem}: {name}"):
                    root = self.tree(source)
                    self.assertEqual(root.has_error, is_error)
                    if not is_error:
                        self.assertEqual(folded(tree_text(root)), folded(tree))

    def test_highlights(self):
        for path in sorted(GRAMMAR.glob("test/highlight/*.opp")):
            source = path.read_text()
            root = self.tree(source)
            self.assertIsNone(first_error(root))
            starts = [0]
            for line in source.encode().split(b"\n"):
                starts.append(starts[-1] + len(line) + 1)
            captures = self.captures("highlights", root)
            for line, (start, end), name, is_negated in assertions(source):
                with self.subTest(f"{path.name}:{line + 1}:{start + 1} {name}"):
                    for column in range(start, end):
                        byte = starts[line] + column
                        around = [c for c in captures if c[0] <= byte < c[1]]
                        names = {min(around, key=lambda c: c[1] - c[0])[2]} if around else {"none"}
                        self.assertEqual(name in names, not is_negated, names)

    def test_a_node_is_highlighted_in_one_way(self):
        for name, text in [*valid_texts()]:
            with self.subTest(name):
                root = self.tree(text)
                found = {}
                for start, end, capture in self.captures("highlights", root):
                    found.setdefault((start, end), set()).add(capture)
                encoded = text.encode()
                several = {encoded[s:e]: names for (s, e), names in found.items()
                           if len(names - {"string", "comment"}) > 1}
                self.assertEqual(several, {})
                for node in leaves(root):
                    if node.type == "identifier":
                        self.assertIn((node.start_byte, node.end_byte), found, (node.text, node.start_point))

    def test_queries_find_something_in_the_examples(self):
        for query in ("highlights", "folds", "indents", "locals", "tags", "injections"):
            found = set()
            for path in sorted(ROOT.glob("examples/**/*.opp")):
                found |= {c[2] for c in self.captures(query, self.tree(path.read_text()))}
            names = re.findall(r"@([\w.]+)(?=[\s)])", (GRAMMAR / f"queries/{query}.scm").read_text())
            rare = {"variable.parameter", "local.definition.parameter", "function", "type.builtin",
                    "local.definition.function", "local.definition.type", "local.definition.constant",
                    "type", "local.definition.namespace", "definition.type", "string.escape"}
            self.assertEqual(set(names) - found - rare, set(), query)

    def test_folds_are_what_has_lines(self):
        root = self.tree('opp "A"\n  when [\n  a\n] == b\nenum E {\n  c\n}\n')
        folds = {(text.count(b"\n"), text[:3]) for s, e, _ in self.captures("folds", root)
                 for text in [root.text[s:e]]}
        self.assertEqual(folds, {(3, b"opp"), (2, b"[\n "), (2, b"{\n ")})

    def test_examples_and_the_manual_have_no_errors(self):
        for name, text in valid_texts():
            with self.subTest(name):
                self.assertIsNone(first_error(self.tree(text)))

    @unittest.skipUnless(opp(), "opp was not built")
    def test_the_parser_of_opp_finds_the_same_errors(self):
        from differential import compare, generated, mutated

        seed = random.Random(2026)
        for make, count in ((generated, 100), (mutated, 150)):
            differing = list(compare(self.parser, opp(), list(make(count, seed))))
            self.assertLessEqual(len(differing), 1, differing)


def leaves(node):
    if not node.children:
        yield node
    for child in node.children:
        yield from leaves(child)


def valid_texts():
    """The examples, and the snippets of the manual in which `opp check` finds no syntax error."""
    for path in sorted(ROOT.glob("examples/**/*.opp")):
        yield str(path.relative_to(ROOT)), path.read_text()
    if not opp():
        return
    with tempfile.TemporaryDirectory() as folder:
        snippets = list(valid_snippets())
        for number, (_, text) in enumerate(snippets):
            Path(folder, f"{number:04}.opp").write_text(text)
        wrong = errors_of_parser(opp(), folder)
    for number, (name, text) in enumerate(snippets):
        if f"{number:04}.opp" not in wrong:
            yield name, text


if __name__ == "__main__":
    unittest.main()

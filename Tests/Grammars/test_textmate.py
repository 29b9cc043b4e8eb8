"""The TextMate grammar: the scopes that `SYNTAX TEST` files assert, and all of the examples and the manual."""

import re
import unittest

from ebnf import ROOT
from syntax import valid_snippets

try:
    import babi  # noqa: F401
    import onigurumacffi  # noqa: F401

    MISSING = None
except ImportError:
    MISSING = "PyPI's babi"

ASSERTION = re.compile(r"^//\s*(<-|\^+)\s+(.+)$")


@unittest.skipIf(MISSING, f"{MISSING} is not here")
class TextMateTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        from textmate import Highlighter

        cls.highlighter = Highlighter()

    def test_syntax_tests(self):
        """`// ^^^ scope` asserts a scope of the columns above it, `// <- scope` of the first one."""
        count = 0
        for path in sorted((ROOT / "Tests/Grammars/textmate").glob("*.opp")):
            text = path.read_text()
            lines = text.split("\n")
            self.assertTrue(lines[0].startswith('// SYNTAX TEST "source.opp"'))
            sources = [line for line in lines if not ASSERTION.match(line)]
            scopes = iter(self.highlighter.scopes("\n".join(sources)))
            pieces = []
            for number, line in enumerate(lines):
                match = ASSERTION.match(line)
                if not match:
                    pieces = next(scopes)
                    continue
                first, last = (0, 1) if match[1] == "<-" else match.span(1)
                for column in range(first, last):
                    names = next(names for start, end, names in pieces if start <= column < end)
                    with self.subTest(f"{path.name}:{number + 1}:{column + 1}"):
                        self.assertTrue(
                            any(f"{name}.".startswith(f"{match[2]}.") for name in names), (match[2], names))
                        count += 1
        self.assertGreater(count, 1000)

    def test_examples_and_the_manual_end_all_that_they_begin(self):
        texts = [(str(path), path.read_text()) for path in sorted(ROOT.glob("examples/**/*.opp"))]
        texts += valid_snippets()
        for name, text in texts:
            with self.subTest(name):
                scopes = list(self.highlighter.scopes(text + "let last = 1"))
                self.assertEqual(scopes[-1][0][2], ["keyword.declaration.opp"])


if __name__ == "__main__":
    unittest.main()

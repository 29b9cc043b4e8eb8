"""The TextMate grammar, as VS Code and others read it: the scopes of a text.

    textmate.py FILE      prints the scopes of each piece of a file
"""

import sys
import tempfile
from pathlib import Path

from ebnf import ROOT

GRAMMAR = ROOT / "grammar/opp.tmLanguage.json"


class Highlighter:
    def __init__(self):
        from babi.highlight import Grammars

        # It looks for a grammar by a file's name.
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "source.opp.json").write_text(GRAMMAR.read_text())
            self.compiler = Grammars(folder).compiler_for_scope("source.opp")

    def scopes(self, text):
        """For each line, the pieces of it: from, to, and all scopes around."""
        from babi.highlight import highlight_line

        state = self.compiler.root_state
        for number, line in enumerate(text.split("\n")):
            state, regions = highlight_line(self.compiler, state, line + "\n", number == 0)
            yield [(r.start, r.end, [name for name in r.scope if name != "source.opp"]) for r in regions]


if __name__ == "__main__":
    text = Path(sys.argv[1]).read_text()
    for line, pieces in zip(text.split("\n"), Highlighter().scopes(text)):
        print(line)
        for start, end, names in pieces:
            if line[start:end].strip():
                print(f"    {line[start:end]!r:30} {' '.join(names)}")

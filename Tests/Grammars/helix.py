"""The highlights of Helix, which has its own names for captures, from those of the grammar.

    helix.py --update      writes them
"""

import re
import sys

from ebnf import ROOT
from syntax import GRAMMAR

PATH = ROOT / "editors/helix/queries/opp/highlights.scm"
NAMES = {
    "boolean": "constant.builtin.boolean", "comment": "comment.line", "comment.documentation": "comment.block.documentation",
    "function.call": "function", "keyword.conditional": "keyword.control.conditional", "module": "namespace",
    "number": "constant.numeric", "property": "variable.other.member", "string.escape": "constant.character.escape",
}


def highlights():
    text = (GRAMMAR / "queries/highlights.scm").read_text()
    text = re.sub(r"@([\w.]+)", lambda match: "@" + NAMES.get(match[1], match[1]), text)
    return "; Made by Tests/Grammars/helix.py from grammar/tree-sitter/queries/highlights.scm\n\n" + text


if __name__ == "__main__" and sys.argv[1:] == ["--update"]:
    PATH.write_text(highlights())

"""The files of `tree-sitter test`: cases of the corpus, and highlights asserted in comments.

    corpus.py --update      writes the trees that the grammar gives into the corpus
"""

import re
import sys

from syntax import GRAMMAR

CASE = re.compile(r"^=+\n(.+?)\n=+\n\n(.*?)\n\n---\n\n(.*?)(?=\n====|\Z)", re.S | re.M)


def cases(path):
    """The name, whether an error is expected, the source and the tree of each case of a file."""
    for title, source, tree in CASE.findall(path.read_text()):
        name, *attributes = title.split("\n")
        yield name, ":error" in attributes, source, tree


def tree_text(node, depth=0):
    """A tree as the corpus has it, with its fields, a node a line."""
    text = "  " * depth + f"({node.type}"
    for index, child in enumerate(node.children):
        if child.is_named:
            field = node.field_name_for_child(index)
            inner = tree_text(child, depth + 1).lstrip()
            text += "\n" + "  " * (depth + 1) + (f"{field}: " if field else "") + inner
    return text + ")"


def folded(tree):
    return re.sub(r"\s+", " ", tree).replace(" )", ")").strip()


def assertions(source):
    """The line, the columns and the capture that each `// ^^^ capture` of a source asserts."""
    line = 0
    for number, text in enumerate(source.split("\n")):
        match = re.match(r"\s*//\s*(<-|\^+)\s*(!?)([\w.]+)", text)
        if not match:
            line = number
        elif match[1] == "<-":
            yield line, (text.index("/"), text.index("/") + 1), match[3], bool(match[2])
        else:
            yield line, match.span(1), match[3], bool(match[2])


def update(parser):
    for path in sorted(GRAMMAR.glob("test/corpus/*.txt")):
        written = []
        for name, is_error, source, _ in cases(path):
            root = parser.parse(source.encode()).root_node
            assert is_error == root.has_error, (name, root)
            rule = "=" * 20
            written.append(f"{rule}\n{name}\n" + (":error\n" if is_error else "") + f"{rule}\n\n{source}\n\n---\n\n"
                           + ("" if is_error else tree_text(root) + "\n"))
        path.write_text("\n".join(written))


if __name__ == "__main__":
    from tree_sitter import Parser

    from syntax import language

    if sys.argv[1:] == ["--update"]:
        update(Parser(language()))

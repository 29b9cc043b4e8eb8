"""Compares the tree-sitter grammar with the parser of `opp`, on generated and on mutated files.

    differential.py GENERATED MUTATED [SEED]

They agree on a file if both find a syntax error in it or neither does. Prints the files on which they
do not; its exit code is 1 for more disagreements than one in a thousand files.
"""

import random
import re
import sys
import tempfile
from pathlib import Path

from ebnf import ROOT, Grammar, Sentences
from syntax import errors_of_parser, first_error, language, opp, valid_snippets

BATCH = 250
PIECE = re.compile(r'"|\w+|\s+|[^\w\s]')


def generated(count, random):
    grammar = Grammar()
    words = sorted(grammar.words() - Grammar.reserved())
    plain = ["x", "home", "temp", "sky", "free_time", "Tasks", "é", "naïve_1", "_a", "row", "park", "is_on"]
    makers = [Sentences(grammar, random, plain), Sentences(grammar, random, plain * 3 + words)]
    for number in range(count):
        # Half of them have names that are words of clauses, too: not all of these are right.
        maker = makers[number % 2]
        yield maker.sentence("file" if number % 10 == 0 else "declaration", 14 + number % 16)


def mutated(count, random):
    sources = [path.read_text() for path in sorted(ROOT.glob("examples/**/*.opp"))]
    sources += [text for _, text in valid_snippets()]
    words = sorted(Grammar().words())
    pieces = [piece for text in sources for piece in PIECE.findall(text) if not piece.isspace()]
    for _ in range(count):
        yield mutation(random.choice(sources), sources, words, pieces, random)


def mutation(text, sources, words, pieces, random):
    """A text with one to three changes: of characters, of words or of lines."""
    lines = text.splitlines(keepends=True)
    start = random.randrange(len(lines))
    text = "".join(lines[start : start + 40])
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        kind = random.randrange(10)
        if kind < 4:
            at = random.randrange(len(text) + 1)
            character = random.choice('abexTZ_019 \n"{}()[],:.=<>!+-*/@#%|°éß\\\t;~')
            removed = random.randint(0, 2)
            text = text[:at] + random.choice(["", character]) + text[at + removed :]
        elif kind < 8:
            parts = PIECE.findall(text)
            if not parts:
                continue
            at = random.randrange(len(parts))
            other = random.randrange(len(parts))
            if kind == 4:
                del parts[at]
            elif kind == 5:
                parts.insert(at, " " + random.choice(pieces) + " ")
            elif kind == 6:
                parts[at] = random.choice(words)
            else:
                parts[at], parts[other] = parts[other], parts[at]
            text = "".join(parts)
        else:
            lines = text.splitlines(keepends=True)
            if not lines:
                continue
            at = random.randrange(len(lines))
            if kind == 8:
                del lines[at]
            else:
                lines.insert(at, random.choice(random.choice(sources).splitlines(keepends=True)))
            text = "".join(lines)
    return text


def compare(parser, command, texts):
    """The texts of which only one of both says that they are wrong."""
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(texts):
            Path(folder, f"{number:04}.opp").write_text(text, newline="")
        wrong = errors_of_parser(command, folder)
    broken = 0
    for number, text in enumerate(texts):
        message = wrong.get(f"{number:04}.opp")
        tree = parser.parse(text.encode())
        broken += message is not None
        if message and not message["is_certain"]:
            continue
        if (message is not None) != tree.root_node.has_error:
            yield text, message, first_error(tree.root_node)
    compare.broken += broken


compare.broken = 0


def main(counts, seed):
    from tree_sitter import Parser

    command, parser = opp(), Parser(language())
    failures = total = 0
    for name, make, count in zip(("generated", "mutated"), (generated, mutated), counts):
        texts = list(make(count, random.Random(seed)))
        differing = []
        compare.broken = 0
        for start in range(0, count, BATCH):
            differing += compare(parser, command, texts[start : start + BATCH])
        for text, message, node in differing[:40]:
            code = message and f"{message['code']} at {message['line']}:{message['column']}"
            place = node and f"{node.type} at {node.start_point[0] + 1}:{node.start_point[1] + 1}"
            print(f"--- opp: {code}; tree-sitter: {place}\n{text}\n")
        print(f"{count} {name} files, {compare.broken} with syntax errors: {len(differing)} differ")
        failures += len(differing)
        total += count
    return 1 if failures * 1000 > total else 0


if __name__ == "__main__":
    sys.exit(main([int(sys.argv[1]), int(sys.argv[2])], int(sys.argv[3]) if sys.argv[3:] else 1))

"""The EBNF of Opp: its words, and random sentences of it."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOKEN = re.compile(
    r"(?P<once>/\* each at most once \*/)|/\*.*?\*/|'(?P<literal>[^']*)'|\[(?P<characters>[^\]]*)\]"
    r"|(?P<defines>::=)|(?P<name>[A-Za-z_]+)|(?P<mark>[()?*+|])", re.S)


class Grammar:
    """Productions as tuples: ('literal', text), ('name', name), ('characters', ranges),
    ('sequence' | 'choice', parts), ('repeat', part, least, most); a most of None is any number."""

    def __init__(self, text=None):
        text = text or (ROOT / "grammar/opp.ebnf").read_text()
        self.tokens = [(m.lastgroup, m[m.lastgroup]) for m in TOKEN.finditer(text) if m.lastgroup]
        self.position = 0
        self.productions = {}
        while self.position < len(self.tokens):
            name = self.tokens[self.position][1]
            self.position += 2
            self.productions[name] = self.choice()

    def peek(self, distance=0):
        index = self.position + distance
        return self.tokens[index] if index < len(self.tokens) else (None, None)

    def choice(self):
        parts = [self.sequence()]
        while self.peek() == ("mark", "|"):
            self.position += 1
            parts.append(self.sequence())
        return parts[0] if len(parts) == 1 else ("choice", parts)

    def sequence(self):
        parts = []
        while (part := self.repetition()) is not None:
            parts.append(part)
        return parts[0] if len(parts) == 1 else ("sequence", parts)

    def repetition(self):
        part = self.primary()
        kind, mark = self.peek()
        if part is None or kind != "mark" or mark not in "?*+":
            return part
        self.position += 1
        if self.peek()[0] == "once":
            self.position += 1
            return ("once", part)
        return ("repeat", part, 1 if mark == "+" else 0, 1 if mark == "?" else None)

    def primary(self):
        kind, text = self.peek()
        if kind == "name" and self.peek(1)[0] == "defines" or kind in (None, "defines"):
            return None
        if (kind, text) == ("mark", "("):
            self.position += 1
            part = self.choice()
            self.position += 1
            return part
        if kind == "mark":
            return None
        self.position += 1
        return (kind, ranges(text) if kind == "characters" else text)

    def words(self):
        """The words of the language, reserved ones and others."""
        found = set()

        def collect(part):
            if part[0] == "literal" and part[1].isalpha():
                found.add(part[1])
            elif part[0] in ("sequence", "choice"):
                for inner in part[1]:
                    collect(inner)
            elif part[0] in ("repeat", "once"):
                collect(part[1])

        for name, part in self.productions.items():
            if name.islower():
                collect(part)
        return found

    @staticmethod
    def reserved():
        """The reserved words, which a comment of the grammar lists."""
        text = (ROOT / "grammar/opp.ebnf").read_text()
        return set(re.search(r"every word is a name, these too:\s+(.*?)\*/", text, re.S)[1].split())


def ranges(text):
    points = re.findall(r"#x([0-9A-F]+)|(.)", text)
    points = [int(number, 16) if number else ord(letter) for number, letter in points]
    result, index = [], 0
    dash = ord("-")
    while index < len(points):
        if index + 2 < len(points) and points[index + 1] == dash:
            result.append((points[index], points[index + 2]))
            index += 3
        else:
            result.append((points[index], points[index]))
            index += 1
    return result


class Sentences:
    """Makes random sentences of a grammar, no deeper than wanted."""

    def __init__(self, grammar, random, names):
        self.grammar, self.random, self.names = grammar, random, names
        self.depths = {}
        changing = True
        while changing:
            changing = False
            for name, part in grammar.productions.items():
                depth = self.least(part)
                if depth is not None and depth + 1 < self.depths.get(name, 1 << 30):
                    self.depths[name] = depth + 1
                    changing = True

    def least(self, part):
        """The least depth of a part; None while it is not known."""
        kind = part[0]
        if kind == "name":
            return self.depths.get(part[1])
        if kind == "repeat":
            return self.least(part[1]) if part[2] else 0
        if kind == "choice":
            return min((d for d in map(self.least, part[1]) if d is not None), default=None)
        if kind == "sequence":
            known = [self.least(inner) for inner in part[1]]
            return None if None in known else max(known, default=0)
        return 0

    def sentence(self, name, depth):
        return self.make(("name", name), depth, False)

    def make(self, part, depth, in_word):
        kind = part[0]
        random = self.random
        if kind == "literal":
            return part[1]
        if kind == "characters":
            return chr(random.randint(*random.choice(part[1])))
        if kind == "name":
            if part[1] == "NAME" and self.names:
                return random.choice(self.names)
            is_word = part[1].isupper()
            return self.make(self.grammar.productions[part[1]], 20 if is_word else depth - 1, is_word)
        separator = "" if in_word else random.choice(["  ", "\n", " ", " ", " ", " ", " ", " "])
        if kind == "sequence":
            made = [self.make(inner, depth, in_word) for inner in part[1]]
        elif kind == "choice":
            allowed = [inner for inner in part[1] if self.allows(inner, depth)]
            least = min(self.least(inner) for inner in part[1])
            shortest = [inner for inner in part[1] if self.least(inner) == least]
            return self.make(random.choice(allowed or shortest), depth, in_word)
        elif kind == "once":
            choices = [c for c in self.grammar.productions[part[1][1]][1] if self.allows(c, depth - 1)]
            random.shuffle(choices)
            made = [self.make(c, depth - 1, in_word) for c in choices[: random.randint(0, len(choices))]]
        else:
            count = part[2]
            if self.allows(part[1], depth):
                count += int(random.random() < 0.33) if part[3] else random.choice([0, 0, 0, 1, 1, 2])
            made = [self.make(part[1], depth, in_word) for _ in range(count)]
        return separator.join(piece for piece in made if piece)

    def allows(self, part, depth):
        return (self.least(part) or 0) < depth

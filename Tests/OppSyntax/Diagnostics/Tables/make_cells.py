"""Writes how many cells of a terminal a character takes, out of the Unicode Character Database

    make_cells.py table FOLDER > Sources/OppSyntax/Diagnostics/CellRanges.swift
    make_cells.py samples FOLDER > Tests/OppSyntax/Diagnostics/Tables/cells.txt

FOLDER has UnicodeData.txt, EastAsianWidth.txt and emoji/emoji-variation-sequences.txt, such as
/usr/share/unicode of Debian's package unicode-data; the tables here are of version 15.0.0.
The widths of the samples come from an independent implementation, wcwidth 0.7.0 of PyPI.
"""

import sys


def scalars(text):
    first, _, last = text.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def fields(path):
    for line in open(path, encoding="utf-8"):
        line = line.split("#")[0].strip()
        if line:
            yield [field.strip() for field in line.split(";")]


def categories(folder):
    """The general category of each scalar, and its East Asian Width"""
    found, first = {}, None
    for entry in fields(f"{folder}/UnicodeData.txt"):
        code, name, category = int(entry[0], 16), entry[1], entry[2]
        if name.endswith("First>"):
            first = code
        elif name.endswith("Last>"):
            found.update({scalar: category for scalar in range(first, code + 1)})
        else:
            found[code] = category
    return found


def wide(folder):
    """W and F; unassigned ideographs are wide, too (EastAsianWidth.txt says so in its header)"""
    found = set()
    for low, high in [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD)]:
        found.update(range(low, high + 1))
    for code, width in fields(f"{folder}/EastAsianWidth.txt"):
        if width in "WF":
            found.update(scalars(code))
    return found


def joining(folder):
    """Marks and format characters, and the vowels and finals of Hangul, which are drawn with what is before them"""
    # SOFT HYPHEN is shown as a hyphen; the signs of numbers and verses in Arabic, Syriac and Kaithi
    # (Prepended_Concatenation_Mark) are shown before what follows.
    shown = {0xAD, 0x6DD, 0x70F, 0x8E2, 0x110BD, 0x110CD} | set(range(0x600, 0x606)) | {0x890, 0x891}
    found = {code for code, category in categories(folder).items() if category in ("Mn", "Me", "Cf")}
    return (found - shown) | set(range(0x1160, 0x1200)) | set(range(0xD7B0, 0xD7FC))


def variable(folder):
    """The characters that U+FE0F makes an emoji"""
    return {
        int(entry[0].split()[0], 16)
        for entry in fields(f"{folder}/emoji/emoji-variation-sequences.txt")
        if "FE0F" in entry[0]
    }


def ranges(found):
    result = []
    for scalar in sorted(found):
        if result and result[-1][1] == scalar - 1:
            result[-1][1] = scalar
        else:
            result.append([scalar, scalar])
    return [f"{low:X}" if low == high else f"{low:X}-{high:X}" for low, high in result]


def swift(name, comment, found):
    print(f"\n/// {comment}")
    print(f'let {name} = """')
    line = " "
    for entry in ranges(found):
        if len(line) + len(entry) + 1 > 100:
            print(line)
            line = " "
        line += " " + entry
    print(line)
    print('  """')


def table(folder):
    print("// Made by make_cells.py from the Unicode Character Database, version 15.0.0")
    swift("wideScalars", "Scalars that take two cells: East Asian Width W and F", wide(folder))
    swift("joiningScalars", "Scalars that take no cell: marks, format characters, vowels and finals of Hangul",
          joining(folder))
    swift("variableEmoji", "Scalars that are an emoji with U+FE0F behind them", variable(folder))


SAMPLES = [
    "a",
    "é",
    "日本語",
    "ｱｲｳ",
    "ＡＢＣ",
    "한국어",
    "한",
    "🥛",
    "❤",
    "❤\uFE0F",
    "❤\uFE0F\u200D🔥",
    "👩\u200D👩\u200D👧\u200D👦",
    "🧍\u200D♀\uFE0F",
    "👋\U0001F3FD",
    "☝\U0001F3FD",
    "\U0001F1E9\U0001F1EA",
    "\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7",
    "1\uFE0F\u20E3",
    "🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F",
    "☀",
    "☀\uFE0F",
    "⌚",
    "…",
    "░▒█▲✓✗",
    "½°€",
    "ש\u05B8\u05C1לו\u05B9ם",
    "พ\u0E35\u0E48",
    "ﬁ",
    "Café ☕ 日",
    "a\u200Bb",
    "Łódź",
    "e\u0301",
    "\u1112\u1161\u11AB",
]


def samples(folder):
    import wcwidth

    print("# Made by make_cells.py with wcwidth 0.7.0: the scalars of a text, and its cells")
    for text in SAMPLES:
        codes = " ".join(f"{ord(scalar):04X}" for scalar in text)
        print(f"{wcwidth.wcswidth(text)}  {codes}  {text}")


{"table": table, "samples": samples}[sys.argv[1]](sys.argv[2])

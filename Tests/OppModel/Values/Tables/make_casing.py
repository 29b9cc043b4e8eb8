"""Writes the scalars that decide on a final sigma: `make_casing.py DerivedCoreProperties.txt > CasedScalars.swift`

DerivedCoreProperties.txt is that of the Unicode Character Database; the table in Sources/OppModel/Values is
of version 15.0.0.
"""

import re
import sys


def ranges(property):
    """The scalars with a property as ascending pairs of the first and the last one"""
    found = []
    for line in open(sys.argv[1], encoding="utf-8"):
        match = re.match(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*(\w+)", line)
        if match and match[3] == property:
            found.append((int(match[1], 16), int(match[2] or match[1], 16)))
    joined = []
    for first, last in sorted(found):
        if joined and first <= joined[-1][1] + 1:
            joined[-1][1] = last
        else:
            joined.append([first, last])
    return joined


def table(name, summary, property):
    """The lines of a table of pairs"""
    print("  /// " + summary)
    print(f"  static let {name}: [UInt32] = [")
    pairs = [f"0x{first:X}, 0x{last:X}," for first, last in ranges(property)]
    for start in range(0, len(pairs), 5):
        print("    " + " ".join(pairs[start : start + 5]))
    print("  ]")


print("// Made by Tests/OppModel/Values/Tables/make_casing.py from DerivedCoreProperties.txt of Unicode 15.0.0")
print("")
print("/// Ranges of Unicode scalars, each by its first and its last one, ascending")
print("enum CasedScalars {")
table("cased", "The scalars with the property Cased", "Cased")
print("")
table("ignorable", "The scalars with the property Case_Ignorable", "Case_Ignorable")
print("}")

"""Writes the table of currencies: `make_currencies.py codes-all.csv > Currencies.swift`

codes-all.csv is that of https://github.com/datasets/currency-codes, made from the lists of ISO 4217's
maintenance agency; the table here is of its version of 2026-01-01.
"""

import csv
import sys

active, withdrawn = {}, set()
for row in csv.DictReader(open(sys.argv[1])):
    code, minor = row["AlphabeticCode"], row["MinorUnit"]
    if not code:
        continue
    if row["WithdrawalDate"]:
        if row["WithdrawalDate"] >= "2015":
            withdrawn.add(code)
    elif minor == "-":
        withdrawn.add(code)
    else:
        active[code] = int(minor)

print("// Made by make_currencies.py from codes-all.csv of 2026-01-01")
print("")
print("/// Codes of ISO 4217 and their decimals")
print('let activeCurrencies = """')
codes = sorted(active)
for start in range(0, len(codes), 12):
    print("  " + " ".join(f"{code}{active[code]}" for code in codes[start : start + 12]))
print('  """')
print("")
print("/// Codes without a minor unit, and those that were withdrawn since 2015")
print('let formerCurrencies = """')
codes = sorted(withdrawn - set(active))
for start in range(0, len(codes), 16):
    print("  " + " ".join(codes[start : start + 16]))
print('  """')

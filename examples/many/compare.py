"""Compares two tables that backtest.py has made: `python3 compare.py ONE OTHER` exits with 1 where they differ."""
import sys

import pandas


def rows(path):
    # A part without broken rules and one with nothing else differ in the type of a column, not in its values.
    frame = pandas.read_parquet(path).astype({"at": "Int64"})
    return frame.sort_values(list(frame.columns)).reset_index(drop=True)


one, other = rows(sys.argv[1]), rows(sys.argv[2])
if one.equals(other):
    print(f"equal: {len(one)} rows")
else:
    print(f"different: {len(one)} and {len(other)} rows")
    sys.exit(1)

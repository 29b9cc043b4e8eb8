"""Writes dates.csv: weeks, and the first and last days around dates, by Python's datetime and dateutil.

    pip install python-dateutil==4.0.0
    python make_dates.py

Half of the dates lie within three days of the turn of a year.
"""

import random
import sys
from datetime import date, timedelta
from importlib.metadata import version

from dateutil.relativedelta import MO, relativedelta

COUNT = 1000


def dates(chance):
    for number in range(COUNT):
        if number % 2 == 0:
            yield date.fromordinal(chance.randrange(1, date.max.toordinal() + 1))
        else:
            yield date(chance.randrange(2, 9999), 1, 1) + timedelta(days=chance.randrange(-3, 4))


def main():
    with open("dates.csv", "w") as table:
        print(f"# datetime of Python {sys.version.split()[0]}, dateutil {version('python-dateutil')}", file=table)
        print("date,year of the week,week,week start,month start,month end,year start", file=table)
        for day in dates(random.Random("dates")):
            year, week, _ = day.isocalendar()
            columns = [day, year, week, day + relativedelta(weekday=MO(-1)), day + relativedelta(day=1),
                       day + relativedelta(day=31), day + relativedelta(month=1, day=1)]
            print(",".join(column.isoformat() if isinstance(column, date) else str(column) for column in columns),
                  file=table)


if __name__ == "__main__":
    main()

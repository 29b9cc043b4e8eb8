"""The numbers of the charts of three examples, computed with pandas: writes example_charts.csv.

Rows are those of the recordings (examples/*/data) and those that firings record (examples/*/expected.txt). Needs pandas
(tried with 3.1); run in the root of the repository:

    python3 Tests/EndToEnd/Charts/example_charts.py
"""

import pathlib
import re

import pandas as pd

EXAMPLES = pathlib.Path("examples")
rows = []


def table(example, name, zone):
    """The rows of a table at the end of its recording, the later one of a key in the place of the earlier"""
    data = pd.read_csv(EXAMPLES / example / "data" / f"{name}.csv", dtype=str)
    for column in data.columns:
        if data[column].str.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?").fillna(False).any():
            data[column] = pd.to_datetime(data[column]).dt.tz_localize(zone)
    return data


def recorded(example, name, zone):
    """The rows that firings record into a table, each with the second of its firing"""
    found = []
    for line in (EXAMPLES / example / "expected.txt").read_text().splitlines():
        match = re.match(r"(\S+ \S+)  .* records %s \{ (.*) \}" % name, line)
        if not match:
            continue
        row = {"fired": pd.Timestamp(match[1], tz=zone)}
        for field in re.findall(r'(\w+): ("[^"]*"|[^,]+)(?:, |$)', match[2]):
            value = field[1].strip('"')
            if re.match(r"\d{4}-\d\d-\d\dT", value):
                value = pd.Timestamp(value).tz_convert(zone)
            row[field[0]] = value
        found.append(row)
    return pd.DataFrame(found)


def period_starts(zone, end, kind, count):
    """The starts of the last periods, the one of the present last, and the end of that"""
    now = (pd.Timestamp(end, tz=zone) - pd.Timedelta(seconds=1)).tz_localize(None).normalize()
    if kind == "week":
        now -= pd.Timedelta(days=now.weekday())
    if kind == "month":
        now = now.replace(day=1)
    if kind == "year":
        now = now.replace(month=1, day=1)
    step = {
        "day": pd.DateOffset(days=1),
        "week": pd.DateOffset(weeks=1),
        "month": pd.DateOffset(months=1),
        "year": pd.DateOffset(years=1),
    }[kind]
    starts = [now - step * k for k in range(count - 1, -1, -1)] + [now + step]
    return [start.tz_localize(zone) for start in starts]


def chart(name, at, values, starts, series=""):
    """Adds the sum of the values of each period; values that are None count as one each"""
    at = pd.Series(list(at), dtype=f"datetime64[s, {starts[0].tz}]")
    values = pd.Series(1.0 if values is None else list(values), index=at.index, dtype=float)
    bins = pd.cut(at, pd.DatetimeIndex(starts), right=False, labels=False)
    sums = values.groupby(bins).sum()
    for index in range(len(starts) - 1):
        rows.append(
            {
                "chart": name,
                "series": series,
                "from": starts[index].tz_convert("UTC").strftime("%Y-%m-%dT%H:%M:%SZ"),
                "value": round(float(sums.get(index, 0.0)), 6),
            }
        )


def trips():
    zone, end = "America/New_York", "2013-07-01"
    given = table("trips", "trips", zone)
    last = pd.Timestamp(end, tz=zone)
    given = given[given["valid_until"].isna() | (given["valid_until"] > last)]
    given = given[given["valid_from"] < last].drop_duplicates("began", keep="last")
    made = recorded("trips", "trips", zone)
    every = pd.concat([given, made])
    scale = {"km": 1000, "m": 1}
    metres = every["distance"].map(
        lambda text: float(re.match(r"[\d.]+", text)[0]) * scale[re.sub(r"[\d.]", "", text)]
    )
    scores = every["score"].astype(float)
    chart("Points", every["ended"], scores, period_starts(zone, end, "day", 30))
    for mode in ["walk", "bike", "bus", "train", "car"]:
        is_mode = every["mode"] == mode
        if is_mode.any():
            starts = period_starts(zone, end, "week", 5)
            chart("Kilometres by mode", every["ended"][is_mode], metres[is_mode], starts, mode)
    chart("Kilometres by year", every["ended"], metres, period_starts(zone, end, "year", 3))
    chart("Points by month", every["ended"], scores, period_starts(zone, end, "month", 12))


def flat():
    zone, end = "America/Chicago", "2026-07-01"
    done = recorded("flat", "completions", zone)
    for name in table("flat", "flatmates", zone)["name"].drop_duplicates():
        starts = period_starts(zone, end, "month", 12)
        chart("Chores done", done["at"][done["who"] == name], None, starts, name)
    answers = table("flat", "answers", zone)
    answers = answers[(answers["opp"] == "Chore due") & (answers["answer"] == "done")]
    firings = []
    for line in (EXAMPLES / "flat" / "expected.txt").read_text().splitlines():
        match = re.match(r'(\S+ \S+)  Chore due \["(\w+)"\]', line)
        if match:
            at = pd.Timestamp(match[1], tz=zone)
            if ((answers["row"] == match[2]) & (answers["time"] > at)).any():
                firings.append(at)
    chart("Answered", firings, None, period_starts(zone, end, "week", 26))
    bills = table("flat", "bills", zone).drop_duplicates("id", keep="last")
    due = pd.to_datetime(bills["due"]).dt.tz_localize(zone)
    for category in sorted(bills["category"].unique()):
        is_one = bills["category"] == category
        starts = period_starts(zone, end, "month", 12)
        chart("Spent", due[is_one], bills["total"][is_one].astype(float), starts, category)


def planner():
    zone, end = "America/New_York", "2013-06-10"
    entries = table("planner", "entries", zone).drop_duplicates("id", keep="last")
    made = recorded("planner", "entries", zone)
    ticked = set(made["id"][made["done"] == "true"])
    # A cue that has come is a task.
    begun = made[made["kind"] == "task"].set_index("id")[["kind", "begins", "ends"]]
    entries = entries.set_index("id")
    entries.update(begun)
    entries = entries.reset_index()
    tasks = entries[entries["kind"] == "task"]
    length = (tasks["ends"] - tasks["begins"]).dt.total_seconds()
    chart("Planned", tasks["begins"], length, period_starts(zone, end, "day", 7))
    is_done = tasks["id"].isin(ticked) | (tasks["done"] == "true")
    chart("Done", tasks["ends"][is_done], None, period_starts(zone, end, "day", 7))


trips()
flat()
planner()
pd.DataFrame(rows).to_csv("Tests/EndToEnd/Charts/example_charts.csv", index=False)

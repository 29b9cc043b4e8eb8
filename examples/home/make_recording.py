"""Makes data/: two weeks of a house, in local times, so that `opp init` can move them. The seed is fixed: it makes the same again.

python3 make_recording.py
"""

import csv
import datetime as dt
import math
import pathlib
import random

BEGIN = dt.datetime(2026, 11, 2)
DAYS = 14
DATA = pathlib.Path(__file__).parent / "data"
chance = random.Random(48)


def at(day, hour, minute=0, second=0):
    return BEGIN + dt.timedelta(days=day, hours=hour, minutes=minute, seconds=second)


def write(name, header, rows):
    with open(DATA / name, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        for time, *cells in sorted(rows, key=lambda row: row[0]):
            writer.writerow([time.isoformat(), *cells])


def changes(fields, beginning, events):
    """Whole readings, one for each change of some fields."""
    state = dict(beginning)
    rows = []
    for time in sorted({time for time, _, _ in events} | {BEGIN}):
        for when, field, value in events:
            if when == time:
                state[field] = value
        rows.append((time, *(state[field] for field in fields)))
    return rows


# The day of the two people: away on working days, with exceptions.
binary, person = [], []
for day in range(DAYS):
    weekend = (BEGIN + dt.timedelta(days=day)).weekday() >= 5
    leaves = at(day, 8, chance.randrange(5, 50))
    comes = at(day, 17, chance.randrange(0, 59))
    for who, shift in (("ann", 0), ("bo", 20)):
        if weekend and day % 7 == 6:
            continue
        person.append((leaves + dt.timedelta(minutes=shift), who, "false"))
        person.append((comes + dt.timedelta(minutes=2 * shift), who, "true"))
    for moment in (leaves, comes):
        binary.append((moment, "front_door", "true"))
        binary.append((moment + dt.timedelta(seconds=40), "front_door", "false"))
    for hour in range(6, 23):
        moment = at(day, hour, chance.randrange(60))
        if weekend or hour < 8 or hour > 17:
            binary.append((moment, "hall_motion", "true"))
            binary.append((moment + dt.timedelta(minutes=2), "hall_motion", "false"))
# The garage stays open on an evening, the door on a morning, and a pipe leaks in a night.
binary += [(at(3, 21, 20), "garage_door", "true"), (at(3, 22, 40), "garage_door", "false")]
binary += [(at(8, 10, 5), "front_door", "true"), (at(8, 10, 20), "front_door", "false")]
binary += [(at(10, 3, 11), "cellar_leak", "true"), (at(10, 3, 29), "cellar_leak", "false")]

sensors = []
energy = 4_200_000.0
for day in range(DAYS):
    cloud = chance.uniform(0.1, 1.0)
    cold = chance.uniform(-4, 6)
    shower = chance.randrange(6, 8)
    for quarter in range(96):
        hour = quarter / 4
        time = at(day, 0, quarter * 15)
        sun = max(0.0, math.sin((hour - 7.5) / 9 * math.pi)) if 7.5 < hour < 16.5 else 0.0
        solar = round(4200 * sun * cloud)
        house = round(180 + 250 * chance.random() + (900 if 18 <= hour < 20 else 0))
        energy += house / 4
        outside = round(cold + 4 * sun + chance.uniform(-0.3, 0.3), 1)
        kitchen = round(20 + 1.2 * sun + (0.8 if 18 <= hour < 21 else 0), 1)
        night = hour < 6.5
        co2 = round(550 + (150 * min(hour, 6.5) if night else 0) + chance.uniform(-30, 30))
        humid = 78 if shower <= hour < shower + 0.5 else 52
        price = 0.08 if day in (5, 6) and 12 <= hour < 15 else 0.28
        rain = 85 if day in (4, 9) and 13 <= hour < 14 else 10
        freezer = -19.0
        if day == 6 and 13 <= hour < 15:
            freezer = -10.5
        if day == 11 and 1 <= hour < 9:
            freezer = ""
        washer = 0
        sensors.append([time, washer, solar, house, round(energy), kitchen, freezer, outside, humid, co2, price, rain])
# Four loads of washing, with a pause in the middle of each.
for day, hour in ((1, 18), (5, 10), (8, 19), (12, 11)):
    for minutes, power in ((3, 2100), (20, 60), (38, 3), (39, 350), (62, 2)):
        time = at(day, hour, minutes)
        before = max((row for row in sensors if row[0] <= time), key=lambda row: row[0])
        sensors.append([time, power, *before[2:]])
        for row in sensors:
            if time < row[0] < at(day, hour, 62):
                row[1] = power

switch = [(at(9, 7, 30), "heater", "true"), (at(9, 9, 30), "heater", "false")]
rings = [at(2, 18, 40, 12), at(6, 15, 2, 7), at(13, 11, 20, 33)]

DATA.mkdir(exist_ok=True)
names = ["washer_power", "solar_power", "house_power", "house_energy", "kitchen_temperature", "freezer_temperature",
         "outside_temperature", "bathroom_humidity", "bedroom_co2", "power_price", "rain_next_hour"]
write("sensor.csv", ["time", *names], sensors)
fields = ["front_door", "garage_door", "cellar_leak", "hall_motion", "smoke_alarm"]
write("binary_sensor.csv", ["time", *fields], changes(fields, {f: "false" for f in fields}, binary))
write("person.csv", ["time", "ann", "bo"], changes(["ann", "bo"], {"ann": "true", "bo": "true"}, person))
write("switch.csv", ["time", "heater"], changes(["heater"], {"heater": "false"}, switch))
write("event.csv", ["time", "doorbell"], [(BEGIN, at(-1, 12).isoformat())] + [(ring, ring.isoformat()) for ring in rings])


def table(name, header, rows):
    with open(DATA / name, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["valid_from", "valid_until", *header])
        writer.writerows(rows)


batteries = []
for entity, label, level, loss in (("sensor.door_battery", "Front door", 19, 1), ("sensor.hall_battery", "Hall", 80, 1)):
    for day in range(DAYS):
        until = at(day + 1, 0).isoformat() if day < DAYS - 1 else ""
        batteries.append([at(day, 0).isoformat(), until, entity, label, level - loss * (day // 2)])
table("batteries.csv", ["entity_id", "name", "value"], batteries)
windows = []
for entity, label, opened in (
    ("binary_sensor.bath_window", "Bath", [(4, 12, 14), (7, 21, 23)]),
    ("binary_sensor.study_window", "Study", [(9, 11, 16)]),
):
    edges = [(at(0, 0), "false")]
    for day, begin, end in opened:
        edges += [(at(day, begin), "true"), (at(day, end), "false")]
    for index, (time, value) in enumerate(edges):
        until = edges[index + 1][0].isoformat() if index + 1 < len(edges) else ""
        windows.append([time.isoformat(), until, entity, label, value])
table("windows.csv", ["entity_id", "name", "value"], windows)
(DATA / "recording.json").write_text(
    '{\n  "zone": "Europe/Berlin",\n  "from": "2026-11-02T00:00",\n  "to": "2026-11-16T00:00"\n}\n')

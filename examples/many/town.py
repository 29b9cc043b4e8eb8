"""A town of people with rules of their own, for a day: what services would be given, made from a seed.

The weather is that recorded in Greensboro (../opportunity/data), a little warmer or cooler in each of four cells. Everybody
has a home, an office, meetings, and rules with hours and limits of their own.
"""
import csv
import datetime
import hashlib
import pathlib
import random

ZONE = "America/New_York"
BEGIN = int(datetime.datetime(2013, 6, 3, 4, tzinfo=datetime.timezone.utc).timestamp())
"""The midnight that begins Monday, 3 June 2013, in the town."""
DAY = 86_400
END = BEGIN + DAY
CELL = 0.1

SUPPLIES = {
    "weather": {"cell": CELL, "shared": True},
    "calendar": {"pushed": True},
    "location": {"pushed": True},
}
OPTIONS = {"lateness": 2 * DAY, "lead": 0}


class Person:
    """A person of the town, who is the same whenever it is made."""

    def __init__(self, number, seed=1):
        chance = random.Random(f"{seed}/{number}")
        self.id = f"person-{number:07d}"
        self.hour = chance.randrange(6, 10)
        self.warm = chance.randrange(16, 24)
        self.minute = chance.randrange(0, 60)
        east, north = chance.randrange(2), chance.randrange(2)
        # In the midst of one of four cells, in which the office is as well.
        self.home = (
            36.1 + CELL * north + (chance.random() - 0.5) * 0.06,
            -79.8 + CELL * east + (chance.random() - 0.5) * 0.06)
        self.office = (self.home[0] + 0.01, self.home[1] + 0.01)
        self._meetings = sorted(chance.sample(range(9, 17), 2))
        # People with the same hours share a rule set.
        self.rules_text = RULES.format(hour=self.hour, next=self.hour + 1, warm=self.warm, hot=self.warm + 8)
        self.rules = hashlib.sha256(self.rules_text.encode()).hexdigest()[:16]

    def arrivals(self, begin=BEGIN):
        """The arrivals that come by themselves in the day: pairs of a second and an arrival, in the order of time."""
        def at(hour, minute=0):
            return begin + 3600 * hour + 60 * minute

        def place(second, position):
            fields = {"position": {"lat": position[0], "lon": position[1]}, "accuracy": 10}
            return (second, {"source": "location", "fields": fields, "freshness": 12 * 3600})

        events = [
            {"uid": f"{self.id}-{hour}", "title": f"Meeting at {hour}", "begins": at(hour), "ends": at(hour + 1)}
            for hour in self._meetings
        ]
        return [
            (begin, {"events": events}),
            place(begin, self.home),
            place(at(self.hour, self.minute), self.office),
            place(at(self.hour + 9, self.minute), self.home),
        ]


RULES = """
let clear_day = sky == sunny or sky == clouds

opp "Run before work" when temp in 8C..{warm}C and not raining and time in 5:00..{hour}:30 and weekday in weekdays
opp "Umbrella" when raining and time in {hour}:00..{next}:00
opp "Heat" when temp > {hot}C and time in 10:00..18:00 notify "{{temp}}: drink water" at most once per day
opp "Lunch walk" when clear_day and time in 12:00..13:00 and free >= 30min notify "{{temp}}, free for {{free}}"
opp "Long evening" when free >= 4h and time in 18:00..18:30
opp "Sunset" on sunset - 20min when sky in [clear, clouds] and free >= 30min
opp "Weekly review" on 16:00 when weekday == fri and free >= 45min
opp "Bedtime" on 22:30 when free >= 6h
opp "Before a meeting" for each event in agenda on event.begins - 10min when event.busy notify "{{event.title}}"
opp "Coffee" when free in 15min..40min and time in 15:00..16:00
opp "Standing up" on every 90min when time in 9:00..17:00 and weekday in weekdays
opp "Cold and wet" when temp < 6C and raining and time in 16:00..18:00
opp "Bike" when temp >= 10C and wind < 30km/h and not raining and time in {hour}:00..{hour}:20 and weekday in weekdays
opp "Stars" when sky == clear and time in 22:00..23:00 and not daylight
opp "Warm for an hour" when temp > {warm}C for 1h at most once per day
opp "Storm" when sky == thunderstorm and time in 8:00..22:00 urgent
"""


class Weather:
    """The weather of the town by cell and hour, and the number of requests that it has had."""

    def __init__(self):
        path = pathlib.Path(__file__).resolve().parent.parent / "opportunity/data/weather.csv"
        self._hours = {}
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                second = int(datetime.datetime.fromisoformat(row["time"].replace("Z", "+00:00")).timestamp())
                self._hours[second] = row
        self._seconds = sorted(self._hours)
        self.requests = 0

    def fields(self, position, second):
        """The reading of the hour of a second in a cell."""
        self.requests += 1
        hour = second - second % 3600
        row = self._hours.get(hour) or self._hours[max(s for s in self._seconds if s <= hour)]
        offset = round((position["lat"] + position["lon"]) * 10) % 5 - 2
        return {
            "sky": row["sky"], "temp": float(row["temp"]) + offset, "humidity": float(row["humidity"]),
            "wind": float(row["wind"]), "rain": float(row["rain[mm/h]"]) / 3_600_000,
        }


def response(request, fields, second):
    """A response to a request for the weather, with what the service has said for the hour of a second."""
    reading = {"source": "weather", "fields": fields, "of": second - second % 3600, "freshness": 3600 * 2}
    return {"id": request["id"], "arrived": [reading]}

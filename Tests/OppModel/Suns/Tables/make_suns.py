"""Writes suns.csv: the sun's times by the ephemeris DE421 of the Jet Propulsion Laboratory.

    pip install skyfield==1.55 skyfield-data==7.0.0
    python make_suns.py > suns.csv

The altitude is that of the centre of the sun as seen from the place, without refraction. Times are
UTC; a word in their place says why there is none. Days on which the sun comes within 0.02 degrees of
a threshold at noon or midnight are left out: there a hair decides.
"""

import math
import os
import random
from datetime import datetime, timedelta, timezone
from importlib.metadata import version

import numpy
import skyfield_data
from skyfield.api import Loader, load, load_file, wgs84

folder = os.path.join(os.path.dirname(skyfield_data.__file__), "data")
ephemeris = load_file(os.path.join(folder, "de421.bsp"))
scale = load.timescale(builtin=True)
earth, sun = ephemeris["earth"], ephemeris["sun"]
random.seed(3)


def written(moment):
    return (moment + timedelta(seconds=0.5)).strftime("%Y-%m-%dT%H:%M:%SZ")


def row(date, latitude, longitude):
    place = wgs84.latlon(latitude, longitude)
    clock_noon = date + timedelta(hours=12 - round(longitude / 15))
    # One sample a minute, from 21 hours before to 21 after.
    start = clock_noon - timedelta(hours=21)
    minutes = numpy.arange(42 * 60)
    times = scale.utc(start.year, start.month, start.day, start.hour, start.minute + minutes)
    seen = (earth + place).at(times).observe(sun).apparent()
    altitude = seen.altaz()[0].degrees
    angle = seen.hadec()[0]._degrees
    angle = (angle + 180) % 360 - 180

    def moment(minute):
        return start + timedelta(minutes=float(minute))

    def crossing(values, index):
        return index + values[index] / (values[index] - values[index + 1])

    transits = [i for i in range(len(angle) - 1) if angle[i] < 0 <= angle[i + 1] < 90]
    noon = min((crossing(angle, i) for i in transits), key=lambda m: abs(m - 21 * 60))
    day = slice(max(0, int(noon) - 360), int(noon) + 361)
    high = day.start + int(numpy.argmax(altitude[day]))

    def lowest(middle):
        window = slice(max(0, int(middle) - 240), int(middle) + 240)
        return window.start + int(numpy.argmin(altitude[window]))

    low, next_low = lowest(noon - 720), lowest(noon + 720)
    fields = [written(moment(noon))]
    for threshold, above, below in ((-6, "doesNotGetDark", "staysDark"),
                                    (-0.8333, "doesNotSet", "doesNotRise")):
        values = altitude - threshold
        if any(abs(values[i]) < 0.02 for i in (low, high, next_low)):
            return None
        for first, last in ((low, high), (high, next_low)):
            if values[high] < 0:
                fields.append(below)
            elif min(values[first], values[last]) > 0:
                fields.append(above)
            else:
                index = next(i for i in range(first, last) if (values[i] < 0) != (values[i + 1] < 0))
                fields.append(written(moment(crossing(values, index))))
    noon, dawn, dusk, sunrise, sunset = fields
    return [noon, dawn, sunrise, sunset, dusk]


print(f"# skyfield {version('skyfield')}, skyfield-data {version('skyfield-data')} (DE421); "
      "the zone is longitude / 15 whole hours")
print("date,latitude,longitude,noon,dawn,sunrise,sunset,dusk")
latitudes = [0, 10, -20, 30, -34, 36.07, 48.43, -48, 52.5, 55.7, -54.8, 59.3, 59.9, 61, 64.1, 65.7,
             -65, 67, 69.65, -70, 71, 78.2, 80, -77.8, 85]
for latitude in latitudes:
    for _ in range(16):
        longitude = round(random.uniform(-179.5, 179.5), 4)
        date = datetime(1970, 1, 2, tzinfo=timezone.utc) + timedelta(days=random.randrange(29580))
        found = row(date, latitude, longitude)
        if found:
            print(",".join([date.strftime("%Y-%m-%d"), repr(latitude), repr(longitude)] + found))

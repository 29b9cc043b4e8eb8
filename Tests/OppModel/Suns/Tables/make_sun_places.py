"""Writes sun_places.csv: where the sun stands, by the routines of the International Astronomical Union.

    pip install pyerfa==2.0.1.5 skyfield==1.55 skyfield-data==7.0.0
    python make_sun_places.py > sun_places.csv

The elevation is that of the centre of the sun as seen from the place, without refraction, and the
azimuth is counted clockwise from north, both in degrees. The second is taken as UT1. The earth is that
of epv00 (1900 to 2100), turned by pnm06a and gst06a; up to 2050 each row is compared with skyfield over the
ephemeris DE421 of the Jet Propulsion Laboratory.
"""

import os
import random
from datetime import datetime, timedelta, timezone
from importlib.metadata import version

import erfa
import numpy
import skyfield_data
from skyfield.api import load, load_file, wgs84

folder = os.path.join(os.path.dirname(skyfield_data.__file__), "data")
ephemeris = load_file(os.path.join(folder, "de421.bsp"))
scale = load.timescale(builtin=True)
random.seed(45)
epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)
light_day = 173.1446326846693  # astronomical units


def place_of_sun(second, latitude, longitude):
    """The elevation and the azimuth by ERFA"""
    ut1 = 2440587.5 + second / 86400
    moment = scale.ut1_jd(ut1)
    tt = moment.tt
    helio, bary = erfa.epv00(tt, 0)
    earth, speed = bary["p"], bary["v"]
    direction = -helio["p"]
    for _ in range(3):
        delay = numpy.linalg.norm(direction) / light_day
        past_helio, past_bary = erfa.epv00(tt - delay, 0)
        direction = past_bary["p"] - past_helio["p"] - earth
    distance = numpy.linalg.norm(direction)
    velocity = speed / light_day
    unit = erfa.ab(
        direction / distance, velocity, numpy.linalg.norm(helio["p"]), numpy.sqrt(1 - velocity @ velocity))
    seen = erfa.pnm06a(tt, 0) @ (unit * distance)
    turn = erfa.gst06a(ut1, 0, tt, 0)
    fixed = erfa.rz(turn, numpy.identity(3)) @ seen
    phi, lam = numpy.radians(latitude), numpy.radians(longitude)
    observer = erfa.gd2gc(1, lam, phi, 0) / 149597870700.0
    seen = fixed - observer
    east = numpy.array([-numpy.sin(lam), numpy.cos(lam), 0])
    north = numpy.array([-numpy.sin(phi) * numpy.cos(lam), -numpy.sin(phi) * numpy.sin(lam), numpy.cos(phi)])
    up = numpy.array([numpy.cos(phi) * numpy.cos(lam), numpy.cos(phi) * numpy.sin(lam), numpy.sin(phi)])
    height = numpy.degrees(numpy.arcsin(seen @ up / numpy.linalg.norm(seen)))
    azimuth = numpy.degrees(numpy.arctan2(seen @ east, seen @ north)) % 360
    return height, azimuth, moment


def check(moment, latitude, longitude, height, azimuth):
    """The same by skyfield"""
    place = ephemeris["earth"] + wgs84.latlon(latitude, longitude)
    found = place.at(moment).observe(ephemeris["sun"]).apparent().altaz()
    turned = (found[1].degrees - azimuth + 180) % 360 - 180
    assert abs(found[0].degrees - height) < 0.001, (height, found[0].degrees)
    assert abs(turned) * numpy.cos(numpy.radians(height)) < 0.001, (azimuth, found[1].degrees)


print("# Made by make_sun_places.py with pyerfa " + version("pyerfa") + " and skyfield " + version("skyfield"))
print("time,latitude,longitude,elevation,azimuth")
first = int((datetime(1900, 1, 2, tzinfo=timezone.utc) - epoch).total_seconds())
last = int((datetime(2099, 12, 30, tzinfo=timezone.utc) - epoch).total_seconds())
for index in range(600):
    bound = [90, 66, 24][index % 3]
    latitude = round(random.uniform(-bound, bound), 4)
    longitude = round(random.uniform(-180, 180), 4)
    second = random.randint(first, last)
    height, azimuth, moment = place_of_sun(second, latitude, longitude)
    if second < 2524608000:
        check(moment, latitude, longitude, height, azimuth)
    time = (epoch + timedelta(seconds=second)).strftime("%Y-%m-%dT%H:%M:%SZ")
    print(f"{time},{latitude},{longitude},{height:.5f},{azimuth:.5f}")

"""Writes geodesics.csv: lengths of geodesics on WGS84.

    pip install geographiclib==2.1
    python make_geodesics.py > geodesics.csv
"""

import random
from importlib.metadata import version

from geographiclib.geodesic import Geodesic

random.seed(2)


def position():
    return round(random.uniform(-90, 90), 6), round(random.uniform(-180, 180), 6)


def wrapped(longitude):
    return round((longitude + 180) % 360 - 180, 9)


def held(latitude):
    return round(max(-90, min(90, latitude)), 9)


pairs = []
for _ in range(100):
    pairs.append((position(), position()))
for reach in (1e-6, 1e-4, 1e-3, 1e-2, 0.1, 0.5, 0.9, 1, 2, 5):
    for _ in range(20):
        a, o = position()
        pairs.append(((a, o), (held(a + random.uniform(-reach, reach)),
                               wrapped(o + random.uniform(-reach, reach)))))
for reach in (1e-9, 1e-6, 1e-4, 1e-2, 0.1, 0.3, 0.6, 1, 3):
    for scale in (1, 0.5, 0.05, 0.001, 0):
        for _ in range(4):
            a, o = position()
            a = round(a * scale, 9)
            pairs.append(((a, o), (held(-a + random.uniform(-reach, reach)),
                                   wrapped(o + 180 + random.uniform(-reach, reach)))))
for longitude in (0, 1e-7, 0.5, 1, 90, 179, 179.3, 179.39, 179.4, 179.5, 179.99, 180):
    for first, second in ((0, 0), (0, 1e-9), (0, 0.3), (30, -30), (90, 0), (90, -90), (-90, 89.9),
                          (89.9999, 89.9999), (45, 45), (0, 90), (1e-12, -1e-12)):
        pairs.append(((first, 0), (second, longitude)))
        pairs.append(((first, -longitude / 2), (second, longitude / 2)))

print(f"# geographiclib {version('geographiclib')}, WGS84; degrees and metres")
print("latitude1,longitude1,latitude2,longitude2,length")
for (a, b), (c, d) in pairs:
    print(f"{a!r},{b!r},{c!r},{d!r},{Geodesic.WGS84.Inverse(a, b, c, d)['s12']:.9f}")

"""Writes a walk as a GPS receiver tells it, for gpsfake: sentences GGA, RMC, GSA of NMEA 0183.

A person stands for 5 seconds at 36.0700 N 79.7900 W, walks north for 20 seconds at 1.4 m/s,
and stands again for 5 seconds. Python 3.11; run: python3 make_walk.py > walk.nmea
"""

from datetime import datetime, timedelta, timezone


def sentence(body):
    checksum = 0
    for character in body:
        checksum ^= ord(character)
    return f"${body}*{checksum:02X}"


def angle(degrees, width, positive, negative):
    size = abs(degrees)
    minutes = (size - int(size)) * 60
    return f"{int(size):0{width}d}{minutes:07.4f},{positive if degrees >= 0 else negative}"


start = datetime(2026, 6, 21, 12, 0, 0, tzinfo=timezone.utc)
north = 36.07
print("# A walk of 28 metres north, made by make_walk.py")
for second in range(30):
    walking = 5 <= second < 25
    speed = 1.4 if walking else 0.0
    if walking:
        north += speed / 110952
    time = start + timedelta(seconds=second)
    place = angle(north, 2, "N", "S") + "," + angle(-79.79, 3, "E", "W")
    print(sentence(f"GPGGA,{time:%H%M%S}.00,{place},1,08,1.0,240.0,M,-33.0,M,,"))
    print(sentence("GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.8,1.0,1.5"))
    print(
        sentence(
            f"GPRMC,{time:%H%M%S}.00,A,{place},{speed * 3600 / 1852:.2f},0.0,{time:%d%m%y},,,A"
        )
    )

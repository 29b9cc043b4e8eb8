"""Makes recurrences.txt, sparse.txt and calendars.txt with independent implementations:
python-dateutil 2.9.0.post0, recurring-ical-events 3.8.2, icalendar 7.3.0.

    pip install recurring-ical-events==3.8.2 icalendar==7.3.0 python-dateutil==2.9.0.post0
    python3 make_tables.py
"""

import random
import signal
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import recurring_ical_events
from dateutil.rrule import rrulestr
from icalendar import Calendar

EPOCH = datetime(1970, 1, 1)
MODULUS = 2**31 - 1
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]


def some(generator, values, most):
    return ",".join(map(str, generator.sample(values, generator.randint(1, most))))


def random_rule(generator):
    frequency = generator.choice(
        ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"])
    parts = [f"FREQ={frequency}"]

    def maybe(chance, text):
        if generator.random() < chance:
            parts.append(text())

    coarse = frequency in ("YEARLY", "MONTHLY", "WEEKLY", "DAILY")
    maybe(0.6, lambda: f"INTERVAL={generator.choice([1, 2, 3, 4, 5, 7, 13, 90])}")
    maybe(0.4, lambda: "BYMONTH=" + some(generator, range(1, 13), 4))
    both = list(range(-31, 0)) + list(range(1, 32))
    if frequency != "WEEKLY":
        maybe(0.3, lambda: "BYMONTHDAY=" + some(generator, both, 4))
    if frequency in ("YEARLY", "HOURLY", "MINUTELY", "SECONDLY"):
        year = list(range(-366, 0)) + list(range(1, 367))
        maybe(0.15, lambda: "BYYEARDAY=" + some(generator, year, 60))
    has_days = False
    if generator.random() < 0.45:
        has_days = True
        days = generator.sample(DAYS, generator.randint(1, 3))
        ordinal = frequency == "MONTHLY" or frequency == "YEARLY"
        if ordinal and generator.random() < 0.6:
            days = [f"{generator.choice([1, 2, 3, 4, 5, -1, -2, -5])}{day}" for day in days]
            parts.append("BYDAY=" + ",".join(days))
        else:
            parts.append("BYDAY=" + ",".join(days))
            if frequency == "YEARLY" and generator.random() < 0.5:
                weeks = list(range(-53, 0)) + list(range(1, 54))
                parts.append("BYWEEKNO=" + some(generator, weeks, 5))
    maybe(0.25, lambda: "BYHOUR=" + some(generator, range(24), 3))
    maybe(0.2, lambda: "BYMINUTE=" + some(generator, range(60), 3))
    maybe(0.15, lambda: "BYSECOND=" + some(generator, range(60), 3))
    maybe(0.4, lambda: "WKST=" + generator.choice(DAYS))
    # dateutil takes the first week from DTSTART on; RFC 5545 takes the whole week.
    if frequency != "WEEKLY" and len(parts) > 2:
        maybe(0.2, lambda: "BYSETPOS=" + some(generator, [-3, -2, -1, 1, 2, 3], 2))
    maybe(0.3, lambda: f"COUNT={generator.randint(1, 60)}")
    return ";".join(parts), coarse


def give_up(*_):
    raise TimeoutError


def recurrences():
    signal.signal(signal.SIGALRM, give_up)
    generator = random.Random(5545)
    rows = []
    while len(rows) < 600:
        rule, coarse = random_rule(generator)
        start = datetime(
            generator.randint(1997, 2027), generator.randint(1, 12), generator.randint(1, 28),
            generator.randint(0, 23), generator.randint(0, 59), generator.randint(0, 59))
        span = timedelta(days=generator.choice([365, 3000, 9000]) if coarse else 40)
        # dateutil walks every second, which takes too long for those that seldom fit.
        if "SECONDLY" in rule:
            span = timedelta(days=3)
        low = start + span * generator.random() * 0.5
        high = start + span
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        try:
            it = rrulestr(rule, dtstart=start)
            found = []
            for value in it.xafter(low - timedelta(seconds=1)):
                if value > high or len(found) > 4000:
                    break
                found.append(value)
            signal.setitimer(signal.ITIMER_REAL, 0)
        except (ValueError, TimeoutError):
            continue  # A rule that dateutil sees to be empty, or walks for long
        if len(found) > 4000:
            high = found[-1] - timedelta(seconds=1)
            found.pop()
        seconds = [int((value - EPOCH).total_seconds()) for value in found]
        check = 0
        for value in seconds:
            check = (check * 31 + value) % MODULUS
        window = [int((value - EPOCH).total_seconds()) for value in (start, low, high)]
        rows.append(f"{rule} {window[0]} {window[1]} {window[2]} {len(seconds)} {check}")
    with open("recurrences.txt", "w") as file:
        file.write("# " + __doc__.splitlines()[0] + "\n# python-dateutil 2.9.0.post0\n")
        file.write("# rule start from to count check\n" + "\n".join(rows) + "\n")


def sparse():
    """Rules that occur a few times and leave out months, days and hours, from their first start on"""
    signal.signal(signal.SIGALRM, give_up)
    generator = random.Random(3310)
    rows = []
    while len(rows) < 120:
        parts = ["FREQ=" + generator.choice(["HOURLY", "MINUTELY", "SECONDLY"])]
        parts.append(f"COUNT={generator.randint(2, 8)}")
        if generator.random() < 0.2:
            parts.append(f"INTERVAL={generator.choice([2, 7, 50])}")
        if generator.random() < 0.7:
            parts.append("BYMONTH=" + some(generator, range(1, 13), 3))
        if generator.random() < 0.5:
            parts.append("BYMONTHDAY=" + some(generator, [-31, -2, -1, 1, 2, 13, 29, 30, 31], 2))
        if generator.random() < 0.3:
            parts.append("BYDAY=" + some(generator, DAYS, 2))
        if generator.random() < 0.5:
            parts.append("BYHOUR=" + some(generator, range(24), 2))
        if generator.random() < 0.4:
            parts.append("BYMINUTE=" + some(generator, range(60), 2))
        rule = ";".join(parts)
        start = datetime(
            generator.randint(1997, 2027), generator.randint(1, 12), generator.randint(1, 28),
            generator.randint(0, 23), 59, 58)
        signal.setitimer(signal.ITIMER_REAL, 5)
        try:
            # RFC 5545 counts the start whether or not the rule has it, dateutil does not.
            first = rrulestr(rule, dtstart=start)[0]
            found = [value for value in rrulestr(rule, dtstart=first) if value.year < 2089]
            signal.setitimer(signal.ITIMER_REAL, 0)
        except (IndexError, ValueError, TimeoutError):
            continue
        rows.append(" ".join([rule] + [value.strftime("%Y%m%dT%H%M%S") for value in found]))
    with open("sparse.txt", "w") as file:
        file.write("# " + __doc__.splitlines()[0] + "\n# python-dateutil 2.9.0.post0\n")
        file.write("# rule starts, the first of which is DTSTART\n" + "\n".join(rows) + "\n")


def event(*lines, uid="a"):
    return ["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20200101T000000Z", *lines, "END:VEVENT"]


NY = ";TZID=America/New_York:"
CUSTOM = [
    "BEGIN:VTIMEZONE", "TZID:Office Time",
    "BEGIN:DAYLIGHT", "DTSTART:20070311T020000", "TZOFFSETFROM:-0500", "TZOFFSETTO:-0400",
    "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU", "END:DAYLIGHT",
    "BEGIN:STANDARD", "DTSTART:20071104T020000", "TZOFFSETFROM:-0400", "TZOFFSETTO:-0500",
    "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU", "END:STANDARD",
    "END:VTIMEZONE"]

#: The examples of RFC 5545 §3.8.5.3, with their starts
RFC = """
19970902T090000 FREQ=DAILY;COUNT=10
19970902T090000 FREQ=DAILY;UNTIL=19971224T000000Z
19970902T090000 FREQ=DAILY;INTERVAL=2
19970902T090000 FREQ=DAILY;INTERVAL=10;COUNT=5
19980101T090000 FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA
19980101T090000 FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1
19970902T090000 FREQ=WEEKLY;COUNT=10
19970902T090000 FREQ=WEEKLY;UNTIL=19971224T000000Z
19970902T090000 FREQ=WEEKLY;INTERVAL=2;WKST=SU
19970902T090000 FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH
19970902T090000 FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH
19970901T090000 FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR
19970902T090000 FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH
19970905T090000 FREQ=MONTHLY;COUNT=10;BYDAY=1FR
19970905T090000 FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR
19970907T090000 FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU
19970922T090000 FREQ=MONTHLY;COUNT=6;BYDAY=-2MO
19970928T090000 FREQ=MONTHLY;BYMONTHDAY=-3
19970902T090000 FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15
19970930T090000 FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1
19970910T090000 FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15
19970902T090000 FREQ=MONTHLY;INTERVAL=2;BYDAY=TU
19970610T090000 FREQ=YEARLY;COUNT=10;BYMONTH=6,7
19970310T090000 FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3
19970101T090000 FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200
19970519T090000 FREQ=YEARLY;BYDAY=20MO
19970512T090000 FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO
19970313T090000 FREQ=YEARLY;BYMONTH=3;BYDAY=TH
19970605T090000 FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8
19970902T090000 FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13
19970913T090000 FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13
19961105T090000 FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8
19970904T090000 FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3
19970929T090000 FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2
19970902T090000 FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z
19970902T090000 FREQ=MINUTELY;INTERVAL=15;COUNT=6
19970902T090000 FREQ=MINUTELY;INTERVAL=90;COUNT=4
19970902T090000 FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40
19970902T090000 FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16
19970805T090000 FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO
19970805T090000 FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU
20070115T090000 FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5
"""


def cases():
    for line in RFC.strip().splitlines():
        start, rule = line.split()
        year = int(start[:4])
        yield (f"RFC 5545: {rule}", event(f"DTSTART{NY}{start}", f"RRULE:{rule}"),
               (year, 1, 1), (year + 4, 1, 1))
    yield "single", event(f"DTSTART{NY}20200310T090000", f"DTEND{NY}20200310T101530")
    yield "duration", event(f"DTSTART{NY}20200310T090000", "DURATION:PT1H30M")
    yield "weeks", event("DTSTART:20200310T090000Z", "DURATION:P2W")
    yield "no end", event("DTSTART:20200310T090000Z")
    yield "date", event("DTSTART;VALUE=DATE:20200308")
    yield "dates", event("DTSTART;VALUE=DATE:20200307", "DTEND;VALUE=DATE:20200310")
    yield "yearly date", event("DTSTART;VALUE=DATE:20160229", "RRULE:FREQ=YEARLY")
    yield "all-day series with times of day", event(
        "DTSTART;VALUE=DATE:20200301", "RRULE:FREQ=MONTHLY;BYHOUR=9,15;BYMINUTE=30;BYSECOND=5")
    yield "floating", event("DTSTART:20200310T090000", "DTEND:20200310T100000")
    yield ("X-WR-TIMEZONE", ["X-WR-TIMEZONE:Asia/Tokyo"]
           + event("DTSTART:20200310T090000", "DTEND:20200310T100000"))
    yield "daily over a gap", event(
        f"DTSTART{NY}20200301T023000", "DURATION:PT20M", "RRULE:FREQ=DAILY;COUNT=12")
    yield "daily over an overlap", event(
        f"DTSTART{NY}20201025T013000", "DURATION:PT20M", "RRULE:FREQ=DAILY;COUNT=12")
    yield "half-hour shift", event(
        "DTSTART;TZID=Australia/Lord_Howe:20201001T021500", "DURATION:PT10M",
        "RRULE:FREQ=DAILY;COUNT=9")
    yield "custom zone", CUSTOM + event(
        "DTSTART;TZID=Office Time:20200301T090000", "DURATION:PT1H",
        "RRULE:FREQ=WEEKLY;COUNT=50")
    yield "exdate", event(
        f"DTSTART{NY}20200301T090000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=20",
        f"EXDATE{NY}20200303T090000,20200305T090000", "EXDATE:20200310T130000Z")
    yield "exdate as a date", event(
        f"DTSTART{NY}20200301T090000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=20;BYHOUR=9,15",
        "EXDATE;VALUE=DATE:20200303")
    yield "rdate", event(
        f"DTSTART{NY}20200301T090000", "DURATION:PT1H",
        f"RDATE{NY}20200303T100000,20200305T110000", "RDATE:20200401T000000Z")
    yield "rdate with periods", event(
        f"DTSTART{NY}20200301T090000", "DURATION:PT1H",
        "RDATE;VALUE=PERIOD:20200303T100000Z/PT3H,20200305T100000Z/20200305T103000Z")
    yield "two rules", event(
        f"DTSTART{NY}20200302T090000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=10",
        "RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10")
    master = event(
        f"DTSTART{NY}20200301T090000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=20", "SEQUENCE:1")
    yield "moved", master + event(
        f"RECURRENCE-ID{NY}20200304T090000", f"DTSTART{NY}20200305T140000", "DURATION:PT2H",
        "SEQUENCE:1")
    yield "moved, named in UTC", master + event(
        "RECURRENCE-ID:20200304T140000Z", f"DTSTART{NY}20200401T140000", "DURATION:PT2H",
        "SEQUENCE:1")
    yield "moved before its series", master + event(
        f"RECURRENCE-ID{NY}20200304T090000", f"DTSTART{NY}20200201T140000", "DURATION:PT2H",
        "SEQUENCE:1")
    yield "this and future", master + event(
        f"RECURRENCE-ID;RANGE=THISANDFUTURE{NY}20200310T090000", f"DTSTART{NY}20200310T100000",
        "DURATION:PT3H", "SEQUENCE:1")
    yield "twice this and future", master + event(
        f"RECURRENCE-ID;RANGE=THISANDFUTURE{NY}20200306T090000", f"DTSTART{NY}20200306T100000",
        "DURATION:PT3H", "SEQUENCE:1") + event(
        f"RECURRENCE-ID;RANGE=THISANDFUTURE{NY}20200312T090000", f"DTSTART{NY}20200313T080000",
        "DURATION:PT30M", "SEQUENCE:1")
    yield "two versions", master + event(
        f"DTSTART{NY}20200301T110000", "DURATION:PT2H", "RRULE:FREQ=DAILY;COUNT=5", "SEQUENCE:3")
    yield "two versions of a change", master + event(
        f"RECURRENCE-ID{NY}20200304T090000", f"DTSTART{NY}20200304T140000", "DURATION:PT2H",
        "SEQUENCE:1") + event(
        f"RECURRENCE-ID{NY}20200304T090000", f"DTSTART{NY}20200304T170000", "DURATION:PT2H",
        "SEQUENCE:2")
    yield "a change alone", event(
        f"RECURRENCE-ID{NY}20200304T090000", f"DTSTART{NY}20200304T140000", "DURATION:PT2H")
    yield "all-day series", event(
        "DTSTART;VALUE=DATE:20200301", "DTEND;VALUE=DATE:20200303",
        "RRULE:FREQ=WEEKLY;UNTIL=20200401", "EXDATE;VALUE=DATE:20200315") + event(
        "RECURRENCE-ID;VALUE=DATE:20200322", "DTSTART;VALUE=DATE:20200323")
    yield "UNTIL in UTC", event(
        f"DTSTART{NY}20200301T200000", "DURATION:PT1H", "RRULE:FREQ=DAILY;UNTIL=20200305T010000Z")
    yield "end before begin", event(
        f"DTSTART{NY}20200310T090000", f"DTEND{NY}20200310T080000")
    yield "begun long ago", event(
        f"DTSTART{NY}19700105T090000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,SA")


def calendars():
    zone = ZoneInfo("America/New_York")

    def seconds(value):
        if not isinstance(value, datetime):
            value = datetime(value.year, value.month, value.day)
        if value.tzinfo is None:
            value = value.replace(tzinfo=zone)
        return int(value.timestamp())

    with open("calendars.txt", "w") as file:
        file.write("# " + __doc__.splitlines()[0] + "\n")
        file.write("# recurring-ical-events 3.8.2, icalendar 7.3.0\n")
        for name, lines, *window in cases():
            low, high = window or ((2020, 1, 1), (2021, 6, 1))
            low = datetime(*low, tzinfo=timezone.utc)
            high = datetime(*high, tzinfo=timezone.utc)
            text = "\r\n".join(
                ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//x//EN", *lines, "END:VCALENDAR", ""])
            found = []
            wide = timedelta(days=3)
            query = recurring_ical_events.of(Calendar.from_ical(text))
            for found_event in query.between(low - wide, high + wide):
                begin = seconds(found_event["DTSTART"].dt)
                if "DTEND" in found_event:
                    end = seconds(found_event["DTEND"].dt)
                else:
                    end = seconds(found_event["DTSTART"].dt)
                if begin < high.timestamp() and (
                        end > low.timestamp() or begin == end == low.timestamp()):
                    found.append((begin, end))
            found = sorted(set(found))
            check = 0
            for begin, end in found:
                check = ((check * 31 + begin) * 31 + end) % MODULUS
            file.write(f"== {name}\n" + "\n".join(lines) + "\n")
            file.write(f"-- {int(low.timestamp())} {int(high.timestamp())} {len(found)} {check}\n")
            file.write(" ".join(f"{b}+{e - b}" for b, e in found[:24]) + "\n")


calendars()
recurrences()
sparse()

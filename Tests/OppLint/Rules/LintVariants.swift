/// Variants of the examples on the pages of the rules
enum LintVariants {
  static let bad: [LintVariant] = [
    // Correctness
    LintVariant(
      "duplicate-opp", line: 2,
      #"""
      opp "A" when sky in [rain, snow] and free >= 1h notify "Stay." at most once per day
      opp "B" when free >= 60min and (sky == snow or sky == rainy) notify "Stay." at most 2 per day
      """#),
    LintVariant(
      "duplicate-opp", line: 3,
      #"""
      let cold = temp < 0C
      opp "A" on 7:00 or 8:00 when cold notify "Cold." to "team"
      opp "B" on 8:00 or 7:00 when temp < 32F notify "Cold." to "team"
      """#),
    LintVariant(
      "same-branches", #"opp "A" on 7:00 notify "Up." to (if busy then "mia" else "mia")"#),
    LintVariant(
      "same-branches",
      #"let limit = if weekday in weekend then 20C else 20C"# + "\n"
        + #"opp "A" when temp > limit at most once per day"#),
    LintVariant(
      "field-hides-parameter",
      #"let of(title: Text) = first(agenda by title).uid"# + "\n"
        + #"opp "A" on 9:00 notify "{of("x")}""#),
    LintVariant(
      "field-hides-parameter",
      #"let all(busy: Bool) = any(agenda each busy and all_day)"# + "\n"
        + #"opp "A" on 9:00 when all(raining) notify "x""#),
    LintVariant(
      "compared-with-itself", #"opp "A" when temp >= temp at most once per day"#),
    LintVariant(
      "compared-with-itself", #"opp "A" when wind in wind..10m/s at most once per day"#),
    LintVariant(
      "and-or-mixed", line: 2,
      #"""
      opp "A"
        when raining or wind > 10m/s and time in 7:00..9:00
        at most once per day
      """#),
    LintVariant(
      "and-or-mixed",
      #"let bad = snowing and temp < 0C or raining"# + "\n"
        + #"opp "A" when bad at most once per day"#),
    // Time
    LintVariant(
      "night-split-by-weekday",
      #"opp "A" when weekday in [fri, sat] and free >= 1h and time in 21:00..2:00 at most once per day"#
    ),
    LintVariant(
      "night-split-by-weekday", line: 2,
      #"""
      let night = time in sunset..sunrise
      opp "A" when night and weekday == sat at most once per day
      """#),
    LintVariant("missing-last", #"opp "A" when min(free, 30min) < 10min at most once per day"#),
    LintVariant(
      "missing-last",
      #"let span = max(calendar.free, 90min)"# + "\n"
        + #"opp "A" when span > 3h at most once per day"#),
    LintVariant(
      "window-runs-backwards", #"opp "Work" when time in 9:00..5:00 and busy at most once per day"#),
    LintVariant(
      "window-runs-backwards", line: 1,
      #"""
      let work = time in 8:30..5:30
      opp "Work" when work and busy at most once per day
      """#),
    LintVariant(
      "twelve-am", #"opp "A" when time in 9am..12am and free >= 1h at most once per day"#),
    LintVariant(
      "last-hour-included", #"opp "A" when time.hour in 8..18 and not busy at most once per day"#),
    LintVariant(
      "last-hour-included",
      #"opp "A" when time.hour >= 9 and time.hour <= 17 and not busy at most once per day"#),
    LintVariant("sliding-period", #"opp "A" when temp > 30C at most 2 per 24h"#),
    LintVariant("sliding-period", #"opp "A" when temp > 30C at most once per 1w"#),
    LintVariant("past-date", #"opp "A" on 9:00 when today == 2025-12-24 notify "Tree.""#),
    LintVariant(
      "past-date", #"opp "A" on 9:00 when today in 2025-06-01..2025-08-31 notify "Holiday.""#),
    LintVariant("past-date", #"opp "A" when raining and today.year == 2024 at most once per day"#),
    LintVariant(
      "past-date", #"opp "A" when raining and now < 2026-01-01T00:00Z at most once per day"#),
    LintVariant("uneven-every", #"opp "A" on every 50min when busy"#),
    LintVariant(
      "stale-text", line: 2, "set quiet when busy\nopp \"A\" on 9:00 notify \"{free} is left.\""),
    LintVariant(
      "stale-text", line: 3,
      "let left = free - 10min\nset quiet 22:00..7:00\nopp \"A\" when temp > 30C notify \"{left}\""),
    LintVariant("moving-start", #"opp "A" on every 7d from tomorrow + 19:00"#),
    LintVariant("moving-start", #"opp "A" on every 14d from today.week_start + 1d + 19:00"#),
    LintVariant(
      "one-second-condition", #"opp "A" when raining and 7:00 == time at most once per day"#),
    LintVariant(
      "one-second-condition",
      #"let tea = time == 16:00"# + "\n" + #"opp "A" when tea and not busy at most once per day"#),
    LintVariant(
      "one-second-condition", #"opp "A" when time in [8:00, 9:00] and raining at most once per day"#
    ),
    LintVariant(
      "sun-may-be-missing", line: 2,
      #"""
      place cabin = @70.66,23.68
      let night = time in sun(cabin).sunset..sun(cabin).sunrise
      opp "A" when night and temp < 0C at most once per day
      """#),
    // Units
    LintVariant(
      "implausible-value", #"opp "A" when 75C < feels_like or wind > 150m/s at most once per day"#),
    LintVariant(
      "implausible-value", line: 2,
      #"let hot = 100C"# + "\n" + #"opp "A" when temp > hot at most once per day"#),
    LintVariant("implausible-value", #"opp "A" when pressure < 760hPa at most once per day"#),
    LintVariant(
      "implausible-value", #"opp "A" when max(temp, last 3h) in 70C..80C at most once per day"#),
    LintVariant(
      "freezing-in-the-wrong-scale",
      #"let frost = temp <= 32C"# + "\n"
        + #"opp "A" when frost notify "Cover them." at most once per day"#),
    LintVariant(
      "freezing-in-the-wrong-scale",
      #"opp "Ice on the road" when 32C >= feels_like at most once per day"#),
    LintVariant("fraction-for-percent", #"opp "A" when 0.2% > battery at most once per day"#),
    LintVariant(
      "percent-lost", #"opp "A" on 8:00 when free > 1h notify "{2 * humidity} {humidity * 2:.1}""#),
    LintVariant("percent-lost", #"opp "A" on 8:00 when free > 1h notify "{humidity * 1}""#),
    LintVariant(
      "percent-lost", line: 2,
      "let more = clouds * 1.5\nopp \"A\" on 8:00 when free > 1h notify \"{more}\""),
    LintVariant(
      "percent-of-percent", line: 2,
      "source disk fresh for 1d { used, total: Number }\nopp \"A\" on 8:00 notify \"{100% * disk.used / disk.total:.1}\""
    ),
    LintVariant(
      "percent-of-percent", line: 2,
      "source disk fresh for 1d { used, total: Number }\nopp \"A\" when 90% < (disk.used * 100% / disk.total) at most once per day"
    ),
    LintVariant(
      "percent-of-percent", line: 2,
      "source disk fresh for 1d { used, total: Number }\nopp \"A\" when disk.used / disk.total * 100% in 10%..20% at most once per day"
    ),
    LintVariant(
      "percent-of-percent", line: 3,
      "source disk fresh for 1d { used, total: Number }\nlet full = disk.used / disk.total * 100%\nopp \"A\" on 8:00 notify \"{full}\""
    ),
    LintVariant("percent-of-percent", #"opp "A" on 8:00 notify "{free * 100%:.1 h}""#),
    LintVariant(
      "point-between-thousands", line: 2,
      "source plug fresh for 1h { power: Power }\nopp \"A\" when plug.power > 1.500W at most once per day"
    ),
    LintVariant(
      "point-between-thousands", line: 2,
      "source disk fresh for 1d { used: Number }\nopp \"A\" when disk.used in 10.000..200_000 at most once per day"
    ),
    LintVariant("unit-of-another-kind", #"opp "A" when wind > 40mm/h at most once per day"#),
    LintVariant("unit-of-another-kind", #"opp "A" when visibility < 200mm at most once per day"#),
    LintVariant("measured-equality", #"opp "A" when temp == 20C at most once per day"#),
    LintVariant("measured-equality", #"opp "A" when wind in [5m/s, 6m/s] at most once per day"#),
    LintVariant("measured-equality", #"opp "A" when pressure != 1013hPa at most once per day"#),
    LintVariant("implausible-duration", #"opp "A" on 7:00 snooze 30s"#),
    LintVariant("implausible-duration", #"opp "A" when free >= 45s at most once per day"#),
    LintVariant(
      "implausible-duration", #"opp "A" near @48.1234,11.5678 for 20d at most once per day"#),
    LintVariant("ambiguous-minutes", #"opp "A" when raining for 20m at most once per day"#),
    // Events
    LintVariant(
      "crossing-before-window",
      #"opp "A" on wind > 12m/s when weekday in weekend and time >= 9:00 at most once per day"#),
    LintVariant(
      "crossing-before-window", line: 2,
      #"""
      let evening = time in 17:00..21:00
      opp "A" on humidity < 30% when evening notify "Dry." at most once per day
      """#),
    LintVariant(
      "changes-both-ways",
      #"opp "A" on raining changes when free >= 1h notify "It rains." at most 3 per day"#),
    LintVariant(
      "changes-of-a-measurement", #"opp "A" on temp changes notify "{temp}" at most 9 per day"#),
    LintVariant("once-for-ever", #"opp "A" on sunset notify "Lamp." at most once"#),
    LintVariant(
      "once-for-ever",
      #"opp "A" when weekday == mon and time in 7:00..8:00 notify "Bins." at most once"#),
    LintVariant(
      "all-day-event-offset",
      #"opp "A" for each e in agenda on e.begins - 1h when free > 0min notify "{e.title}""#),
    // Unknown
    LintVariant(
      "alarm-on-missing", #"opp "A" when 5C > (temp otherwise -20C) at most once per day"#),
    LintVariant(
      "alarm-on-missing",
      #"opp "A" when (raining otherwise true) and free >= 1h at most once per day"#),
    LintVariant(
      "alarm-on-missing", #"opp "A" when not ((wind otherwise 0m/s) > 5m/s) at most once per day"#),
    LintVariant(
      "alarm-on-missing",
      #"let cold = (temp otherwise 0C) < 3C"# + "\n" + #"opp "A" when cold at most once per day"#),
    LintVariant("window-broken-by-gaps", #"opp "A" when temp < 0C for 5d at most once per week"#),
    LintVariant(
      "window-broken-by-gaps", #"opp "A" on 8:00 when change(pressure, last 4d) < -20hPa"#),
    LintVariant(
      "alarm-on-missing", line: 2,
      "let t = temp otherwise 0C\nopp \"A\" when t < 1C at most once per day"),
    LintVariant(
      "alarm-on-missing",
      #"opp "A" when (sky otherwise rain) in [rain, drizzle] at most once per day"#),
    LintVariant(
      "alarm-on-missing", line: 2,
      "source s { day: Weekday }\nopp \"A\" when (s.day otherwise fri) in mon..fri at most once per day"
    ),
    LintVariant(
      "alarm-on-missing", line: 2,
      "source s { day: Weekday }\nopp \"A\" when (s.day otherwise mon) in fri..mon at most once per day"
    ),
    LintVariant(
      "alarm-on-missing", line: 2,
      "source s { at: TimeOfDay }\nopp \"A\" when (s.at otherwise 9:00) in 8:00..8:00 at most once per day"
    ),
    // Places
    LintVariant(
      "radius-below-accuracy",
      #"opp "A" on entering @48.1234,11.5678 within 20m at most once per day"#),
    LintVariant(
      "radius-below-accuracy",
      #"opp "A" when distance(@48.1234,11.5678) < 10m at most once per day"#),
    LintVariant("imprecise-pin", #"opp "A" near @48.12,11.57 within 50m at most once per day"#),
    LintVariant(
      "pin-far-from-zone", line: 2,
      "set zone \"America/New_York\"\nplace a = @40.7128,74.0060\nopp \"A\" near a at most once per day"
    ),
    LintVariant(
      "pin-far-from-zone", "place a = @0,0 within 20km\nopp \"A\" near a at most once per day"),
    LintVariant(
      "nearest-hides-entering",
      #"opp "A" on leaving any "bakery" notify "Bread?" at most once per day"#),
    // Tables
    LintVariant(
      "empty-list-is-unknown", line: 2,
      #"""
      table chores by id { id: Text  minutes: Number }
      opp "A" on 17:00 when max(chores.minutes) <= 20 notify "Little to do."
      """#),
    LintVariant(
      "unused-row", line: 2,
      #"""
      table chores by id { id: Text  done: Bool }
      opp "A" for each c in chores where not done on 18:00 when free >= 1h notify "Chores." at most once per day
      """#),
    LintVariant(
      "heedful-contains",
      #"opp "A" for each e in agenda where lower(title) contains "Gym" on e.begins - 1h notify "{e.title}""#
    ),
    LintVariant(
      "weather-of-now", #"opp "A" on 8:00 when any(forecast where uv > 5 and begins.date == today)"#
    ),
    LintVariant(
      "weather-of-now",
      #"opp "A" on 8:00 when max(forecast where begins < now + 3h each gust) > 60km/h"#),
    LintVariant(
      "recorded-never-read", line: 2,
      #"""
      table log by at { at: Instant  temp: Temperature }
      opp "A" on 12:00 record log { at: now  temp: temp }
      """#),
    // Cost
    LintVariant(
      "request-per-row",
      #"opp "A" for each f in friends on 18:00 when weather(place: f.position).raining notify "{f.name}""#
    ),
    LintVariant(
      "request-per-row",
      #"opp "A" for each h in happenings on 18:00 when store(h.venue).open notify "{h.title}""#),
    // Names
    LintVariant("unused-declaration", "place home = @48.1234,11.5678\nopp \"A\" on 7:00"),
    LintVariant(
      "unused-declaration",
      "let hot(limit: Temperature, by: TemperatureDifference) = temp > limit\nopp \"A\" when hot(30C, 2C) at most once per day"
    ),
    LintVariant(
      "unused-declaration", "source tank fresh for 1h { litres: Number }\nopp \"A\" on 7:00"),
    LintVariant(
      "unused-declaration", line: 2,
      "table mates by name { name: Text }\nchart \"A\" for each m in mates of count(mates) per day last 3"
    ),
    LintVariant("hidden-name", "let wind = 5m/s\nopp \"A\" when gust > wind at most once per day"),
    LintVariant(
      "hidden-name", "let weekend = [fri, sat]\nopp \"A\" on 9:00 when weekday in weekend"),
    LintVariant(
      "hidden-name",
      "let max(a: Number, b: Number) = if a > b then a else b\nopp \"A\" on 9:00 when max(today.day, 3) > 5"
    ),
    LintVariant(
      "duplicate-let", line: 2,
      "place home = @48.1234,11.5678\nplace flat = @48.1234,11.5678\nopp \"A\" when near home or near flat at most once per day"
    ),
    // Spelling
    LintVariant(
      "nearly-the-same-text", line: 2,
      "opp \"A\" near any \"bakery\" at most once per day\nopp \"B\" when free > 1h near any \"bakrey\" at most once per day"
    ),
    LintVariant(
      "doubled-braces",
      #"opp "A" for each e in agenda on e.begins when not e.all_day notify "{{e.title}} begins""#),
    LintVariant("foreign-placeholder", #"opp "A" on 7:00 notify "It is <temp> and %wind%.""#),
    LintVariant("foreign-placeholder", #"opp "A" on 7:00 notify "It is %s outside.""#),
    LintVariant(
      "mixed-scripts",
      "opp \"A\" for each h in happenings where category == \"c\u{43E}ncert\" on h.begins - 1h notify \"{h.title}\""
    ),
    LintVariant("mixed-scripts", "opp \"Te\u{200B}a\" on 16:00"),
    // Security
    LintVariant(
      "secret-in-address",
      "connect calendar to ical(\"https://calendar.google.com/calendar/ical/mia%40example.com/private-0123456789abcdef0123456789abcdef/basic.ics\")\nopp \"A\" when free > 2h at most once per day"
    ),
    LintVariant(
      "secret-in-address",
      "connect calendar to ical(\"https://mia:hunter2@dav.example.com/mia.ics\")\nopp \"A\" when free > 2h at most once per day"
    ),
    LintVariant(
      "plain-http",
      "connect notifications to webhook(\"http://hooks.example.com/opp\")\nopp \"A\" on 7:00"),
    LintVariant(
      "plain-http",
      "connect notifications to webhook(\"http://[2001:db8::1]/opp\")\nopp \"A\" on 7:00"),
    LintVariant(
      "guessable-topic",
      "connect notifications to ntfy(\"https://ntfy.sh/mias-kitchen\")\nopp \"A\" on 7:00"),
    LintVariant(
      "shell-in-command",
      "connect notifications to command(\"/bin/bash -c 'say {text}'\")\nopp \"A\" on 7:00"),
    LintVariant(
      "shell-in-command", "connect notifications to command(\"sudo say {text}\")\nopp \"A\" on 7:00"
    ),
    LintVariant("position-leaves", #"opp "A" on 7:00 notify "I am at {position}." to "mum""#),
    LintVariant(
      "secret-in-address",
      "connect notifications to webhook(\"https://hooks.slack.com/services/T0AAAAAAA/B0BBBBBBB/abcdefghijklmnop\")\nopp \"A\" on 7:00"
    ),
    LintVariant(
      "secret-in-address",
      "connect notifications to webhook(\"https://api.telegram.org/bot110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5/sendMessage\")\nopp \"A\" on 7:00"
    ),
    LintVariant(
      "guessable-topic",
      "connect notifications to webhook(\"https://ntfy.sh/home\")\nopp \"A\" on 7:00"),
    LintVariant(
      "night-split-by-weekday",
      #"opp "A" when today.weekday == sun and time in 20:00..1:00 and raining at most once per day"#
    ),
    LintVariant(
      "nearly-the-same-text", line: 2,
      "opp \"A\" on 7:00 notify \"Up.\" to \"team\"\nopp \"B\" on 9:00 notify \"Go.\" to \"tema\""),
    LintVariant(
      "changes-of-a-measurement",
      #"opp "A" on distance(@48.2082,16.3738) changes notify "moved" at most 5 per day"#),
    LintVariant(
      "pin-far-from-zone", line: 2,
      "set zone \"America/Los_Angeles\"\nopp \"A\" near @37.7749,122.4194 within 1km at most once per day"
    ),
    LintVariant(
      "crossing-before-window", #"opp "A" on raining when time in 8:00..9:00 at most once per day"#),
    LintVariant(
      "near-measures-you", line: 3,
      "table dogs by name { name: Text  position: Position }\nplace park = @53.3498,-6.2603\nopp \"A\" for each d in dogs when free > 1h and near park notify \"{d.name} is there.\" at most once per day"
    ),
    LintVariant(
      "plain-http",
      "connect location to owntracks(\"http://tracks.example.com/\", user: \"mia\", password: env(\"P\"))\nopp \"A\" near @48.2082,16.3738 at most once per day"
    ),
    LintVariant(
      "position-leaves", line: 2,
      """
      table walks by at { at: Instant  where_to: Position }
      opp "A" on every 1h record walks { at: now  where_to: position }
      """),
    LintVariant(
      "position-leaves",
      #"opp "A" for each e in agenda where not all_day on e.begins notify "At {e.location}." to "mum""#
    ),
    // Style
    LintVariant(
      "two-comparisons-for-a-window",
      #"opp "A" when temp <= 25C and temp >= 20C at most once per day"#),
    LintVariant("count-for-any", #"opp "A" on 7:00 when count(agenda where busy) == 0"#),
    LintVariant(
      "if-for-a-condition",
      "let dry = if raining then false else true\nopp \"A\" when dry at most once per day"),
  ]

  static let good: [LintVariant] = [
    LintVariant("stale-text", #"opp "A" on 9:00 notify "{free} is left.""#),
    LintVariant(
      "stale-text", "set quiet 22:00..7:00\nopp \"A\" when temp > 30C notify \"{temp} at {today}\""),
    LintVariant(
      "stale-text",
      "set quiet 22:00..7:00\nopp \"A\" when temp > 30C notify \"{free}\" expires 1h"),
    LintVariant(
      "stale-text", "set quiet 22:00..7:00\nopp \"A\" when temp > 30C notify \"{free}\" urgent"),
    LintVariant("moving-start", #"opp "A" on every 90min from today + 8:00"#),
    LintVariant("moving-start", #"opp "A" on every 1d from today.week_start + 19:00"#),
    LintVariant(
      "moving-start", "source bins { last: Instant }\nopp \"A\" on every 2w from bins.last"),
    LintVariant(
      "request-per-row",
      #"""
      table wishes by item { item: Text  limit: Number  bought: Bool }
      opp "A" for each w in wishes where not bought when stock(store: "Galaxus", item: w.item).price <= w.limit notify "{w.item}!" at most once per week
      """#),
    LintVariant(
      "duplicate-opp",
      #"opp "A" on 7:00 notify "Up." to "mia""# + "\n" + #"opp "B" on 7:00 notify "Up." to "tom""#),
    LintVariant(
      "field-hides-parameter",
      #"let of(name: Text) = any(agenda where title contains name)"# + "\n"
        + #"opp "A" on 9:00 when of("x") notify "x""#),
    LintVariant(
      "same-branches",
      #"opp "A" on 7:00 notify if busy then "Shirt." else if raining then "Coat." else "Shirt""#),
    LintVariant(
      "and-or-mixed",
      #"opp "A" when raining and temp < 5C or snowing and wind > 5m/s at most once per day"#),
    LintVariant(
      "night-split-by-weekday", #"opp "A" on 23:00 when time in 22:00..4:00 and weekday == fri"#),
    LintVariant(
      "night-split-by-weekday",
      #"opp "A" when time in 18:00..23:00 and weekday == fri and free >= 1h at most once per day"#),
    LintVariant(
      "window-runs-backwards",
      #"opp "A" when time in 18:00..8:00 and temp < 0C at most once per day"#),
    LintVariant(
      "window-runs-backwards", #"opp "A" when time in 22:00..6:00 and raining at most once per day"#
    ),
    LintVariant(
      "window-runs-backwards", #"opp "A" when time in 6:00..0:30 and raining at most once per day"#),
    LintVariant(
      "last-hour-included", #"opp "A" when time.hour in 6..11 and raining at most once per day"#),
    LintVariant("sliding-period", #"opp "A" when temp > 30C at most once per 12h"#),
    LintVariant("past-date", #"opp "A" on 9:00 when today in [2025-12-24, 2026-12-24]"#),
    LintVariant("past-date", #"opp "A" on 9:00 when today >= 2025-12-24 and raining"#),
    LintVariant(
      "one-second-condition", #"opp "A" on raining when time.hour == 7 at most once per day"#),
    LintVariant("one-second-condition", #"opp "A" on raining when time in [7:00, 8:00]"#),
    LintVariant(
      "weather-of-now",
      #"opp "A" on 8:00 when any(forecast where wind > weather.gust and temp > 20C)"#),
    LintVariant(
      "weather-of-now", #"opp "A" on 8:00 when any(forecast where raining) and gust > 60km/h"#),
    LintVariant(
      "sun-may-be-missing",
      "place oslo = @59.9139,10.7522\nopp \"A\" when time in sun(oslo).sunset..sun(oslo).sunrise and temp < 0C at most once per day"
    ),
    LintVariant(
      "sun-may-be-missing",
      "place hut = @69.6492,18.9553\nopp \"A\" when time > (sun(hut).sunset otherwise 20:00) and time < 23:00 and temp < 0C at most once per day"
    ),
    LintVariant(
      "implausible-value",
      "source sauna fresh for 5min { heat: Temperature }\nopp \"A\" when heat > 90C at most once per day"
    ),
    LintVariant("implausible-value", #"opp "A" when temp in 30C..100C at most once per day"#),
    LintVariant(
      "freezing-in-the-wrong-scale", #"opp "Ice cream" when temp > 32C at most once per day"#),
    LintVariant(
      "freezing-in-the-wrong-scale",
      #"opp "Shade" when temp < 32C and free > 1h at most once per day"#),
    LintVariant(
      "fraction-for-percent",
      "source loan fresh for 1d { rate: Percent }\nopp \"A\" when rate < 0.9% at most once per day"),
    LintVariant(
      "percent-lost",
      #"opp "A" on 8:00 notify "{humidity * 2:%} {10% * count(agenda)} {humidity * 200%}""#),
    LintVariant(
      "percent-of-percent", line: 2,
      "source disk fresh for 1d { used, total: Number }\nopp \"A\" when disk.used * 100% > 5 and disk.used / disk.total > 90% at most once per day"
    ),
    LintVariant(
      "point-between-thousands", line: 2,
      "source disk fresh for 1d { used: Number }\nopp \"A\" when disk.used in 0.500..2.125 at most once per day"
    ),
    LintVariant(
      "measured-equality", #"opp "A" when rain == 0mm/h and free > 1h at most once per day"#),
    LintVariant(
      "measured-equality",
      "source road fresh for 1min { limit: Speed }\nopp \"A\" when limit == 50km/h at most once per day"
    ),
    LintVariant(
      "crossing-before-window",
      "source door fresh for 1min { open: Bool }\nopp \"A\" on door.open when time in 22:00..6:00 notify \"Who?\" at most 3 per day"
    ),
    LintVariant(
      "changes-both-ways",
      #"opp "A" on busy changes notify if busy then "Begins." else "Ends." at most 9 per day"#),
    LintVariant(
      "changes-of-a-measurement",
      "source scale fresh for 5min { weight: Number }\nopp \"A\" on round(weight) changes notify \"{weight}\" at most 9 per day"
    ),
    LintVariant(
      "once-for-ever", #"opp "A" on 18:00 when today == 2027-05-03 notify "Today." at most once"#),
    LintVariant(
      "all-day-event-offset",
      #"opp "A" for each e in agenda where lower(title) contains "dentist" on e.begins - 1h notify "{e.title}""#
    ),
    LintVariant(
      "alarm-on-missing", #"opp "A" when (gust otherwise wind) > 15m/s at most once per day"#),
    LintVariant(
      "alarm-on-missing", #"opp "A" when (temp otherwise 20C) < 1C at most once per day"#),
    LintVariant(
      "alarm-on-missing",
      "source s { day: Weekday }\nopp \"A\" when (s.day otherwise sat) in mon..fri at most once per day"
    ),
    LintVariant(
      "alarm-on-missing",
      "source s { at: TimeOfDay }\nopp \"A\" when (s.at otherwise 9:00) in 8:00..9:00 at most once per day"
    ),
    LintVariant(
      "alarm-on-missing",
      #"opp "Sensor offline" when (battery otherwise 0%) < 5% at most once per day"#),
    LintVariant(
      "window-broken-by-gaps", #"opp "A" on 19:00 when total(rain, last 1d) < 5mm notify "Water.""#),
    LintVariant(
      "imprecise-pin",
      "place valley = @48.1,11.6\nopp \"A\" when weather(valley).temp > 30C at most once per day"),
    LintVariant(
      "pin-far-from-zone",
      "set zone \"Europe/Berlin\"\nplace ny = @40.7128,-74.0060\nopp \"A\" near ny at most once per day"
    ),
    LintVariant(
      "near-measures-you",
      "place pub = @53.3498,-6.2603\nopp \"A\" for each f in friends where distance(f.position, pub) < 150m when near pub notify \"{f.name} is here.\" at most once per day"
    ),
    LintVariant(
      "near-measures-you",
      "place home = @53.3498,-6.2603\nopp \"A\" for each h in happenings where category == \"concert\" on h.begins - 2h when near home notify \"{h.title}\""
    ),
    LintVariant(
      "empty-list-is-unknown", #"opp "A" when not (max(temp, last 3h) > 20C) at most once per day"#),
    LintVariant(
      "unused-row",
      "table chores by id { id: Text  done: Bool }\nopp \"A\" for each c in chores where not done on 18:00 notify \"{c.id}\""
    ),
    LintVariant(
      "unused-declaration",
      "table mates by name { name: Text }\nlet long = 3\nchart \"A\" for each m in mates of count(mates where name == m.name) * long per day last 3"
    ),
    LintVariant(
      "unused-declaration",
      "source tank fresh for 1h { litres, price: Number }\nopp \"A\" when litres < 100 at most once per day"
    ),
    LintVariant(
      "hidden-name",
      "source fridge fresh for 1h { temp: Temperature }\nopp \"A\" when fridge.temp > 8C at most once per day"
    ),
    LintVariant(
      "duplicate-let",
      "let high = 20C\nlet warm = 20C\nopp \"A\" when temp > high or feels_like > warm at most once per day"
    ),
    LintVariant(
      "duplicate-let",
      "place home = @48.1234,11.5678 within 100m\nplace quarter = @48.1234,11.5678 within 1km\nopp \"A\" when near quarter and not near home at most once per day"
    ),
    LintVariant(
      "nearly-the-same-text",
      "opp \"A\" for each f in friends where name in [\"Anna\", \"Anne\"] when distance(f.position) < 1km notify \"{f.name}\" at most once per day"
    ),
    LintVariant("doubled-braces", #"opp "A" on 7:00 notify "Use {{curly}} braces.""#),
    LintVariant(
      "foreign-placeholder", #"opp "A" on 7:00 notify "It costs $5, 100% sure <b>now</b>.""#),
    LintVariant("mixed-scripts", "opp \"Чай\" on 16:00 notify \"Чай and tea, 10 µm, Δ.\""),
    LintVariant(
      "secret-in-address",
      "source bus fresh for 2min { line: Text }\nconnect bus to json(\"https://transit.example.org/v1/stops/123e4567-e89b-12d3-a456-426614174000/departures?limit=5&sort=key\")\nopp \"A\" when line == \"5\" at most once per day"
    ),
    LintVariant(
      "plain-http",
      "connect calendar to ical(\"http://nas.lan/mia.ics\")\nopp \"A\" when free > 2h at most once per day"
    ),
    LintVariant(
      "plain-http",
      "connect calendar to ical(\"http://192.168.1.5:8080/mia.ics\")\nopp \"A\" when free > 2h at most once per day"
    ),
    LintVariant(
      "guessable-topic",
      "connect notifications to ntfy(\"https://ntfy.sh/opp-x7Kq2pZ9\")\nopp \"A\" on 7:00"),
    LintVariant(
      "shell-in-command",
      "connect notifications to command(\"/usr/bin/notify-send {title} {text}\")\nopp \"A\" on 7:00"
    ),
    LintVariant("position-leaves", #"opp "A" on 7:00 notify "I am at {position}.""#),
    LintVariant(
      "two-comparisons", #"opp "A" when time >= 22:00 or time < 4:00 at most once per day"#),
  ]
}

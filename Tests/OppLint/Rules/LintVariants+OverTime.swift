/// Variants of the rules about counters that restart, events that come too late, and rows that are not there yet
extension LintVariants {
  static let badOverTime: [LintVariant] = [
    LintVariant(
      "change-over-restart", line: 2,
      "source watch { steps: Number }\nopp \"A\" on 20:00 when change(watch.steps, since today + 0:00) >= 8000"
    ),
    LintVariant(
      "change-over-restart", line: 2,
      "source heat(room: Text) { energy: Energy }\nopp \"A\" on 20:00 notify \"{change(heat(room: \"a\").energy, last 1d)}\""
    ),
    LintVariant(
      "change-over-restart", line: 3,
      """
      source car { odometer: Length }
      opp "A" on 20:00 notify "x"
        with { way: change(car.odometer, last 7d) / 7 }
      """),
    LintVariant(
      "window-before-row", line: 3,
      """
      table pills by at { at: Instant }
      opp "A" on 8:00 record pills { at: now }
      opp "B" for each p in pills on p.at + 1h when not ((p.at < today + 0:00) within last 1h)
      """),
    LintVariant(
      "window-before-row", line: 2,
      """
      opp "A" on 8:00 notify "x"
      opp "B" for each f in firings("A") on f.at + 30min when (f.answer == unanswered) for 1h
      """),
    LintVariant(
      "began-outlives-its-condition",
      #"opp "A" on began(temp > 30C) + 2h when free >= 1h at most once per day"#),
    LintVariant(
      "began-outlives-its-condition", line: 2,
      "place gym = @52.5200,13.4050\nopp \"A\" on 9:00 or began(near gym) + 10min notify \"Warm up.\" at most 2 per day"
    ),
  ]

  static let goodOverTime: [LintVariant] = [
    LintVariant(
      "change-over-restart",
      "source meter { energy: Energy }\nopp \"A\" on 20:00 when increase(meter.energy, last 1d) > 10kWh"
    ),
    LintVariant(
      "change-over-restart",
      "source house_battery { energy: Energy }\nopp \"A\" on 20:00 when change(house_battery.energy, last 1d) > 1kWh"
    ),
    LintVariant(
      "change-over-restart",
      "source watch { steps: Number }\nopp \"A\" when change(watch.steps, last 1h) < 0 at most once per day"
    ),
    LintVariant(
      "change-over-restart", #"opp "A" on 20:00 when change(pressure, last 3h) > 5hPa"#),
    LintVariant(
      "change-over-restart",
      "source air { co2: Concentration  litres: Volume }\nopp \"A\" on 20:00 when change(air.litres, last 3h) > 5l"
    ),
    LintVariant(
      "began-outlives-its-condition",
      "place office = @52.5200,13.4050\nopp \"A\" on began(not near office) + 75min when not near office at most once per day"
    ),
    LintVariant(
      "began-outlives-its-condition", #"opp "A" on began(raining) at most once per day"#),
    LintVariant(
      "began-outlives-its-condition", #"opp "A" on began(raining) + 1h when raining and free >= 1h"#
    ),
    LintVariant(
      "began-outlives-its-condition",
      "source hall { motion, door: Bool }\nopp \"A\" on began(hall.motion) + 5min when not (hall.door within last 5min)"
    ),
    LintVariant(
      "began-outlives-its-condition",
      "place gym = @52.5200,13.4050\nopp \"A\" on began(near gym) + 5min when not (raining within last 5min) at most once per day"
    ),
    LintVariant(
      "began-outlives-its-condition",
      "source door { open: Bool }\nopp \"A\" when now - began(door.open) > 1h at most once per day"),
    LintVariant(
      "window-before-row",
      """
      opp "A" on 8:00 notify "x"
      opp "B" for each f in firings("A") on f.at + 30min when (f.answer == unanswered) for 29min
      """),
    LintVariant(
      "window-before-row", #"opp "A" for each e in agenda on e.begins + 1h when raining for 1h"#),
    LintVariant(
      "window-before-row",
      """
      table tasks by id { id: Text  at: Instant  done: Bool }
      opp "B" for each t in tasks on t.at + 1h when (not t.done) for 1h
      """),
  ]
}

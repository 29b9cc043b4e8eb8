/// Variants of the examples of the rules that prove something of the clock, the calendar and limits
extension LintVariants {
  static let badByProof: [LintVariant] = [
    LintVariant("impossible-date", #"opp "A" on 9:00 when today.day == 31 and month == apr"#),
    LintVariant(
      "impossible-date", #"opp "A" on 9:00 when month == feb and today.day == 30 and temp > 0C"#),
    LintVariant(
      "impossible-date", #"opp "A" when time.hour == 24 and not busy at most once per day"#),
    LintVariant(
      "impossible-date", line: 2,
      #"""
      opp "A" on 18:00
        when weekday == fri and today == 2027-05-15
      """#),
    LintVariant(
      "never-true", line: 2,
      #"""
      opp "A" for each h in happenings
        where category == "fair" and category == "market"
        on h.begins - 2h
      """#),
    LintVariant(
      "dead-branch",
      #"""
      opp "A" on 7:00 when temp < 0C notify if temp > 5C then "Jacket." else "Coat."
      """#),
    LintVariant(
      "always-true",
      #"opp "A" for each e in agenda on e.begins when e.title contains "" and not e.all_day"#),
    LintVariant(
      "always-true",
      #"""
      set quiet when (sky != rain or sky != snow) and busy
      opp "A" when temp > 25C at most once per day notify "Warm."
      """#),
    LintVariant(
      "never-true",
      #"""
      set quiet when time > 22:00 and time < 6:00
      opp "A" when temp > 25C at most once per day notify "Warm."
      """#),
    LintVariant(
      "dead-branch",
      #"opp "A" on 7:00 notify if temp < 15C then "Jacket." else if temp < 8C then "Coat." else "Shirt.""#
    ),
    LintVariant(
      "dead-branch",
      #"opp "A" when temp > (if month in jun..aug then 28C else if month == jul then 25C else 22C) at most once per day"#
    ),
    LintVariant("whole-day-window", #"opp "A" on 6:30 when weekday in mon..sun and sky == clear"#),
    LintVariant(
      "whole-day-window", #"opp "A" when month in jan..dec and temp > 20C at most once per day"#),
    LintVariant(
      "whole-day-window", #"opp "A" when time in 0:00..24:00 and temp > 20C at most once per day"#),
    LintVariant(
      "window-beside-its-event", #"opp "A" on 21:30 when time in 21:00..22:00 and temp > 0C"#),
    LintVariant("window-beside-its-event", #"opp "A" on temp > 30C when temp > 25C and free > 1h"#),
    LintVariant("end-is-outside", #"opp "A" on 18:00 when time < 18:00 and temp > 0C"#),
    LintVariant("event-outside-window", #"opp "A" on sunset when time < sunset"#),
    LintVariant("event-outside-window", #"opp "A" on 1:30 when time in 4:00..6:00"#),
    LintVariant("short-month", #"opp "A" on 18:00 when today.day == 31"#),
    LintVariant(
      "short-month",
      #"""
      let end = today.day == 30
      opp "A" on 18:00 when end
      """#),
    LintVariant("limit-never-reached", #"opp "A" on 8:00 or 20:00 at most 10 per day"#),
    LintVariant("limit-never-reached", #"opp "A" on every 6h at most 2 per hour"#),
    LintVariant(
      "later-event-dropped",
      #"""
      opp "A" on 9:00 or 13:00 or 17:00 when weekday == sat at most 2 per day
      """#),
    LintVariant("later-event-dropped", #"opp "A" on every 3h at most once per day"#),
    LintVariant("later-event-dropped", #"opp "A" on 7:30 or 8:10 at most once per 2h"#),
    LintVariant(
      "repeat-against-limit", #"opp "A" when temp > 35C again every 30min at most once per day"#),
    LintVariant("repeat-against-limit", #"opp "A" when temp > 35C again every 30min at most once"#),
    LintVariant(
      "never-again", #"opp "A" when raining at most 5 per day again every 10min for 5min"#),
    LintVariant("never-again", #"opp "A" on 9:00 again every 2h for 119min"#),
    LintVariant("unlimited-repetition", #"opp "A" when raining again every 10min"#),
    LintVariant("unlimited-repetition", #"opp "A" on every 5min when not busy"#),
    LintVariant("endless-again", #"opp "A" on 9:00 again every 2h"#),
    LintVariant("endless-again", #"opp "A" on sunset urgent again every 2h"#),
    LintVariant(
      "known-beside-use", #"opp "A" on 7:00 when free > 1h and known(temp) and temp > 30C"#),
    LintVariant(
      "over-budget",
      #"""
      set budget 20 per 1d
      source price fresh for 5min { eur: Number }
      connect price to json("https://api.example.com/price")
      opp "A" when eur < 5 and time in 8:00..20:00
      """#),
    LintVariant(
      "requested-day-and-night", line: 2,
      #"""
      connect device to json("https://phone.example.org/state")
      opp "A" when battery < 20%
      """#),
    LintVariant(
      "impossible-expectation", line: 3,
      #"""
      opp "A" when temp > 20C and time in 12:00..14:00
      test "a"
        at 2026-06-21T15:00 expect "A" fires
      """#),
    LintVariant(
      "hold-longer-than-window",
      #"""
      opp "A" when (weekday == sun and not busy) for 2d at most once per week
      """#),
    LintVariant(
      "notified-after-quiet-hours", line: 2,
      #"""
      set quiet 21:30..7:00
      opp "A" when temp < 18C and time in 23:00..5:00 at most once per day
      """#),
    LintVariant(
      "notified-after-quiet-hours", line: 2,
      #"""
      set quiet when busy or time in 22:00..7:00
      opp "A" when busy and free < 1h at most once per day notify "Soon free."
      """#),
    LintVariant(
      "fires-once-per-row", line: 2,
      #"""
      table bills by id { id: Text  due: Date  paid: Bool }
      opp "A" for each b in bills where not b.paid when today > b.due notify "Reminder every day: {b.id}"
      """#),
  ]

  static let goodByProof: [LintVariant] = [
    LintVariant("impossible-date", #"opp "A" on 12:00 when month == feb and today.day == 29"#),
    LintVariant(
      "impossible-date", #"opp "A" on 12:00 when today.day == 31 and month in [oct, dec]"#),
    LintVariant(
      "whole-day-window", #"opp "A" when time in 18:00..8:00 and temp < 0C at most once per day"#),
    LintVariant(
      "window-beside-its-event",
      #"""
      opp "A" on 21:30 or 9:00 when time in 21:00..22:00 or weekday in weekend
      """#),
    LintVariant(
      "window-beside-its-event",
      #"""
      opp "A" on temp > 30C when temp > 25C
      opp "B" for each f in firings("A") on f.ended
      """#),
    LintVariant(
      "window-beside-its-event",
      #"opp "A" on 8:00 when time in 8:00..9:00 again every 30min at most 9 per day"#),
    LintVariant(
      "end-is-outside",
      #"""
      opp "A" on 20:00 when (time in 20:00..21:00 and temp > 20C) or weekday == sat
      """#),
    LintVariant(
      "event-outside-window", #"opp "A" on 3:00 when time in 4:00..6:00 or weekday == sat"#),
    LintVariant(
      "event-outside-window", #"opp "A" on sunset when time >= sunset - 5min and temp > 0C"#),
    LintVariant("short-month", #"opp "A" on 9:00 when month == mar and today.day == 31"#),
    LintVariant("short-month", #"opp "A" on 9:00 when today.day == 29 or today == 2027-10-31"#),
    LintVariant(
      "limit-never-reached", #"opp "A" on 9:00 or 12:00 or temp > 30C at most 2 per day"#),
    LintVariant(
      "later-event-dropped", #"opp "A" on 9:00 or 12:00 when temp > 28C at most once per day"#),
    LintVariant(
      "later-event-dropped",
      #"""
      opp "A" on 9:00 or 12:00 when weekday == sat and raining at most once per week
      """#),
    LintVariant(
      "repeat-against-limit", #"opp "A" when temp > 35C again every 30min at most 4 per day"#),
    LintVariant(
      "repeat-against-limit", #"opp "A" when temp > 35C again every 1d at most once per day"#),
    LintVariant("never-again", #"opp "A" on 9:00 again every 2h for 120min"#),
    LintVariant("endless-again", #"opp "A" on 9:00 again every 2h for 8h"#),
    LintVariant("endless-again", #"opp "A" on sunset again every 2h at most 3 per day"#),
    LintVariant("endless-again", #"opp "A" on 9:00 when not busy again every 2h"#),
    LintVariant("unlimited-repetition", #"opp "A" when sky == tornado urgent again every 5min"#),
    LintVariant("unlimited-repetition", #"opp "A" on 9:00 again every 5min for 1h"#),
    LintVariant(
      "unlimited-repetition", #"opp "A" when not busy and time in 9:00..10:00 again every 10min"#),
    LintVariant(
      "known-beside-use", #"opp "A" when known(temp) and free > 1h at most once per day"#),
    LintVariant(
      "known-beside-use",
      #"""
      opp "A" when known(temp) and (temp > 30C or free > 1h) at most once per day
      """#),
    LintVariant(
      "over-budget",
      #"""
      set budget 300 per 1d
      connect weather to openmeteo()
      opp "A" when sky == clear and free > 1h at most once per day
      """#),
    LintVariant(
      "impossible-expectation",
      #"""
      opp "A" when temp > 20C and time in 12:00..14:00
      test "a"
        given temp = 25C
        at 2026-06-21T11:00 expect "A" quiet
        at 2026-06-21T15:00 expect "A" fires
      """#),
    LintVariant(
      "dead-branch",
      #"opp "A" on 7:00 notify if temp < 8C then "Coat." else if temp < 15C then "Jacket." else "Shirt.""#
    ),
    LintVariant(
      "dead-branch",
      #"""
      opp "A" on 7:00 when temp < 10C notify if temp > 5C then "Jacket." else "Coat."
      """#),
  ]
}

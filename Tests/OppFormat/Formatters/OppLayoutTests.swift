import OppTestLimits
import Testing

@Suite("Layout of Opps and tests", .limited)
struct OppLayoutTests {
  @Test func `clauses have a line each, in the writer's order`() {
    check(
      """
      opp "Lunch walk" colour amber
       when sky==sunny and free>=30min   near park  within 1km for 5min
      notify "Sunny and {temp}." at most once per day
          urgent
      """,
      """
      opp "Lunch walk"
        colour amber
        when sky == sunny and free >= 30min
        near park within 1km for 5min
        notify "Sunny and {temp}."
        at most once per day
        urgent

      """)
  }

  @Test func `an Opp on one line stays there if it fits`() {
    check(
      "opp \"Lunch\"  when sky==sunny near   \"Park\"",
      "opp \"Lunch\" when sky == sunny near \"Park\"\n")
    check(
      "opp \"Lunch walk\" when sky == sunny and time in 12:00..13:00 and free >= 30m near \"Beacon Hill Park, Victoria\"",
      """
      opp "Lunch walk"
        when sky == sunny and time in 12:00..13:00 and free >= 30m
        near "Beacon Hill Park, Victoria"

      """)
  }

  @Test func `the clauses of a chart stay on a line where they are left on it`() {
    check(
      "chart  \"Done\" of count(  tasks ) per week last   26",
      "chart \"Done\" of count(tasks) per week last 26\n")
    check(
      """
      chart "Kilometres"
          for each m in distinct(trips each mode) of sum(trips where mode==m)
       // a year
       per week last 52
      opp "A" when raining
      """,
      """
      chart "Kilometres"
        for each m in distinct(trips each mode) of sum(trips where mode == m)
        // a year
        per week last 52

      opp "A" when raining

      """)
    check(
      "chart \"Planned\" of sum(entries where kind == task and begins in period each ends - begins) per day last 14",
      """
      chart "Planned" of sum(entries where kind == task and begins in period each ends - begins)
        per day last 14

      """)
  }

  @Test func `a line of exactly 100 columns fits, one more does not`() {
    // 42 columns beside the name.
    let rest = "when sky == sunny and free >= 30min urgent"
    func line(_ columns: Int) -> String {
      "opp \"\(String(repeating: "x", count: columns - rest.count - 7))\" \(rest)"
    }
    #expect(line(100).count == 100)
    check(line(100), line(100) + "\n")
    let name = String(repeating: "x", count: 101 - rest.count - 7)
    check(line(101), "opp \"\(name)\"\n  when sky == sunny and free >= 30min\n  urgent\n")
  }

  @Test func `for each stays beside the name, and breaks before where`() {
    check(
      "opp \"Over\"\n for each event in agenda\n on event ends",
      "opp \"Over\" for each event in agenda\n  on event ends\n")
    check(
      "opp \"Something is on\" for each event in happenings where event.category in [\"concert\", \"festival\", \"fair\"]\n  on row added",
      """
      opp "Something is on" for each event in happenings
          where event.category in ["concert", "festival", "fair"]
        on row added

      """)
  }

  @Test func `a long condition breaks before and, or`() {
    check(
      "opp \"x\"\n when sky in [sunny, cloudy] and temp in 15C..30C and wind < 20km/h and humidity < 80% and not raining",
      """
      opp "x"
        when sky in [sunny, cloudy]
          and temp in 15C..30C
          and wind < 20km/h
          and humidity < 80%
          and not raining

      """)
    check(
      "opp \"x\"\n when sky == sunny and temp in 15C..30C and wind < 20km/h or sky == cloudy and temp in 18C..30C and not raining",
      """
      opp "x"
        when sky == sunny and temp in 15C..30C and wind < 20km/h
          or sky == cloudy and temp in 18C..30C and not raining

      """)
  }

  @Test func `long parentheses hold a block`() {
    check(
      "opp \"x\"\n when free > 1h and (sunny or cloudy and temp > 20C or windy and humidity > 80% or raining or snowing or hailing)",
      """
      opp "x"
        when free > 1h
          and (
            sunny or cloudy and temp > 20C or windy and humidity > 80% or raining or snowing or hailing
          )

      """)
    check(
      "opp \"x\"\n when (sunny or cloudy and temp > 20C or windy and humidity > 80% or raining or snowing) within last 12h",
      """
      opp "x"
        when (
          sunny or cloudy and temp > 20C or windy and humidity > 80% or raining or snowing
        ) within last 12h

      """)
  }

  @Test func `else if goes on as one chain`() {
    check(
      "opp \"x\"\n when if the_first_long_condition then something == 3 else if the_second_one then other else the_last",
      """
      opp "x"
        when if the_first_long_condition
          then something == 3
          else if the_second_one
          then other
          else the_last

      """)
  }

  @Test func `a text is never broken nor touched`() {
    let text = "\"{  temp+1  } \\u{1F3BF} {{ }} \(String(repeating: "long ", count: 20))\""
    check("opp \"x\" when a\n notify \(text)", "opp \"x\"\n  when a\n  notify \(text)\n")
  }

  @Test func `the next field behind a kind of place has its own line`() {
    check(
      "opp \"x\" when a record w {shop: any market room: 1}",
      """
      opp "x"
        when a
        record w {
          shop: any market
          room: 1
        }

      """)
  }

  @Test func `a payload is on the line, or opened`() {
    check(
      "opp \"x\"\n when a\n notify \"b\" to [\"Mum\",me] with{a:1,b:x.name,}",
      "opp \"x\"\n  when a\n  notify \"b\" to [\"Mum\", me] with { a: 1, b: x.name, }\n")
    check(
      """
      opp "x"
        when a
        notify "b" with { temperature: temp, place: office.name, another_value: 12km, a_third_value: three_hours }
        record trips { mode: walk
          distance: 12km }
      """,
      """
      opp "x"
        when a
        notify "b" with {
          temperature: temp,
          place: office.name,
          another_value: 12km,
          a_third_value: three_hours
        }
        record trips {
          mode: walk
          distance: 12km
        }

      """)
  }

  @Test func `a payload that does not begin on the line of its text goes to the next`() {
    let text = String(repeating: "x", count: 85)
    check(
      "opp \"x\"\n when a\n notify \"\(text)\" with { temperature: temp }",
      "opp \"x\"\n  when a\n  notify \"\(text)\"\n    with { temperature: temp }\n")
  }

  @Test func `events break before or`() {
    check(
      "opp \"x\"\n on raining or entering home or every 2h or row added or temp changes or sunset - 1h or leaving office",
      """
      opp "x"
        on raining
          or entering home
          or every 2h
          or row added
          or temp changes
          or sunset - 1h
          or leaving office

      """)
  }

  @Test func `a minus keeps what it says`() {
    check("let a = -5C + - 5 - -x - -5", "let a = -5C + - 5 - -x - -5\n")
  }

  @Test func `one empty line between clauses is kept, none after the name`() {
    check(
      "opp \"x\"\n\n  when a\n\n\n  notify \"b\"\n  urgent",
      "opp \"x\"\n  when a\n\n  notify \"b\"\n  urgent\n")
  }

  @Test func `steps have a line each, with two spaces between their parts`() {
    check(
      """
      test "noon"
       given sky=sunny,free = 45min given busy = false
        at 2026-06-21T11:59 expect "Lunch walk" quiet


      at 2026-06-21T12:40
      given no tasks{id:"a"} expect "Lunch walk" for "a",2 fires with "b"   // once
      """,
      """
      test "noon"
        given sky = sunny, free = 45min
        given busy = false
        at 2026-06-21T11:59  expect "Lunch walk" quiet

        at 2026-06-21T12:40  given no tasks { id: "a" }  expect "Lunch walk" for "a", 2 fires with "b"  // once

      """)
  }

  @Test func `a long step has a line for each of its parts`() {
    check(
      """
      test "noon"
        given sky = sunny, free = 45min, position = @48.4133,-123.3655, temp = 20C, wind = 20km/h, x = 1
        at 2026-06-21T12:40  given sky = sunny  expect "Blue Bird Powder Day" fires with "Twelve centimetres."
      """,
      """
      test "noon"
        given sky = sunny, free = 45min, position = @48.4133,-123.3655, temp = 20C, wind = 20km/h, x = 1
        at 2026-06-21T12:40
          given sky = sunny
          expect "Blue Bird Powder Day" fires with "Twelve centimetres."

      """)
  }
}

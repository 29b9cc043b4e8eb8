import OppTestLimits
import Testing

@Suite("Layout of declarations", .limited)
struct DeclarationLayoutTests {
  @Test func `short declarations have one space between words`() {
    check(
      """
      place   home=@48.4284,-123.3656\twithin 150m
      place park="Beacon Hill Park, Victoria"within 300m
      let warm = temp>=18C   and not raining
      let score ( d : Length , grams:Number=3 )=d/1km*grams
      set   zone "America/Vancouver"
      set quiet 22:00 .. 07:00
      connect weather   to openmeteo( )
      connect calendar  to ical ( "https://example.org/me.ics" )
      connect agenda to csv("a.csv",columns:{ "a" :"b" , "n":[ "c","d" ]},only:{ },skip:2)
      """,
      """
      place home = @48.4284,-123.3656 within 150m
      place park = "Beacon Hill Park, Victoria" within 300m
      let warm = temp >= 18C and not raining
      let score(d: Length, grams: Number = 3) = d / 1km * grams
      set zone "America/Vancouver"
      set quiet 22:00..07:00
      connect weather to openmeteo()
      connect calendar to ical("https://example.org/me.ics")
      connect agenda to csv("a.csv", columns: {"a": "b", "n": ["c", "d"]}, only: {}, skip: 2)

      """)
  }

  @Test func `an enum is on one line, or as the writer opened it`() {
    check("enum Mode{walk|foot,bike|cycle , car}", "enum Mode { walk | foot, bike | cycle, car }\n")
    check(
      "enum Mode {\n walk, bike }",
      """
      enum Mode {
        walk,
        bike
      }

      """)
  }

  @Test func `cases without commas stay without`() {
    check("enum Mode {on   off}", "enum Mode { on off }\n")
  }

  @Test func `fields have a line each, names of one type share it`() {
    check(
      "table chores by id,name{id:Text name , owner:Text\n\n\ndue:[Instant]}",
      """
      table chores by id, name {
        id: Text
        name, owner: Text

        due: [Instant]
      }

      """)
  }

  @Test func `the clauses of a source stay on its line if they were there`() {
    check(
      "source x(a:Number) fresh for 15min cost 2 { a, b: Number }",
      """
      source x(a: Number) fresh for 15min cost 2 {
        a, b: Number
      }

      """)
  }

  @Test func `the freshness of a table is written where that of a source is`() {
    check(
      "table chores by id, name fresh   for 5min { id,name: Text }",
      """
      table chores by id, name fresh for 5min {
        id, name: Text
      }

      """)
    check(
      "table chores by id\n fresh for 5min { id: Text }",
      """
      table chores by id
        fresh for 5min
      {
        id: Text
      }

      """)
  }

  @Test func `the clauses of a source have a line each if one had`() {
    check(
      """
      source thermostat(room: Text = "hall")
      fresh for 15min       // older is unknown
          cost 2 {
        inside: Temperature }
      """,
      """
      source thermostat(room: Text = "hall")
        fresh for 15min  // older is unknown
        cost 2
      {
        inside: Temperature
      }

      """)
  }

  @Test func `a long let goes to the next line, then breaks before its words`() {
    check(
      "let good = time in 18:00..22:00 and free >= 1h and not raining and temp in 15C..25C and weekday in mon..fri",
      """
      let good =
        time in 18:00..22:00 and free >= 1h and not raining and temp in 15C..25C and weekday in mon..fri

      """)
    check(
      "let good = time in 18:00..22:00 and free >= 1h and not raining and temp in 15C..25C and weekday in mon..fri and x",
      """
      let good =
        time in 18:00..22:00
        and free >= 1h
        and not raining
        and temp in 15C..25C
        and weekday in mon..fri
        and x

      """)
  }

  @Test func `a long call has its arguments on lines of their own`() {
    check(
      "let other = any(tasks as u where u.id != t.id and u.begins < t.ends and u.length == another_number_here)",
      """
      let other = any(
        tasks as u where u.id != t.id and u.begins < t.ends and u.length == another_number_here
      )

      """)
  }

  @Test func `empty lines between declarations are kept, one at most`() {
    check("set clock 12h\n\n\n\nset zone \"UTC\"", "set clock 12h\n\nset zone \"UTC\"\n")
  }

  @Test func `around a declaration of several lines there is one empty line`() {
    check(
      "let a = 1\nopp \"x\"\n  when b\nlet c = 2\nlet d = 3\n",
      "let a = 1\n\nopp \"x\"\n  when b\n\nlet c = 2\nlet d = 3\n")
  }

  @Test func `two declarations on a line get one each`() {
    check("let a = 1 let b = 2", "let a = 1\nlet b = 2\n")
  }

  @Test func `line ends, tabs, a byte order mark and spaces at the end go`() {
    check("\u{FEFF}let a = 1  \r\n\tlet b =\u{A0}2\t", "let a = 1\nlet b = 2\n")
  }

  @Test func `an empty file stays empty`() {
    check("")
    check("\n\n  \n", "")
  }
}

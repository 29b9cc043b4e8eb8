import OppModel
import OppTestLimits
import Testing

/// The things that are said about a file, and the mistakes in them
@Suite(.limited) struct FileOptionsTests {
  /// The option as it is kept, or its problem
  private func set(_ option: FileOption, _ value: FileOptionValue) -> String {
    var options = FileOptions()
    do throws(FileOptionProblem) {
      try options.set(option, to: value)
    } catch {
      return error.message
    }
    return options.code
  }

  private func entries(_ entries: (String, FileOptionValue)...) -> FileOptionValue {
    .entries(entries.map { FileOptionValue.Entry(key: $0.0, value: $0.1) })
  }

  @Test func `options are kept with the characters of the rules`() {
    #expect(set(.dates, .text("dmy")) == #"dates: "dmy""#)
    #expect(set(.dates, .text("%Y%m%d%H")) == #"dates: "%Y%m%d%H""#)
    #expect(set(.dayAt, .timeOfDay(86_400)) == "day_at: 24:00")
    #expect(set(.dayAt, .text("24:00")) == #"day_at: "24:00""#)
    #expect(set(.missing, .list([.text("-999"), .text("n.v.")])) == #"missing: ["-999", "n.v."]"#)
    #expect(set(.skip, .number(3)) == "skip: 3")
    #expect(
      set(
        .columns,
        entries(("time", .list([.text("Date"), .text("Clock")])), ("temp[F]", .text("Out °F"))))
        == #"columns: {"time": ["Date", "Clock"], "temp[F]": "Out °F"}"#)
  }

  @Test func `a value that the option cannot have is refused`() {
    #expect(set(.decimal, .text(";")) == #"`decimal` is `","` or `"."`"#)
    let separator = #"`separator` is one character, such as `";"`, or `"\t"` for a tab"#
    #expect(set(.separator, .text("::")) == separator)
    #expect(set(.separator, .text("a")) == separator)
    #expect(set(.dayAt, .text("24:01")) == "`day_at` is a time of day up to 24:00")
    #expect(set(.skip, .number(1.5)) == "`skip` is a number of lines, such as `2`")
    #expect(
      set(.encoding, .text("ebcdic"))
        == "`encoding` is `\"utf-8\"`, `\"windows-1252\"`, `\"latin1\"`, `\"utf-16le\"` or `\"utf-16be\"`"
    )
    #expect(
      set(.columns, entries(("temp", .text("T")), ("wind", .text("T"))))
        == #"the column "T" is there twice"#)
    #expect(
      set(.columns, entries(("temp", .text("T")), ("temp[F]", .text("U"))))
        == "`temp` is there twice")
  }

  @Test(arguments: [
    ("%d.%m.%Y %H:%M", ""), ("%Y%m%d%H", ""), ("%Y/%j", ""), ("%d %b %y %H:%M %p %z", ""),
    ("%m/%d", "the pattern lacks the year, `%Y`"), ("%Y-%d", "the pattern lacks the month, `%m`"),
    ("%Y-%m %H", "the pattern lacks the day, `%d`"),
    ("%Y-%m-%d %M", "the pattern lacks the hour, `%H`"),
    ("%Y-%m-%d %H %S", "the pattern lacks the minute, `%M`"),
    ("%Y-%m-%d %I %p", ""),
    ("%Y-%m-%d %I", "the pattern lacks the half of the day, `%p`, beside `%I`"),
    ("%Y-%m-%d %Y", "`%Y-%m-%d %Y` gives one part of the date twice"),
    ("%Y-%j-%d", "`%Y-%j-%d` gives one part of the date twice"),
  ])
  func `a pattern needs a day, and the parts around each part`(pattern: String, problem: String) {
    let found = set(.dates, .text(pattern))
    #expect(found == (problem.isEmpty ? "dates: \"\(pattern)\"" : problem))
  }

  @Test func `an unknown letter of a pattern names those that there are`() {
    #expect(set(.dates, .text("%Y-%Q")).hasPrefix("`%Q` is no part of a date"))
    #expect(set(.dates, .text("%Y-%m-%d%")).hasPrefix("`%` is no part of a date"))
  }

  @Test(arguments: [
    ("sep", FileOptionValue.text(";"), #"separator: ";""#),
    ("dayfirst", .truth(true), #"dates: "dmy""#), ("dayfirst", .truth(false), #"dates: "mdy""#),
    ("thousands", .text("."), #"decimal: ",""#), ("date_format", .text("%Y"), #"dates: "dmy""#),
    ("na_values", .number(-999), #"missing: ["-999"]"#), ("skiprows", .number(2), "skip: 2"),
    ("names", .list([.text("time"), .text("temp")]), #"columns: {"time": 1, "temp": 2}"#),
    (
      "rename", .entries([.init(key: "Out", value: .text("temp"))]), #"columns: {"temp": "Out"}"#
    ),
    ("tz", .text("Europe/Berlin"), #"zone: "Europe/Berlin""#),
  ])
  func `an option of another tool gives the line to write`(
    name: String, value: FileOptionValue, line: String
  ) {
    #expect(ForeignFileOption(named: name)?.line(for: value) == line)
  }

  @Test func `an offset is a zone that never changes`() {
    #expect(FileZone("+01:00") == .offset(3600))
    #expect(FileZone("-0330") == .offset(-12_600))
    #expect(FileZone("+1") == .offset(3600))
    #expect(FileZone("+19:00") == .named("+19:00"))
    #expect(FileZone("Europe/Berlin") == .named("Europe/Berlin"))
  }

  @Test func `the keys of columns are names of the source, with a unit of their kind`() {
    let source = Source(
      name: "weather", parameters: [], freshness: nil, cost: 1,
      fields: [Field(name: "temp", type: .temperature), Field(name: "rain", type: .speed)])
    func problems(_ keys: String...) -> [String] {
      var options = FileOptions()
      let value = FileOptionValue.entries(
        keys.enumerated().map { .init(key: $1, value: .text("column \($0)")) })
      try? options.set(.columns, to: value)
      return FileSubject(source).problems(of: options, nearest: { _, _ in "temp" }).map {
        $0.message
      }
    }
    #expect(problems("time", "temp[F]", "rain[mm/h]") == [])
    #expect(problems("tmep") == ["`weather` has no field `tmep`"])
    #expect(problems("rain[mm]") == ["`mm` is not a unit of `rain`, which is a speed"])
    #expect(problems("temp[Fx]") == ["`Fx` is not a unit"])
    #expect(problems("time[s]") == ["`s` is not a unit of `time`, which is a plain value"])
  }
}

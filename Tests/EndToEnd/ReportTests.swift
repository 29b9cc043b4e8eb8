import Foundation
import OppOutputs
import OppTestLimits
import OppTesting
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import opp

/// `opp report` as a page and as a picture, and `opp timeline`
@Suite(.limited) struct ReportTests {
  /// A small world: a room, two chores, an answer
  private static let rules = """
    set zone "Europe/Berlin"
    source room { warmth: Temperature  lit: Bool }
    table chores by id { id: Text  done: Bool  begins, ends: Instant  shade: Colour }

    opp "Warm & bright" when warmth > 20C and lit notify "It is {warmth}." colour amber
    opp "Tea" on 16:00 when not lit
    opp "Noon" on 12:00
    opp "Chore <due>" for each c in chores when not c.done and lit notify "{c.id}!"
    opp "Old" when warmth > 30C disabled

    chart "Warmth" of average(warmth, since period) per day last 3
    chart "Done" for each d in [true, false] of count(chores where done == d) per day last 2
    """

  private static let room = """
    time,warmth,lit
    2026-06-19T08:00,18,false
    2026-06-19T10:00,21,true
    2026-06-19T18:00,19,true
    2026-06-20T09:00,22,false
    2026-06-20T15:00,22.5,true
    """

  private static let chores = #"""
    id,done,begins,ends,shade
    "Bins ""now""",false,2026-06-20T18:00,2026-06-20T19:30,#FFB300
    Dishes,true,2026-06-20T18:30,2026-06-20T20:00,
    """#

  private static let answers = """
    time,opp,answer
    2026-06-20T16:00,Warm & bright,done
    """

  private static func folder(
    _ rules: String = rules, _ more: [String: String] = [:]
  ) throws -> TemporaryFolder {
    var files = ["r/rules.opp": rules, "r/data/room.csv": room]
    if rules.contains("table chores") { files["r/data/chores.csv"] = chores }
    if rules.contains("Warm & bright") { files["r/data/answers.csv"] = answers }
    files.merge(more) { $1 }
    return try TemporaryFolder(files)
  }

  /// The report of a rule set as a format prints it
  private static func report(_ folder: TemporaryFolder, _ words: String...) -> String {
    let (text, status) = folder.run(["report", "r"] + words)
    #expect(status == .success, "\(text)")
    return text
  }

  /// Whether a text is well-formed XML
  private static func isWellFormed(_ text: String) -> Bool {
    XMLParser(data: Data(text.utf8)).parse()
  }

  @Test(arguments: ["html", "svg"])
  func `a small report is drawn as it always was`(format: String) throws {
    let text = Self.report(try Self.folder(), "--format", format)
    #expect(Self.isWellFormed(text))
    try checkGolden(text, "Tests/Goldens/EndToEnd/Reports/small.\(format)")
    #expect(text == Self.report(try Self.folder(), "--format", format))
  }

  @Test func `a file's ending says the format, and it holds what would be printed`() throws {
    let folder = try Self.folder()
    for format in ["html", "svg"] {
      #expect(Self.report(folder, "-o", "x.\(format)").hasPrefix("wrote x.\(format), "))
      let written = try String(
        contentsOf: folder.url.appending(path: "x.\(format)"), encoding: .utf8)
      #expect(written == Self.report(folder, "--format", format))
    }
    #expect(Self.report(folder, "-o", "x.txt") == "wrote x.txt, 893 bytes\n")
    let text = try String(contentsOf: folder.url.appending(path: "x.txt"), encoding: .utf8)
    #expect(text.hasPrefix("Warmth\n"))
  }

  @Test func `names cannot break out of the page`() throws {
    let text = Self.report(try Self.folder(), "--format", "html")
    #expect(text.contains("Warm &amp; bright") && text.contains("Chore &lt;due&gt;"))
    #expect(!text.contains("<due>") && !text.contains("Bins \"now\""))
    #expect(!text.contains("<script") && !text.contains("http://") || text.contains("w3.org"))
    let addresses = text.components(separatedBy: "http").dropFirst()
    #expect(addresses.allSatisfy { $0.hasPrefix("://www.w3.org/1999/xhtml") })
  }

  @Test func `headings go down one by one, and every drawing has a name`() throws {
    let text = Self.report(try Self.folder(), "--format", "html")
    var level = 0
    for heading in text.components(separatedBy: "<h").dropFirst() {
      guard let next = heading.first?.wholeNumberValue else { continue }
      #expect(next <= level + 1)
      level = next
    }
    for drawing in text.components(separatedBy: "<svg ").dropFirst() {
      let tag = drawing.prefix { $0 != ">" }
      #expect(tag.contains("aria-hidden") || tag.contains("role=\"img\" aria-label="))
    }
  }

  // MARK: Stretches

  @Test(arguments: [
    ("--day", "2026-06-19", "19 June 2026"), ("--week", "2026-06-19", "15 to 21 June 2026"),
    ("--month", "2026-06", "1 to 30 June 2026"), ("--month", "2026-06-07", "1 to 30 June 2026"),
    ("--year", "2026", "1 January to 31 December 2026"),
  ])
  func `a report is of a calendar period`(option: String, date: String, title: String) throws {
    let text = Self.report(try Self.folder(), "--format", "html", option, date)
    #expect(text.contains("<p class=\"sub\">\(title)</p>"))
    #expect(Self.isWellFormed(text))
    #expect(text.contains("class=\"year\"") == (option == "--year"))
  }

  @Test(arguments: [
    (["--day", "soon"], "`soon` is not a date"),
    (["--month", "2026-13"], "`2026-13` is not a month"),
    (["--year", "x"], "`x` is not a year"),
    (["--day", "2026-06-19", "--week", "2026-06-19"], "`--day` and `--week` exclude each other"),
    (["--day", "2026-06-19", "--to", "2026-06-20"], "`--day` and `--to` exclude each other"),
    (
      ["--day", "2026-07-19"], "the recording has nothing of 2026-07-19: it goes from 2026-06-19 to"
    ),
    (["--year", "1999"], "the recording has nothing of the year of 1999-01-01"),
  ])
  func `a stretch that is none is refused`(words: [String], message: String) throws {
    let (text, status) = try Self.folder().run(["report", "r"] + words)
    #expect(status == .usage)
    #expect(text.contains(message), "\(text)")
  }

  // MARK: Edges

  @Test func `rules without data are drawn for a day that is named`() throws {
    let folder = try TemporaryFolder([
      "r/rules.opp": #"""
      set zone "Europe/Berlin"
      opp "Lunch" when time in 12:00..13:00 and weekday in weekdays
      opp "Warm" when temp > 20C
      """#
    ])
    // The clock goes back on 25 October 2026, and forward on 29 March.
    for day in ["2026-06-19", "2026-10-25", "2026-03-29"] {
      let (text, status) = folder.run(["report", "r", "--format", "html", "--day", day])
      #expect(status == .success)
      #expect(Self.isWellFormed(text))
      #expect(text.contains("unknown 100 %"))
    }
    let (_, status) = folder.run(["report", "r", "--format", "html"])
    #expect(status == .usage)
  }

  @Test func `rules without Opps have their charts alone`() throws {
    let charts = Self.rules.components(separatedBy: "\n\n").filter { !$0.contains("opp ") }
    let folder = try Self.folder(charts.joined(separator: "\n"))
    let text = Self.report(folder, "--format", "html")
    #expect(text.contains("<h2>Charts</h2>") && !text.contains("<h2>All Opps</h2>"))
    #expect(Self.isWellFormed(text))
    #expect(Self.isWellFormed(Self.report(folder, "--format", "svg")))
  }

  @Test func `rules without a chart are drawn, but have no numbers`() throws {
    let rules = Self.rules.components(separatedBy: "\nchart")[0]
    let folder = try Self.folder(rules)
    #expect(Self.isWellFormed(Self.report(folder, "--format", "html")))
    let (text, status) = folder.run(["report", "r"])
    #expect(status == .problems)
    #expect(text.contains("the rules have no chart") && text.contains("-o report.html"))
  }

  @Test func `a thousand firings are counted, and the last sixty listed`() throws {
    let rows = (0..<2000).map { index in
      let minute = index % 60 < 10 ? "0\(index % 60)" : "\(index % 60)"
      let hour = index / 60 % 24 < 10 ? "0\(index / 60 % 24)" : "\(index / 60 % 24)"
      return "2026-06-\(19 + index / 1440)T\(hour):\(minute),\(index % 2 == 0 ? 18 : 22),true"
    }
    let folder = try Self.folder(
      #"""
      source room { warmth: Temperature  lit: Bool }
      opp "Warm" when warmth > 20C
      """#, ["r/data/room.csv": "time,warmth,lit\n" + rows.joined(separator: "\n")])
    let text = Self.report(folder, "--format", "html")
    #expect(text.contains("1,000 firings, the last 60"))
    #expect(text.utf8.count < 70_000)
  }

  @Test func `a year of fifty Opps is below a megabyte`() throws {
    let opps = (0..<50).map { index in
      "opp \"Opp \(index)\" when warmth > \(index % 30)C and lit and time in \(index % 20):00..\(index % 20 + 3):30 and (weekday in mon..fri or warmth > 10C)"
    }
    let rows = (0..<365 * 24).map { index in
      let date = Date(timeIntervalSince1970: 1_767_225_600 + Double(index) * 3600)
      return "\(date.ISO8601Format()),\((index * 7919) % 31),\(index % 3 != 0)"
    }
    let folder = try Self.folder(
      "source room { warmth: Temperature  lit: Bool }\n" + opps.joined(separator: "\n"),
      ["r/data/room.csv": "time,warmth,lit\n" + rows.joined(separator: "\n")])
    let text = Self.report(folder, "--format", "html", "--year", "2026")
    #expect(text.utf8.count < 1_000_000, "\(text.utf8.count)")
    #expect(Self.isWellFormed(text))
  }

  // MARK: Programs and terminals

  @Test func `programs get truths and firings after the charts`() throws {
    let lines = Self.report(try Self.folder(), "--format", "json").split(separator: "\n")
    let kinds = lines.map { $0.prefix { $0 != "," } }
    let order = kinds.reduce(into: [Substring]()) { if $0.last != $1 { $0.append($1) } }
    #expect(order == ["{\"type\":\"chart\"", "{\"type\":\"truth\"", "{\"type\":\"firing\""])
    #expect(
      lines.contains(
        #"{"type":"firing","opp":"Warm & bright","at":"2026-06-20T13:00:00Z","text":"It is 22.5°C.","answer":"done","answered":"2026-06-20T14:00:00Z"}"#
      ), "\(lines.suffix(5))")
  }

  @Test(arguments: [30, 60, 100, 400])
  func `a timeline keeps to the width of the terminal`(width: Int) throws {
    let folder = try Self.folder()
    let console = Console()
    let context = CommandContext(
      workingDirectory: folder.url.path, variables: ["COLUMNS": "\(width)"])
    let status = CommandLineTool.run(["timeline", "r"], in: context, console)
    #expect(status == .success)
    let text = String(decoding: console.transcript, as: UTF8.self)
    #expect(text.hasPrefix("Sat 20 June 2026\n"))
    let longest = text.split(separator: "\n").dropLast().map { $0.count }.max() ?? 0
    #expect(longest <= max(width, 36))
  }
}

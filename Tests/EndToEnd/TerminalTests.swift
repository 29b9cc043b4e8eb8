import Foundation
import OppModel
import OppOutputs
import OppStore
import OppSyntax
import OppTestLimits
import OppTesting
import Testing

@testable import opp

/// Widths and colours, as a terminal has them
@Suite(.limited) struct TerminalTests {
  private static let rules = """
    set zone "UTC"
    table chores by id { id: Text, title: Text, due: Instant }
    opp "Chore due 🧹" for each c in chores when now >= c.due and time in 8:00..22:00 notify "{c.title}"
    opp "Warm" when temp > 20C and humidity < 60% and wind < 20km/h notify "Warm."

    """

  private static let files = [
    "a.opp": rules,
    "data/chores.csv":
      "id,title,due\nd,Wash the dishes 日本語,2026-06-21T09:00Z\nb,,2026-06-21T10:00Z\n",
    "data/recording.json": #"{"to":"2026-06-22T00:00Z"}"#,
    "data/weather.csv": "time,temp[C],humidity[%],wind[km/h]\n2026-06-21T10:00Z,19,50,10\n",
  ]

  private func run(_ words: [String], columns: String?) throws -> [String] {
    let folder = try TemporaryFolder(Self.files)
    let console = Console()
    var variables = ["TZ": "UTC", "HOME": folder.url.path]
    variables["COLUMNS"] = columns
    let context = CommandContext(
      workingDirectory: folder.url.path, variables: variables,
      present: Instant(rfc3339: "2026-06-21T12:00:00Z"))
    _ = CommandLineTool.run(words, in: context, console)
    return String(decoding: console.transcript, as: UTF8.self).split(separator: "\n").map {
      String($0)
    }
  }

  @Test(arguments: ["40", "60", "80", "200"])
  func `why and timeline are no wider than the terminal`(columns: String) throws {
    for words in [
      ["why", "Warm", "--at", "2026-06-21T10:30"], ["timeline", "--day", "2026-06-21"],
    ] {
      for line in try run(words, columns: columns) {
        #expect(line.cellCount <= Int(columns) ?? 0, "\(line)")
      }
    }
  }

  @Test func `in a pipe nothing is folded, and a timeline has 80 cells`() throws {
    let why = try run(["why", "Warm", "--at", "2026-06-21T10:30"], columns: nil)
    #expect(
      why.first == "\"Warm\" is false at 10:30 on 21 June 2026." && why[1].hasPrefix("Since 10:00"))
    #expect(why.dropFirst(2).first == "missing: temp is 19°C, needs more than 20C")
    let timeline = try run(["timeline", "--day", "2026-06-21"], columns: nil)
    #expect(timeline.map(\.cellCount).max() == 80)
  }

  @Test func `reasons go on under their column`() throws {
    let lines = try run(["why", "Warm", "--at", "2026-06-21T10:30"], columns: "60")
    #expect(
      lines.contains("  ✗ temp > 20C      temp is 19°C, read 10:00; since 10:00"), "\(lines)")
  }

  @Test func `rows of a timeline have their titles, and a key where there is none`() throws {
    let lines = try run(["timeline", "--day", "2026-06-21"], columns: "100")
    #expect(lines.contains { $0.hasPrefix("  Wash the dishes 日本語  ") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("  b ") })
    let starts = Set(
      lines.filter { $0.contains("░") && !$0.hasPrefix("█") }.compactMap { line in
        line.firstIndex { "░█▒?".contains($0) }.map { String(line[..<$0]).cellCount }
      })
    #expect(starts.count == 1)
    let json = try run(["timeline", "--day", "2026-06-21", "--format", "json"], columns: nil)
    #expect(json.contains { $0.contains(#""row":"d""#) })
  }

  @Test func `colour is on and off as it is asked for`() throws {
    let folder = try TemporaryFolder(["a.opp": "opp \"A\" when 20 > temp notify \"x\"\n"])
    let always = folder.run(["check", "--color", "always"]).text
    #expect(always.contains("\u{1B}[1;31m") && always.contains("\u{1B}[94m"))
    for words in [["check", "--color=never"], ["check", "--color", "auto"], ["check"]] {
      #expect(!folder.run(words).text.contains("\u{1B}"))
    }
    let (text, status) = folder.run(["check", "--color", "allways"])
    #expect(status == .usage && text.contains("did you mean `always`?"))
  }

  @Test func `an expression and the playground read the folder that they run in`() throws {
    let folder = try TemporaryFolder(Self.files)
    let at = ["--at", "2026-06-21T10:30"]
    #expect(
      folder.run(["eval", "-e", "temp", "-e", "count(chores)"] + at).text == """
        temp is 19°C
        count(chores) is 2

        """)
    #expect(folder.run(["repl", "-e", "temp - 9C"] + at).text.contains("temp - 9C is 10"))
    let empty = try TemporaryFolder()
    #expect(
      empty.run(["eval", "-e", "today + 1w", "--at", "2026-06-21T12:00"]).text
        == "today + 1w is 2026-06-28\n")
  }

  @Test func `a plan says why the position cannot be requested`() throws {
    let folder = try TemporaryFolder([
      "a.opp": """
      place home = @52.5,13.4 within 100m
      opp "Near" when near home notify "Here."
      opp "Warm" when temp > 20C notify "Warm."
      connect weather to openmeteo()

      """
    ])
    let text = folder.run(["plan"]).text
    #expect(
      text.contains(
        "  cannot be requested: location is not connected; \"Near\" waits for it. Write for example `connect location to gpsd()`.\n"
      ), "\(text)")
    #expect(
      text.contains(
        "  cannot be requested: weather, because it is not known where you are: `location` is not connected\n"
      ), "\(text)")
  }
}

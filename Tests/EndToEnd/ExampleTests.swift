import Foundation
import OppModel
import OppOutputs
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// Every example through the tool
@Suite(.limited) struct ExampleTests {
  static let stories = [
    "opportunity", "units-and-time", "live", "trips", "flat", "planner", "reminders", "home",
  ]

  /// The whole year under OPP_LONG_TESTS=1 and in continuous integration, its first months otherwise
  @Test(arguments: [
    ("opportunity", "2013-03-12"), ("units-and-time", nil), ("trips", nil), ("flat", nil),
    ("planner", nil), ("reminders", nil), ("home", nil),
  ])
  func `a story fires as its page says`(story: String, end: String?) throws {
    let path = "examples/\(story)/expected.txt"
    let isUpdate = ProcessInfo.processInfo.environment["OPP_UPDATE_GOLDEN"] == "1"
    guard let end, !LawSeeds.isLong, !isUpdate else {
      let (printed, status) = run(["eval", "examples/\(story)"])
      #expect(status == .success)
      return try checkGolden(printed, path)
    }
    let (printed, status) = run(["eval", "examples/\(story)", "--to", end])
    #expect(status == .success)
    let whole = try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false)
    let expected = whole.prefix { $0.prefix(10) < end }.joined(separator: "\n") + "\n"
    #expect(printed == expected)
    #expect(expected.count > 5000)
  }

  /// The whole year of `opportunity` under OPP_LONG_TESTS=1 and where goldens are written
  @Test(
    arguments: [
      ("trips", []), ("flat", []), ("planner", ["--to", "2013-06-06"]), ("reminders", []),
      ("opportunity", []), ("home", []),
    ] as [(String, [String])])
  func `the picture of a story's report is up to date`(story: String, words: [String]) throws {
    let isUpdate = ProcessInfo.processInfo.environment["OPP_UPDATE_GOLDEN"] == "1"
    guard story != "opportunity" || LawSeeds.isLong || isUpdate else { return }
    let (printed, status) = run(["report", "examples/\(story)", "--format", "svg"] + words)
    #expect(status == .success)
    try checkGolden(printed, "examples/\(story)/report.svg")
  }

  @Test(arguments: stories)
  func `the tests of a story pass`(story: String) {
    let (printed, status) = run(["test", "examples/\(story)"])
    #expect(status == .success, "\(printed)")
  }

  @Test(arguments: Template.allCases)
  func `the tests of a pack see each condition true and false`(pack: Template) {
    let (printed, status) = run(["test", "--coverage", "examples/\(pack.rawValue)"])
    #expect(status == .success)
    #expect(printed.contains("coverage "))
    let unseen = printed.split(separator: "\n").filter {
      $0.contains("never true") || $0.contains("never false")
    }
    #expect(unseen == [])
  }

  /// The numbers are those of `Charts/example_charts.py`, which computes them with pandas
  @Test func `the charts of the packs have the numbers that pandas has`() throws {
    struct Key: Hashable {
      let chart, series, from: Substring
    }
    func numbers(_ csv: String, at column: Int) -> [Key: Double] {
      var found: [Key: Double] = [:]
      for line in csv.split(separator: "\n").dropFirst() {
        let cells = line.split(separator: ",", omittingEmptySubsequences: false)
        found[Key(chart: cells[0], series: cells[1], from: cells[2])] = Double(cells[column])
      }
      return found
    }
    var drawn: [Key: Double] = [:]
    for pack in ["trips", "flat", "planner"] {
      let (printed, status) = run(["report", "examples/\(pack)", "--format", "csv"])
      #expect(status == .success)
      drawn.merge(numbers(printed, at: 4)) { $1 }
    }
    let expected = numbers(
      try Repository.text("Tests/EndToEnd/Charts/example_charts.csv"), at: 3)
    #expect(expected.count == 155)
    #expect(Set(drawn.keys) == Set(expected.keys))
    for (key, number) in expected {
      #expect(abs((drawn[key] ?? .nan) - number) < 1e-6, "\(key)")
    }
  }

  /// Apple takes at most 4096 bytes of a notification
  @Test func `the notices of the flat are typed, short enough, and go to those concerned`() throws {
    struct Notice: Decodable {
      struct Payload: Decodable {
        let type: String
        let badge: Int?
      }
      let opp: String
      let text: String?
      let to: [String]?
      let payload: Payload
    }
    let (printed, status) = run(["eval", "examples/flat", "--format", "json"])
    #expect(status == .success)
    var types: [String: Set<String>] = [:]
    var badges: [String: Set<Int>] = [:]
    for line in printed.split(separator: "\n") where line.contains(#""text":"#) {
      let notice = try JSONDecoder().decode(Notice.self, from: Data(line.utf8))
      // Its line here has its members, and more than them.
      let payload = ApplePayload.json(
        title: notice.opp, text: try #require(notice.text), isUrgent: true,
        id: String(repeating: "0", count: 64), at: Instant(seconds: 0),
        recipients: notice.to ?? [], members: #""line":"# + line)
      #expect(payload.utf8.count <= ApplePayload.maximumSize, "\(line)")
      #expect(notice.to?.isEmpty == false || notice.opp == "Near a shop", "\(line)")
      types[notice.payload.type, default: []].formUnion(notice.to ?? [])
      if let badge = notice.payload.badge { badges[notice.payload.type, default: []].insert(badge) }
    }
    #expect(
      types == [
        "bill": ["Ann", "Bo", "Cy"], "chore": ["Ann", "Bo", "Cy"], "grocery": ["Ann", "Bo", "Cy"],
        "billboard": ["Ann", "Bo"], "flat": ["Ann", "Bo"], "shopping": ["Bo"],
      ])
    #expect(badges == ["chore": [1, 2, 3], "grocery": [1, 2, 3], "billboard": [1]])
  }

  @Test func `the examples are in the canonical layout and have no problems`() {
    let (listed, _) = run(["fmt", "--check", "examples"])
    #expect(listed == "")
    for story in Self.stories {
      let (_, status) = run(["check", "--strict", "examples/\(story)"])
      #expect(status == .success)
      let (found, lintStatus) = run(["lint", "--strict", "--isolated", "examples/\(story)"])
      #expect(lintStatus == .success, "\(found)")
    }
  }

  /// Cuts within the hours that the clock skips and repeats, at midnight and between two seconds of a day
  private static let cuts: [(story: String, end: String, cuts: [String])] =
    [
      (
        "units-and-time", "2026-12-31T00:00",
        ["2026-03-01T00:00", "2026-03-29T02:30", "2026-06-21T12:00:01", "2026-10-25T02:30"]
      ),
      ("opportunity", "2013-01-08T00:00", ["2013-01-01T00:00", "2013-01-03T12:00:01"]),
    ]
    + (LawSeeds.isLong
      ? [
        (
          "opportunity", "2014-01-01T00:00",
          ["2013-01-01T00:00", "2013-03-10T02:30", "2013-06-21T12:00:01", "2013-11-03T01:30"]
        )
      ] : [])

  @Test(arguments: cuts)
  func `printing a..b and then b..c is printing a..c`(
    story: String, end: String, cuts: [String]
  ) throws {
    let folder = try TemporaryFolder()
    try ExampleCopy.write(into: folder.url, to: String(end.prefix(10)))
    func text(from: String, to: String) -> String {
      folder.run(
        ["eval", "examples/\(story)", "--format", "json", "--from", from, "--to", to]
      ).text
    }
    let ends = cuts.dropFirst() + [end]
    let parts = zip(cuts, ends).map { text(from: $0, to: $1) }
    #expect(parts.joined() == text(from: cuts[0], to: end))
    #expect(parts.allSatisfy { !$0.isEmpty })
  }

  @Test func `a wrong expression is reported on its own text`() {
    let (printed, status) = run([
      "eval", "examples/units-and-time", "--at", "2026-01-01T00:00", "-e", "temp > 3m",
    ])
    #expect(status == .problems)
    #expect(printed.contains("--expression:1:"))
  }

  private func run(_ arguments: [String]) -> (text: String, status: OppOutputs.ExitStatus) {
    let console = Console()
    let context = CommandContext(workingDirectory: Repository.root.path)
    let status = CommandLineTool.run(arguments, in: context, console)
    return (String(decoding: console.transcript, as: UTF8.self), status)
  }
}

/// Compares with a golden file, or rewrites it under OPP_UPDATE_GOLDEN=1
func checkGolden(_ text: String, _ path: String) throws {
  let url = Repository.root.appending(path: path)
  if ProcessInfo.processInfo.environment["OPP_UPDATE_GOLDEN"] == "1" {
    try Data(text.utf8).write(to: url)
    return
  }
  let expected = try String(contentsOf: url, encoding: .utf8)
  #expect(text == expected, "\(path) differs; OPP_UPDATE_GOLDEN=1 rewrites it")
}

import OppEngine
import OppModel
import OppReplay
import OppTestLimits
import OppTesting
import OppTimelines
import Testing

/// `ago`, `age`, `last A..B` and latches against plain loops over every second; `Tests/Tables/Past/make_past.py` makes the tables
///
/// A third of the rows is tried; with OPP_LONG_TESTS=1 all of them.
@Suite(.limited) struct PastTableTests {
  private static let rules = """
    source s { x: Number  c: Bool }
    source f fresh for 20s { y: Number  d: Bool }
    """

  @Test(arguments: ["ago", "age", "windows", "latches"])
  func `random readings are looked back on as Python does`(_ name: String) throws {
    let table = try Repository.text("Tests/Tables/Past/\(name).txt")
    var wrong: [String] = []
    for (place, row) in table.split(separator: "\n").enumerated()
    where !row.hasPrefix("#") && (LawSeeds.isLong || place % 3 == 1) {
      let parts = row.split(separator: ";").map { $0.trimmingPrefix { $0 == " " } }
      let lines = parts[1].split(separator: ",").map { reading -> String in
        let words = reading.split(separator: " ")
        let names = parts[0].hasPrefix("s") ? ("x", "c") : ("y", "d")
        return "\(time(words[0])) \(names.0)=\(words[1]) \(names.1)=\(words[2])"
      }
      let subject = try EngineCheck(
        Self.rules, lines.joined(separator: "\n"), zone: "UTC", day: "2026-06-21", from: "00:00",
        to: "00:02:40")
      let (node, _) = try subject.node(String(parts[2]))
      let result = subject.timeline.replay.run(
        from: subject.from, to: subject.to, watching: [node])
      let found = result.values[0].stretches.map { stretch in
        "\(stretch.from.seconds - subject.from.seconds) \(written(stretch.value))"
      }
      if found.joined(separator: ", ") != parts[3] { wrong.append("\(row): found \(found)") }
    }
    #expect(wrong == [])
  }

  /// `00:01:05` of 65
  private func time(_ seconds: Substring) -> String {
    let seconds = Int(seconds) ?? 0
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "00:\(two(seconds / 60)):\(two(seconds % 60))"
  }

  private func written(_ value: Value?) -> String {
    switch value {
    case .scalar(let scalar): ValueNotation.jsonNumber(scalar)
    case .truth(let isTrue): "\(isTrue)"
    default: "?"
    }
  }
}

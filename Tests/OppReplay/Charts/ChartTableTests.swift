import OppEngine
import OppModel
import OppProviders
import OppReplay
import OppSemantics
import OppSyntax
import OppTestLimits
import OppTesting
import Testing

/// Charts against loops in Python; `Tests/Tables/Charts/make_charts.py` makes the table
///
/// A third of the rows is tried; with OPP_LONG_TESTS=1 all of them.
@Suite(.limited) struct ChartTableTests {
  @Test func `random charts have the numbers that Python finds`() throws {
    let table = try Repository.text("Tests/Tables/Charts/charts.txt")
    let zones = ZoneDatabase()
    var wrong: [String] = []
    for (place, row) in table.split(separator: "\n").enumerated()
    where !row.hasPrefix("#") && (LawSeeds.isLong || place % 3 == 1) {
      let parts = row.split(separator: ";").map { $0.split(separator: " ").joined(separator: " ") }
      let zone = parts[0] == "UTC" ? Zone.utc : try zones.zone(named: parts[0])
      let found = try Self.numbers(parts, zone)
      let expected = parts[7].split(separator: ", ").map(String.init)
      let isSame =
        found.count == expected.count && zip(found, expected).allSatisfy { Self.agree($0, $1) }
      if !isSame { wrong.append("\(row): found \(found.joined(separator: ", "))") }
    }
    #expect(wrong == [])
  }

  /// `1782856800:3` for each period
  private static func numbers(_ parts: [String], _ zone: Zone) throws -> [String] {
    let analysis = RuleSet.analyze(
      """
      source s { x: Number }
      table rows by id { id: Number  at: Instant  amount: Number }
      chart "c" of \(parts[6]) per \(parts[1]) last \(parts[2])
      """)
    #expect(!analysis.hasErrors, "\(parts[6]): \(analysis.diagnostics.map(\.headline))")
    let graph = analysis.graph
    let now = Instant(seconds: try #require(Int64(parts[3])))
    let source = try #require(graph.source(named: "s"))
    let table = try #require(graph.table(named: "rows"))
    var arrivals: [(at: Instant, arrival: Arrival)] = []
    for (at, x) in pairs(parts[4]) {
      let at = Instant(seconds: at)
      let reading = SourceReading(
        source: source, arguments: [], instant: at, fields: [.known(.scalar(x))], freshness: nil,
        isLasting: false)
      arrivals.append((at, .reading(reading)))
    }
    let begins = arrivals.first?.at ?? now
    let rows = pairs(parts[5]).enumerated().map { index, pair -> [Value?] in
      [.scalar(Double(index)), .scalar(Double(pair.0)), .scalar(pair.1)]
    }
    let change = TableChange(table: table, rows: rows, removedKeys: [], isWhole: true)
    arrivals.append((now, .rows(change)))
    let replay = Replay(graph: graph, zone: zone, begins: begins, arrivals: arrivals)
    let (charts, problems) = ChartReplay(replay, to: now.advanced(by: 1)).run()
    #expect(problems == [])
    let list = try #require(charts.first)
    return zip(list.periods, list.series[0].values).map { period, value in
      guard case .scalar(let scalar)? = value else { return "\(period.lowerBound):?" }
      return "\(period.lowerBound):\(scalar)"
    }
  }

  private static func pairs(_ text: String) -> [(Int64, Double)] {
    guard text != "-" else { return [] }
    return text.split(separator: ",").compactMap { pair in
      let words = pair.split(separator: " ")
      guard let at = Int64(words[0]), let value = Double(words[1]) else { return nil }
      return (at, value)
    }
  }

  /// Whether two of `second:value` are the same, but for rounding
  private static func agree(_ found: String, _ expected: String) -> Bool {
    let (one, other) = (found.split(separator: ":"), expected.split(separator: ":"))
    guard one[0] == other[0] else { return false }
    guard let left = Double(one[1]), let right = Double(other[1]) else { return one[1] == other[1] }
    return (left - right).magnitude <= 1e-9 * max(1, right.magnitude)
  }
}

import OppModel
import OppTestLimits
import Testing

@testable import OppEngine
@testable import OppOutputs

/// The labels of rows beside lanes
@Suite(.limited) struct RowLabelsTests {
  private func trace(_ key: String, _ title: String?, begins: Int64? = nil) -> ConditionTrace {
    let row = RowID(table: TableID(index: 0), key: [.text(key)])
    return ConditionTrace(
      rule: 0, row: row, title: title, begins: begins.map { Instant(seconds: $0) }, stretches: [])
  }

  private func labels(_ traces: [ConditionTrace]) -> [String] {
    let labels = RowLabels(
      zone: .utc,
      key: { row in
        if case .text(let key)? = row.key.first { return key }
        return "?"
      },
      beginning: { $1 ? "day and \($0.seconds)" : "\($0.seconds)" })
    return labels.labels(of: traces)
  }

  @Test func `a row has its title, else its key`() {
    #expect(labels([trace("1", "Report"), trace("2", nil)]) == ["Report", "2"])
  }

  @Test func `rows of one title have their beginnings, with the day if that differs`() {
    let sameDay = [trace("1", "Call", begins: 3600), trace("2", "Call", begins: 7200)]
    #expect(labels(sameDay) == ["Call, 3600", "Call, 7200"])
    let others = [trace("1", "Call", begins: 3600), trace("2", "Call", begins: 90_000)]
    #expect(labels(others) == ["Call, day and 3600", "Call, day and 90000"])
  }

  @Test func `rows of one title and one beginning have their keys`() {
    let same = [trace("1", "Call", begins: 3600), trace("2", "Call", begins: 3600)]
    #expect(labels(same) == ["Call, 1", "Call, 2"])
    #expect(labels([trace("1", "Call"), trace("2", "Call")]) == ["Call, 1", "Call, 2"])
  }

  @Test func `a label has at most forty columns`() {
    let long = String(repeating: "word ", count: 20)
    let found = labels([trace("1", long), trace("2", long), trace("3", String(long.dropLast(6)))])
    #expect(found.allSatisfy { $0.count <= 40 && $0.contains("…") })
    #expect(found[0].hasSuffix("…, 1"))
  }
}

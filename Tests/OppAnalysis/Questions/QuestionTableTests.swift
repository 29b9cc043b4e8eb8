import Foundation
import OppAnalysis
import OppModel
import OppSemantics
import OppTesting
import OppTestLimits
import Testing

/// Verdicts beside those of z3, on random conditions of arithmetic, enums, Bools and the clock
/// (`Tables/make_questions.py`)
@Suite(.limited) struct QuestionTableTests {
  @Test func `no verdict differs from that of z3`() throws {
    let rows = try questions().prefix(LawSeeds.seeds(150, long: 2000).count)
    let text = rows.enumerated().map { "opp \"\($0.offset)\" when \($0.element.condition)" }
    let rules = AnalysedRules(text.joined(separator: "\n"))
    var prover = Prover(graph: rules.graph, zone: .utc)
    var undecided = 0
    for (index, row) in rows.enumerated() {
      switch prover.never(rules.condition(index)) {
      case .never: #expect(!row.isPossible, "never: \(row.condition)")
      case .possible: #expect(row.isPossible, "possible: \(row.condition)")
      case .undecided:
        undecided += 1
        print("undecided (z3: \(row.isPossible)): \(row.condition)")
      }
    }
    #expect(undecided * 100 < rows.count, "\(undecided) of \(rows.count) are undecided")
  }

  private func questions() throws -> [(isPossible: Bool, condition: String)] {
    let path = Repository.root.appending(path: "Tests/OppAnalysis/Questions/Tables/questions.csv")
    let text = try String(contentsOf: path, encoding: .utf8)
    return text.split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: "\t", maxSplits: 1)
      return (cells.first == "1", cells.last.map(String.init) ?? "")
    }
  }
}

import OppModel
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

@testable import OppAnalysis

/// The laws of the prelude that proofs use, and the lines of the prelude that promise them
@Suite(.limited) struct PreludeLawTests {
  /// A condition that a line `Always: …` promises
  struct Promise: CustomTestStringConvertible, Sendable {
    /// The source with its arguments, or the table
    let owner: String
    let isTable: Bool
    let condition: String

    var testDescription: String { "\(owner): \(condition)" }

    /// The promise as a condition of a rule set
    var expression: String {
      if isTable { return "none(\(owner) where not (\(condition)))" }
      var text = condition
      for field in fields { text = text.replacing(field, with: "\(owner).\(field)") }
      return text
    }

    /// The names of fields in it
    var fields: [String] {
      condition.split { !($0.isLetter || $0 == "_") }.map { String($0) }
        .filter { $0.count > 3 && $0 != "busy or" || $0 == "uv" }
    }
  }

  private static let arguments = ["resort": "(\"A\")", "stock": "(\"A\", \"B\")"]

  static var promises: [Promise] {
    var found: [Promise] = []
    var waiting: [String] = []
    for line in Prelude.text.split(separator: "\n") {
      if line.hasPrefix("/// Always: ") {
        waiting += line.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }
          .map { String($0.element) }
      }
      let words = line.split { $0 == " " || $0 == "(" }.map { String($0) }
      guard let word = words.first, word == "source" || word == "table", words.count > 1 else {
        continue
      }
      let owner = words[1] + (word == "source" ? arguments[words[1]] ?? "" : "")
      found += waiting.map {
        Promise(owner: owner, isTable: word == "table", condition: $0)
      }
      waiting = []
    }
    return found
  }

  @Test(arguments: promises)
  func `what the prelude promises is proved, by a law that the proof names`(promise: Promise) throws
  {
    let analysis = RuleSet.analyze("opp \"A\" on 7:00\n", path: "rules.opp")
    let checked = analysis.expression(promise.expression)
    let node = try #require(checked.node, "\(promise.expression): \(checked.diagnostics)")
    var prover = Prover(graph: analysis.graph, zone: nil)
    guard case .never(_, let axioms) = prover.verdict([Literal(node, .isFalse)]) else {
      Issue.record("not proved: \(promise.expression)")
      return
    }
    #expect(!axioms.isEmpty, "\(promise.expression) follows without a law")
  }

  @Test(arguments: [
    ("agenda", "by begins, uid { uid, title: Text  begins, ends: Instant }"),
    ("agenda", "by id { id: Text  begins, ends: Instant  a, b, c, d: Bool }"),
    ("forecast", "by begins { begins, ends: Instant }"),
    ("happenings", "by id { id: Text  begins, ends: Instant }"),
  ])
  func `a table of the rule set keeps no promise of the prelude`(name: String, fields: String) {
    let verdict = AnalysedRules(
      "table \(name) \(fields)\nopp \"A\" when any(\(name) where ends < begins)"
    ).verdict()
    #expect(verdict.witness != nil, "\(verdict)")
  }

  @Test func `every law about a field is promised in the prelude`() throws {
    let promised = Set(Self.promises.flatMap { $0.fields })
    let analysis = RuleSet.analyze("opp \"A\" on 7:00\n", path: "rules.opp")
    var withLaw: Set<String> = []
    for source in analysis.graph.sources {
      for field in source.fields where field.type != .bool {
        let call = source.name + (Self.arguments[source.name] ?? "")
        guard let node = analysis.expression("\(call).\(field.name)").node,
          PreludeLaws.domain(of: node, in: analysis.graph) != nil
        else { continue }
        withLaw.insert(field.name)
      }
    }
    #expect(withLaw.count >= 15)
    #expect(withLaw.isSubset(of: promised), "\(withLaw.subtracting(promised))")
  }
}

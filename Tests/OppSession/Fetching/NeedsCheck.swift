import OppModel
import OppReplay
import OppSemantics
import OppTesting
import OppTimelines
import Testing

@testable import OppEngine
@testable import OppSession

/// Checks what is to be learned at a second, one root a line
///
///     x condition: weather and position      what a condition waits for
///     x memory: know position                what must be known
///     x event: not (weather or unknown)
///
/// - Parameters:
///   - due: names of sources and tables to ask again.
///   - asking: names of Opps with an event near.
///   - lead: in seconds.
///   - again: the time of day at which time alone may bring needs; nil for any.
func checkNeeds(
  _ rules: String, _ lines: String = "", at second: String = "00:30", due: [String] = [],
  withheld: [String] = [], asking: [String] = [], lead: Int64 = 0, asks expected: String,
  again: String? = nil,
  _ location: SourceLocation = #_sourceLocation
) throws {
  let subject = try EngineCheck(
    rules, lines, zone: "UTC", day: "2026-06-21", from: "00:00", to: "23:59")
  let graph = subject.analysis.graph
  let instant = try #require(subject.clockface.instant(second))
  var engine = subject.timeline.replay.engine(at: instant)
  func subjects(_ names: [String]) -> Set<FetchKey> {
    Set(names.map { NeedsText.subject($0, in: graph) })
  }
  var asked: Set<OppInstance> = []
  for (index, rule) in graph.rules.enumerated() where asking.contains(rule.name) {
    asked.formUnion(engine.instances(ofRule: index))
  }
  var demand = FetchDemand()
  let needs = demand.needs(
    in: &engine, due: subjects(due), withheld: subjects(withheld), deciding: asked, lead: lead)
  let text = NeedsText(needs: needs, engine: engine).text
  #expect(text == expected, "\(rules)", sourceLocation: location)
  if let again {
    let horizon = try #require(subject.clockface.instant(again))
    #expect(needs.horizon == horizon, "\(rules)", sourceLocation: location)
  }
}

/// Needs in the words of a table
struct NeedsText {
  let needs: Needs
  let engine: Engine

  private var graph: ConditionGraph { engine.graph }

  var text: String { needs.roots.map(text).joined(separator: "\n") }

  private func text(_ root: Needs.Root) -> String {
    let names = names(of: root.owner)
    switch root.goal {
    case .decided(let node): return "\(names) \(root.reason): \(text(node))"
    case .known: return "\(names) \(root.reason): know \(list(needs.fetches(of: root)))"
    }
  }

  private func names(of owner: Needs.Root.Owner) -> String {
    switch owner {
    case .rules(let rules):
      return needs.rules[rules].map { graph.rules[$0].name }.joined(separator: ", ")
    case .opp(let index):
      let opp = engine.oppInstance(index)
      let row = opp.row.map { " " + $0.key.map(Self.text).joined(separator: " ") } ?? ""
      return graph.rules[opp.rule].name + row
    }
  }

  private func text(_ node: Int) -> String {
    let parts = needs.problem.operands(of: node).map(part)
    return switch needs.problem.nodes[node].kind {
    case .constant: "\(needs.problem.truth(ofConstant: node) ?? .unknown)"
    case .atom: list(needs.problem.fetches(below: node))
    case .not: "not " + parts[0]
    case .and: parts.joined(separator: " and ")
    case .or: parts.joined(separator: " or ")
    }
  }

  private func part(_ node: Int) -> String {
    switch needs.problem.nodes[node].kind {
    case .constant, .atom, .not: text(node)
    case .and, .or: "(\(text(node)))"
    }
  }

  private func list(_ fetches: [Int]) -> String {
    fetches.map { name(needs.subjects[$0]) }.joined(separator: "+")
  }

  private func name(_ subject: FetchKey) -> String {
    switch subject {
    case .source(let source, let arguments):
      let written =
        arguments.contains { $0 != nil }
        ? "(\(arguments.map(Self.text).joined(separator: ",")))" : ""
      return graph.sources[Int(source.index)].name + written
    case .table(let table): return graph.tables[Int(table.index)].name
    case .address(let text): return "address(\(text))"
    case .places(let category): return "places(\(category))"
    }
  }

  private static func text(_ value: Value?) -> String {
    switch value {
    case .text(let text)?: text
    case .scalar(let scalar)?: "\(scalar)"
    case let value?: "\(value)"
    case nil: "_"
    }
  }

  /// The subject of a name: a source with no arguments given, or a table
  static func subject(_ name: String, in graph: ConditionGraph) -> FetchKey {
    if let table = graph.tables.firstIndex(where: { $0.name == name }) {
      return .table(TableID(index: Int32(table)))
    }
    guard let source = graph.sources.lastIndex(where: { $0.name == name }) else {
      return name.hasPrefix("any ")
        ? .places(category: String(name.dropFirst(4))) : .address(name)
    }
    return .source(
      SourceID(index: Int32(source)), graph.sources[source].parameters.map { _ in nil })
  }
}

import Foundation
import OppEngine
import OppModel
import OppSemantics
import OppSession
import OppTesting
import Testing

@testable import OppProviders

/// A rule set with one connection, and what its connector answers, as text
struct ConnectedRules {
  let graph: ConditionGraph
  let connector: any Connector

  /// The input of the connector, for another one of the same connection
  let settings: ConnectorSettings

  /// 2026-06-21T12:00:00Z
  static let now = Instant(seconds: 1_782_043_200)

  init(
    _ rules: String, secrets: [String: String] = [:], secretFiles: [String: String] = [:],
    folder: String = "",
    web: WebClient = WebClient.patient
  ) throws {
    let analysis = RuleSet.analyze(rules, connectors: ConnectorRegistry.catalogue)
    #expect(!analysis.hasErrors)
    graph = analysis.graph
    let connection = try #require(analysis.connections.first)
    var values: [String: Value] = [:]
    var found: [String: Secret] = [:]
    for option in connection.options {
      switch option.value {
      case .constant(let value, _): values[option.name] = value
      case .environment(let name):
        found[option.name] =
          secretFiles[name].flatMap { Secret(variable: name, file: $0) }
          ?? secrets[name].map { Secret(variable: name, revealed: $0) }
      }
    }
    let options = ConnectorOptions(
      target: connection.target, kind: connection.connector, values: values, secrets: found,
      folder: folder)
    settings = ConnectorSettings(
      options: options, graph: graph, zone: .utc, web: web, secretVariables: Set(secrets.keys))
    connector = try ConnectorRegistry.connector(
      options: options,
      graph: graph, zone: .utc, web: web, secretVariables: Set(secrets.keys))
  }

  /// The fetch of what is connected
  func fetch(_ arguments: [Value?]? = nil, position: Position? = nil) throws -> Fetch {
    switch try #require(connector.provider.served.first) {
    case .source(let id):
      let count = graph.sources[Int(id.index)].parameters.count
      let none = [Value?](repeating: nil, count: count)
      return Fetch(subject: .source(id, arguments ?? none), position: position)
    case .table(let id): return Fetch(subject: .table(id), position: position)
    case .addresses, .places: throw ConnectorProblem("no source")
    }
  }

  func answer(
    _ arguments: [Value?]? = nil, position: Position? = nil, at now: Instant = Self.now
  ) async throws -> String {
    let answer = await connector.fetch(try fetch(arguments, position: position), at: now)
    guard case .source(_, let wanted) = answer.fetch.subject, connector.provider.hasAllValues,
      case .arrived(let arrivals) = answer.outcome
    else { return describe(answer) }
    // One answer has the readings for all values of the parameters.
    let own = arrivals.filter { arrival in
      if case .reading(let reading) = arrival { reading.arguments == wanted } else { true }
    }
    return describe(FetchResponse(fetch: answer.fetch, outcome: .arrived(own)))
  }

  func describe(_ answer: FetchResponse) -> String {
    switch answer.outcome {
    case .unchanged: "unchanged"
    case .failed(let failure):
      "\(failure.kind): \(failure.reason)"
        + (failure.retryAfter.map { " (again after \($0) s)" } ?? "")
    case .arrived(let arrivals):
      arrivals.isEmpty ? "nothing" : arrivals.map { describe($0) }.joined(separator: "\n")
    }
  }

  private func text(_ value: Value, _ type: ValueType) -> String {
    if case .text(let text) = value { return text }
    return ValueNotation(schema: ValueSchema(graph)).literal(value, type: type)
  }

  private func describe(_ arrival: Arrival) -> String {
    switch arrival {
    case .reading(let reading):
      let source = graph.sources[Int(reading.source.index)]
      let fields = zip(source.fields, reading.fields).compactMap { field, reading -> String? in
        switch reading {
        case .known(let value): "\(field.name)=\(text(value, field.type))"
        case .missing: "\(field.name)=?"
        case .neverRead: "\(field.name)=never"
        case .unchanged: nil
        }
      }
      return ([ValueNotation.instant(reading.instant)] + fields).joined(separator: " ")
    case .rows(let change):
      let table = graph.tables[Int(change.table.index)]
      let rows = change.rows.map { row in
        "+ "
          + zip(table.fields, row).map { field, value in
            value.map { text($0, field.type) } ?? "?"
          }.joined(separator: " ")
      }
      let removed = change.removedKeys.map { key in
        "- "
          + zip(table.key, key).map {
            text($1, table.fields[$0].type)
          }.joined(separator: " ")
      }
      return rows.isEmpty && removed.isEmpty ? "empty" : (rows + removed).joined(separator: "\n")
    case .schedule: return "schedule"
    case .address(let text, _): return "address \(text)"
    case .places(let places, _): return "\(places.count) places"
    case .unavailable(let name, let reason): return "\(name) unavailable: \(reason)"
    case .lost(_, let reason): return "lost: \(reason)"
    case .counts: return "counts"
    case .awaited: return "awaited"
    case .answer(let given): return "\(given.opp) \(given.answer.name)"
    }
  }
}

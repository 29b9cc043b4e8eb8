import OppEngine
import OppModel
import OppSession
import OppTesting

@testable import OppProviders

/// What tests of locations, addresses and places share: a graph with `location`, and answers as text
enum LocatedWorld {
  /// `location` as the prelude declares it
  static let graph: ConditionGraph = {
    var graph = ConditionGraph()
    graph.sources = [
      Source(
        name: "location", parameters: [], freshness: 900, cost: 1,
        fields: [
          Field(name: "position", type: .position), Field(name: "accuracy", type: .length),
          Field(name: "speed", type: .speed),
        ])
    ]
    graph.findWellKnown()
    return graph
  }()

  static let fetch = Fetch(subject: .source(SourceID(index: 0), []))
  static let noon = Instant(rfc3339: "2026-06-21T12:00:00Z") ?? .distantPast

  static func options(
    _ target: String, _ kind: String, _ values: [String: Value] = [:],
    secrets: [String: String] = [:], folder: String = "/nowhere"
  ) -> ConnectorOptions {
    var words: [String: Secret] = [:]
    for (name, word) in secrets {
      words[name] = Secret(variable: name.uppercased(), revealed: word)
    }
    return ConnectorOptions(
      target: target, kind: kind, values: values, secrets: words, folder: folder)
  }

  static func settings(
    _ target: String, _ kind: String, _ values: [String: Value] = [:],
    secrets: [String: String] = [:], folder: String = "/nowhere"
  ) -> ConnectorSettings {
    ConnectorSettings(
      options: options(target, kind, values, secrets: secrets, folder: folder), graph: graph,
      zone: .utc, web: WebClient.patient, secretVariables: [])
  }

  static func text(_ answer: FetchResponse) -> String {
    switch answer.outcome {
    case .unchanged: "unchanged"
    case .failed(let failure): text(failure)
    case .arrived(let arrivals): arrivals.map { text($0) }.joined(separator: "; ")
    }
  }

  static func text(_ event: PushedEvent) -> String {
    switch event {
    case .arrived(let arrivals), .lapsed(let arrivals):
      arrivals.map { text($0) }.joined(separator: "; ")
    case .lines(let lines):
      (lines.arrivals.map { text($0) } + (lines.unread?.messages ?? [])).joined(separator: "; ")
    case .received(let message): message.arrivals.map { text($0) }.joined(separator: "; ")
    case .noted(let failure): "noted, \(text(failure))"
    case .lost(let failure): "lost, \(text(failure))"
    }
  }

  static func text(_ failure: FetchFailure) -> String {
    let wait = failure.retryAfter.map { " (again after \($0) s)" } ?? ""
    return "\(failure.kind): \(failure.reason)\(wait)"
  }

  static func text(_ arrival: Arrival) -> String {
    switch arrival {
    case .reading(let reading):
      let fields = reading.fields.map { field -> String in
        guard case .known(let value) = field else { return "?" }
        return text(value)
      }
      return fields.joined(separator: " ") + " at \(reading.instant.rfc3339)"
        + (reading.isLasting ? ", for good" : "")
    case .address(let address, let position):
      return "\(address): \(position.map { text(.position($0)) } ?? "nowhere")"
    case .places(let places, let category):
      let names = places.map { "\($0.name) \(text(.position($0.position)))" }
      return "\(category ?? "all"): \(names.joined(separator: ", "))"
    default: return "something else"
    }
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .position(let position): "@\(position.latitude),\(position.longitude)"
    case .scalar(let scalar): "\((scalar * 100).rounded() / 100)"
    default: "?"
    }
  }
}

import OppEngine
import OppModel
import OppSession
import OppTesting

@testable import OppProviders

/// Follows the answers of a connected calendar, as an engine does
struct CalendarFollower {
  private(set) var rows: [[Value]: [Value?]] = [:]
  private(set) var schedule: Schedule?

  /// What came of the last answer: `arrived`, or the kind and the reason of a failure
  private(set) var outcome = ""
  private(set) var bytes = 0

  mutating func take(_ answer: FetchResponse) {
    bytes = answer.bytes
    switch answer.outcome {
    case .unchanged: outcome = "unchanged"
    case .failed(let failure): outcome = "\(failure.kind): \(failure.reason)"
    case .arrived(let arrivals):
      outcome = "arrived"
      for arrival in arrivals {
        switch arrival {
        case .schedule(let new): schedule = new
        case .rows(let change):
          for key in change.removedKeys { rows[key] = nil }
          for row in change.rows { rows[Self.agenda.key.compactMap { row[$0] }] = row }
        case .reading, .address, .places, .unavailable, .lost, .counts, .awaited, .answer:
          outcome = "arrived with something else"
        }
      }
    }
  }

  /// The agenda, a row a line: `2026-06-22T07:30:00Z+900 uid “title” @place busy`
  var agenda: String {
    rows.values.map { row -> (String, String) in
      var text: [String: String] = [:]
      var seconds: [String: Int64] = [:]
      var flags: Set<String> = []
      for (field, value) in zip(Self.agenda.fields, row) {
        switch value {
        case .text(let value): text[field.name] = value
        case .scalar(let value): seconds[field.name] = Int64(value)
        case .truth(true): flags.insert(field.name)
        default: break
        }
      }
      let begins = seconds["begins"] ?? 0
      let parts = [
        "\(Instant(seconds: begins).rfc3339)+\((seconds["ends"] ?? 0) - begins)",
        text["uid"] ?? "", text["title"].map { "“\($0)”" } ?? "",
        text["location"].flatMap { $0.isEmpty ? nil : "@\($0)" } ?? "",
        flags.contains("busy") ? "busy" : "", flags.contains("all_day") ? "all day" : "",
      ]
      return (text["uid"] ?? "", parts.filter { !$0.isEmpty }.joined(separator: " "))
    }.map(\.1).sorted().joined(separator: "\n")
  }

  /// Whether the person is busy, and until when: `free until 2026-06-22T07:30:00Z`
  func state(at text: String) -> String {
    guard let schedule, let instant = Instant(rfc3339: text) else { return "unknown" }
    let stretch = schedule.stretch(instant)
    let end = stretch.to == .distantFuture ? "for good" : "until \(stretch.to.rfc3339)"
    return "\(stretch.isBusy ? "busy" : "free") \(end)"
  }

  /// As the prelude declares it
  static let agenda = Table(
    name: "agenda",
    fields: [
      Field(name: "uid", type: .text), Field(name: "title", type: .text),
      Field(name: "begins", type: .instant), Field(name: "ends", type: .instant),
      Field(name: "location", type: .text), Field(name: "busy", type: .bool),
      Field(name: "all_day", type: .bool),
    ], key: [2, 0])

  static let graph: ConditionGraph = {
    var graph = ConditionGraph()
    graph.sources = [
      Source(
        name: "calendar", parameters: [], freshness: 3600, cost: 1,
        fields: [Field(name: "free", type: .duration), Field(name: "busy", type: .bool)])
    ]
    graph.tables = [agenda]
    graph.findWellKnown()
    return graph
  }()

  static let fetch = Fetch(subject: .source(SourceID(index: 0), []))

  /// In Berlin
  static func settings(
    _ kind: String, _ values: [String: String], secrets: [String: String] = [:],
    folder: String = "/nowhere", web: WebClient = WebClient.patient
  ) -> ConnectorSettings {
    var words: [String: Secret] = [:]
    for (name, word) in secrets {
      words[name] = Secret(variable: name.uppercased(), revealed: word)
    }
    return ConnectorSettings(
      options: ConnectorOptions(
        target: "calendar", kind: kind, values: values.mapValues { .text($0) }, secrets: words,
        folder: folder),
      graph: graph, zone: (try? ZoneDatabase().zone(named: "Europe/Berlin")) ?? .utc,
      web: web, secretVariables: [])
  }
}

extension Connector {
  /// Asks at an instant, and hands the answer on
  func ask(_ follower: inout CalendarFollower, at text: String) async {
    let now = Instant(rfc3339: text) ?? .distantPast
    follower.take(await fetch(CalendarFollower.fetch, at: now))
  }
}

/// The lines of an event of a calendar file
func event(_ lines: String...) -> [String] {
  ["BEGIN:VEVENT"] + lines + ["END:VEVENT"]
}

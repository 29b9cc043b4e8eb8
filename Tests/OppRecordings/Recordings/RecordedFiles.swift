import Foundation
import OppEngine
import OppModel

@testable import OppRecordings

/// The files of a recording, in memory
struct RecordedFiles {
  private let contents: [String: [UInt8]]

  init(_ files: [String: String]) {
    self.init(bytes: files.mapValues { Array($0.utf8) })
  }

  init(bytes files: [String: [UInt8]]) { contents = files }

  func load(zone: Zone = .utc) -> Recording {
    Recording(
      reading: RecordingFiles(folder: "data", contents), graph: Self.graph, fallbackZone: zone,
      zones: RecordingZones(
        zone: systemZone,
        nearest: { Spelling.nearest($0, in: ["America/New_York", "America/Vancouver"]) }))
  }

  /// Like the prelude, as far as these tests need it
  static let graph: ConditionGraph = {
    var graph = ConditionGraph()
    graph.enumerations = [
      Enumeration(
        name: "Sky",
        cases: [
          ["clear", "sunny"], ["clouds", "cloudy"], ["rain", "rainy"], ["drizzle"],
          ["thunderstorm", "stormy"], ["snow", "snowy"], ["mist"], ["fog", "foggy"], ["haze"],
        ])
    ]
    let sky = ValueType.enumeration(EnumerationID(index: 0))
    graph.sources = [
      source(
        "weather", parameters: [("place", .position)],
        [
          ("sky", sky), ("temp", .temperature), ("feels_like", .temperature),
          ("humidity", .percent), ("clouds", .percent), ("wind", .speed), ("gust", .speed),
          ("rain", .speed), ("snow", .speed), ("pressure", .pressure), ("visibility", .length),
          ("raining", .bool), ("snowing", .bool),
        ]),
      source(
        "location", [("position", .position), ("accuracy", .length), ("speed", .speed)]),
      source(
        "store", parameters: [("name", .text)],
        [("open", .bool), ("opens", .timeOfDay), ("closes", .timeOfDay)]),
      Source(
        name: "thermostat", parameters: [Field(name: "room", type: .text)],
        defaults: [.text("hall")], freshness: nil, cost: 1,
        fields: [Field(name: "inside", type: .temperature)]),
      source(
        "bill",
        [
          ("due", Currency(code: "EUR").map { .money($0) } ?? .number),
          ("used", .measure(.energy)), ("facing", .angle),
        ]),
      source(
        "note",
        [("text", .text), ("count", .number), ("tags", .list(.text)), ("lasts", .duration)]),
    ]
    graph.tables = [
      Table(
        name: "chores",
        fields: [
          Field(name: "id", type: .text), Field(name: "due", type: .instant),
          Field(name: "day", type: .weekday), Field(name: "done", type: .bool),
        ], key: [0]),
      Table(
        name: "forecast",
        fields: [Field(name: "begins", type: .instant), Field(name: "snow", type: .speed)],
        key: [0]),
    ]
    for name in ["Medicine", "Chore due"] { graph.rules.append(rule(name)) }
    return graph
  }()

  private static func rule(_ name: String) -> Rule {
    Rule(
      name: name, rows: nil, events: [.every(seconds: 3600)], condition: nil, text: nil,
      recipient: nil, payload: [], record: nil, colour: nil, limit: nil, repetition: nil,
      snooze: 3600, isUrgent: false, isDisabled: false)
  }

  private static func source(
    _ name: String, parameters: [(String, ValueType)] = [], _ fields: [(String, ValueType)]
  ) -> Source {
    Source(
      name: name, parameters: parameters.map { Field(name: $0.0, type: $0.1) }, freshness: 3600,
      cost: 1, fields: fields.map { Field(name: $0.0, type: $0.1) })
  }
}

extension Recording {
  /// One line an arrival: `TIME source(arguments) field=value …`
  var described: String {
    arrivals.map { "\(time($0.instant)) \(describe($0.arrival))" }.joined(separator: "\n")
  }

  /// One line a problem: `file:line:column code: message [help]`
  var describedProblems: String {
    problems.listed.map { problem in
      let file = problem.file.split(separator: "/").last ?? ""
      let help = problem.help.map { " [\($0)]" } ?? ""
      return "\(file):\(problem.line):\(problem.column) \(problem.code): \(problem.message)\(help)"
    }.joined(separator: "\n")
  }

  private func time(_ instant: Instant) -> String {
    instant == .distantPast ? "always" : ValueNotation.instant(instant)
  }

  private func describe(_ arrival: Arrival) -> String {
    let notation = ValueNotation(schema: ValueSchema(RecordedFiles.graph))
    switch arrival {
    case .reading(let reading):
      let source = RecordedFiles.graph.sources[Int(reading.source.index)]
      let arguments = zip(source.parameters, reading.arguments).compactMap { parameter, value in
        value.map { value -> String in
          if case .text(let text) = value { return "(\"\(text)\")" }
          return "(\(notation.literal(value, type: parameter.type)))"
        }
      }
      let fields = zip(source.fields, reading.fields).compactMap { field, reading -> String? in
        switch reading {
        case .known(let value): "\(field.name)=\(notation.literal(value, type: field.type))"
        case .missing: "\(field.name)=?"
        case .neverRead, .unchanged: nil
        }
      }
      let fresh = reading.freshness.map { " fresh \($0)" } ?? ""
      return source.name + arguments.joined() + " " + fields.joined(separator: " ") + fresh
    case .rows(let change):
      let table = RecordedFiles.graph.tables[Int(change.table.index)]
      let rows = change.rows.map { row in
        let values = zip(table.fields, row).map { field, value in
          value.map { notation.literal($0, type: field.type) } ?? "?"
        }
        return "+(" + values.joined(separator: ", ") + ")"
      }
      let removed = change.removedKeys.map {
        "-\($0.count == 1 ? notation.literal($0[0], type: .text) : "")"
      }
      return ([table.name] + rows + removed).joined(separator: " ")
    case .schedule: return "schedule"
    case .address(let text, let position):
      return "address \(text) "
        + (position.map { notation.literal(.position($0), type: .position) } ?? "nowhere")
    case .places(let places, let category):
      return "places " + (category.map { "of \($0): " } ?? "")
        + places.map { "\($0.name)/\($0.category)" }.joined(separator: ", ")
    case .unavailable(let name, let reason): return "\(name) unavailable: \(reason)"
    case .lost(_, let reason): return "lost: \(reason)"
    case .counts: return "counts"
    case .awaited: return "awaited"
    case .answer(let given):
      let until = given.until.map { " until \(time($0))" } ?? ""
      return "\(given.opp)\(given.row.map { " for \($0)" } ?? "") \(given.answer.name)\(until)"
    }
  }
}

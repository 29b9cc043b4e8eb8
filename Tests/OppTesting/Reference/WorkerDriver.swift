internal import OppEngine
internal import OppJSON
package import OppModel
internal import OppSession
package import OppWorker

/// A service around a worker: it holds a person's state, and a recording stands for the world
///
/// Each step is given what has arrived and the state, and its changes are applied; nothing stays in the worker. A worker may
/// die: a step to which there is no reply did not happen, and is made again by the next worker.
package struct WorkerDriver {
  /// Returns the reply of the worker to a message, or `nil` if it has died
  private var reply: (_ message: [UInt8]) -> [UInt8]?
  private var world: RecordedWorld
  private let graph: ConditionGraph
  private let calendar: String

  /// The second of the next step, or `nil` if there is none
  private var next: Instant?

  /// The state of the person, by key
  package private(set) var state: [String: String] = [:]

  /// The firings, by identity, each with the second at which it is delivered, or `nil` if it is held or dropped
  package private(set) var deliveries: [String: Instant?] = [:]

  /// The commands of the person at the first step, as objects of JSON
  private let commands: [String]

  /// Everything that replies had which should not be
  package private(set) var problems: [String] = []

  /// The number of steps, and of requests
  package private(set) var steps = 0
  package private(set) var requests = 0

  /// The message of the rules, and those of the steps where they are kept
  package private(set) var rulesMessage: [UInt8] = []
  package private(set) var messages: [[UInt8]] = []
  private let keepsMessages: Bool

  private let residence: Residence

  /// Whether the worker has made no step yet
  private var isNew = true

  /// The place of a session between two steps
  package enum Residence: Sendable {
    /// Here: the state comes and goes with each message
    case here

    /// In the worker, which returns the changes of each step; the state is sent to a new worker only
    case both

    /// In the worker alone
    case worker
  }

  /// - Parameters:
  ///   - rules: the files, by path and text.
  ///   - zone: the name of the person's zone.
  ///   - calendar: the text of the recording's calendar.
  ///   - isResident: whether the session stays in the worker, and no state is sent.
  ///   - keepsMessages: whether ``messages`` are kept.
  package init(
    _ worker: Worker, rules: [(path: String, text: String)], zone: String,
    _ example: RecordedExample, calendar: String, isResident: Bool, keepsMessages: Bool = false
  ) {
    self.init(
      rules: rules, zone: zone, example, calendar: calendar,
      residence: isResident ? .worker : .here, keepsMessages: keepsMessages)
    var worker = worker
    connect { Array(worker.reply(to: $0).utf8) }
  }

  /// A service that has no worker yet
  ///
  /// - Parameters:
  ///   - commands: those of the person at the first step, as objects of JSON.
  ///   - cell: the resolution of positions for the weather, in degrees, or `nil` if they do not matter.
  package init(
    rules: [(path: String, text: String)], zone: String, _ example: RecordedExample,
    calendar: String = "", commands: [String] = [], cell: Double? = 0.1, residence: Residence,
    keepsMessages: Bool = false
  ) {
    reply = { _ in nil }
    self.calendar = calendar
    self.commands = commands
    self.residence = residence
    self.keepsMessages = keepsMessages
    graph = example.graph
    next = example.from
    world = RecordedWorld(
      graph: graph, arrivals: example.arrivals.map { (at: $0.at, arrival: $0.arrival) })
    let supplies = JSONText.object { supplies in
      for provider in world.providers(cell: cell) {
        for name in names(of: provider) {
          supplies.member(
            name,
            raw: provider.isPushed
              ? #"{"pushed":true}"# : provider.cell.map { #"{"cell":\#($0)}"# } ?? "{}")
        }
      }
    }
    rulesMessage = Self.rulesMessage(rules, zone: zone, supplies: supplies)
  }

  /// Goes on with a worker, which is sent the rules
  ///
  /// - Parameter reply: returns its reply to a message, or `nil` if it has died.
  package mutating func connect(_ reply: @escaping (_ message: [UInt8]) -> [UInt8]?) {
    self.reply = reply
    isNew = true
    if let reply = send(rulesMessage), reply["error"] != nil {
      problems.append("rules: \(text(of: reply, "error"))")
    }
  }

  /// The message that sends rules by the name `r`
  ///
  /// - Parameter supplies: an object of JSON.
  package static func rulesMessage(
    _ rules: [(path: String, text: String)], zone: String, supplies: String
  ) -> [UInt8] {
    let text = JSONText.object { json in
      json.member("op", string: "rules")
      json.member("rules", string: "r")
      json.key("files")
      json.array { array in
        for file in rules {
          array.object {
            $0.member("path", string: file.path)
            $0.member("text", string: file.text)
          }
        }
      }
      json.member("zone", string: zone)
      json.member("options", raw: #"{"at_once":true}"#)
      json.member("supplies", raw: supplies)
    }
    return Array(text.utf8)
  }

  /// Runs up to an instant, itself excluded, or until the worker has died
  ///
  /// - Returns: the firings, each as `opp row second text`.
  package mutating func run(to end: Instant) -> [String] {
    var firings: [String] = []
    while let now = next, now < end {
      let before = world
      let arrived = world.arrivals(upTo: now).flatMap { json(of: $0) }
      var responses: [String] = []
      var requested: Set<String> = []
      while true {
        let reply = send(message("requests", now, arrived, responses))
        let new = (reply?["requests"]?.elements ?? []).compactMap { $0["id"]?.text }.filter {
          requested.insert($0).inserted
        }
        if new.isEmpty { break }
        for id in new { responses.append(response(to: id, at: now)) }
      }
      requests += requested.count
      let message = message("step", now, arrived, responses)
      if keepsMessages { messages.append(message) }
      guard let reply = send(message) else {
        world = before
        break
      }
      steps += 1
      isNew = false
      for key in ["error", "rejected", "late", "missed"] {
        if reply[key] != nil { problems.append("\(now): \(key): \(text(of: reply, key))") }
      }
      take(reply["state"])
      deliver(reply, at: now)
      firings += (reply["firings"]?.elements ?? []).map { firing in
        [
          firing["opp"]?.text ?? "", firing["row"]?.text ?? "", number(firing["at"]) ?? "",
          firing["text"]?.text ?? "",
        ].joined(separator: " | ")
      }
      next = number(reply["wake"]).flatMap { Int64($0) }.map { Instant(seconds: $0) }
      if let push = world.nextPush {
        next = min(next ?? push, max(push, now.advanced(by: 1)))
      }
    }
    return firings
  }

  // MARK: Messages

  /// The bytes of the last reply, in which numbers are read
  private var replied: [UInt8] = []

  private mutating func send(_ message: [UInt8]) -> JSONValue? {
    guard let bytes = reply(message) else { return nil }
    replied = bytes
    guard let reply = try? JSONValue.parse(replied) else {
      problems.append("no JSON: \(String(decoding: replied, as: UTF8.self))")
      return nil
    }
    return reply
  }

  private func message(
    _ operation: String, _ now: Instant, _ arrived: [String], _ responses: [String]
  ) -> [UInt8] {
    let text = JSONText.object { json in
      json.member("op", string: operation)
      json.member("key", string: "p")
      json.member("rules", string: "r")
      json.member("at", raw: "\(now.seconds)")
      if residence != .here { json.member("keep", raw: "true") }
      if residence == .worker { json.member("returns", string: "none") }
      if isNew || residence == .here {
        json.key("state")
        json.object { object in
          for (key, content) in state { object.member(key, string: content) }
        }
      }
      json.key("arrived")
      json.array { array in
        for item in arrived { array.raw(item) }
      }
      json.key("responses")
      json.array { array in
        for item in responses { array.raw(item) }
      }
      guard steps == 0 else { return }
      json.key("commands")
      json.array { array in
        for command in commands { array.raw(command) }
      }
    }
    return Array(text.utf8)
  }

  /// Notes which firings are delivered, and when
  private mutating func deliver(_ reply: JSONValue, at now: Instant) {
    for firing in reply["firings"]?.elements ?? [] {
      let identity = firing["id"]?.text ?? ""
      if deliveries[identity] != nil { problems.append("\(now): \(identity) fired twice") }
      deliveries[identity] = .some(firing["held"] == nil ? now : nil)
    }
    for delivery in reply["deliveries"]?.elements ?? [] {
      guard let due = number(delivery["due"]).flatMap({ Int64($0) }) else { continue }
      deliveries[delivery["firing"]?.text ?? ""] = .some(Instant(seconds: due))
    }
  }

  private mutating func take(_ changes: JSONValue?) {
    for key in changes?["removed"]?.elements ?? [] { state[key.text ?? ""] = nil }
    guard case .object(let members)? = changes?["set"]?.content else { return }
    for member in members { state[member.key] = member.value.text }
  }

  private func number(_ value: JSONValue?) -> String? {
    guard let value, case .number = value.content else { return nil }
    return String(decoding: replied[value.place.start..<value.place.end], as: UTF8.self)
  }

  private func text(of reply: JSONValue, _ key: String) -> String {
    guard let place = reply[key]?.place else { return "" }
    return String(decoding: replied[place.start..<place.end], as: UTF8.self)
  }

  // MARK: The world

  private func names(of provider: Provider) -> [String] {
    var names = provider.served.compactMap { offer -> String? in
      switch offer {
      case .source(let id): graph[id].name
      case .table(let id): graph[id].isComputed ? nil : graph[id].name
      case .addresses: "addresses"
      case .places: "places"
      }
    }
    // The calendar brings its agenda.
    if provider.isBundle, names.first == "calendar" { names = ["calendar"] }
    return names
  }

  private mutating func response(to id: String, at now: Instant) -> String {
    guard let fetch = graph.fetch(ofMeaning: id) else {
      problems.append("no such request: \(id)")
      return JSONText.object { $0.member("id", string: id) }
    }
    var items: [String] = []
    if case .arrived(let arrivals) = world.response(to: fetch, at: now).outcome {
      items = arrivals.flatMap { json(of: $0) }
    }
    return JSONText.object { json in
      json.member("id", string: id)
      json.key("arrived")
      json.array { array in
        for item in items { array.raw(item) }
      }
    }
  }

  private func json(of arrival: Arrival) -> [String] {
    let notation = ValueNotation(schema: ValueSchema(graph))
    func row(_ values: [OppModel.Value?], _ fields: [Field]) -> String {
      JSONText.object { json in
        for (field, value) in zip(fields, values) {
          guard let value else { continue }
          json.member(field.name, raw: notation.json(value, type: field.type))
        }
      }
    }
    switch arrival {
    case .reading(let reading):
      let source = graph[reading.source]
      let fields = reading.fields.map { field -> OppModel.Value? in
        if case .known(let value) = field { value } else { nil }
      }
      return [
        JSONText.object { json in
          json.member("source", string: source.name)
          json.member("fields", raw: row(fields, source.fields))
          json.member("arguments", raw: row(reading.arguments, source.parameters))
          json.member("of", raw: "\(reading.instant.seconds)")
          if let freshness = reading.freshness { json.member("freshness", raw: "\(freshness)") }
        }
      ]
    case .rows(let change):
      // The calendar's text has them.
      if change.table == graph.wellKnown.agenda?.table, !calendar.isEmpty { return [] }
      let table = graph[change.table]
      return [
        JSONText.object { json in
          json.member("table", string: table.name)
          json.key("rows")
          json.array { array in
            for values in change.rows { array.raw(row(values, table.fields)) }
          }
          json.key("removed")
          json.array { array in
            for key in change.removedKeys {
              array.raw(row(key, table.key.map { table.fields[$0] }))
            }
          }
          if change.isWhole { json.member("all", raw: "true") }
        }
      ]
    case .schedule: return [JSONText.object { $0.member("calendar", string: calendar) }]
    case .address(let text, let position):
      return [
        JSONText.object { json in
          json.member("address", string: text)
          json.member(
            "position", raw: position.map { "[\($0.latitude),\($0.longitude)]" } ?? "null")
        }
      ]
    case .places(let places, let category):
      return [
        JSONText.object { json in
          json.key("places")
          json.array { array in
            for place in places {
              array.object {
                $0.member("name", string: place.name)
                $0.member("category", string: place.category)
                $0.member(
                  "position", raw: "[\(place.position.latitude),\(place.position.longitude)]")
              }
            }
          }
          if let category { json.member("category", string: category) }
        }
      ]
    case .answer(let answer):
      return [
        JSONText.object { json in
          json.member("answer", string: answer.answer.name)
          json.member("opp", string: answer.opp)
          if let row = answer.row { json.member("row", string: row) }
          if let until = answer.until { json.member("until", raw: "\(until.seconds)") }
          if let given = answer.given { json.member("given", raw: "\(given.seconds)") }
        }
      ]
    case .unavailable(let name, let reason):
      return [
        JSONText.object { json in
          json.member("lost", string: name)
          json.member("reason", string: reason)
        }
      ]
    case .lost, .counts, .awaited: return []
    }
  }
}

internal import OppEngine
internal import OppModel
internal import OppSession
internal import Synchronization

/// The result of the messages so far: the rows of a table, and the last payload of each topic
///
/// | table | rows |
/// | --- | --- |
/// | `sensors by name`, topic `home/+name` | one for each name, with the latest message |
/// | `presses by at, device`, topic `home/+device` | one for each message, until it is `keep` old |
final class MessageMemory: Sendable {
  private struct State {
    /// The rows of a table, by key
    var rows: [[Value]: [Value?]] = [:]

    /// The keys of rows of messages, in the order of their times
    private(set) var events: [(at: Int64, key: [Value])] = []

    /// The last time of a row of a message, by the rest of its key
    var lastTimes: [[Value]: Int64] = [:]

    /// The last payload of each topic, by its fingerprint
    var payloads: [String: String] = [:]

    /// The topics whose last message could not be read
    var unreadable: Set<String> = []

    /// `true` once a message had a field that is wanted
    var hasFound = false

    /// `true` while the values are unknown because the connection was lost for too long
    var isLost = false

    /// Adds a row of a message, mostly the latest one
    mutating func addEvent(at second: Int64, _ key: [Value]) {
      var place = events.count
      while place > 0, events[place - 1].at > second { place -= 1 }
      events.insert((second, key), at: place)
    }

    /// Takes out the rows of messages before a second
    ///
    /// - Returns: their keys.
    mutating func removeEvents(before second: Int64) -> [[Value]] {
      let count = events.prefix { $0.at < second }.count
      defer { events.removeFirst(count) }
      let keys = events.prefix(count).map { $0.key }
      for key in keys { rows[key] = nil }
      return keys
    }
  }

  private let state = Mutex(State())
  private let reader: MessageRows
  private let filter: TopicFilter

  /// The field that is the time of a message, by index; `nil` for a source and for a table of the latest messages
  private let event: Int?

  /// The seconds for which a row of a message stays
  private let keep: Int64

  /// The most rows of a table; a message for another one cannot be read
  private static let rowLimit = 100_000

  /// The most topics whose last payload is known
  private static let topicLimit = 10_000

  /// The seconds by which a row of a message can be ahead of it, since its second was taken
  private static let longestLead: Int64 = 60

  init(_ reader: MessageRows, _ filter: TopicFilter, event: Int?, keep: Int64) {
    self.reader = reader
    self.filter = filter
    self.event = event
    self.keep = keep
  }

  var isOfEvents: Bool { event != nil }

  /// The outcome of a message
  struct Reading {
    var arrivals: [Arrival] = []

    /// The reason why it cannot be read, the first time for its topic
    var failure: FetchFailure?

    /// The text from which ``arrivals`` are made again; `nil` if there is nothing in it
    var content: String?

    /// The last second at which its row counts; `nil` for one that the next message replaces
    var keptUntil: Instant?
  }

  // MARK: - Messages

  /// Takes a message
  ///
  /// - Returns: `nil` if its topic was not asked for.
  func take(_ message: MQTTMessage, at now: Instant) -> Reading? {
    guard let bound = filter.match(message.topic) else { return nil }
    return state.withLock { state in
      let fingerprint = Fingerprint.text([String(decoding: message.payload, as: UTF8.self)])
      if message.isRetained, isKnown(message, fingerprint, state) { return Reading() }
      if event == nil,
        state.payloads.count < Self.topicLimit || state.payloads[message.topic] != nil
      {
        state.payloads[message.topic] = fingerprint
      }
      var reading = read(message.topic, message.payload, bound, at: now, &state)
      if reading.failure != nil {
        reading.arrivals = unknown(message.topic, bound, at: now)
        if state.unreadable.count >= Self.topicLimit { state.unreadable.removeAll() }
        if !state.unreadable.insert(message.topic).inserted { reading.failure = nil }
      } else if !reading.arrivals.isEmpty {
        state.unreadable.remove(message.topic)
        if state.isLost { restore(&reading, &state) }
        reading.content = content(of: message, reading.arrivals, at: now)
        if event != nil { reading.keptUntil = now.advanced(by: keep) }
      }
      return reading
    }
  }

  /// `true` for a retained message that brings nothing: it is the last one of its topic, or no event at all
  private func isKnown(
    _ message: MQTTMessage, _ fingerprint: String, _ state: borrowing State
  ) -> Bool {
    event != nil || !state.isLost && state.payloads[message.topic] == fingerprint
  }

  /// - Parameter seconds: the times that its rows had in an earlier run; empty for a message that comes now.
  private func read(
    _ topic: String, _ payload: [UInt8], _ bound: [String: String], at now: Instant,
    seconds: [Int64] = [], _ state: inout State
  ) -> Reading {
    do throws(FetchFailure) {
      if payload.isEmpty { return Reading(arrivals: try clear(topic, bound, at: now, &state)) }
      let rows = try reader.rows(
        of: payload, on: topic, bound: bound, event: eventName, at: now)
      if rows.isEmpty, !state.hasFound {
        throw FetchFailure(
          .unreadable, "the message on `\(topic)` has no field that is wanted",
          remedy: "Name the places of the fields: `fields: \"name = place\"`")
      }
      state.hasFound = true
      var arrivals: [Arrival] = []
      for (index, row) in rows.enumerated() {
        let second = seconds.indices.contains(index) ? seconds[index] : nil
        try arrivals.append(arrival(of: row, topic, at: now, second: second, &state))
      }
      return Reading(arrivals: arrivals)
    } catch {
      return Reading(failure: error)
    }
  }

  private var eventName: String? {
    guard let event, case .table(_, let table) = reader.subject else { return nil }
    return table.fields[event].name
  }

  private func arrival(
    of row: MessageRows.Row, _ topic: String, at now: Instant, second: Int64?,
    _ state: inout State
  ) throws(FetchFailure) -> Arrival {
    switch reader.subject {
    case .source(let id, _):
      return .reading(
        SourceReading(
          source: id, arguments: row.arguments, instant: now, fields: row.fields, freshness: nil,
          isLasting: false))
    case .table(let id, let table):
      var values = row.fields.map { field in
        if case .known(let value) = field { value } else { nil as Value? }
      }
      if let event {
        values[event] = time(of: values, table, event, at: now, second: second, &state)
      }
      let key = table.keyValues(of: values)
      guard key.count == table.key.count else {
        throw FetchFailure(
          .unreadable, "the message on `\(topic)` lacks a part of the key of `\(table.name)`")
      }
      if let before = state.rows[key] {
        for (index, field) in row.fields.enumerated() where field == .unchanged && index != event {
          values[index] = before[index]
        }
      } else if state.rows.count >= Self.rowLimit {
        throw FetchFailure(
          .unreadable, "the table `\(table.name)` has more than \(Self.rowLimit) rows")
      } else if let event, case .scalar(let at)? = values[event] {
        state.addEvent(at: Int64(at.rounded()), key)
      }
      state.rows[key] = values
      return .rows(TableChange(table: id, rows: [values], removedKeys: []))
    }
  }

  /// The time of a row of a message: that in the message, else the first second from now on that no row of the same key has
  ///
  /// - Parameter known: the time that it had in an earlier run.
  private func time(
    of row: [Value?], _ table: Table, _ event: Int, at now: Instant, second known: Int64?,
    _ state: inout State
  ) -> Value? {
    guard case .scalar(let stated)? = row[event], Int64(stated.rounded()) == now.seconds else {
      return row[event]
    }
    let rest = table.key.filter { $0 != event }.compactMap { row[$0] }
    var second = now.seconds
    if let known {
      second = known
    } else if let last = state.lastTimes[rest], last >= second, last - second < Self.longestLead {
      second = last + 1
    }
    state.lastTimes[rest] = second
    if state.lastTimes.count > Self.rowLimit { state.lastTimes.removeAll() }
    return .scalar(Double(second))
  }

  /// The arrivals that end the values of a topic, which a retained message without a text clears
  private func clear(
    _ topic: String, _ bound: [String: String], at now: Instant, _ state: inout State
  ) throws(FetchFailure) -> [Arrival] {
    switch reader.subject {
    case .source: return unknown(topic, bound, at: now)
    case .table(let id, let table):
      guard event == nil else { return [] }
      let gone = state.rows.filter { key, _ in
        zip(table.key, key).allSatisfy { index, value in
          bound[table.fields[index].name].map { value == .text($0) } ?? filter.isOneTopic
        }
      }
      for key in gone.keys { state.rows[key] = nil }
      return gone.isEmpty
        ? [] : [.rows(TableChange(table: id, rows: [], removedKeys: Array(gone.keys)))]
    }
  }

  /// A reading that nothing is known of a topic any more; none for a table, whose row stays
  private func unknown(_ topic: String, _ bound: [String: String], at now: Instant) -> [Arrival] {
    guard case .source(let id, let source) = reader.subject,
      let arguments = try? reader.cleared(bound, on: topic, at: now)
    else { return [] }
    return [
      .reading(
        SourceReading(
          source: id, arguments: arguments, instant: now,
          fields: source.fields.map { _ in .missing }, freshness: nil, isLasting: false))
    ]
  }

  // MARK: - Time

  /// The first second at which a row is too old; `nil` if none will be
  var nextExpiry: Instant? {
    guard event != nil else { return nil }
    return state.withLock { state in
      state.events.first.map { Instant(seconds: $0.at).advanced(by: keep + 1) }
    }
  }

  /// The rows that are too old
  func expired(at now: Instant) -> [Arrival] {
    guard case .table(let id, _) = reader.subject, event != nil else { return [] }
    let keys = state.withLock { state -> [[Value]] in
      let keys = state.removeEvents(before: now.seconds - keep)
      state.lastTimes = state.lastTimes.filter { $0.value >= now.seconds }
      return keys
    }
    return keys.isEmpty ? [] : [.rows(TableChange(table: id, rows: [], removedKeys: keys))]
  }

  /// Makes the values unknown: the connection, or the device, is gone for too long
  func lose(_ name: String, _ reason: String) -> [Arrival] {
    state.withLock { state in
      guard !state.isLost, event == nil else { return [] }
      state.isLost = true
      return [.unavailable(name: name, reason: reason)]
    }
  }

  /// `true` while the values are unknown because of a loss
  var isLost: Bool { state.withLock { $0.isLost } }

  /// Makes all rows known again, with those of a message
  private func restore(_ reading: inout Reading, _ state: inout State) {
    state.isLost = false
    guard case .table(let id, _) = reader.subject else { return }
    reading.arrivals = [
      .rows(
        TableChange(table: id, rows: Array(state.rows.values), removedKeys: [], isWhole: true))
    ]
  }

  // MARK: - Restarts

  /// The text from which a message is read again: the length of its topic, the seconds after `now` of its rows, the topic, the payload
  ///
  /// ```
  /// 7+0 press/1{"number": 5}        a row at the second at which it came
  /// 7+1,2 press/1[{…}, {…}]         two rows, of a device of which that second has a row already
  /// 12 home/kitchen{"temp": 21}     a row that the next message replaces
  /// ```
  ///
  /// A row has the same time after a restart, whichever messages came between and were known already.
  ///
  /// - Returns: `nil` if it is no text.
  private func content(
    of message: MQTTMessage, _ arrivals: [Arrival], at now: Instant
  ) -> String? {
    guard let payload = String(validating: message.payload, as: UTF8.self) else { return nil }
    var leads: [String] = []
    if let event {
      for case .rows(let change) in arrivals {
        for case .scalar(let second)? in change.rows.map({ $0[event] }) {
          leads.append("\(Int64(second.rounded()) - now.seconds)")
        }
      }
    }
    let times = leads.isEmpty ? "" : "+" + leads.joined(separator: ",")
    return "\(message.topic.utf8.count)\(times) \(message.topic)\(payload)"
  }

  /// The arrivals of messages that an earlier run kept, those of each one and those of all together
  ///
  /// A table of messages is whole: its rows are no others than it had, and those of messages that no step has taken.
  func arrivals(of kept: [KeptMessage]) -> [[Arrival]] {
    state.withLock { state in
      var each: [[Arrival]] = []
      for message in kept {
        var arrivals: [Arrival] = []
        if let (topic, payload, leads) = Self.message(message.content),
          let bound = filter.match(topic)
        {
          let seconds = leads.map { message.at.seconds + $0 }
          arrivals =
            read(topic, payload, bound, at: message.at, seconds: seconds, &state).arrivals
        }
        each.append(message.isTaken || event != nil ? [] : arrivals)
      }
      guard event != nil, case .table(let id, _) = reader.subject else { return each + [[]] }
      let rows = state.events.compactMap { state.rows[$0.key] }
      return each + [[.rows(TableChange(table: id, rows: rows, removedKeys: [], isWhole: true))]]
    }
  }

  /// The topic, the payload and the seconds of the rows in a text of ``content(of:_:at:)``
  ///
  /// Texts of earlier versions have no seconds.
  private static func message(
    _ content: String
  ) -> (topic: String, payload: [UInt8], leads: [Int64])? {
    let bytes = Array(content.utf8)
    guard let space = bytes.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let head = String(decoding: bytes[..<space], as: UTF8.self).split(separator: "+")
    guard let count = head.first.flatMap({ Int($0) }), count > 0, bytes.count - space - 1 >= count
    else { return nil }
    let topic = bytes[(space + 1)...].prefix(count)
    let leads = head.dropFirst().first?.split(separator: ",").compactMap { Int64($0) } ?? []
    return (String(decoding: topic, as: UTF8.self), Array(bytes[(space + 1 + count)...]), leads)
  }
}

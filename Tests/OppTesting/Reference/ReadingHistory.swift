internal import OppEngine
internal import OppModel

/// Which reading of a source counts at a second
///
/// §7: a reading counts from its second until the next reading of its source, or until it is no longer
/// fresh: it is known as long as it is not older than its freshness.
struct ReadingHistory {
  /// What is known of a source, from some second on
  enum State {
    case unknown
    case fields([Value?])
    case schedule(Schedule)
  }

  /// A source and the values of its parameters
  private struct Subject: Hashable {
    let source: SourceID
    let arguments: [Value?]
  }

  private struct Entry {
    let from: Int64
    let state: State

    /// The last second at which it is fresh
    let until: Int64

    /// The instant of the reading and whether it had each field itself, nil for one that it left as it was; nil for what is
    /// no reading
    var reading: (instant: Int64, has: [Bool?])?
  }

  /// In the order of time, of one second in the order of arrival
  private var entries: [Subject: [Entry]] = [:]

  /// The seconds at which a source becomes unavailable
  private var losses: [SourceID: [Int64]] = [:]

  /// The seconds at which something is no longer fresh
  private(set) var changes: [Int64] = []

  init(graph: ConditionGraph, arrivals: [ReferenceArrival]) {
    for arrival in arrivals {
      let second = arrival.at.seconds
      switch arrival.arrival {
      case .reading(let reading): add(reading, at: second, graph)
      case .schedule(let schedule):
        for index in graph.sources.indices where graph.sources[index].name == "calendar" {
          let subject = Subject(source: SourceID(index: Int32(index)), arguments: [])
          add(Entry(from: second, state: .schedule(schedule), until: .max), to: subject)
        }
      case .unavailable(let name, _):
        for index in graph.sources.indices where graph.sources[index].name == name {
          lose(SourceID(index: Int32(index)), at: second)
        }
      case .rows, .address, .places, .lost, .counts, .awaited, .answer: break
      }
    }
  }

  func state(of source: SourceID, _ arguments: [Value?], at second: Int64) -> State {
    guard let entries = entries[Subject(source: source, arguments: arguments)] else {
      return .unknown
    }
    guard let entry = entries.last(where: { $0.from <= second }), second <= entry.until else {
      return .unknown
    }
    return entry.state
  }

  /// The instant of the latest reading up to a second that had a field, of those that no other of their instant replaced
  func latest(
    of source: SourceID, _ arguments: [Value?], field: Int, at second: Int64
  ) -> Int64? {
    let all = entries[Subject(source: source, arguments: arguments)] ?? []
    for (place, entry) in all.enumerated().reversed() where entry.from <= second {
      if case .schedule = entry.state { return entry.from }
      guard let reading = entry.reading, reading.has.indices.contains(field),
        let has = reading.has[field]
      else { continue }
      let next = all[(place + 1)...].lazy.compactMap(\.reading).first { $0.has[field] != nil }
      if next?.instant == reading.instant { continue }
      if has { return reading.instant }
    }
    return nil
  }

  private mutating func add(_ reading: SourceReading, at second: Int64, _ graph: ConditionGraph) {
    let subject = Subject(source: reading.source, arguments: reading.arguments)
    var before: [Value?] = []
    if case .fields(let fields) = entries[subject]?.last?.state { before = fields }
    let fields: [Value?] = reading.fields.enumerated().map { index, field in
      switch field {
      case .known(let value): value
      case .missing, .neverRead: nil
      case .unchanged: before.indices.contains(index) ? before[index] : nil
      }
    }
    let fresh = reading.freshness ?? graph.sources[Int(reading.source.index)].freshness
    var until = Int64.max
    if !reading.isLasting, let fresh { until = reading.instant.seconds + fresh }
    if until < .max { changes.append(until + 1) }
    let has = reading.fields.map { field -> Bool? in
      switch field {
      case .known: true
      case .missing, .neverRead: false
      case .unchanged: nil
      }
    }
    add(
      Entry(
        from: second, state: .fields(fields), until: until,
        reading: (min(reading.instant.seconds, second), has)), to: subject)
  }

  private mutating func add(_ entry: Entry, to subject: Subject) {
    entries[subject, default: []].append(entry)
  }

  private mutating func lose(_ source: SourceID, at second: Int64) {
    for subject in entries.keys where subject.source == source {
      add(Entry(from: second, state: .unknown, until: .max), to: subject)
    }
  }
}

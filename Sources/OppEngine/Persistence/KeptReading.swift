package import OppModel

/// A reading of a source as a store keeps it for charts, in the words of the engine's memory
///
/// ```
/// source  parameters   at     instant  until     fields
/// room    0            12:00  11:58    12:58:01  F 2 3:lit + F 5:level + 1
/// room    0            13:40  13:40                                           it could not be read any more
/// ```
package struct KeptReading: Hashable, Sendable {
  /// The name of the source
  package let source: String

  /// The values of its parameters; empty for the turns of a calendar
  package let parameters: String

  /// The second at which it came
  package let at: Instant

  /// The second of the reading itself
  package let instant: Instant

  /// The first second at which it is too old; `nil` if it counts until the next reading
  package let until: Instant?

  /// The fields; empty where the source could not be read
  package let fields: String

  package init(
    source: String, parameters: String, at: Instant, instant: Instant, until: Instant?,
    fields: String
  ) {
    self.source = source
    self.parameters = parameters
    self.at = at
    self.instant = instant
    self.until = until
    self.fields = fields
  }
}

/// A firing as a store keeps it, for charts of `firings`
package struct KeptFiring: Hashable, Sendable {
  /// The name of the Opp
  package let opp: String

  /// The plain text of the row (``OppModel/RowText``); empty without `for each`
  package let row: String
  package let at: Instant

  /// The text of the notification; empty for a firing without one
  package let text: String

  /// The answer to it as it is now
  package let answer: Answer

  /// The instant of an answer for good; nil for any other
  package let answered: Instant?

  package init(
    opp: String, row: String, at: Instant, text: String, answer: Answer, answered: Instant?
  ) {
    self.opp = opp
    self.row = row
    self.at = at
    self.text = text
    self.answer = answer
    self.answered = answered
  }

  /// The number of seconds for which rules and charts can read a firing
  package static var keeping: Int64 { FiringLog.keeping }

  /// The fields of the row that it is in a table of firings
  package var fields: [Value?] {
    FiringField.allCases.map { field in
      switch field {
      case .opp: .text(opp)
      case .row: .text(row)
      case .at: .scalar(Double(at.seconds))
      case .text: .text(text)
      case .answer: answer.value
      case .answered: answered.map { .scalar(Double($0.seconds)) }
      // The memory of the engine has it.
      case .ended: nil
      }
    }
  }
}

/// Finds the readings that charts need among the entries of an engine's memory, which have each reading that comes
///
/// ```
/// reading 4:room 0   → 1 fresh 1782129600 1782133201 - F 1 5:level + 21      kept: charts read the room
/// reading 4:hall 0   → …                                                     left out
/// reading 4:room 0   → 1 stale …                                             left out: the reading before says until when it counts
/// ```
package struct ChartEntries: Sendable {
  private let graph: ConditionGraph

  /// The names of the sources that charts read
  private let sources: Set<String>

  /// - Parameters:
  ///   - graph: names enums and sources; it need not have the charts.
  ///   - sources: the names of those that charts read.
  package init(_ graph: ConditionGraph, sources: Set<String>) {
    self.graph = graph
    self.sources = sources
  }

  /// The readings that came with a step
  package func readings(in change: MemoryChange) -> [KeptReading] {
    guard !sources.isEmpty else { return [] }
    return change.entries.compactMap { entry in
      entry.content.flatMap { reading(entry.key, $0, change.present) }
    }
  }

  /// The present readings of a memory
  package func readings(in memory: EngineMemory) -> [KeptReading] {
    guard !sources.isEmpty else { return [] }
    return memory.entries.compactMap { key, content in
      reading(key, MemoryLedger.content(content), memory.present)
    }
  }

  /// The reading of an entry; nil for one that is no reading that charts need
  private func reading(_ key: String, _ content: String, _ now: Instant) -> KeptReading? {
    guard let kind = MemoryKind(key: key) else { return nil }
    if kind == .calendar { return turns(content, now) }
    guard kind == .reading else { return nil }
    var name = MemoryReader(key, graph, beginning: MemoryKind.reading.rawValue)
    let source = name.string()
    guard name.isIntact, sources.contains(source), let index = graph.sourceIndex(named: source)
    else { return nil }
    var subject = Subject(
      source: SourceID(index), arguments: [], fieldCount: graph.sources[index].fields.count)
    var reader = MemoryReader(content, graph)
    var pool = ObjectPool()
    let hasSchedule = subject.restore(from: &reader, graph.sources[index], &pool)
    guard reader.isIntact, reader.isAtEnd else { return nil }
    // Nothing changes once the reading before is over.
    guard subject.expiry > now.seconds else { return nil }
    switch subject.state {
    case .nothing, .stale: return nil
    case .unavailable:
      return KeptReading(
        source: source, parameters: name.rest, at: now, instant: now, until: nil, fields: "")
    case .fresh:
      var writer = MemoryWriter(graph)
      let fields = graph.sources[index].fields.map { WrittenField($0, ValueSchema(graph)) }
      subject.writeFields(to: &writer, fields, pool, hasSchedule: hasSchedule)
      return KeptReading(
        source: source, parameters: name.rest, at: now,
        instant: Instant(seconds: subject.instant),
        until: subject.expiry < Seconds.never ? Instant(seconds: subject.expiry) : nil,
        fields: writer.text)
    }
  }

  /// The turns of the calendar; `nil` if no chart reads it
  private func turns(_ content: String, _ now: Instant) -> KeptReading? {
    guard let calendar = graph.wellKnown.calendar else { return nil }
    let name = graph[calendar.source].name
    guard sources.contains(name) else { return nil }
    return KeptReading(
      source: name, parameters: "", at: now, instant: now, until: nil, fields: content)
  }
}

/// Makes arrivals of the readings that a store has kept
package struct KeptArrivals {
  private let graph: ConditionGraph

  package init(_ graph: ConditionGraph) { self.graph = graph }

  /// The arrivals in the order of time; those of sources that are no more, or that have other parameters, are left out
  package func arrivals(of kept: [KeptReading]) -> [(at: Instant, arrival: Arrival)] {
    var result: [(at: Instant, arrival: Arrival)] = []
    var turns: Schedule?
    var calendar: (source: SourceID, until: Instant?)?
    // Of one second, the turns come before the reading that says until when they count.
    let ordered = kept.sorted { left, right in
      left.at == right.at
        ? left.parameters.isEmpty && !right.parameters.isEmpty : left.at < right.at
    }
    for reading in ordered {
      guard let index = graph.sourceIndex(named: reading.source) else { continue }
      if reading.parameters.isEmpty {
        var reader = MemoryReader(reading.fields, graph)
        let state = ScheduleState(from: &reader)
        guard reader.isIntact, reader.isAtEnd else { continue }
        turns = state.schedule
      } else {
        guard let found = sourceReading(reading, SourceID(index)) else { continue }
        guard found.hasSchedule else {
          if graph.wellKnown.calendar?.source == found.reading.source { calendar = nil }
          result.append((reading.at, .reading(found.reading)))
          continue
        }
        calendar = (SourceID(index), reading.until)
      }
      if let turns, let calendar {
        result.append((reading.at, .schedule(turns)))
        if let until = calendar.until {
          result.append(
            (reading.at, .counts(.source(calendar.source, []), through: until.advanced(by: -1))))
        }
      }
    }
    return result
  }

  /// The reading itself, and whether its value is that of the turns
  private func sourceReading(
    _ kept: KeptReading, _ id: SourceID
  ) -> (reading: SourceReading, hasSchedule: Bool)? {
    let source = graph[id]
    let beginning = MemoryKind.reading.rawValue
    var key = MemoryReader(beginning + " " + kept.parameters, graph, beginning: beginning)
    guard let arguments = key.arguments(of: source), key.isAtEnd else { return nil }
    var fields = source.fields.map { _ in FieldReading.missing }
    var hasSchedule = false
    if !kept.fields.isEmpty {
      var subject = Subject(source: id, arguments: arguments, fieldCount: source.fields.count)
      var pool = ObjectPool()
      var reader = MemoryReader(kept.fields, graph)
      hasSchedule = subject.restoreFields(from: &reader, source, &pool).hasSchedule
      guard reader.isIntact, reader.isAtEnd else { return nil }
      fields = subject.fieldReadings(pool)
    }
    return (
      SourceReading(
        source: id, arguments: arguments, instant: kept.instant, fields: fields,
        freshness: kept.until.map { $0.seconds(since: kept.instant) - 1 },
        isLasting: kept.until == nil), hasSchedule
    )
  }
}

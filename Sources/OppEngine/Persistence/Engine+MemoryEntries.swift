internal import OppModel

/// The contents of entries, in words that ``Engine/restore(_:)`` reads
///
/// Each function and its counterpart there list the same fields in the same order. The first word of each entry is
/// ``MemoryWriter/version``.
extension Engine {
  /// Whether the engine has run through any second
  func engineEntry() -> String {
    var writer = MemoryWriter(graph)
    writer.add(hasBegun)
    return writer.text
  }

  /// The truth now, the last second of each truth, and when the latest interval of truth began
  ///
  /// `1 T -1152921504606846976 1782039599 -1152921504606846976 1782039600`: true since 11:00:00, unknown before.
  func truthEntry(_ slot: Int) -> String {
    let state = truthMemories[slot].state
    var writer = MemoryWriter(graph)
    writer.add(state.current)
    writer.add(state.last.no)
    writer.add(state.last.unknown)
    writer.add(state.last.yes)
    writer.add(state.began)
    return writer.text
  }

  /// The last known reading, with the second of its note where it drifts
  func lastKnownEntry(_ slot: Int, _ type: ValueType) -> String {
    let reading = lastKnownMemories[slot].reading
    var writer = MemoryWriter(graph)
    writer.add(reading, type, pool)
    // When it was noted matters to what drifts only.
    if reading.drifts { writer.add(reading.until) }
    return writer.text
  }

  // MARK: Opps

  /// The last known truth of its condition, the firings that `at most` counts, and the state of each event
  ///
  /// For a row of `opp "c" for each t in chores on t.due - 10min when not t.done`:
  ///
  /// ```
  /// 1 389f423f…                       the version, the meaning of the condition
  /// T -                               true when last known; no anchor of `every`
  /// - -1152921504606846976 0 0        no `at most`: no period, none counted, no recent firing
  /// - F -                             not snoozed, nothing snoozed away, never fired
  /// 1 96a4e2bd… ? ? ? -115… 0         one event: its meaning, last truth and value, the truth and day it was reached
  /// 0 F 0                             no pending event; not lost sight of, nor any event
  /// ```
  func oppEntry(_ index: Int32) -> String {
    let opp = opps[Int(index)]
    let rule = graph.rules[opp.rule]
    var writer = MemoryWriter(graph)
    writer.word(meanings.conditions[opp.rule].text)
    writer.add(lastKnown(of: opp))
    writer.add(opp.anchor)
    writer.word(rule.limit?.period.memoryWord ?? "-")
    writer.add(opp.period)
    writer.add(opp.count)
    writer.add(opp.recent.count)
    for second in opp.recent { writer.add(second) }
    writer.add(opp.snoozedUntil)
    writer.add(opp.wasSnoozedAway)
    writer.add(opp.lastFired)
    writer.add(opp.events.count)
    for (place, event) in opp.events.enumerated() {
      writer.word(meanings.events[opp.rule][place].text)
      writer.add(event.lastTruth)
      writer.add(event.lastValue, graph.typeOfValue(rule.events[place]), pool)
      writer.add(event.reached)
      writer.add(event.reachedDay)
    }
    let pending = pendingEvents.filter { $0.opp == index }
    writer.add(pending.count)
    for event in pending {
      writer.add(event.second)
      writer.add(event.deadline)
      writer.word(event.kind.memoryWord)
    }
    writer.add(opp.isLostSightOf)
    let lost = opp.events.indices.filter { opp.events[$0].isLostSightOf }
    writer.add(lost.count)
    for place in lost { writer.word(meanings.events[opp.rule][place].text) }
    return writer.text
  }

  // MARK: Readings

  /// The instant of its reading, how long that counts, and its fields by name
  ///
  /// `1 fresh 1782039600 1152921504606846976 - F 2 3:lit + F 5:level + 1`: a reading of 11:00 that counts for good,
  /// without a schedule, of two fields, both known: lit is false, level 1.
  func subjectEntry(_ index: Int) -> String {
    let subject = sources.subjects[index]
    let source = graph.sources[Int(subject.source.index)]
    var writer = MemoryWriter(graph)
    switch subject.state {
    case .nothing: writer.word("nothing")
    case .fresh: writer.word("fresh")
    case .stale: writer.word("stale")
    case .unavailable(let reason):
      writer.word("unavailable")
      writer.add(reason)
    }
    writer.add(subject.instant)
    writer.add(subject.expiry)
    writer.add(subject.staleSince?.seconds)
    writer.add(subject.schedule != nil)
    writer.add(subject.fields.count)
    for (field, reading) in subject.fields.enumerated() {
      writer.add(source.fields[field].name)
      switch subject.statuses[field] {
      case .notYet: writer.word("-")
      case .known: writer.word("+")
      case .missing: writer.word("missing")
      case .neverRead: writer.word("never")
      }
      writer.add(reading, source.fields[field].type, pool)
    }
    return writer.text
  }

  /// The times at which the person is busy, as far ahead as is kept; nil without a calendar
  ///
  /// A ``Schedule`` is a function, which cannot be written down: its turns can.
  func calendarEntry(_ index: Int) -> String? {
    guard let schedule = sources.subjects[index].schedule else { return nil }
    let turns = ScheduleState(schedule, from: sources.subjects[index].instant)
    var writer = MemoryWriter(graph)
    turns.write(&writer)
    return writer.text
  }

  // MARK: Tables

  /// Whether it is known, why it cannot be read, and when that turned
  ///
  /// `1 T F 1 1782039600 T`: known, no loss, one turn, at 11:00 to known.
  func tableEntry(_ index: Int) -> String {
    let table = tables[index]
    var writer = MemoryWriter(graph)
    writer.add(table.isKnown)
    writer.add(table.loss != nil)
    if let loss = table.loss { writer.add(loss) }
    var turns = table.turns.suffix(Self.turnsKept)
    // Whether it was ever known matters when a row comes.
    if let first = table.turns.first(where: { $0.isKnown }), let earliest = turns.first,
      first.second < earliest.second
    {
      turns = [first] + turns
    }
    writer.add(turns.count)
    for turn in turns {
      writer.add(turn.second)
      writer.add(turn.isKnown)
    }
    return writer.text
  }

  /// The number of turns of a table that are kept
  ///
  /// A turn is what `row added` looks at: a row counts as added only where its table was known before.
  private static let turnsKept = 32

  /// Whether it is there, since when it is not, and its fields by name
  ///
  /// `1 T 3 2:id t 1:a 3:due 1782050400 4:done F`
  func rowEntry(_ index: Int32) -> String {
    let row = rows[Int(index)]
    let fields = graph.tables[Int(row.table)].fields
    var writer = MemoryWriter(graph)
    writer.add(row.isPresent)
    if !row.isPresent { writer.add(row.absentSince) }
    writer.add(min(row.fields.count, fields.count))
    for (reading, field) in zip(row.fields, fields) {
      writer.add(field.name)
      writer.add(reading, field.type, pool)
    }
    return writer.text
  }

  /// Rows that rules have recorded and that are in their tables from the next second on
  func recordsEntry() -> String? {
    guard !pendingRecords.isEmpty else { return nil }
    var writer = MemoryWriter(graph)
    writer.add(pendingRecords.count)
    for record in pendingRecords {
      let table = Int(record.change.table.index)
      let fields = graph.tables[table].fields
      writer.add(record.second)
      writer.add(graph.tables[table].name)
      let values = record.change.rows.first ?? []
      writer.add(min(values.count, fields.count))
      for (value, field) in zip(values, fields) {
        writer.add(field.name)
        writer.add(value, field.type)
      }
    }
    return writer.text
  }

  // MARK: Places

  /// The places of each category, in the order in which the nearest is looked for
  func placesEntry() -> String? {
    let known = places.known
    guard places.isComplete || !known.isEmpty else { return nil }
    var writer = MemoryWriter(graph)
    writer.add(places.isComplete)
    writer.add(known.count)
    for (category, places) in known {
      writer.add(category)
      writer.add(places.count)
      for place in places {
        writer.add(place.name)
        writer.add(.some(place.position))
      }
    }
    return writer.text
  }
}

extension RateLimit.Period {
  /// Firings counted in one kind of period are not those of another
  var memoryWord: String {
    switch self {
    case .hour: "hour"
    case .day: "day"
    case .week: "week"
    case .month: "month"
    case .seconds: "seconds"
    case .ever: "ever"
    }
  }
}

extension ConditionGraph {
  /// The type of the value that an event looks at
  func typeOfValue(_ event: Event) -> ValueType {
    guard case .changes(let node) = event, nodes.indices.contains(Int(node.index)) else {
      return .bool
    }
    return self[node].type
  }
}

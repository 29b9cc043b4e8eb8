internal import OppModel

/// Arrivals change leaves, and mark what depends on them
///
/// ```
///   arrival       changes                                                  marks
///   reading       the fields and the expiry of a subject                   its leaves
///   rows          the rows of a table                                      what reads those that differ
///   schedule      the subject of the calendar                              its leaves, and what looks ahead
///   address       the position of a text                                   what needs an address
///   places        the places of a category, or of all                      what needs the nearest place
///   unavailable   every subject of a source, or a table, becomes unknown   its leaves, or what reads the table
///   lost          a subject becomes unknown, where nothing counts any more
///   counts        the expiry of a calendar or a table
///   awaited       a subject that failed is undecided again
/// ```
extension Evaluator {
  /// Takes in what has become known; what depends on it is evaluated by ``propagate()``
  mutating func apply(_ arrival: Arrival) {
    // A pushed reading is never fetched; it counts where something that depends on it changes.
    if case .reading(let reading) = arrival, !facts.fetchable.has(source: reading.source) {
      return apply(reading)
    }
    areNeedsOutdated = true
    switch arrival {
    case .reading(let reading): apply(reading)
    case .rows(let change): apply(change)
    case .schedule(let schedule): apply(schedule)
    case .address(let text, let position):
      facts.places.set(position, of: text, &pool)
      marks.address(text)
      for listener in facts.places.addressListeners { markDirty(listener) }
      markLookingAhead()
    case .places(let known, let category):
      facts.places.replace(known, category: category)
      marks.places()
      for listener in facts.places.nearestListeners { markDirty(listener) }
      markLookingAhead()
    case .unavailable(let name, let reason): lose(name, reason)
    case .lost(let subject, let reason): lose(subject, reason)
    case .counts(let subject, let through): limit(subject, to: through.seconds)
    case .awaited(let subject): forgetFailure(of: subject)
    }
  }

  /// Takes a reading of a source
  ///
  /// A reading of 00:10 has `temp` and `raining`, one of 00:20 only `temp`: from then on `raining` is missing. A
  /// `given` of a test gives one field, and the others as unchanged, so that they keep their values.
  private mutating func apply(_ reading: SourceReading) {
    guard graph.sources.indices.contains(Int(reading.source.index)) else { return }
    let index = Int(facts.subjectIndex(reading.source, reading.arguments, graph))
    if facts.sources.subjects[index].expiry < now { expire(index) }
    // A reading that was fresh up to the second before counts as one that still is.
    let wasFresh =
      facts.sources.subjects[index].isFresh || facts.sources.subjects[index].wentStale(at: now)
    facts.sources.subjects[index].schedule = nil
    for (field, said) in reading.fields.enumerated()
    where facts.sources.subjects[index].fields.indices.contains(field) {
      switch said {
      case .known(let value):
        facts.sources.subjects[index].fields[field] = pool.reading(value)
        facts.sources.subjects[index].statuses[field] = .known
      case .missing: forget(field, of: index, .missing)
      case .neverRead: forget(field, of: index, .neverRead)
      case .unchanged: if !wasFresh { forget(field, of: index, .notYet) }
      }
    }
    facts.sources.subjects[index].state = .fresh
    facts.sources.subjects[index].instant = reading.instant.seconds
    var expiry = Seconds.never
    let freshness = reading.freshness ?? graph.sources[Int(reading.source.index)].freshness
    // `fresh for 10min`: a reading of 00:05 counts through 00:15, and is stale from 00:15:01 on.
    if !reading.isLasting, let freshness {
      expiry = Seconds.add(Seconds.add(reading.instant.seconds, freshness), 1)
    }
    facts.sources.subjects[index].expiry = expiry
    marks.subject(index)
    awaitExpiry(of: index)
    markLeaves(index)
  }

  /// Makes a field unknown, for a reason
  private mutating func forget(_ field: Int, of subject: Int, _ membership: FieldStatus) {
    facts.sources.subjects[subject].fields[field] = .unknown
    facts.sources.subjects[subject].statuses[field] = membership
  }

  /// Takes the calendar, which is known ahead
  private mutating func apply(_ schedule: Schedule) {
    guard let calendar = graph.wellKnown.calendar else { return }
    let subject = Int(facts.subjectIndex(calendar.source, [], graph))
    facts.sources.subjects[subject].schedule = schedule
    facts.sources.subjects[subject].state = .fresh
    facts.sources.subjects[subject].instant = now
    facts.sources.subjects[subject].expiry = Seconds.never
    marks.subject(subject)
    markLeaves(subject)
  }

  /// Makes a source, with all values of its parameters, or a table unknown
  private mutating func lose(_ name: String, _ reason: String) {
    for index in facts.sources.subjects.indices
    where graph.sources[Int(facts.sources.subjects[index].source.index)].name == name {
      facts.sources.subjects[index].state = .unavailable(reason)
      facts.sources.subjects[index].schedule = nil
      facts.sources.subjects[index].expiry = Seconds.never
      marks.subject(index)
      markLeaves(index)
    }
    facts.losses[name] = reason
    marks.loss(name)
    for index in graph.tables.indices where graph.tables[index].name == name {
      loseTable(index, reason)
    }
  }

  /// Notes that a fetch failed: where an earlier value still counts, nothing changes
  private mutating func lose(_ subject: FetchKey, _ reason: String) {
    switch subject {
    case .source(let source, let arguments):
      guard graph.sources.indices.contains(Int(source.index)) else { return }
      let index = Int(facts.subjectIndex(source, arguments, graph))
      if facts.sources.subjects[index].expiry < now { expire(index) }
      guard !facts.sources.subjects[index].isFresh else { return }
      facts.sources.subjects[index].state = .unavailable(reason)
      marks.subject(index)
      markLeaves(index)
    case .table(let table):
      let index = Int(table.index)
      guard facts.tables.indices.contains(index), !facts.tables[index].isKnown else { return }
      loseTable(index, reason)
    case .address, .places:
      facts.places.failures[subject] = reason
      markPlaces(subject)
    }
  }

  /// Forgets that the last fetch of a subject failed
  private mutating func forgetFailure(of subject: FetchKey) {
    switch subject {
    case .source(let source, let arguments):
      guard let found = facts.sources.index(source, arguments) else { return }
      let index = Int(found)
      guard case .unavailable = facts.sources.subjects[index].state else { return }
      facts.sources.subjects[index].state =
        facts.sources.subjects[index].staleSince == nil ? .nothing : .stale
      marks.subject(index)
      markLeaves(index)
    case .table(let table):
      let index = Int(table.index)
      guard facts.tables.indices.contains(index), !facts.tables[index].isKnown,
        facts.tables[index].loss != nil
      else { return }
      loseTable(index, nil)
    case .address, .places:
      guard facts.places.failures.removeValue(forKey: subject) != nil else { return }
      markPlaces(subject)
    }
  }

  /// Has what needs addresses, or places, evaluated again
  private mutating func markPlaces(_ subject: FetchKey) {
    let isAddress = if case .address = subject { true } else { false }
    for listener in isAddress ? facts.places.addressListeners : facts.places.nearestListeners {
      markDirty(listener)
    }
    markLookingAhead()
  }

  /// Ends what is known of a calendar or a table after a second
  mutating func limit(_ subject: FetchKey, to last: Int64) {
    switch subject {
    case .source(let source, let arguments):
      guard let found = facts.sources.index(source, arguments) else { return }
      let index = Int(found)
      guard facts.sources.subjects[index].schedule != nil, facts.sources.subjects[index].isFresh
      else { return }
      facts.sources.subjects[index].expiry = Seconds.add(last, 1)
      marks.subject(index)
      awaitExpiry(of: index)
    case .table(let table):
      let index = Int(table.index)
      guard facts.tables.indices.contains(index), facts.tables[index].isKnown else { return }
      facts.tables[index].expiry = Seconds.add(last, 1)
      facts.tableExpiry = facts.tables.map { $0.nextTurn }.min() ?? Seconds.never
    case .address, .places: break
    }
  }

  /// Has the leaves of a subject evaluated again, and what looks ahead, which depends on what may become of them
  mutating func markLeaves(_ subject: Int) {
    for leaf in facts.sources.subjects[subject].leaves { markDirty(leaf) }
    if facts.sources.subjects[subject].schedule != nil || !aheadInstances.isEmpty {
      markLookingAhead()
    }
  }

  /// The requests of live leaves whose readings are missing or too old
  mutating func missingRequests() -> [RequestID] {
    var result: [RequestID] = []
    for index in graph.requests.indices where facts.requestLeaves.indices.contains(index) {
      let leaf = facts.requestLeaves[index]
      guard leaf >= 0, let subject = facts.sources.subjectOfLeaf[leaf],
        !facts.sources.subjects[Int(subject)].isFresh
      else { continue }
      result.append(RequestID(index: Int32(truncatingIfNeeded: index)))
    }
    return result
  }
}

internal import OppModel

/// Arrivals change leaves, and mark the instances that depend on them
///
/// ```
///   arrival       changes                                                  marks
///   reading       the fields and the expiry of a subject                   its leaves
///   rows          the rows of a table                                      the readers of those that differ
///   schedule      the subject of the calendar                              its leaves, and conditions that look ahead
///   address       the position of a text                                   the users of an address
///   places        the places of a category, or of all                      the users of the nearest place
///   unavailable   every subject of a source, or a table, becomes unknown   its leaves, or the readers of the table
///   lost          a subject becomes unknown, if nothing counts any more
///   counts        the expiry of a calendar or a table
///   awaited       a subject that failed is undecided again
/// ```
extension Evaluator {
  /// Takes in an arrival; the instances that depend on it are evaluated by ``propagate()``
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
    case .answer: break  // of the rules alone
    }
  }

  /// Takes a reading of a source
  ///
  /// A reading of 00:10 has `temp` and `raining`, one of 00:20 only `temp`: from then on `raining` is missing. A
  /// `given` of a test gives one field, and the others as unchanged, so that they keep their values.
  private mutating func apply(_ reading: SourceReading) {
    guard graph.sources.has(reading.source) else { return }
    let index = facts.subjectIndex(
      reading.source, reading.arguments, graph)
    if facts.sources.subjects[index].expiry < now { expire(index) }
    // A reading that was fresh up to the second before counts as one that still is.
    let wasFresh =
      facts.sources.subjects[index].isFresh
      || facts.sources.subjects[index].wentStale(at: now)
    // Its leaves have then read the fields as they were.
    let isSteady =
      facts.sources.subjects[index].isFresh && !facts.fetchable.isAny
      && facts.sources.subjects[index].schedule == nil
    facts.sources.subjects[index].schedule = nil
    if facts.sources.keepsAges {
      facts.sources.subjects[index].keepInstants()
      facts.sources.subjects[index].instants.take(
        readingOf: reading.instant.seconds, at: now
      ) {
        guard reading.fields.indices.contains($0) else { return false }
        switch reading.fields[$0] {
        case .known: return true
        case .missing, .neverRead: return false
        case .unchanged: return nil
        }
      }
    }
    let changed = facts.sources.subjects[index].take(
      reading.fields, wasFresh: wasFresh, &pool)
    facts.sources.subjects[index].state = .fresh
    facts.sources.subjects[index].instant = reading.instant.seconds
    var expiry = Seconds.never
    let freshness =
      reading.freshness ?? graph.sources[reading.source].freshness
    // `fresh for 10min`: a reading of 00:05 counts through 00:15, and is stale from 00:15:01 on.
    if !reading.isLasting, let freshness, freshness <= Seconds.century {
      let last = Seconds.add(reading.instant.seconds, max(0, freshness))
      expiry = Seconds.add(last, 1)
    }
    facts.sources.subjects[index].expiry = expiry
    marks.subject(index)
    awaitExpiry(of: index)
    markLeaves(index, ofFields: isSteady ? changed : .all)
    markAges(ofSubject: index)
  }

  /// Has the ages of the fields evaluated again that the leaves of a subject read
  private mutating func markAges(ofSubject subject: SubjectID) {
    guard facts.sources.keepsAges else { return }
    for leaf in facts.sources.subjects[subject].leaves { markAges(of: leaf) }
  }

  /// Has the ages of the field evaluated again that a leaf reads
  mutating func markAges(of leaf: InstanceID) {
    guard facts.sources.keepsAges, let ages = facts.sources.ages[leaf] else {
      return
    }
    for age in ages { markDirty(age) }
  }

  /// Takes the calendar, which is known ahead
  private mutating func apply(_ schedule: Schedule) {
    guard let calendar = graph.wellKnown.calendar else { return }
    let subject = facts.subjectIndex(calendar.source, [], graph)
    facts.sources.subjects[subject].schedule = schedule
    facts.sources.subjects[subject].state = .fresh
    facts.sources.subjects[subject].instant = now
    facts.sources.subjects[subject].expiry = Seconds.never
    if facts.sources.keepsAges {
      let now = now
      facts.sources.subjects[subject].keepInstants()
      facts.sources.subjects[subject].instants.take(readingOf: now, at: now) { _ in true }
    }
    marks.subject(subject)
    markLeaves(subject)
    markAges(ofSubject: subject)
  }

  /// Makes a source, with all values of its parameters, or a table unknown
  private mutating func lose(_ name: String, _ reason: String) {
    for index in SubjectID.all(in: facts.sources.subjects)
    where graph.sources[facts.sources.subjects[index].source].name
      == name
    {
      facts.sources.subjects[index].state = .unavailable(reason)
      facts.sources.subjects[index].schedule = nil
      facts.sources.subjects[index].expiry = Seconds.never
      marks.subject(index)
      markLeaves(index)
    }
    facts.losses[name] = reason
    marks.loss(name)
    for table in TableID.all(in: graph.tables)
    where graph.tables[table].name == name {
      loseTable(table, reason)
    }
  }

  /// Notes that a fetch failed: nothing changes while an earlier value still counts
  private mutating func lose(_ subject: FetchKey, _ reason: String) {
    switch subject {
    case .source(let source, let arguments):
      guard graph.sources.has(source) else { return }
      let index = facts.subjectIndex(source, arguments, graph)
      if facts.sources.subjects[index].expiry < now { expire(index) }
      guard !facts.sources.subjects[index].isFresh else { return }
      facts.sources.subjects[index].state = .unavailable(reason)
      marks.subject(index)
      markLeaves(index)
    case .table(let table):
      guard facts.tables.has(table), !facts.tables[table].isKnown else {
        return
      }
      loseTable(table, reason)
    case .address, .places:
      facts.places.failures[subject] = reason
      markPlaces(subject)
    }
  }

  /// Forgets that the last fetch of a subject failed
  private mutating func forgetFailure(of subject: FetchKey) {
    switch subject {
    case .source(let source, let arguments):
      guard let index = facts.sources.index(source, arguments) else { return }
      guard case .unavailable = facts.sources.subjects[index].state else { return }
      facts.sources.subjects[index].state =
        facts.sources.subjects[index].staleSince == nil ? .nothing : .stale
      marks.subject(index)
      markLeaves(index)
    case .table(let table):
      guard facts.tables.has(table), !facts.tables[table].isKnown,
        facts.tables[table].loss != nil
      else { return }
      loseTable(table, nil)
    case .address, .places:
      guard facts.places.failures.removeValue(forKey: subject) != nil else { return }
      markPlaces(subject)
    }
  }

  /// Has the instances that need addresses, or places, evaluated again
  private mutating func markPlaces(_ subject: FetchKey) {
    let isAddress = if case .address = subject { true } else { false }
    for listener in isAddress
      ? facts.places.addressListeners : facts.places.nearestListeners
    {
      markDirty(listener)
    }
    markLookingAhead()
  }

  /// Makes a calendar or a table unknown after a second
  mutating func limit(_ subject: FetchKey, to last: Int64) {
    switch subject {
    case .source(let source, let arguments):
      guard let index = facts.sources.index(source, arguments) else { return }
      guard facts.sources.subjects[index].schedule != nil,
        facts.sources.subjects[index].isFresh
      else { return }
      facts.sources.subjects[index].expiry = Seconds.add(last, 1)
      marks.subject(index)
      awaitExpiry(of: index)
    case .table(let table):
      guard facts.tables.has(table), facts.tables[table].isKnown else {
        return
      }
      facts.tables[table].expiry = Seconds.add(last, 1)
      facts.tableExpiry =
        facts.tables.map { $0.nextTurn }.min() ?? Seconds.never
    case .address, .places: break
    }
  }

  // MARK: Leaves

  /// Has the leaves of a subject evaluated again, and the instances that look ahead, which depend on their future
  ///
  /// - Parameter fields: those that may have changed.
  mutating func markLeaves(_ subject: SubjectID, ofFields fields: FieldSet = .all) {
    for leaf in facts.sources.subjects[subject].leaves {
      if case .reading(_, let field) = code[instances.template[leaf]].instruction {
        guard fields.contains(Int(field)) else { continue }
        if moves(leaf, ofField: Int(field), of: subject) { continue }
      }
      markDirty(leaf)
    }
    if facts.sources.subjects[subject].schedule != nil || !aheadInstances.isEmpty {
      markLookingAhead()
    }
  }

  /// The requests of live leaves whose readings are missing or too old
  mutating func missingRequests() -> [RequestID] {
    var result: [RequestID] = []
    for request in RequestID.all(in: graph.requests) where facts.requestLeaves.has(request) {
      guard let leaf = facts.requestLeaves[request].wrapped,
        let subject = facts.sources.subjectOfLeaf[leaf],
        !facts.sources.subjects[subject].isFresh
      else { continue }
      result.append(request)
    }
    return result
  }
}

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
struct ArrivalIntake {
  /// Takes in what has become known; what depends on it is evaluated by ``propagate()``
  func take(_ arrival: Arrival, _ evaluator: inout Evaluator) {
    // A pushed reading is never fetched; it counts where something that depends on it changes.
    if case .reading(let reading) = arrival, !evaluator.facts.fetchable.has(source: reading.source)
    {
      return take(reading, &evaluator)
    }
    evaluator.areNeedsOutdated = true
    switch arrival {
    case .reading(let reading): take(reading, &evaluator)
    case .rows(let change): evaluator.apply(change)
    case .schedule(let schedule): take(schedule, &evaluator)
    case .address(let text, let position):
      evaluator.facts.places.set(position, of: text, &evaluator.pool)
      evaluator.marks.address(text)
      for listener in evaluator.facts.places.addressListeners { evaluator.markDirty(listener) }
      evaluator.markLookingAhead()
    case .places(let known, let category):
      evaluator.facts.places.replace(known, category: category)
      evaluator.marks.places()
      for listener in evaluator.facts.places.nearestListeners { evaluator.markDirty(listener) }
      evaluator.markLookingAhead()
    case .unavailable(let name, let reason): lose(name, reason, &evaluator)
    case .lost(let subject, let reason): lose(subject, reason, &evaluator)
    case .counts(let subject, let through): limit(subject, to: through.seconds, &evaluator)
    case .awaited(let subject): forgetFailure(of: subject, &evaluator)
    case .answer: break  // of the rules alone
    }
  }

  /// Takes a reading of a source
  ///
  /// A reading of 00:10 has `temp` and `raining`, one of 00:20 only `temp`: from then on `raining` is missing. A
  /// `given` of a test gives one field, and the others as unchanged, so that they keep their values.
  private func take(_ reading: SourceReading, _ evaluator: inout Evaluator) {
    guard evaluator.graph.sources.has(reading.source) else { return }
    let index = evaluator.facts.subjectIndex(
      reading.source, reading.arguments, evaluator.graph)
    if evaluator.facts.sources.subjects[index].expiry < evaluator.now { evaluator.expire(index) }
    // A reading that was fresh up to the second before counts as one that still is.
    let wasFresh =
      evaluator.facts.sources.subjects[index].isFresh
      || evaluator.facts.sources.subjects[index].wentStale(at: evaluator.now)
    // Its leaves have then read the fields as they were.
    let isSteady =
      evaluator.facts.sources.subjects[index].isFresh && !evaluator.facts.fetchable.isAny
      && evaluator.facts.sources.subjects[index].schedule == nil
    evaluator.facts.sources.subjects[index].schedule = nil
    if evaluator.facts.sources.keepsAges {
      evaluator.facts.sources.subjects[index].keepInstants()
      evaluator.facts.sources.subjects[index].instants.take(
        readingOf: reading.instant.seconds, at: evaluator.now
      ) {
        guard reading.fields.indices.contains($0) else { return false }
        switch reading.fields[$0] {
        case .known: return true
        case .missing, .neverRead: return false
        case .unchanged: return nil
        }
      }
    }
    let changed = evaluator.facts.sources.subjects[index].take(
      reading.fields, wasFresh: wasFresh, &evaluator.pool)
    evaluator.facts.sources.subjects[index].state = .fresh
    evaluator.facts.sources.subjects[index].instant = reading.instant.seconds
    var expiry = Seconds.never
    let freshness =
      reading.freshness ?? evaluator.graph.sources[reading.source].freshness
    // `fresh for 10min`: a reading of 00:05 counts through 00:15, and is stale from 00:15:01 on.
    if !reading.isLasting, let freshness, freshness <= Seconds.century {
      let last = Seconds.add(reading.instant.seconds, max(0, freshness))
      expiry = Seconds.add(last, 1)
    }
    evaluator.facts.sources.subjects[index].expiry = expiry
    evaluator.marks.subject(index)
    evaluator.awaitExpiry(of: index)
    evaluator.markLeaves(index, ofFields: isSteady ? changed : .all)
    markAges(ofSubject: index, &evaluator)
  }

  /// Has the ages of what the leaves of a subject read evaluated again
  private func markAges(ofSubject subject: SubjectID, _ evaluator: inout Evaluator) {
    guard evaluator.facts.sources.keepsAges else { return }
    for leaf in evaluator.facts.sources.subjects[subject].leaves { markAges(of: leaf, &evaluator) }
  }

  /// Has the ages of what a leaf reads evaluated again
  func markAges(of leaf: InstanceID, _ evaluator: inout Evaluator) {
    guard evaluator.facts.sources.keepsAges, let ages = evaluator.facts.sources.ages[leaf] else {
      return
    }
    for age in ages { evaluator.markDirty(age) }
  }

  /// Takes the calendar, which is known ahead
  private func take(_ schedule: Schedule, _ evaluator: inout Evaluator) {
    guard let calendar = evaluator.graph.wellKnown.calendar else { return }
    let subject = evaluator.facts.subjectIndex(calendar.source, [], evaluator.graph)
    evaluator.facts.sources.subjects[subject].schedule = schedule
    evaluator.facts.sources.subjects[subject].state = .fresh
    evaluator.facts.sources.subjects[subject].instant = evaluator.now
    evaluator.facts.sources.subjects[subject].expiry = Seconds.never
    if evaluator.facts.sources.keepsAges {
      let now = evaluator.now
      evaluator.facts.sources.subjects[subject].keepInstants()
      evaluator.facts.sources.subjects[subject].instants.take(readingOf: now, at: now) { _ in true }
    }
    evaluator.marks.subject(subject)
    evaluator.markLeaves(subject)
    markAges(ofSubject: subject, &evaluator)
  }

  /// Makes a source, with all values of its parameters, or a table unknown
  private func lose(_ name: String, _ reason: String, _ evaluator: inout Evaluator) {
    for index in SubjectID.all(in: evaluator.facts.sources.subjects)
    where evaluator.graph.sources[evaluator.facts.sources.subjects[index].source].name
      == name
    {
      evaluator.facts.sources.subjects[index].state = .unavailable(reason)
      evaluator.facts.sources.subjects[index].schedule = nil
      evaluator.facts.sources.subjects[index].expiry = Seconds.never
      evaluator.marks.subject(index)
      evaluator.markLeaves(index)
    }
    evaluator.facts.losses[name] = reason
    evaluator.marks.loss(name)
    for table in TableID.all(in: evaluator.graph.tables)
    where evaluator.graph.tables[table].name == name {
      evaluator.loseTable(table, reason)
    }
  }

  /// Notes that a fetch failed: where an earlier value still counts, nothing changes
  private func lose(_ subject: FetchKey, _ reason: String, _ evaluator: inout Evaluator) {
    switch subject {
    case .source(let source, let arguments):
      guard evaluator.graph.sources.has(source) else { return }
      let index = evaluator.facts.subjectIndex(source, arguments, evaluator.graph)
      if evaluator.facts.sources.subjects[index].expiry < evaluator.now { evaluator.expire(index) }
      guard !evaluator.facts.sources.subjects[index].isFresh else { return }
      evaluator.facts.sources.subjects[index].state = .unavailable(reason)
      evaluator.marks.subject(index)
      evaluator.markLeaves(index)
    case .table(let table):
      guard evaluator.facts.tables.has(table), !evaluator.facts.tables[table].isKnown else {
        return
      }
      evaluator.loseTable(table, reason)
    case .address, .places:
      evaluator.facts.places.failures[subject] = reason
      markPlaces(subject, &evaluator)
    }
  }

  /// Forgets that the last fetch of a subject failed
  private func forgetFailure(of subject: FetchKey, _ evaluator: inout Evaluator) {
    switch subject {
    case .source(let source, let arguments):
      guard let index = evaluator.facts.sources.index(source, arguments) else { return }
      guard case .unavailable = evaluator.facts.sources.subjects[index].state else { return }
      evaluator.facts.sources.subjects[index].state =
        evaluator.facts.sources.subjects[index].staleSince == nil ? .nothing : .stale
      evaluator.marks.subject(index)
      evaluator.markLeaves(index)
    case .table(let table):
      guard evaluator.facts.tables.has(table), !evaluator.facts.tables[table].isKnown,
        evaluator.facts.tables[table].loss != nil
      else { return }
      evaluator.loseTable(table, nil)
    case .address, .places:
      guard evaluator.facts.places.failures.removeValue(forKey: subject) != nil else { return }
      markPlaces(subject, &evaluator)
    }
  }

  /// Has what needs addresses, or places, evaluated again
  private func markPlaces(_ subject: FetchKey, _ evaluator: inout Evaluator) {
    let isAddress = if case .address = subject { true } else { false }
    for listener in isAddress
      ? evaluator.facts.places.addressListeners : evaluator.facts.places.nearestListeners
    {
      evaluator.markDirty(listener)
    }
    evaluator.markLookingAhead()
  }

  /// Ends what is known of a calendar or a table after a second
  func limit(_ subject: FetchKey, to last: Int64, _ evaluator: inout Evaluator) {
    switch subject {
    case .source(let source, let arguments):
      guard let index = evaluator.facts.sources.index(source, arguments) else { return }
      guard evaluator.facts.sources.subjects[index].schedule != nil,
        evaluator.facts.sources.subjects[index].isFresh
      else { return }
      evaluator.facts.sources.subjects[index].expiry = Seconds.add(last, 1)
      evaluator.marks.subject(index)
      evaluator.awaitExpiry(of: index)
    case .table(let table):
      guard evaluator.facts.tables.has(table), evaluator.facts.tables[table].isKnown else {
        return
      }
      evaluator.facts.tables[table].expiry = Seconds.add(last, 1)
      evaluator.facts.tableExpiry =
        evaluator.facts.tables.map { $0.nextTurn }.min() ?? Seconds.never
    case .address, .places: break
    }
  }

}

internal import OppModel

/// The arrivals of the last good response to a fetch, as far as they can still be had
///
/// A session that continues from its memory has the times of a response and not its arrivals, which the engine took:
///
/// ```
/// weather @48.4,-123.4     the reading that the engine has, for whoever else reads the weather of this cell
/// calendar                 the calendar and the agenda count for longer; what they say is in the engine
/// thermostat, all values   nothing: the rooms that nobody read are not in the engine
/// weather @50,10           nothing, once the person has left that cell and the engine has the weather of another
/// ```
///
/// The fetch is made again where there is nothing: a request too many, where the session that stayed would have had the
/// response.
struct HeldResponse {
  let arrivals: [Arrival]

  init?(to fetch: Fetch, in session: borrowing LiveSession) {
    guard let entry = session.cache[fetch], entry.responded != nil else { return nil }
    guard entry.isForgotten else {
      arrivals = entry.arrivals
      return
    }
    let own = session.interested[fetch] ?? [fetch.subject]
    let holders = own.filter { Self.holds($0, fetch, entry, session) }
    guard !session.hasAllValues(fetch) else { return nil }
    if case .source(let source, let arguments) = fetch.subject, !session.isBundle(fetch),
      let holder = holders.first, let reading = Self.reading(of: holder, session.engine)
    {
      arrivals = [.reading(reading.with(source, arguments))]
      return
    }
    let listings = holders.filter { Self.isListed($0, session.engine) }
    guard !listings.isEmpty, listings.count == own.count else { return nil }
    // Their limits are handed over anew (``LiveSession/handOver(_:at:)``).
    arrivals = listings.map { .counts($0, through: .distantFuture) }
  }

  /// Whether a subject still has what the response brought
  private static func holds(
    _ subject: FetchKey, _ fetch: Fetch, _ entry: CacheEntry, _ session: borrowing LiveSession
  ) -> Bool {
    guard let state = session.freshness[subject] else { return false }
    return state.fetch == fetch && state.responded == entry.responded
  }

  /// Whether the engine has the rows of a table, or a calendar
  private static func isListed(_ subject: FetchKey, _ engine: borrowing Engine) -> Bool {
    switch subject {
    case .table(let table): return engine.tables.has(table) && engine.tables[table].isKnown
    case .source(let source, let arguments):
      guard let index = engine.sources.index(source, arguments) else { return false }
      let state = engine.sources.subjects[index]
      return state.isFresh && state.schedule != nil
    case .address, .places: return false
    }
  }

  /// The reading that the engine has of a subject; nil where none counts, and for a calendar
  private static func reading(
    of subject: FetchKey, _ engine: borrowing Engine
  ) -> SourceReading? {
    guard case .source(let source, let arguments) = subject,
      let index = engine.sources.index(source, arguments)
    else { return nil }
    let state = engine.sources.subjects[index]
    guard state.isFresh, state.schedule == nil else { return nil }
    var fields: [FieldReading] = []
    for (field, status) in state.statuses.enumerated() {
      switch status {
      case .known:
        fields.append(engine.pool.value(state.fields[field]).map { .known($0) } ?? .missing)
      case .missing: fields.append(.missing)
      case .neverRead, .notYet: fields.append(.neverRead)
      }
    }
    let isLasting = state.expiry == Seconds.never
    return SourceReading(
      source: source, arguments: arguments, instant: Instant(seconds: state.instant),
      fields: fields,
      freshness: isLasting ? nil : Seconds.subtract(state.expiry, Seconds.add(state.instant, 1)),
      isLasting: isLasting)
  }
}

extension SourceReading {
  /// The same reading of a source for other values of its parameters
  fileprivate func with(_ source: SourceID, _ arguments: [Value?]) -> SourceReading {
    SourceReading(
      source: source, arguments: arguments, instant: instant, fields: fields,
      freshness: freshness, isLasting: isLasting)
  }
}

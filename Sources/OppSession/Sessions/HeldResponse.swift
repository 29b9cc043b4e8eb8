internal import OppEngine
internal import OppModel

/// The arrivals of the last good response to a fetch, as far as they can still be had
///
/// A session that continues from its memory has the times of a response and not its arrivals, which the engine took:
///
/// ```
/// weather @48.4,-123.4     the reading that the engine has, for any other reader of the weather of this cell
/// calendar                 the calendar and the agenda count for longer; their contents are in the engine
/// thermostat, all values   nothing: rooms that no rule read are not in the engine
/// weather @50,10           nothing, once the person has left that cell and the engine has the weather of another
/// ```
///
/// A reading whose response is over no longer counts, but its service may say that nothing has changed since. Of tables
/// and a calendar the engine then has nothing.
///
/// If nothing is left of the response, the fetch is made again: one request more than a session that was never interrupted,
/// whose cache still had it.
struct HeldResponse {
  let arrivals: [Arrival]

  /// - Parameter isUnchanged: whether the service says that the response is still the same.
  init?(to fetch: Fetch, in session: borrowing LiveSession, isUnchanged: Bool = false) {
    guard let entry = session.cache[fetch], entry.responded != nil else { return nil }
    guard entry.isForgotten else {
      arrivals = entry.arrivals
      return
    }
    let own = session.interested[fetch] ?? [fetch.subject]
    var holders: [FetchKey] = []
    for subject in own {
      if Self.holds(subject, fetch, entry, session) {
        holders.append(subject)
      } else if isUnchanged, Self.held(subject, entry, session) {
        holders.append(subject)
      }
    }
    guard !session.hasAllValues(fetch) else { return nil }
    if case .source(_, let arguments) = fetch.subject, !session.isBundle(fetch),
      let holder = holders.first,
      var reading = Self.reading(
        of: holder, entry, session.freshness(of: fetch.subject), session.engine)
    {
      reading.arguments = arguments
      arrivals = [.reading(reading)]
      return
    }
    var listings: [FetchKey] = []
    for holder in holders where Self.isListed(holder, session.engine) { listings.append(holder) }
    guard !listings.isEmpty, listings.count == own.count else { return nil }
    // Their limits are handed over anew (``LiveSession/handOver(_:at:)``).
    arrivals = listings.map { .counts($0, through: .distantFuture) }
  }

  /// Whether the response is the latest that its subject has
  private static func holds(
    _ subject: FetchKey, _ fetch: Fetch, _ entry: CacheEntry, _ session: borrowing LiveSession
  ) -> Bool {
    guard let state = session.freshness[subject] else { return false }
    return state.fetch == fetch && state.responded == entry.responded
  }

  /// Whether the last reading of a subject is that of a response which is over
  private static func held(
    _ subject: FetchKey, _ entry: CacheEntry, _ session: borrowing LiveSession
  ) -> Bool {
    guard session.freshness[subject] == nil, case .source(let source, let arguments) = subject,
      let reading = session.engine.lastReading(of: source, arguments)
    else { return false }
    return !reading.isSchedule && reading.end == Seconds.add(entry.counts, 1)
  }

  /// Whether the engine has the rows of a table, or a calendar
  private static func isListed(_ subject: FetchKey, _ engine: borrowing Engine) -> Bool {
    switch subject {
    case .table(let table): return engine.hasRows(of: table)
    case .source(let source, let arguments):
      guard let reading = engine.lastReading(of: source, arguments) else { return false }
      return reading.isFresh && reading.isSchedule
    case .address, .places: return false
    }
  }

  /// The reading that a response brought for a subject; `nil` for a calendar, or if the engine has another reading or none
  ///
  /// It has a freshness of its own if it counts for another time than a response that arrived at its second would.
  ///
  /// - Parameter freshness: the seconds for which a response counts; nil for good.
  private static func reading(
    of subject: FetchKey, _ entry: CacheEntry, _ freshness: Int64?, _ engine: borrowing Engine
  ) -> SourceReading? {
    guard case .source(let source, let arguments) = subject,
      let state = engine.lastReading(of: source, arguments)
    else { return nil }
    guard !state.isSchedule, state.isFresh || state.end > entry.counts else { return nil }
    let last = Seconds.subtract(state.end, 1)
    let isLasting = state.end == Seconds.never
    let isOfResponse = freshness.map { Seconds.add(entry.responded ?? last, $0) } == last
    return SourceReading(
      source: source, arguments: arguments, instant: Instant(seconds: state.instant),
      fields: engine.lastFields(of: source, arguments),
      freshness: isLasting || isOfResponse ? nil : Seconds.subtract(last, state.instant),
      isLasting: isLasting)
  }
}

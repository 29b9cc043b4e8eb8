package import OppEngine
internal import OppModel

/// The handling of responses: their arrivals go to every subject that waits for them
///
/// One response may serve several subjects, each in its own way:
///
/// ```
/// fetch weather at @48.4,-123.4       the subject weather
/// fetch thermostat, all values        thermostat("hall") and thermostat("cellar"), each its own reading
/// fetch calendar, a bundle            the schedule of calendar and the rows of agenda, as they are
/// ```
///
/// A response counts for its freshness from its second on, but a reading not beyond its own instant and freshness: one
/// of 11:50, responded at 12:00 and fresh for 15 minutes, counts up to 12:05:00. A response whose readings are all too
/// old is a failure. A reading of a source without `fresh for` is never too old: it counts as long as its response.
extension LiveSession {
  /// The arrivals of a response, ready for the engine
  mutating func settle(_ response: FetchResponse, at second: Int64) -> [Arrival] {
    end(response.fetch, at: second)
    switch response.outcome {
    case .arrived(let arrivals): return settle(response.fetch, arrivals, at: second)
    case .unchanged:
      guard let known = HeldResponse(to: response.fetch, in: self, isUnchanged: true)?.arrivals
      else {
        return fail(response.fetch, .nothingToKeep, at: second)
      }
      let renewed = known.map { $0.renewed(at: Instant(seconds: second)) }
      return settle(response.fetch, renewed, at: second)
    case .failed(let failure): return fail(response.fetch, failure, at: second)
    }
  }

  /// Stores the arrivals of a response, and returns those for the subjects that wait; a response without a current
  /// reading fails
  private mutating func settle(
    _ fetch: Fetch, _ arrivals: [Arrival], at second: Int64
  ) -> [Arrival] {
    let counts = counts(of: fetch, arrivals, at: second)
    if let failure = staleness(of: fetch, arrivals, counts: counts, at: second) {
      return fail(fetch, failure, at: second)
    }
    let took = cache.settle(fetch, arrivals, at: second, counts: counts)
    if let index = supply.provider(of: fetch.subject) {
      if let took { states[index].experience.note(latency: Double(took)) }
      states[index].experience.note(failed: false)
      recover(index, at: second)
    }
    return handOver(fetch, at: second)
  }

  /// The last second at which a response counts: of readings for several values, the latest
  private func counts(of fetch: Fetch, _ arrivals: [Arrival], at second: Int64) -> Int64 {
    guard let freshness = freshness(of: fetch.subject) else { return Seconds.never }
    let readings = readings(of: fetch, arrivals)
    let limits = ReadingLimits(engine)
    let latest = readings.map { limits.counts(of: $0, freshness, answeredAt: second) }.max()
    return min(Seconds.add(second, freshness), latest ?? Seconds.never)
  }

  /// The readings of a response that a subject waits for
  private func readings(of fetch: Fetch, _ arrivals: [Arrival]) -> [SourceReading] {
    var wanted: Set<FetchKey>?
    if hasAllValues(fetch) { wanted = interested[fetch] }
    var result: [SourceReading] = []
    for case .reading(let reading) in arrivals {
      let subject = FetchKey.source(reading.source, reading.arguments)
      if wanted?.contains(subject) ?? true { result.append(reading) }
    }
    return result
  }

  /// Whether a response to a fetch has the readings for all values of a parameter
  func hasAllValues(_ fetch: Fetch) -> Bool {
    guard case .source = fetch.subject, let index = supply.provider(of: fetch.subject) else {
      return false
    }
    return supply.providers[index].hasAllValues
  }

  /// Whether a response to a fetch has all that its provider serves
  func isBundle(_ fetch: Fetch) -> Bool {
    supply.provider(of: fetch.subject).map { supply.providers[$0].isBundle } ?? false
  }

  /// The failure of a response without a current reading; nil for one with such a reading
  private func staleness(
    of fetch: Fetch, _ arrivals: [Arrival], counts: Int64, at second: Int64
  ) -> FetchFailure? {
    guard case .source = fetch.subject, let freshness = freshness(of: fetch.subject),
      let index = supply.provider(of: fetch.subject), !supply.providers[index].isBundle
    else { return nil }
    for arrival in arrivals {
      // A calendar, or rows: they are of now.
      guard case .reading = arrival else { return nil }
    }
    guard let latest = readings(of: fetch, arrivals).map({ $0.instant.seconds }).max() else {
      return FetchFailure(.outdated, "it has no reading of now")
    }
    guard counts < second else { return nil }
    let age = DurationText.text(Seconds.subtract(second, latest))
    return FetchFailure(
      .outdated,
      "its last reading is \(age) old, and counts for \(DurationText.text(freshness))")
  }

  /// The number of seconds for which a response counts; nil for good
  package func freshness(of subject: FetchKey) -> Int64? {
    let own = supply.provider(of: subject).flatMap { supply.providers[$0].freshness }
    switch subject {
    case .address: return own
    case .source(let source, _):
      guard engine.graph.sources.has(source) else { return own }
      return engine.graph.sources[source].freshness
        ?? own ?? SessionSettings.ordinaryFreshness
    case .table(let table):
      guard engine.graph.tables.has(table) else { return own }
      return engine.graph.tables[table].freshness
        ?? own ?? SessionSettings.tableFreshness
    case .places: return own ?? 86_400
    }
  }

  /// The arrivals of a fetch for the engine: those of the fetched subject, once for each that waits
  mutating func handOver(_ fetch: Fetch, at second: Int64) -> [Arrival] {
    guard let entry = cache[fetch], let held = HeldResponse(to: fetch, in: self) else { return [] }
    if hasAllValues(fetch) { return handOverReadings(of: fetch, entry, at: second) }
    let subjects = interested[fetch] ?? [fetch.subject]
    for subject in subjects { stand(subject, fetch, entry, counts: entry.counts, at: second) }
    var result: [Arrival] = []
    for arrival in held.arrivals {
      guard case .reading(let reading) = arrival,
        case .source(let source, let arguments) = fetch.subject, reading.source == source,
        reading.arguments == arguments
      else {
        result.append(arrival)
        continue
      }
      var limited = ReadingLimits(engine).limited(
        reading, freshness(of: fetch.subject), answeredAt: entry.responded ?? second)
      for case .source(source, let own) in subjects {
        limited.arguments = own
        result.append(.reading(limited))
      }
    }
    return result + limits(of: entry)
  }

  /// The limits of the tables and the calendar of a response, which carry none themselves
  private func limits(of entry: CacheEntry) -> [Arrival] {
    guard entry.counts < Seconds.never else { return [] }
    let through = Instant(seconds: entry.counts)
    let calendar = engine.graph.wellKnown.calendar?.source
    return entry.arrivals.compactMap { arrival in
      switch arrival {
      case .rows, .schedule, .counts:
        arrival.subject(calendar: calendar).map { .counts($0, through: through) }
      case .reading, .address, .places, .unavailable, .lost, .awaited, .answer: nil
      }
    }
  }

  /// Hands each waiting subject its own reading; one without a reading that counts may get one later
  private mutating func handOverReadings(
    of fetch: Fetch, _ entry: CacheEntry, at second: Int64
  ) -> [Arrival] {
    let freshness = freshness(of: fetch.subject) ?? Seconds.never
    let responded = entry.responded ?? second
    let limits = ReadingLimits(engine)
    var own: [FetchKey: SourceReading] = [:]
    for reading in readings(of: fetch, entry.arrivals) {
      own[.source(reading.source, reading.arguments)] = reading
    }
    var result: [Arrival] = []
    for subject in interested[fetch] ?? [] {
      let counts = own[subject].map { limits.counts(of: $0, freshness, answeredAt: responded) }
      if let reading = own[subject], let counts, counts >= second {
        lacking[subject] = nil
        stand(subject, fetch, entry, counts: min(entry.counts, counts), at: second)
        result.append(.reading(limits.limited(reading, freshness, answeredAt: responded)))
      } else {
        lack(subject, entry, at: second)
        result.append(.lost(subject, reason: "its service says nothing of it that is of now"))
      }
    }
    return result
  }

  /// Notes until when a subject counts, and whether its response was the same as the one before
  private mutating func stand(
    _ subject: FetchKey, _ fetch: Fetch, _ entry: CacheEntry, counts: Int64, at second: Int64
  ) {
    let responded = entry.responded ?? second
    let before = freshness[subject].flatMap { $0.fetch == fetch ? $0 : nil }
    var state = FetchFreshness(fetch: fetch, responded: responded, counts: counts)
    if let before {
      state.isRepeated =
        before.responded == responded ? before.isRepeated : counts <= before.counts
    }
    freshness[subject] = state
  }

  /// Records that a response has no current reading of one of many values: it is fetched again, ever later
  private mutating func lack(_ subject: FetchKey, _ entry: CacheEntry, at second: Int64) {
    let responded = entry.responded ?? second
    var lack = lacking[subject] ?? Lack(responded: Seconds.past, times: 0, retry: second)
    guard lack.responded < responded else { return }
    lack.responded = responded
    lack.times += 1
    let chance = chance(of: Fetch(subject: subject), at: second)
    let delay = Backoff.ordinary.delay(failures: lack.times, chance: chance, retryAfter: nil)
    lack.retry = Seconds.add(second, delay)
    lacking[subject] = lack
    freshness[subject] = nil
  }

  /// Stores a failure: each subject that waits is lost for this reason, until it is fetched again
  mutating func fail(
    _ fetch: Fetch, _ failure: FetchFailure, at second: Int64
  ) -> [Arrival] {
    cache.fail(fetch, failure, at: second, chance: chance(of: fetch, at: second))
    progress.failed.insert(fetch)
    if let index = supply.provider(of: fetch.subject) {
      states[index].experience.note(failed: true)
      recordFailure(index, failure, at: second)
    }
    return (interested[fetch] ?? [fetch.subject]).map { .lost($0, reason: failure.reason) }
  }

  /// The jitter of a pause, at least 0 and below 1: neither a restart nor the order of responses changes it
  private func chance(of fetch: Fetch, at second: Int64) -> Double {
    // FNV-1a of the fetch's meaning, for the hash of a value differs from run to run
    var hash: UInt64 = settings.seed ^ 0xCBF2_9CE4_8422_2325
    for byte in engine.graph.meaning(of: fetch).utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    var generator = SplitMix(state: hash ^ UInt64(bitPattern: second))
    return generator.next()
  }

  /// Records the loss of a pushing provider: its last readings count as long as they are fresh
  mutating func lose(_ loss: ProviderLoss, at second: Int64) -> [Arrival] {
    guard supply.providers.indices.contains(loss.provider) else { return [] }
    progress.reported.insert(loss.provider)
    recordFailure(loss.provider, loss.failure, at: second)
    return supply.providers[loss.provider].pushedSubjects.map {
      .lost($0, reason: loss.failure.reason)
    }
  }

  /// Records the arrivals of a pushing provider: it is there again
  mutating func note(pushed arrivals: [Arrival], at second: Int64) {
    let calendar = engine.graph.wellKnown.calendar?.source
    for arrival in arrivals {
      // Rows go by time alone, too.
      if case .rows(let change) = arrival, change.rows.isEmpty, !change.isWhole { continue }
      guard let subject = arrival.subject(calendar: calendar),
        let index = supply.provider(of: subject), supply.providers[index].isPushed
      else { continue }
      progress.reported.insert(index)
      recover(index, at: second)
    }
  }
}

/// A value of a parameter that the response for all values does not have
struct Lack: Hashable, Sendable {
  /// The second of the last such response
  var responded: Int64

  /// The number of responses in a row that had nothing of it
  var times: Int

  /// The first second at which a fetch may be made again for its sake
  var retry: Int64
}

/// A provider that pushes has been lost
package struct ProviderLoss: Sendable {
  /// Its index among the providers of the session
  package let provider: Int
  package let failure: FetchFailure

  package init(provider: Int, failure: FetchFailure) {
    self.provider = provider
    self.failure = failure
  }
}

extension Provider {
  /// The subjects of its pushed readings and rows
  var pushedSubjects: [FetchKey] {
    served.compactMap { served in
      switch served {
      case .source(let source): .source(source, [])
      case .table(let table): .table(table)
      case .addresses, .places: nil
      }
    }
  }
}

extension FetchFailure {
  /// A service reports no change since a response that is not there any more
  static let nothingToKeep = FetchFailure(
    .unreadable, "the service says that nothing has changed, but there is no earlier response")
}

extension Arrival {
  /// The same, known anew
  fileprivate func renewed(at instant: Instant) -> Arrival {
    guard case .reading(var reading) = self else { return self }
    reading.instant = instant
    return .reading(reading)
  }
}

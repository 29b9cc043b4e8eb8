internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppSession
internal import OppStore

/// The fetches under way, and the records of all for the store
///
/// ```
/// 12:00:00  begin   weather       record: weather 12:00:00 awaited
/// 12:00:03  finish  weather       record: weather 12:00:03 arrived, in place of that of 12:00:00
/// ```
///
/// A response of the step of its request, as a rehearsal has them, is one record from the start. A step that makes up for an
/// earlier second requests at the second that the clock shows.
struct LiveFetches {
  /// The time at which each fetch under way was requested
  private(set) var requested: [Fetch: Instant] = [:]

  /// The fetches under way whose requests are in a record
  private var kept: Set<Fetch> = []

  /// `true` if records are kept: those of a rehearsal are of no use, because its store is gone with the process
  let isRecorded: Bool

  init(isRecorded: Bool) {
    self.isRecorded = isRecorded
  }

  /// The fetches under way, in the order of their texts
  func unanswered(_ words: FetchWords) -> [Fetch] { words.sorted(requested.keys) }

  /// Takes fetches that are requested now
  mutating func begin(_ fetches: [Fetch], at now: Instant) {
    for fetch in fetches { requested[fetch] = now }
  }

  /// Records the fetches that have a response, with their times and outcomes
  mutating func finish(
    _ responses: [FetchResponse], in record: inout StepRecord, _ session: LiveSession,
    _ words: FetchWords
  ) {
    for response in responses {
      let since = requested.removeValue(forKey: response.fetch)
      let isKept = kept.remove(response.fetch) != nil
      // A look at a file that was written is no request.
      guard isRecorded, let since else { continue }
      var outcome: FetchRecord.Outcome
      switch response.outcome {
      case .arrived(let arrivals):
        outcome = .arrived
        for case .address(let text, let position) in arrivals {
          record.addresses.append(KnownAddress(text: text, position: position))
        }
      case .unchanged: outcome = .unchanged
      case .failed(let failure): outcome = .failed(failure)
      }
      // The response may be too old to count.
      if let failure = session.cache[response.fetch]?.failure { outcome = .failed(failure) }
      append(
        response.fetch, at: record.at, isKept ? since : nil, outcome, bytes: response.bytes,
        to: &record, session, words)
    }
  }

  /// Records requests that have no response yet
  mutating func keep(
    _ fetches: Set<Fetch>, in record: inout StepRecord, _ session: LiveSession,
    _ words: FetchWords
  ) {
    for fetch in words.sorted(fetches) {
      append(
        fetch, at: requested[fetch] ?? record.at, nil, .awaited, bytes: 0, to: &record, session,
        words)
      kept.insert(fetch)
    }
  }

  /// Records the fetches that are not waited for any longer
  ///
  /// - Returns: nil if there are none.
  mutating func abandonAll(
    at now: Instant, _ session: LiveSession, _ words: FetchWords
  ) -> StepRecord? {
    guard !requested.isEmpty else { return nil }
    var record = StepRecord(at: now)
    let failure = FetchFailure(.unreachable, "nothing waited for the response")
    for fetch in unanswered(words) {
      append(
        fetch, at: now, requested[fetch], .failed(failure), bytes: 0, to: &record, session, words)
    }
    (requested, kept) = ([:], [])
    return record
  }

  /// Adds the record of one fetch, unless no provider serves it any more
  ///
  /// - Parameters:
  ///   - second: that of the request, or of the response.
  ///   - since: the time of its record as awaited, which this one replaces; nil if there is none.
  private func append(
    _ fetch: Fetch, at second: Instant, _ since: Instant?, _ outcome: FetchRecord.Outcome,
    bytes: Int,
    to record: inout StepRecord, _ session: LiveSession, _ words: FetchWords
  ) {
    guard isRecorded, let provider = words.provider(of: fetch) else { return }
    // It may have reached its provider at any second until now.
    record.fetches.append(
      FetchRecord(
        provider: provider.name, subject: words.text(of: fetch), at: second,
        outcome: outcome, bytes: bytes, cost: session.cost(of: fetch.subject), since: since))
  }
}

/// The names of the providers and the subjects of fetches
///
/// `weather (openmeteo)` is the provider, `weather @36.1,-79.8` the text of a fetch.
struct FetchWords {
  /// The rules, for the names of sources and the zone of instants
  private let rules: LiveRules
  private let world: any LiveWorld

  init(_ rules: LiveRules, _ world: any LiveWorld) {
    self.rules = rules
    self.world = world
  }

  /// The first provider that serves a fetch; nil if none does
  func provider(of fetch: Fetch) -> Provider? {
    world.providers.first { $0.serves(fetch.subject) }
  }

  /// Fetches in the order of their texts, which is the same in every process
  func sorted(_ fetches: some Collection<Fetch>) -> [Fetch] {
    guard fetches.count > 1 else { return Array(fetches) }
    let named = fetches.map { (fetch: $0, text: text(of: $0)) }
    return named.sorted { $0.text < $1.text }.map { $0.fetch }
  }

  /// A fetch in words, which the store keeps: `stock("Shoe Barn", "runner 42")`
  func text(of fetch: Fetch) -> String {
    FetchText(graph: rules.graph, zone: rules.zone).text(of: fetch)
  }
}

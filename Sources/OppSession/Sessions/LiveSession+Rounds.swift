internal import OppEngine
internal import OppModel

/// The part of a session that makes one round of `opp run --once` and does not go on
///
/// ```
/// 08:10:00  open     hall counts until 08:15, and the next responses are expected at 08:15:30    requests hall
/// 08:10:01  open     the response; nothing is due; at 08:12, `time in 8:12..9:00` needs attic    requests attic
/// 08:10:02  open     the response; nothing is due until 08:15:30
/// ```
extension LiveSession {
  // MARK: Requests

  /// The second from which a subject is fetched again because it would no longer count when the next round has its responses
  ///
  /// - Returns: never for a response of this round, for readings that never last until the next one, and in a copy that
  ///   runs ahead, where a reading is due when it ends.
  func dueSecondInRound(_ subject: FetchKey, _ state: FetchFreshness) -> Int64 {
    guard let pace = settings.pace, !progress.isAhead, state.responded < pace.begins.seconds
    else { return Seconds.never }
    let reach = reach(of: subject, pace)
    return reach > 0
      ? max(pace.begins.seconds, Seconds.subtract(state.counts, reach)) : Seconds.never
  }

  /// The seconds from the beginning of the round until the next one has the response about a subject
  private func reach(of subject: FetchKey, _ pace: RoundPace) -> Int64 {
    freshness(of: subject).map { pace.reach($0, responding: lead(of: subject)) } ?? 0
  }

  /// Requests at the open second all readings that will be needed before the next round
  ///
  /// A copy of the session runs ahead, without responses, to the first second at which it makes such a request.
  ///
  /// - Returns: nothing while a response or a report may still come, because that may decide which readings are needed.
  mutating func planAhead() -> [Fetch] {
    guard let pace = settings.pace, !progress.isAhead, cache.underWay.isEmpty,
      progress.awaited.isEmpty
    else { return [] }
    let (now, last) = (engine.present, lastSecond(before: pace))
    var ahead = self
    ahead.progress.isAhead = true
    ahead.limits = StepLimits()
    var next = ahead.close().wake
    for _ in 0..<Self.aheadLimit {
      guard let second = next, second.seconds <= last else { break }
      let wanted = ahead.open(at: second).filter { mayHelp($0, at: second, pace, from: now) }
      if !wanted.isEmpty { return requestAhead(wanted, at: now, of: ahead.interested) }
      next = ahead.close().wake
    }
    return []
  }

  /// The greatest number of seconds that a session runs ahead through
  private static let aheadLimit = 1000

  /// The last second that may come before the responses of the next round
  private func lastSecond(before pace: RoundPace) -> Int64 {
    let longest = supply.providers.flatMap { provider in
      provider.served.map { served -> Int64 in
        switch served {
        case .source(let source): reach(of: .source(source, []), pace)
        case .table(let table): reach(of: .table(table), pace)
        case .addresses, .places: 0
        }
      }
    }.max()
    return Seconds.add(pace.begins.seconds, longest ?? 0)
  }

  /// `true` if a fetch that is needed at a later second may be made now, and its response will still count then
  private func mayHelp(
    _ fetch: Fetch, at second: Instant, _ pace: RoundPace, from now: Instant
  ) -> Bool {
    let reach = min(
      reach(of: fetch.subject, pace), freshness(of: fetch.subject) ?? Seconds.never)
    guard second.seconds <= Seconds.add(pace.begins.seconds, reach) else { return false }
    guard let entry = cache[fetch] else { return true }
    return entry.retry <= now.seconds && (entry.responded ?? Seconds.past) < pace.begins.seconds
  }

  /// Makes the fetches that the limits allow now
  ///
  /// - Parameter interested: by fetch, the subjects that it is for.
  private mutating func requestAhead(
    _ wanted: [Fetch], at now: Instant, of interested: [Fetch: Set<FetchKey>]
  ) -> [Fetch] {
    for fetch in wanted { self.interested[fetch, default: []].formUnion(interested[fetch] ?? []) }
    let allowed = wanted.filter { earliest($0, from: now) <= now }
    let made = admit(allowed, at: now, worths: [:]).made
    var known: [Arrival] = []
    for fetch in made { known += expectResponse(to: fetch, at: now.seconds) }
    if !known.isEmpty { engine.take(known) }
    standingPlan = nil
    return made
  }

  // MARK: Reports

  /// The providers whose first report is needed and has not come, by index
  package var awaitedReports: Set<Int> { progress.awaited }

  /// Makes pushed sources undecided until their first reports
  func awaitReports() -> [Arrival] {
    providers.filter { $0.awaitsReport }.flatMap { $0.pushedSubjects.map { .awaited($0) } }
  }

  /// `true` if a subject is pushed by a provider whose first report is still to come
  func isReportAwaited(of subject: FetchKey) -> Bool {
    guard let index = supply.provider(of: subject) else { return false }
    return supply.providers[index].awaitsReport && !progress.reported.contains(index)
  }

  /// Notes that a report is needed if a fetch stands for one, which comes by itself
  ///
  /// - Returns: false if it is a fetch to make.
  mutating func awaitReport(insteadOf fetch: Fetch) -> Bool {
    guard let index = supply.provider(of: fetch.subject), supply.providers[index].isPushed else {
      return false
    }
    progress.awaited.insert(index)
    return true
  }

  /// `true` if a provider that pushes has not reported although a report was needed
  func isSilent(_ index: Int) -> Bool {
    guard supply.providers[index].awaitsReport, case .failing = states[index].health else {
      return false
    }
    return true
  }

  // MARK: Lapses

  /// The readings that stopped counting since the round before, although a hold or a window needs them
  package var lapses: [RoundLapse] { progress.lapses }

  /// The providers with a reading that has counted from the round before to this one, by name
  package var outlasted: Set<String> { progress.outlasted }

  /// The subjects that count at the end of the round before and are read
  func countingSubjects() -> Set<FetchKey> {
    guard settings.pace?.distances.isEmpty == false else { return [] }
    var result: Set<FetchKey> = []
    for reading in engine.freshReadings { result.insert(reading.key) }
    for table in engine.knownTables { result.insert(.table(table)) }
    return result
  }

  /// Notes the subjects that have stopped counting because this round is later than the round before expected
  ///
  /// That round has requested the other subjects if they were needed. A subject that is needed only now has no gap.
  mutating func findLapsed(among counted: Set<FetchKey>) {
    let lasting = countingSubjects()
    progress.lapsed = counted.subtracting(lasting).filter { !wasForeseen($0) }
    for subject in lasting.intersection(counted) {
      guard let index = supply.provider(of: subject) else { continue }
      progress.outlasted.insert(supply.providers[index].name)
    }
  }

  /// `true` if the round before would have requested a reading that was needed then and would not last until this one
  private func wasForeseen(_ subject: FetchKey) -> Bool {
    guard let pace = settings.pace, let distance = pace.distances.last,
      let freshness = freshness(of: subject)
    else { return false }
    let before = RoundPace(
      begins: pace.begins, distances: Array(pace.distances.dropLast()), stated: pace.stated)
    return before.reach(freshness, responding: lead(of: subject)) >= distance
  }

  /// Notes the lapsed subjects that something remembers; a service that has failed is reported anyway
  mutating func noteLapses(_ needs: Needs) {
    guard !progress.lapsed.isEmpty else { return }
    for root in needs.roots where root.reason == .memory {
      let fetches = needs.fetches(of: root)
      for (subject, fetch) in zip(needs.subjects, demand.fetchOfSubject)
      where fetches.contains(fetch) && progress.lapsed.contains(subject) {
        if case .rules(let rules) = root.owner { noteLapse(of: subject, needs.rules[rules]) }
      }
    }
    progress.lapsed = []
  }

  /// Notes a lapsed subject with the rules that remember it
  private mutating func noteLapse(of subject: FetchKey, _ rules: ArraySlice<RuleID>) {
    guard let index = supply.provider(of: subject), let freshness = freshness(of: subject) else {
      return
    }
    if let fetch = supply.fetch(for: subject, at: person), cache[fetch]?.failures ?? 0 > 0 {
      return
    }
    let name = supply.providers[index].name
    let place = progress.lapses.firstIndex { $0.provider == name } ?? progress.lapses.count
    if place == progress.lapses.count {
      progress.lapses.append(RoundLapse(provider: name, freshness: freshness, opps: []))
    }
    let known = progress.lapses[place].opps
    let opps = Set(known + rules.map { engine.graph.rules[$0.place].name })
    progress.lapses[place].opps = opps.sorted { KeyOrder.isLess($0, $1) }
  }
}

internal import OppEngine
internal import OppModel

/// Writes the state of a session, without that of its engine, into the entries of its ledger
struct SessionWriter {
  private(set) var ledger: SessionLedger

  private let graph: ConditionGraph

  /// The number of seconds for which the state of a fetch is kept whose response no longer counts
  private static let keeping: Int64 = 86_400

  /// The greatest number of open conditions that are kept: of others nothing is learned
  private static let leafLimit = 256

  /// The number of conditions whose odds are kept, whether or not they are in the rules
  private static let oddsLimit = 1024

  /// The buckets of odds, by the first digit of the meaning
  static let digits = Array("0123456789abcdef".utf8)

  init(_ ledger: SessionLedger, _ graph: ConditionGraph) {
    self.ledger = ledger
    self.graph = graph
  }

  /// Brings every entry up to date but those of odds
  ///
  /// - Requires: no second of the session is open, and the entries of its engine are up to date.
  mutating func write(_ session: borrowing LiveSession) {
    writeHead(
      begins: session.engine.begins, present: session.engine.present, person: session.person)
    set(.unconnected, session.unconnected.sorted { KeyOrder.isLess($0, $1) }) { $1.add($0) }
    writeChanges(session, at: session.engine.present)
    writeSubjects(session)
    writeLeaves(session)
  }

  /// Writes the entries with which a session begins again at a second, before which nothing of it was
  mutating func writeBeginning(of session: borrowing LiveSession, at instant: Instant) {
    writeHead(begins: instant, present: instant, person: nil)
    writeProviders(session, at: instant)
    write(session.odds, of: session.odds.counts, known: session.learner.meanings)
  }

  /// The key of an entry that a name follows
  private func key(_ kind: SessionKind, _ name: String) -> String {
    var writer = MemoryWriter(graph, beginning: kind.rawValue)
    writer.add(name)
    return writer.text
  }

  /// `1 1782000000 1782043200 @ x40… x40…`: the first second, the last, and the position that was last known
  private mutating func writeHead(begins: Instant, present: Instant, person: Position?) {
    var writer = MemoryWriter(graph)
    writer.add(begins.seconds)
    writer.add(present.seconds)
    writer.add(person)
    ledger.set(SessionKind.session.rawValue, writer.text)
  }

  /// Writes an entry with a list; none where the list is empty
  private mutating func set<Element>(
    _ kind: SessionKind, _ list: [Element], _ write: (Element, inout MemoryWriter) -> Void
  ) {
    var content: String?
    if !list.isEmpty {
      var writer = MemoryWriter(graph)
      writer.add(list.count)
      for element in list { write(element, &writer) }
      content = writer.text
    }
    ledger.set(kind.rawValue, content)
  }

  // MARK: Fetches

  /// Writes the entries of fetches and providers, if any may be another than it was when they were last written
  private mutating func writeChanges(_ session: borrowing LiveSession, at present: Instant) {
    let cells = session.supply.cells(around: session.person)
    var written =
      ledger.written
      ?? WrittenState(cells: cells, fetchesUntil: Seconds.past, providersUntil: Seconds.past)
    if session.changes.fetches || cells != written.cells || present.seconds >= written.fetchesUntil
    {
      written.cells = cells
      written.fetchesUntil = writeFetches(session, cells)
    }
    if session.changes.providers || present.seconds >= written.providersUntil {
      writeProviders(session, at: present)
      written.providersUntil = Self.lapse(session, at: present)
    }
    ledger.written = written
  }

  /// - Returns: the second from which on the entry of another fetch is left out.
  private mutating func writeFetches(
    _ session: borrowing LiveSession, _ cells: [Position]
  ) -> Int64 {
    let now = session.engine.present.seconds
    var kept = memories(session)
    var next = Seconds.never
    for (fetch, memory) in kept {
      let last = Self.lastSecond(of: memory, of: fetch, cells)
      if last < now {
        kept[fetch] = nil
        continue
      }
      next = min(next, Seconds.add(last, 1))
      if let known = ledger.fetches[fetch], known.memory == memory { continue }
      let key = SessionKind.fetch.rawValue + " " + graph.meaning(of: fetch)
      var writer = MemoryWriter(graph)
      memory.write(to: &writer, of: fetch, in: graph)
      ledger.set(fetch, key, memory, writer.text)
    }
    return min(next, ledger.keepFetches(kept, at: now))
  }

  /// The state of each fetch
  private func memories(_ session: borrowing LiveSession) -> [Fetch: FetchMemory] {
    var result: [Fetch: FetchMemory] = [:]
    for (fetch, entry) in session.cache.all { result[fetch] = FetchMemory(entry) }
    for (fetch, since) in session.turns { result[fetch, default: FetchMemory()].turn = since }
    for (place, fetch) in session.refreshes.enumerated() {
      result[fetch, default: FetchMemory()].wanted = Int64(place)
    }
    for (subject, state) in session.freshness {
      result[state.fetch, default: FetchMemory()].subjects[subject] = FetchMemory.SubjectMemory(
        isHeld: true, responded: state.responded, counts: state.counts,
        isRepeated: state.isRepeated)
    }
    for (fetch, subjects) in session.interested where result[fetch] != nil {
      for subject in subjects {
        var state = result[fetch]?.subjects[subject] ?? FetchMemory.SubjectMemory()
        if session.hasAllValues(fetch) { state.lack = session.lacking[subject] }
        result[fetch]?.subjects[subject] = state
      }
    }
    return result
  }

  /// The last second at which a fetch may still decide something: anything of it is under way, held, or about to be retried
  ///
  /// The response for a cell that the person has left is in no engine, and one that counts for good is not made again.
  private static func lastSecond(
    of memory: FetchMemory, of fetch: Fetch, _ cells: [Position]
  ) -> Int64 {
    if memory.requested != nil || memory.turn != nil || memory.wanted != nil
      || memory.subjects.contains(where: { $0.value.lack != nil })
    {
      return Seconds.never
    }
    var last = Seconds.past
    if memory.retry > Seconds.past { last = Seconds.add(memory.retry, keeping - 1) }
    if let position = fetch.position {
      let isHeld = memory.subjects.contains { $0.value.isHeld }
      return isHeld || cells.contains(position) ? Seconds.never : last
    }
    if memory.subjects.contains(where: { $0.value.isHeld && $0.value.counts < Seconds.never }) {
      return Seconds.never
    }
    if memory.counts < Seconds.never {
      last = max(last, Seconds.add(memory.counts, keeping - 1))
    }
    return last
  }

  // MARK: Providers

  private mutating func writeProviders(_ session: borrowing LiveSession, at present: Instant) {
    for (provider, state) in zip(session.providers, session.states) {
      var writer = MemoryWriter(graph)
      state.write(to: &writer, at: present)
      ledger.set(key(.provider, provider.name), writer.text)
    }
    writeBudget(session, at: present)
  }

  /// The second from which on a request that counts for a quota or for the budget at an instant no longer does
  private static func lapse(_ session: borrowing LiveSession, at present: Instant) -> Int64 {
    var next = session.budget?.lapse(at: present) ?? Seconds.never
    for state in session.states { next = min(next, state.quota.lapse(at: present)) }
    return next
  }

  /// Writes the costs that count for the budget, an entry for each day
  ///
  /// Only the entry of a day that has further costs is written: over a month there are thousands, and each request adds one.
  private mutating func writeBudget(_ session: borrowing LiveSession, at present: Instant) {
    let costs = session.budget?.counted(at: present) ?? []
    let before = (session.budget?.total ?? 0) - costs.count
    var kept: Set<String> = []
    var next = 0
    while next < costs.count {
      let day = Self.day(of: costs[next].second)
      let first = next
      while next < costs.count, Self.day(of: costs[next].second) == day { next += 1 }
      let key = SessionKind.budget.rawValue + " " + String(day)
      kept.insert(key)
      guard ledger.costs[key] != before + next else { continue }
      var writer = MemoryWriter(graph)
      writer.add(next - first)
      var last: Int64 = 0
      for (second, cost) in costs[first..<next] {
        writer.add(Seconds.subtract(second, last))
        writer.add(cost)
        last = second
      }
      ledger.set(key, writer.text, costs: before + next)
    }
    ledger.keepCosts(kept)
  }

  /// The day of a second, counted from 1970
  private static func day(of second: Int64) -> Int64 {
    let day = second / 86_400
    return second % 86_400 < 0 ? day - 1 : day
  }

  // MARK: Subjects

  /// Since when subjects are missing, and which of them could not be fetched
  private mutating func writeSubjects(_ session: borrowing LiveSession) {
    let missing = session.missing.map { (name: name(of: $0.key), since: $0.value) }
    set(.missing, missing.sorted { KeyOrder.isLess($0.name, $1.name) }) { entry, writer in
      writer.add(entry.name)
      writer.add(entry.since)
    }
    let failed = session.engine.failures.map { (name: name(of: $0.key), reason: $0.value) }
    set(.failed, failed.sorted { KeyOrder.isLess($0.name, $1.name) }) { entry, writer in
      writer.add(entry.name)
      writer.add(entry.reason)
    }
  }

  private func name(of subject: FetchKey) -> String { graph.meaning(of: Fetch(subject: subject)) }

  // MARK: Odds

  /// The conditions whose outcomes are to be learned, by their meanings and rows
  private mutating func writeLeaves(_ session: borrowing LiveSession) {
    var leaves: [String] = []
    var next = session.learner.openLeaves.first
    while let instance = next, leaves.count < Self.leafLimit {
      next = session.learner.openLeaves.first(after: instance)
      if let name = OpenLeaf.name(of: instance, in: session) { leaves.append(name) }
    }
    set(.open, leaves.sorted { KeyOrder.isLess($0, $1) }) { $1.add($0) }
  }

  /// Writes the odds of conditions whose meanings have the same first digits as some
  mutating func write(_ odds: Odds, of changed: [Fingerprint: Odds.Count], known: [Fingerprint]) {
    guard !changed.isEmpty else { return }
    var counts = odds.counts
    if counts.count > Self.oddsLimit {
      let known = Set(known)
      counts = counts.filter { known.contains($0.key) }
    }
    var buckets: [Int: [(meaning: Fingerprint, count: Odds.Count)]] = [:]
    for meaning in changed.keys { buckets[Self.digit(of: meaning)] = [] }
    for (meaning, count) in counts { buckets[Self.digit(of: meaning)]?.append((meaning, count)) }
    for (digit, bucket) in buckets {
      var writer = MemoryWriter(graph)
      writer.add(bucket.count)
      for (meaning, count) in bucket.sorted(by: { $0.meaning.bits < $1.meaning.bits }) {
        writer.add(meaning)
        writer.add(count.yes)
        writer.add(count.no)
      }
      let key =
        SessionKind.odds.rawValue + " " + String(decoding: [Self.digits[digit]], as: UTF8.self)
      ledger.set(key, bucket.isEmpty ? nil : writer.text)
    }
  }

  /// The first of the 32 digits of a meaning
  private static func digit(of meaning: Fingerprint) -> Int {
    Int(truncatingIfNeeded: meaning.bits >> 124) & 15
  }
}

internal import OppEngine
internal import OppModel

/// Makes a session continue from the entries of its own memory, without those of sources and rules that no longer exist
struct SessionReader {
  private let entries: [String: String]

  private let graph: ConditionGraph

  /// The enums and tables of the graph
  private let schema: ValueSchema

  /// The fetches that somebody wants made again, with their places
  private var wanted: [(place: Int64, fetch: Fetch)] = []

  /// The keys of the fetches of sources that are not in the rules, or not connected, each with the last second for which it is kept
  private(set) var absent: [String: Int64] = [:]

  /// The entries that could not be read, in the order of their keys
  private(set) var problems: [EngineProblem] = []

  init(_ entries: [String: String], _ graph: ConditionGraph) {
    self.entries = entries
    self.graph = graph
    schema = ValueSchema(graph)
  }

  /// Takes everything over; the head has been read before
  ///
  /// - Parameter session: one that has not begun, over an engine that was restored from the same memory.
  mutating func restore(_ session: inout LiveSession, _ head: SessionHead) {
    session.person = head.person
    restoreProviders(&session)
    var counts: [Fingerprint: Odds.Count] = [:]
    var requested: [Fetch] = []
    for key in entries.keys.sorted(by: { KeyOrder.isLess($0, $1) }) {
      switch SessionKind(key: key) {
      case .fetch: restoreFetch(key, &requested, &session)
      case .odds: readOdds(key, &counts)
      case .session, .provider, .budget, .missing, .failed, .unconnected, .open, nil: break
      }
    }
    session.learner.odds = Odds(counts)
    session.refreshes = wanted.sorted { $0.place < $1.place }.map { $0.fetch }
    // Requests under way count for their quotas as of now.
    for fetch in requested { session.count(fetch) }
    restoreSubjects(&session)
    restoreLeaves(&session)
    limitListings(&session)
  }

  /// The reader of an entry, or `nil`
  private func reader(_ key: String) -> MemoryReader? {
    entries[key].map { MemoryReader($0, schema) }
  }

  /// Whether an entry could be read to its end; else it is reported
  private mutating func accepts(_ reader: MemoryReader, _ key: String) -> Bool {
    if reader.isIntact, reader.isAtEnd { return true }
    problems.append(EngineProblem(unreadable: reader, key: key))
    return false
  }

  /// The elements of an entry with a list
  private mutating func list<Element>(
    _ kind: SessionKind, _ read: (inout MemoryReader) -> Element
  ) -> [Element] {
    guard var reader = reader(kind.rawValue) else { return [] }
    var result: [Element] = []
    for _ in 0..<reader.count() { result.append(read(&reader)) }
    return accepts(reader, kind.rawValue) ? result : []
  }

  // MARK: Fetches

  private mutating func restoreFetch(
    _ key: String, _ requested: inout [Fetch], _ session: inout LiveSession
  ) {
    guard var reader = reader(key) else { return }
    let meaning = String(key.dropFirst(SessionKind.fetch.rawValue.count + 1))
    let known = graph.fetch(ofMeaning: meaning)
    let memory = FetchMemory(from: &reader, of: known, in: graph)
    guard accepts(reader, key) else { return }
    guard let fetch = known, session.supply.provider(of: fetch.subject) != nil else {
      absent[key] = memory.lastSecond
      return
    }
    session.cache.restore(fetch, memory.entry)
    if memory.requested != nil { requested.append(fetch) }
    if let turn = memory.turn { session.turns[fetch] = turn }
    if let place = memory.wanted { wanted.append((place, fetch)) }
    for (subject, state) in memory.subjects {
      session.interested[fetch, default: []].insert(subject)
      if let lack = state.lack { session.lacking[subject] = lack }
      guard state.isHeld else { continue }
      #if Relapses
        var state = state
        if Relapse.isOn(.startDelaysReading) { state.counts = Seconds.add(state.counts, 3600) }
      #endif
      session.freshness[subject] = FetchFreshness(
        fetch: fetch, responded: state.responded, counts: state.counts,
        isRepeated: state.isRepeated)
    }
  }

  /// Lets tables and the calendar expire when their responses no longer count, because their contents have no expiry
  private func limitListings(_ session: inout LiveSession) {
    for (fetch, entry) in session.cache.all
    where entry.responded != nil && entry.counts < Seconds.never {
      for subject in session.interested[fetch] ?? [fetch.subject] {
        session.engine.limit(subject, to: entry.counts)
      }
      guard session.isBundle(fetch), let index = session.supply.provider(of: fetch.subject) else {
        continue
      }
      for case .table(let table) in session.providers[index].served {
        session.engine.limit(.table(table), to: entry.counts)
      }
    }
  }

  // MARK: Providers

  private mutating func restoreProviders(_ session: inout LiveSession) {
    for (index, provider) in session.providers.enumerated() {
      var writer = MemoryWriter(graph, beginning: SessionKind.provider.rawValue)
      writer.add(provider.name)
      guard var reader = reader(writer.text) else { continue }
      var state = session.states[index]
      state.restore(from: &reader)
      if accepts(reader, writer.text) { session.states[index] = state }
    }
    restoreBudget(&session)
  }

  /// Takes over the costs that count for the budget, which earlier versions kept in one entry for all days
  private mutating func restoreBudget(_ session: inout LiveSession) {
    var spent: [(second: Int64, cost: Double)] = []
    for key in entries.keys.sorted(by: { KeyOrder.isLess($0, $1) })
    where SessionKind(key: key) == .budget {
      guard var reader = reader(key) else { continue }
      var own: [(second: Int64, cost: Double)] = []
      var last: Int64 = 0
      for _ in 0..<reader.count() {
        last = Seconds.add(last, reader.integer())
        reader.require(possibleSecond: Seconds.isPossible(last))
        own.append((last, reader.number()))
      }
      if accepts(reader, key) { spent += own }
    }
    // The sort is stable, and costs of one second are of one day.
    for (second, cost) in spent.sorted(by: { $0.second < $1.second }) where cost.isFinite {
      session.budget?.end(cost, at: Instant(seconds: second))
    }
  }

  // MARK: Subjects

  /// The subjects whose last fetch failed, with the reasons
  mutating func failures() -> [(subject: FetchKey, reason: String)] {
    var failures: [(subject: FetchKey, reason: String)] = []
    for (name, reason) in list(.failed, { ($0.string(), $0.string()) }) {
      if let subject = graph.fetch(ofMeaning: name)?.subject { failures.append((subject, reason)) }
    }
    return failures
  }

  private mutating func restoreSubjects(_ session: inout LiveSession) {
    for (name, since) in list(.missing, { ($0.string(), $0.second()) }) {
      if let subject = graph.fetch(ofMeaning: name)?.subject { session.missing[subject] = since }
    }
    session.unconnected = Set(list(.unconnected) { $0.string() })
  }

  // MARK: Odds

  private mutating func readOdds(_ key: String, _ counts: inout [Fingerprint: Odds.Count]) {
    guard var reader = reader(key) else { return }
    var own: [Fingerprint: Odds.Count] = [:]
    for _ in 0..<reader.count() {
      let meaning = reader.meaning()
      let count = Odds.Count(yes: reader.number(), no: reader.number())
      if count.yes >= 0, count.no >= 0, count.yes.isFinite, count.no.isFinite {
        own[meaning] = count
      }
    }
    guard accepts(reader, key) else { return }
    for (meaning, count) in own { counts[meaning] = count }
  }

  private mutating func restoreLeaves(_ session: inout LiveSession) {
    let names = list(.open) { $0.string() }
    guard !names.isEmpty else { return }
    let instances = OpenLeaf.instances(named: Set(names), in: session)
    session.learner.openLeaves.reset(below: session.engine.instanceCount)
    for instance in instances { session.learner.openLeaves.insert(instance) }
  }
}

/// The entry that every memory of a session has
struct SessionHead {
  let begins: Instant
  let present: Instant

  /// The position of the person that was last known
  let person: Position?

  init(_ entries: [String: String], _ graph: ConditionGraph) throws(SessionMemoryProblem) {
    guard let content = entries[SessionKind.session.rawValue] else { throw .unreadable }
    let word = content.firstWord
    if let number = Int64(word), let own = Int64(MemoryWriter.version), number > own {
      throw .newer(version: word)
    }
    var reader = MemoryReader(content, graph)
    begins = Instant(seconds: reader.second())
    present = Instant(seconds: reader.second())
    person = reader.position()
    let isPossible =
      Seconds.years.contains(present.seconds) && Seconds.isPossible(begins.seconds)
      && begins <= present
    guard reader.isIntact, reader.isAtEnd, isPossible else { throw .unreadable }
  }
}

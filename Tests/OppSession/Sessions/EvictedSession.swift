import OppEngine
import OppModel
import OppSession
import Testing

/// A session that is thrown away after every second, and goes on from its memory, as a server holds it; or one that stays
struct EvictedSession {
  /// Whether it is thrown away
  let isEvicted: Bool

  let rules: CompiledRules
  let zone: Zone
  let providers: [Provider]
  let settings: SessionSettings

  /// The memory as of the last second, as its changes have made it
  private(set) var memory = SessionMemory()

  /// The session of the present second
  private(set) var session: LiveSession

  /// The changes of the last second
  private(set) var change = SessionMemoryChange()

  /// The number of seconds, and of changes between two, so far
  private var seconds = 0

  /// The number of them between two checks of the memory that the session would write
  private static let checkInterval = 8

  init(
    graph: ConditionGraph, zone: Zone, begins: Instant, providers: [Provider],
    settings: SessionSettings, isEvicted: Bool = true
  ) throws {
    self.isEvicted = isEvicted
    rules = CompiledRules(graph, edition: Fingerprint(bits: 1))
    self.zone = zone
    self.providers = providers
    self.settings = settings
    session = try LiveSession(
      rules, zone: zone, restoring: memory, providers: providers, settings: settings,
      at: begins)
  }

  mutating func open(
    at instant: Instant, arrived: [Arrival] = [], responses: [FetchResponse] = []
  ) -> [Fetch] {
    session.open(at: instant, arrived: arrived, responses: responses)
  }

  mutating func receive(_ responses: [FetchResponse]) -> [Fetch] { session.receive(responses) }

  mutating func close() throws -> LiveStep {
    let step = session.close()
    try evict()
    return step
  }

  /// Changes the session between two seconds
  mutating func change(_ body: (inout LiveSession) -> Void) throws {
    body(&session)
    try evict()
  }

  /// Goes on with another session
  mutating func replace(with other: LiveSession) {
    session = other
    // The other has learned nothing of what the one before had in its memory.
    if !isEvicted { memory = SessionMemory(of: other) }
  }

  private mutating func evict() throws {
    change = session.takeMemoryChange()
    memory.apply(change)
    seconds += 1
    let isChecked = seconds.isMultiple(of: Self.checkInterval)
    guard isEvicted else {
      if isChecked { check(memory) }
      return
    }
    session = try LiveSession(
      rules, zone: zone, restoring: memory, providers: providers, settings: settings,
      at: session.present)
    if isChecked { checkChanges() }
  }

  /// Checks that the changes of a session that was just restored lead to the memory that it would write whole
  private func checkChanges() {
    var (session, changed) = (session, memory)
    changed.apply(session.takeMemoryChange())
    check(changed)
  }

  /// Checks that a memory which changes have made is the one that the session would write whole
  ///
  /// Only what a window no longer looks at stays until the window is written.
  private func check(_ changed: SessionMemory) {
    let whole = SessionMemory(of: session).entries
    for key in Set(whole.keys).union(changed.entries.keys).sorted()
    where !key.hasPrefix("window ") && !key.hasPrefix("steps window ") {
      #expect(whole[key] == changed.entries[key], "\(key) at \(session.present)")
    }
  }
}

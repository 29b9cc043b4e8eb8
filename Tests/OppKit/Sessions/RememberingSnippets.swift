import OppKit
import OppTestLimits
import Testing

/// The code of the article “Remembering”, each block between `// snippet` and `// end`
@Suite(.limited) struct RememberingSnippets {
  /// 2026-06-01T12:00:00Z
  private static let noon = Timestamp(secondsSince1970: 1_780_315_200)

  private static let rules = RuleSet(#"opp "Warm" when temp > 20C for 10min notify "{temp}""#)
  private static let supplies: [String: Supply] = ["weather": .pushed]

  private static func session() throws -> Session {
    try Session(rules, supplies: supplies, zone: .utc, at: noon)
  }

  private static let arrivals: [Arrival] = [
    .reading(Reading("weather", ["temp": .celsius(22)]))
  ]

  /// Stands for the database of a program
  private struct Database {
    var memory = Memory()
    var undelivered: [Firing] = []
    var wake: Timestamp?

    mutating func write(_ body: (inout Database) -> Void) { body(&self) }
  }

  @Test func `changes are kept with the firings of their step`() throws {
    var (session, database) = (try Self.session(), Database())
    let (now, arrivals) = (Self.noon, Self.arrivals)
    func deliver(_ firings: [Firing]) {}
    // snippet
    let step = session.step(at: now, arrivals: arrivals)
    database.write { transaction in
      transaction.memory.apply(session.takeChanges())
      transaction.undelivered += step.firings
      transaction.wake = step.wake
    }
    deliver(step.firings)
    // end
    #expect(database.wake == now + 600)
    #expect(!database.memory.entries.isEmpty)
  }

  @Test func `a session continues over its bytes`() throws {
    let (rules, supplies, later) = (Self.rules, Self.supplies, Self.noon + 600)
    var session = try Self.session()
    _ = session.step(at: Self.noon, arrivals: Self.arrivals)
    // snippet
    var memory = Memory()
    memory.apply(session.takeChanges())
    let bytes = memory.bytes

    let restored = try Session(
      rules, supplies: supplies, zone: .utc, memory: Memory(bytes: bytes), at: later)
    // end
    var next = restored
    #expect(restored.present == Self.noon)
    #expect(next.step(at: later).firings.map(\.at) == [later])
  }

  @Test func `entries are rows, and other rules continue over them`() throws {
    let (rules, supplies, now) = (Self.rules, Self.supplies, Self.noon)
    var session = try Self.session()
    _ = session.step(at: now, arrivals: Self.arrivals)
    // snippet
    var table: [String: String] = [:]
    let changes = session.takeChanges()
    for key in changes.removed { table[key] = nil }
    for (key, content) in changes.updated { table[key] = content }
    let memory = Memory(entries: table)
    // end

    // snippet
    let edited = RuleSet(rules.files + [RuleFile(path: "more.opp", text: #"opp "Noon" on 12:00"#)])
    session = try Session(edited, supplies: supplies, zone: .utc, memory: memory, at: now)
    // end
    #expect(session.step(at: now + 600).firings.map(\.opp) == ["Warm"])
  }

  @Test func `what a process that was killed had requested is requested again`() throws {
    let (rules, now) = (Self.rules, Self.noon + 5)
    let supplies: [String: Supply] = ["weather": .fetched()]
    var earlier = try Session(rules, supplies: supplies, zone: .utc, at: Self.noon)
    #expect(earlier.step(at: Self.noon).requests.map(\.source) == ["weather"])
    let memory = earlier.memory()
    // snippet
    var session = try Session(rules, supplies: supplies, zone: .utc, memory: memory, at: now)
    session.forgetRequests(at: now)
    // end
    #expect(session.step(at: now).requests.map(\.source) == ["weather"])
  }
}

import OppEngine
import OppModel
import OppSemantics
import OppSession
import OppSyntax
import OppTestLimits
import OppTimelines
import Testing

/// The memory of a session that a server holds for one step only
@Suite(.limited) struct SessionMemoryTests {
  private static let begins = Instant(seconds: CountedSession.begins)
  private let rules = """
    source s fresh for 10min { n: Number }
    opp "x" when s.n > 20
    """

  // MARK: Requests under way

  @Test
  func `a request under way is not made again, and one without a response is, after a minute`()
    throws
  {
    var person = try Person(rules)
    #expect(try person.step(0) == ["asks s"])
    #expect(try person.step(10) == [])
    #expect(try person.step(59) == [])
    #expect(person.wake == 60)
    #expect(try person.step(60) == ["asks s"])
    // The second time in a row it is a failure like any other, and waits.
    #expect(try person.step(120) == ["s (s) failing: there has been no response for 60 s"])
    let wait = try #require(person.wake)
    #expect(wait > 120 && wait <= 180)
    #expect(try person.step(wait) == ["asks s"])
    #expect(try person.step(wait + 2, n: 30) == ["fires x", "s (s) well"])
  }

  @Test func `a response that comes after its request was given up counts`() throws {
    var person = try Person(rules)
    #expect(try person.step(0) == ["asks s"])
    #expect(try person.step(60) == ["asks s"])
    #expect(try person.step(61, n: 30) == ["fires x"])
    #expect(try person.step(63, n: 30) == [])
  }

  @Test func `a request that was given up counts for its quota`() throws {
    var person = try Person(rules, quota: Quota(perDay: 2))
    #expect(try person.step(0) == ["asks s"])
    #expect(try person.step(60) == ["asks s"])
    let lines = try person.step(120)
    #expect(lines == ["s (s) failing: there has been no response for 60 s"])
    #expect(try person.step(3600) == [])
    #expect(try person.step(86_400) == [])
    #expect(try person.step(86_461) == ["asks s"])
  }

  @Test func `each day has an entry of costs, and that of all days of before is read`() throws {
    var person = try Person("set budget 3 per 2d\n" + rules)
    #expect(try person.step(0) == ["asks s"])
    #expect(try person.step(2, n: 10) == [])
    let begins = Self.begins.seconds
    let (before, today) = ("budget \(begins / 86_400 - 1)", "budget \(begins / 86_400)")
    #expect(person.memory.entries[today] == "1 1 \(begins + 2) 1")
    // An earlier version kept one of the evening before with it.
    person.memory.entries[today] = nil
    person.memory.entries["budget"] = "1 2 \(begins - 5) 1 7 1"
    let due = try #require(person.wake)
    #expect(try person.step(due) == ["asks s"])
    #expect(try person.step(due + 2, n: 10) == [])
    let kept = person.memory.entries.filter { $0.key.hasPrefix("budget") }
    #expect(
      kept == [before: "1 1 \(begins - 5) 1", today: "1 2 \(begins + 2) 1 \(due) 1"])
    let next = try #require(person.wake)
    #expect(try !person.step(next).contains("asks s"))
    #expect(person.change.set.keys.allSatisfy { !$0.hasPrefix("budget") })
  }

  // MARK: Responses

  @Test func `a service that says nothing has changed needs no response of before`() throws {
    var person = try Person(rules)
    #expect(try person.step(0) == ["asks s"])
    #expect(try person.step(2, n: 10) == [])
    let due = try #require(person.wake)
    #expect(try person.step(due) == ["asks s"])
    #expect(try person.step(due + 2, isUnchanged: true) == [])
    #expect(person.wake.map { $0 > due + 500 } == true)
  }

  @Test(arguments: ["", "fresh for 15min"])
  func `what has not changed counts as long as in a session that stays`(_ freshness: String) throws
  {
    var check = try SessionCheck(
      """
      source s \(freshness) { n: Number }
      opp "known" when s.n > 5
      opp "unknown" when not known(s.n)
      """
    ).connecting("s")
    let unchanged = try #require(check.clockface.instant("12:10"))
    let fails = try #require(check.clockface.instant("12:20"))
    check.age = { _ in freshness.isEmpty ? 3600 : 60 }
    check.isUnchanged = { $0 >= unchanged && $0 < fails }
    check.answer = { _, now in
      now < unchanged ? .success(["n": .scalar(10)]) : .failure(FetchFailure(.broken, "503"))
    }
    let firings = try check.log("12:00", "14:00").filter { $0.contains("fires") }
    #expect(firings.first == "12:00:02 fires known" && firings.count == 2)
    // It was said at 12:14:59 and at 12:13:59, and counts for 15 minutes.
    #expect(firings.last == (freshness.isEmpty ? "12:30 fires unknown" : "12:29 fires unknown"))
  }

  @Test(arguments: ["", "fresh for 15min"])
  func `a service may say that nothing has changed after its last response is too old`(
    _ freshness: String
  ) throws {
    var check = try SessionCheck(
      """
      source s \(freshness) { n: Number }
      opp "known" when s.n > 5 and known(s.n)
      opp "unknown" when not known(s.n)
      """
    ).connecting("s")
    let fails = try #require(check.clockface.instant("12:01"))
    let unchanged = try #require(check.clockface.instant("13:00"))
    check.age = { _ in 60 }
    check.isUnchanged = { $0 >= unchanged }
    check.answer = { _, now in
      now < fails ? .success(["n": .scalar(10)]) : .failure(FetchFailure(.broken, "503"))
    }
    let log = try check.log("12:00", "16:00").filter { !$0.contains("asks") }
    #expect(log.count { $0.contains("works again") } == 1)
    #expect(!log.contains { $0.contains("nothing has changed") })
  }

  @Test func `a service that says at once that nothing has changed is believed late, too`() throws {
    var person = try Person(rules)
    #expect(try person.step(0) == ["asks s"])
    #expect(try person.step(2, n: 10) == [])
    let due = try #require(person.wake)
    #expect(try person.step(due) == ["asks s"])
    #expect(try person.step(603, isUnchanged: true) == [])
    #expect(person.wake.map { $0 > 603 + 500 } == true)
  }

  @Test func `what one response brought for two cells is not requested for the other`() throws {
    var person = try Person(
      """
      source level(at: Position) fresh for 1h { n: Number }
      opp "a" when level(@48.41,2.1).n > 20
      opp "b" when time in 1:00..2:00 and level(@48.42,2.1).n > 20
      """, cell: 0.1)
    let asked = try person.step(0)
    #expect(asked == ["asks level"])
    #expect(try person.step(2, n: 30) == ["fires a"])
    // CountedSession.begins is midnight; at one the other place is needed, and its cell is known until 1:00:02.
    #expect(try person.step(3000) == [])
  }

  // MARK: Other rules, other versions

  @Test func `what other rules still fetch is kept`() throws {
    var person = try Person(rules)
    #expect(try person.step(0) == ["asks s"])
    person.rules = """
      source before { lit: Bool }
      opp "y" when before.lit
      source s fresh for 10min { n: Number }
      opp "x" when s.n > 25
      """
    #expect(try person.step(2) == ["before is not connected"])
    #expect(try person.step(3, n: 30) == ["fires x"])
    #expect(try person.step(4) == [])
  }

  @Test func `a source that is no more is forgotten`() throws {
    var person = try Person(rules)
    #expect(try person.step(0) == ["asks s"])
    person.rules = #"opp "x" when time in 12:00..13:00"#
    #expect(try person.step(2) == [])
    #expect(!person.memory.entries.keys.contains { $0.hasPrefix("fetch") })
  }

  @Test func `a service that wants to be left alone is, also when its source was gone for a while`()
    throws
  {
    var person = try Person(rules)
    #expect(try person.step(0) == ["asks s"])
    _ = try person.step(2, failure: FetchFailure(.limited, "429", retryAfter: 600))
    person.rules = #"opp "x" when time in 12:00..13:00"#
    #expect(try person.step(10) == [])
    #expect(try person.step(300) == [])
    var other = person
    person.rules = rules
    #expect(try person.step(310) == [])
    #expect(try person.step(601) == [])
    #expect(person.wake == 602)
    #expect(try person.step(602) == ["asks s"])
    // Once it is over, nothing is kept of it.
    #expect(try other.step(603) == [])
    #expect(!other.memory.entries.keys.contains { $0.hasPrefix("fetch") })
  }

  @Test func `a memory of a later version, or of nothing, is refused`() throws {
    let graph = RuleSet.analyze(rules).graph
    func problem(_ entries: [String: String]) -> SessionMemoryProblem? {
      do {
        _ = try LiveSession(
          CompiledRules(graph), zone: .utc, restoring: SessionMemory(entries: entries),
          providers: [],
          settings: SessionSettings(), at: Self.begins)
        return nil
      } catch {
        return error
      }
    }
    #expect(problem([:]) == nil)
    #expect(problem(["session": "1 0 0 -"]) == nil)
    #expect(problem(["session": "2 0 0 - more"]) == .newer(version: "2"))
    #expect(problem(["session": "1 0"]) == .unreadable)
    #expect(problem(["session": ""]) == .unreadable)
    #expect(problem(["engine": "1 T"]) == .unreadable)
  }

  @Test(arguments: ["", "1", "1 x", "9", "1 - - - - - F 1 0: + - -"])
  func `an entry that cannot be read is reported, and left out`(_ content: String) throws {
    var person = try Person(rules)
    #expect(try person.step(0) == ["asks s"])
    #expect(try person.step(2, n: 10) == [])
    for key in person.memory.entries.keys.sorted() where key != "session" {
      var other = person
      other.memory.entries[key] = content
      let lines = try other.step(4)
      if SessionMemoryTests.kinds.contains(where: { key.hasPrefix($0) }) {
        #expect(lines.contains("unreadable \(key)"), "\(key): \(lines)")
      }
    }
  }

  private static let kinds = ["fetch", "provider", "missing", "odds", "open", "failed", "budget"]

  @Test func `a step that changes nothing changes the head alone`() throws {
    var person = try Person(rules)
    #expect(try person.step(0) == ["asks s"])
    #expect(try person.step(2, n: 10) == [])
    #expect(try person.step(100) == [])
    #expect(try person.step(200) == [])
    #expect(person.change.set.keys.sorted() == ["session"] && person.change.removed.isEmpty)
  }
}

/// A person whose session is held for one step at a time
private struct Person {
  var rules: String
  var memory = SessionMemory()
  private(set) var change = SessionMemoryChange()

  /// The wake of the last step, in seconds from the beginning
  private(set) var wake: Int64?
  private let quota: Quota
  private let cell: Double?
  private let begins = Instant(seconds: CountedSession.begins)

  init(_ rules: String, quota: Quota = Quota(), cell: Double? = nil) throws {
    self.rules = rules
    self.quota = quota
    self.cell = cell
  }

  /// Steps to a second from the beginning, with a response to each fetch of a source where there is one
  mutating func step(
    _ second: Int64, n: Double? = nil, isUnchanged: Bool = false, failure: FetchFailure? = nil
  ) throws -> [String] {
    let analysis = RuleSet.analyze(rules)
    for diagnostic in analysis.diagnostics where diagnostic.severity == .error {
      Issue.record("\(diagnostic.headline)")
    }
    let graph = analysis.graph
    let names = ["s", "level"]
    let index = graph.sources.firstIndex { names.contains($0.name) }
    let source = index.map { SourceID(index: Int32($0)) }
    let providers = source.map { id in
      [
        Provider(
          name: "s (s)", served: [.source(id)], cell: cell, quota: quota)
      ]
    }
    var session = try LiveSession(
      CompiledRules(graph), zone: .utc, restoring: memory, providers: providers ?? [],
      settings: SessionSettings(requestLimit: SessionSettings.longestRequest), at: begins)
    let now = begins.advanced(by: second)
    var responses: [FetchResponse] = []
    if let source, n != nil || isUnchanged || failure != nil {
      for fetch in fetches(of: source, in: graph) {
        responses.append(
          failure.map { FetchResponse(fetch: fetch, outcome: .failed($0)) }
            ?? response(to: fetch, n, at: now))
      }
    }
    let asked = session.open(at: now, responses: responses)
    let step = session.close()
    change = session.takeMemoryChange()
    memory.apply(change)
    wake = step.wake?.seconds(since: begins)
    var lines = asked.map { "asks \(name($0, graph))" }
    lines += step.firings.map { "fires \($0.opp)" }
    lines += step.health.map { text($0) }
    for problem in step.problems {
      if case .unreadableMemory(let key) = problem { lines.append("unreadable \(key)") }
    }
    return lines
  }

  private func fetches(of source: SourceID, in graph: ConditionGraph) -> [Fetch] {
    memory.entries.keys.filter { $0.hasPrefix("fetch ") }.compactMap {
      graph.fetch(ofMeaning: String($0.dropFirst(6)))
    }
  }

  private func response(to fetch: Fetch, _ n: Double?, at now: Instant) -> FetchResponse {
    guard let n, case .source(let source, let arguments) = fetch.subject else {
      return FetchResponse(fetch: fetch, outcome: .unchanged)
    }
    return FetchResponse(
      fetch: fetch,
      outcome: .arrived([
        .reading(
          SourceReading(
            source: source, arguments: arguments, instant: now, fields: [.known(.scalar(n))],
            freshness: nil, isLasting: false))
      ]))
  }

  private func name(_ fetch: Fetch, _ graph: ConditionGraph) -> String {
    guard case .source(let source, _) = fetch.subject else { return "\(fetch)" }
    return graph.sources[Int(source.index)].name
  }

  private func text(_ change: HealthChange) -> String {
    switch change.state {
    case .well: "\(change.provider) well"
    case .failing(let failure, _): "\(change.provider) failing: \(failure.reason)"
    case .quotaSpent(let until):
      "\(change.provider) quota until \(until.seconds(since: begins))"
    case .budgetSpent: "\(change.provider) budget"
    case .notConnected: "\(change.provider) is not connected"
    }
  }
}

import OppEngine
import OppModel
import OppSemantics
import OppSession
import OppTestLimits
import Testing

/// A firing that waits for a response says and records what was so at its second
@Suite(.limited) struct WaitingWordsTests {
  /// A chore that is done at noon, and passes to the next person a second later
  private static let chores = """
    source s fresh for 10min { n: Number }
    source t fresh for 10min { m: Number }
    table chores by id { id, owner: Text  done: Bool }
    table log by at, chore { at: Instant  chore, who: Text }
    opp "Begin" on 11:30 record chores { id: "dishes", owner: "Ann", done: false }
    opp "Done" on 12:00 record chores { id: "dishes", done: true }
    opp "Next" for each c in chores where done
      record chores { id: c.id, owner: "Bo", done: false } at most once per hour
    opp "Sum" on 12:30 notify "{log each "{who} {at.time.hour}:{at.time.minute}:{at.time.second}"}." urgent

    """

  private func check(_ opps: String, latency: Int64 = 3) throws -> SessionCheck {
    var check = try SessionCheck(Self.chores + opps).connecting("s").connecting("t")
      .answering { name, _ in .success([name == "s" ? "n" : "m": .scalar(10)]) }
    check.latency = latency
    check.showsTexts = true
    return check
  }

  private func firings(_ check: SessionCheck, of names: String...) throws -> [String] {
    try check.log("11:00", "13:00").filter { line in
      names.contains { line.contains(" fires \($0)") }
    }
  }

  private static let completed = """
    opp "Completed" for each c in chores on c.done when s.n > 0
      record log { at: now, chore: c.id, who: c.owner }
      notify "{c.owner} did it." to c.owner
    """

  @Test func `the row of an event that waits may change meanwhile`() throws {
    #expect(
      try firings(check(Self.completed), of: "Completed", "Sum") == [
        "12:00:04 fires Completed of 12:00:01: Ann did it.", "12:30 fires Sum: Ann 12:0:1.",
      ])
  }

  @Test func `what was not known at its second is of the response`() throws {
    let rules = Self.completed.replacing("did it", with: "did it: {s.n}, {c.done}, {t.m}")
    #expect(
      try firings(check(rules), of: "Completed") == [
        "12:00:07 fires Completed of 12:00:01: Ann did it: 10, true, 10."
      ])
  }

  @Test func `so may that of an event whose words alone wait`() throws {
    let rules = Self.completed.replacing(" when s.n > 0", with: "")
      .replacing("did it", with: "did it: {s.n}")
    #expect(
      try firings(check(rules), of: "Completed", "Sum") == [
        "12:00:04 fires Completed of 12:00:01: Ann did it: 10.", "12:30 fires Sum: Ann 12:0:1.",
      ])
  }

  @Test func `so may that of an event which waits for quiet hours to be known`() throws {
    let rules =
      Self.completed.replacing(" when s.n > 0", with: "") + "\nset quiet when s.n > 100\n"
    #expect(
      try firings(check(rules), of: "Completed", "Sum") == [
        "12:00:04 fires Completed of 12:00:01: Ann did it.", "12:30 fires Sum: Ann 12:0:1.",
      ])
  }

  /// A process that ends at any second has its requests answered later, and says the same.
  @Test func `a process that ends at any second changes nothing that is said`() throws {
    let whole = try said(check(Self.completed))
    #expect(whole.contains("Completed of 12:00:01: Ann did it."), "\(whole)")
    for second in 1..<9 {
      var check = try check(Self.completed)
      check.restarts = ["12:00:0\(second)"]
      #expect(try said(check) == whole, "ended at 12:00:0\(second)")
      check.restarts.append("12:00:0\(second + 1)")
      #expect(try said(check) == whole, "ended at 12:00:0\(second) and at the next second")
    }
  }

  /// The firings without the seconds at which they are delivered
  private func said(_ check: SessionCheck) throws -> [String] {
    try check.log("11:00", "13:00").filter { $0.contains(" fires ") }
      .map { String($0.drop { $0 != " " }.dropFirst(7)) }
  }

  @Test func `after an edit of its text it says what is so now`() throws {
    let (before, after) = (
      try SessionCheck(Self.chores + Self.completed).analysis.graph,
      try SessionCheck(
        Self.chores
          + Self.completed.replacing("{c.owner} did it.", with: "Done by {upper(c.owner)}.")
      ).analysis.graph
    )
    let begins = Instant(seconds: 0)
    var engine = Engine(
      graph: before, zone: .utc,
      restoring: Engine(graph: before, zone: .utc, begins: begins).memory(),
      for: EngineSurroundings(providers: providers(before), timeouts: EventTimeouts()))
    var firings: [Firing] = []
    for second: Int64 in [11 * 3600, 41_400, 43_199, 43_200, 43_201] {
      firings += engine.step(at: Instant(seconds: second)).firings
    }
    engine = Engine(
      graph: after, zone: .utc, restoring: engine.memory(),
      for: EngineSurroundings(
        providers: providers(after), timeouts: EventTimeouts(), lead: SessionSettings().lead))
    let reading = SourceReading(
      source: SourceID(index: Int32(try #require(after.sourceIndex(named: "s")))), arguments: [],
      instant: Instant(seconds: 43_203), fields: [.known(.scalar(10))], freshness: nil,
      isLasting: false)
    firings += engine.step(at: Instant(seconds: 43_202)).firings
    firings += engine.step(at: Instant(seconds: 43_203), arrived: [.reading(reading)]).firings
    let completed = try #require(firings.first { $0.opp == "Completed" })
    // The text is another one; the recipient is that of the second of the event.
    #expect(completed.text == "Done by BO.")
    #expect(completed.recipient == .text("Ann"))
  }

  private func providers(_ graph: ConditionGraph) -> [Provider] {
    ["s", "t"].compactMap { name in
      graph.sourceIndex(named: name).map {
        Provider(name: name, served: [.source(SourceID(index: Int32($0)))])
      }
    }
  }
}

import OppKit
import OppTestLimits
import Testing

/// Sessions whose clock was a month ahead, and shows the true time again
@Suite(.limited) struct BeginningAnewTests {
  /// 2026-06-01T12:00:00Z
  private static let noon = Timestamp(secondsSince1970: 1_780_315_200)

  /// 23:00, thirty days later
  private static let ahead = noon + (30 * 86_400 + 11 * 3600)

  /// A session, and what a program has kept of it
  private struct Life {
    var session: Session
    var kept = Memory()

    init(_ text: String, _ supplies: [String: Supply], at second: Timestamp) throws {
      session = try Session(RuleSet(text), supplies: supplies, zone: .utc, at: second)
    }

    /// A step that is kept
    mutating func step(_ second: Timestamp, _ arrivals: [Arrival] = []) -> Step {
      let step = session.step(at: second, arrivals: arrivals)
      kept.apply(session.takeChanges())
      #expect(kept == session.memory())
      return step
    }

    /// The seconds and texts of what fires until a second
    mutating func firings(until end: Timestamp) -> [String] {
      var result: [String] = []
      while let wake = step(session.present + 1).wake, wake <= end {
        result += step(wake).firings.map { "\($0.at) \($0.text ?? "")" }
      }
      return result
    }
  }

  private static func weather(_ degrees: Double) -> Arrival {
    .reading(Reading("weather", ["temp": .celsius(degrees)]))
  }

  @Test func `holds begin anew, and what was held is due, once`() throws {
    var life = try Life(
      """
      set quiet when time in 22:00..6:00
      opp "Warm" when temp > 20C for 10min notify "warm" at most once per day
      """, ["weather": .pushed], at: Self.ahead)
    _ = life.step(Self.ahead, [Self.weather(22)])
    let held = try #require(life.step(Self.ahead + 600).firings.first)
    #expect(held.isHeld)
    // Nothing is kept of it before the step: the process may be killed, and begins anew again.
    var killed = life
    try killed.session.beginAnew(at: Self.noon)
    killed.session = try Session(
      life.session.rules, supplies: ["weather": .pushed], zone: .utc, memory: life.kept,
      at: Self.noon)
    for var life in [life, killed] {
      try life.session.beginAnew(at: Self.noon)
      let step = life.step(Self.noon, [Self.weather(22)])
      #expect(step.at == Self.noon && step.beginsAnew && step.firings.isEmpty)
      #expect(step.deliveries.map(\.firing) == [held.id])
      #expect(step.deliveries.map(\.outcome) == [.due(Self.noon)])
      let notice = "the clock was far ahead, at 2026-07-01 23:10:00: Opp begins anew, and keeps how"
      #expect(step.notices == [notice + " Opps stand"])
      let warm = life.step(Self.noon + 600)
      #expect(warm.firings.map(\.text) == ["warm"] && warm.firings.allSatisfy { !$0.isHeld })
      #expect(warm.deliveries.isEmpty && !warm.beginsAnew && warm.notices.isEmpty)
    }
  }

  @Test func `Opps stay disabled, and snoozed for as long as they still are`() throws {
    var life = try Life(
      """
      table chores by name { name: Text }
      opp "Tea" on every 30min notify "tea"
      opp "Off" on every 30min notify "off"
      opp "Chore" for each c in chores on every 30min notify "{c.name}"
      opp "Again" for each c in chores on every 30min notify "again {c.name}"
      """, ["chores": .pushed], at: Self.ahead)
    let names = ["a", "b"].map { ["name": Value.text($0)] }
    let chores = Arrival.rows(of: "chores", names, replacesAll: true)
    _ = life.step(Self.ahead, [chores])
    life.session.perform(.disable("Off"))
    life.session.perform(.snooze("Tea", until: Self.ahead + 3600))
    life.session.perform(.snooze("Chore", row: "a", until: Self.ahead + 3600))
    life.session.perform(.snooze("Again", until: Self.ahead + 3600))
    let answer = Arrival.answer(Answer(.done, to: "Again", row: "b"))
    _ = life.step(Self.ahead + 60, [answer])
    try life.session.beginAnew(at: Self.noon)
    // Fifty-nine minutes of the snoozes are left.
    _ = life.step(Self.noon, [chores])
    let fired = life.firings(until: Self.noon + 3600).sorted()
    #expect(
      fired == [
        "2026-06-01T12:30:00Z again b", "2026-06-01T12:30:00Z b",
        "2026-06-01T13:00:00Z a", "2026-06-01T13:00:00Z again a",
        "2026-06-01T13:00:00Z again b", "2026-06-01T13:00:00Z b", "2026-06-01T13:00:00Z tea",
      ])
  }

  @Test func `what was fetched in the future is requested again`() throws {
    var life = try Life(
      #"opp "Warm" when temp > 20C for 10min"#, ["weather": .fetched(freshness: 3600)],
      at: Self.ahead)
    let request = try #require(life.step(Self.ahead).requests.first)
    try life.session.beginAnew(at: Self.noon)
    let step = life.step(Self.noon)
    #expect(step.requests.map(\.id) == [request.id])
    let response = Response(to: request.id, [Self.weather(22)])
    #expect(life.session.step(at: Self.noon + 1, responses: [response]).wake == Self.noon + 601)
  }

  @Test func `a table that is fetched is fetched again, though its rows stay`() throws {
    var life = try Life(
      """
      table chores by name { name: Text, due: Instant }
      opp "Chore" for each c in chores on c.due notify "{c.name}"
      """, ["chores": .fetched(freshness: 3600)], at: Self.ahead)
    let request = try #require(life.step(Self.ahead).requests.first)
    let rows = Arrival.rows(
      of: "chores", [["name": "dishes", "due": .instant(Self.noon + 7200)]], replacesAll: true)
    _ = life.session.step(
      at: Self.ahead + 1, responses: [Response(to: request.id, [rows])])
    life.kept.apply(life.session.takeChanges())
    try life.session.beginAnew(at: Self.noon)
    var requests: [Request] = []
    var wake: Timestamp? = Self.noon
    while requests.isEmpty, let second = wake, second < Self.noon + 3600 {
      let step = life.step(second)
      (requests, wake) = (step.requests, step.wake)
    }
    #expect(requests.map(\.id) == [request.id])
  }
}

import OppEngine
import OppModel
import OppSemantics
import OppSession
import OppTestLimits
import Testing

/// The condition of an event that waits for a response is that of its own second
@Suite(.limited) struct WaitingConditionTests {
  /// A chore that is done at 12:00:01, is Bo's a second later, and whose response comes at 12:00:04
  private static let rules = """
    source s fresh for 10min { n: Number }
    source t fresh for 10min { m: Number }
    table chores by id { id, owner: Text  done: Bool  cost: Number }
    opp "Begin" on 11:30 record chores { id: "dishes", owner: "Ann", done: false, cost: 3 }
    opp "Done" on 12:00 record chores { id: "dishes", done: true }
    opp "Next" for each c in chores where done
      record chores { id: c.id, owner: "Bo", done: false, cost: 30 } at most once per hour

    """

  private func check(_ condition: String, _ more: String = "") throws -> SessionCheck {
    let rule = """
      opp "Completed" for each c in chores on c.done \(condition) notify "{c.owner}" \(more)
      """
    var check = try SessionCheck(Self.rules + rule).connecting("s").connecting("t")
      .answering { name, _ in .success([name == "s" ? "n" : "m": .scalar(10)]) }
    check.latency = 3
    check.showsTexts = true
    return check
  }

  private func firings(_ check: SessionCheck) throws -> [String] {
    try check.log("11:00", "13:00").filter { $0.contains(" Completed") }
  }

  private func expect(
    _ check: SessionCheck, _ expected: [String], _ location: SourceLocation = #_sourceLocation
  ) throws {
    let fired = try firings(check)
    #expect(fired == expected, sourceLocation: location)
  }

  /// Conditions that are true of 12:00:01, and false of 12:00:04
  static let trueThen = [
    #"when c.owner == "Ann" and s.n > 0"#,
    #"when s.n > 0 and c.owner == "Ann""#,
    "when s.n > c.cost",
    "when s.n + c.cost < 20",
    "when s.n > 0 and time < 12:00:02",
    #"when not (s.n < 0 or c.owner == "Bo")"#,
    #"when if s.n > 0 then c.owner == "Ann" else c.owner == "Bo""#,
    #"when s.n > 0 and c.owner in ["Ann", "Eve"]"#,
    #"when s.n > 0 and any(chores as other where other.owner == "Ann")"#,
    #"when s.n > 0 and "{c.owner} {s.n}" == "Ann 10""#,
    "when (s.n otherwise 0) > c.cost",
    "when known(s.n) and c.cost < 5",
    "when (c.done and s.n > 0) and now.time == 12:00:01",
  ]

  @Test(arguments: trueThen)
  func `what was so at its second counts`(condition: String) throws {
    try expect(check(condition), ["12:00:04 fires Completed of 12:00:01: Ann"])
  }

  @Test(arguments: [
    #"when c.owner == "Bo" and s.n > 0"#, "when s.n < c.cost", "when s.n > 0 and time > 12:00:02",
    #"when if s.n > 0 then c.owner == "Bo" else c.owner == "Ann""#,
  ])
  func `what becomes so while it waits does not count`(condition: String) throws {
    try expect(check(condition), [])
  }

  /// The second one is requested at 12:00:02, when the condition as it is then needs neither.
  @Test func `two responses are waited for one after the other`() throws {
    let condition = #"when s.n > 0 and c.owner == "Ann" and t.m > s.n - 1"#
    try expect(check(condition), ["12:00:05 fires Completed of 12:00:01: Ann"])
  }

  @Test func `a condition that lets have doubled many times is walked once`() throws {
    let lets = (1...40).map { "let c\($0) = c\($0 - 1) and (c\($0 - 1) or time > 13:00)\n" }
    let rule = "opp \"x\" on 12:00 when c40\n"
    var check = try SessionCheck(
      "source s fresh for 10min { n: Number }\nlet c0 = s.n > 0\n" + lets.joined() + rule
    ).connecting("s").answering { _, _ in .success(["n": .scalar(10)]) }
    check.latency = 150
    #expect(try check.log("11:59", "12:05").contains { $0.contains("misses x") })
    check.latency = 3
    #expect(try check.log("11:59", "12:05").contains("12:00 fires x"))
  }

  @Test func `a list is that of its second, and so is the row in it`() throws {
    let rules =
      Self.rules + """
        opp "Completed" for each c in chores where owner == "Ann" on c.done when s.n > 0
          notify "{c.owner}"
        """
    var check = try SessionCheck(rules).connecting("s").answering { _, _ in
      .success(["n": .scalar(10)])
    }
    check.latency = 3
    check.showsTexts = true
    try expect(check, ["12:00:04 fires Completed of 12:00:01: Ann"])
  }

  @Test(arguments: trueThen)
  func `a process that ends at any second changes nothing of it`(condition: String) throws {
    for second in 1..<6 {
      var check = try check(condition)
      check.restarts = ["12:00:0\(second)"]
      let fired = try firings(check)
      #expect(
        fired.map { String($0.drop { $0 != " " }) } == [" fires Completed of 12:00:01: Ann"],
        "ended at 12:00:0\(second): \(fired)")
    }
  }
}

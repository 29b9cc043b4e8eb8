import OppEngine
import OppModel
import OppSemantics
import OppTesting
import OppTestLimits
import OppTimelines
import Testing

/// `expires D` gives up what is not delivered within D of its firing
@Suite(.limited) struct ExpiryTests {
  private let hours = "set quiet 22:00..07:00\n"

  @Test func `what waits longer than its time is given up, and the last second counts`() throws {
    for (lifetime, expected) in [
      ("8h59min59s", "22:00 expired"), ("9h", "22:00 told 06-22T07:00"),
      ("9h1s", "22:00 told 06-22T07:00"), ("1s", "22:00 expired"),
    ] {
      try check(
        hours + #"opp "x" on 22:00 expires "# + lifetime, "", from: "21:00",
        to: "2026-06-22T08:00", fires: expected, isLong: true)
    }
  }

  @Test func `a later firing replaces only what is still of use`() throws {
    try check(
      hours + #"opp "x" on 22:00 or 22:30 or 23:00:01 expires 30min"#, "", from: "21:00",
      to: "2026-06-22T08:00", fires: "22:00 superseded, 22:30 expired, 23:00:01 expired",
      isLong: true)
  }

  @Test func `what is delivered at once does not expire`() throws {
    try check(#"opp "x" on 12:00 expires 1s"#, "", from: "11:00", to: "13:00", fires: "12:00")
    try check(
      hours + #"opp "x" on 23:00 urgent expires 1s"#, "", from: "22:30", to: "23:30",
      fires: "23:00")
  }

  @Test func `what is held comes back with its Opp, and a set without it forgets nothing`() throws {
    let rules = hours + "opp \"x\" on 22:30\nopp \"y\" on 22:40 expires 1h\n"
    let whole = try EngineCheck(
      rules, "", zone: "UTC", day: "2026-06-21", from: "22:00", to: "23:50")
    let half = try EngineCheck(
      "opp \"z\" on 12:00", "", zone: "UTC", day: "2026-06-21", from: "22:00", to: "23:50")
    let empty = try EngineCheck(
      "", "", zone: "UTC", day: "2026-06-21", from: "22:00", to: "23:50")
    var engine = Engine(graph: whole.analysis.graph, zone: .utc, begins: whole.from)
    _ = engine.step(at: whole.from.advanced(by: 3000), arrived: [])
    #expect(engine.heldFirings.map(\.opp) == ["x", "y"])
    var memory = engine.memory()
    for other in [half, empty] {
      let without = Engine(graph: other.analysis.graph, zone: .utc, restoring: memory)
      #expect(without.heldFirings.isEmpty)
      memory = without.memory()
    }
    var again = Engine(graph: whole.analysis.graph, zone: .utc, restoring: memory)
    #expect(again.heldFirings.map(\.opp) == ["x", "y"])
    let step = again.step(at: whole.from.advanced(by: 40 * 60 + 3601), arrived: [])
    #expect(step.deliveries.map { "\($0.opp) \($0.delivery)" } == ["y expired"])
  }
}

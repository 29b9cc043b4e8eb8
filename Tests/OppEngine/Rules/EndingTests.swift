import OppEngine
import OppModel
import OppSemantics
import OppTestLimits
import OppTesting
import OppTimelines
import Testing

/// The field `ended` of firings: the first second after each at which the condition of its Opp is known to be false
@Suite(.limited) struct EndingTests {
  private let rules = """
    source s { b, c: Bool }
    table doors by id { id: Text  open: Bool }

    """

  private let dry =
    #"opp "dry" for each f in firings("leak") on f.ended notify "{f.row}{f.ended - f.at}""#

  @Test func `a firing ends as its condition is known to be false`() throws {
    try check(
      rules + #"opp "leak" on s.b when s.b at most once per day"# + "\n" + dry,
      """
      00:00 b=false
      00:05 b=true
      00:10 b=?
      00:15 b=true
      00:20 b=?
      00:25 b=false
      00:30 b=true
      00:35 b=false
      """, fires: "leak 00:05, dry [leak  2026-06-21T00:05:00Z] 00:25")
  }

  @Test func `all firings that are open end together, at the next second at the earliest`() throws {
    try check(
      rules + #"opp "leak" when s.b again every 5min"# + "\n"
        + #"opp "dry" on any(firings("leak") where ended == now) notify "x""#,
      """
      00:00 b=false
      00:05 b=true
      00:12 b=false
      00:20 b=true
      00:20:01 b=false
      """, fires: "leak 00:05, leak 00:10, dry 00:12, leak 00:20, dry 00:20:01")
  }

  @Test func `a row that leaves ends its firings, and an unknown table ends none`() throws {
    try check(
      rules + #"opp "leak" for each d in doors when d.open"# + "\n" + dry,
      """
      00:00 doors + id=a open=false
      00:05 doors + id=a open=true
      00:10 doors - a
      00:15 doors + id=a open=true
      00:20 lost doors gone
      00:25 doors + id=a open=true
      00:30 doors + id=a open=false
      """,
      fires: "leak [a] 00:05, dry [leak a 2026-06-21T00:05:00Z] 00:10, leak [a] 00:15, "
        + "dry [leak a 2026-06-21T00:15:00Z] 00:30")
  }

  @Test func `without a condition nothing ends`() throws {
    try check(
      rules + #"opp "leak" on s.b"# + "\n" + dry,
      """
      00:00 b=false
      00:05 b=true
      00:10 b=false
      """, fires: "leak 00:05")
  }

  @Test func `a firing that a restart interrupts ends`() throws {
    let subject = try EngineCheck(
      rules + #"opp "leak" on s.b when s.b at most once per day"# + "\n" + dry,
      "00:00 b=false\n00:05 b=true\n00:25 b=false", zone: "UTC", day: "2026-06-21", from: "00:00",
      to: "01:00")
    var engine = Engine(graph: subject.analysis.graph, zone: .utc, begins: subject.from)
    var firings: [Firing] = []
    for (at, arrival) in subject.timeline.arrivals.map({ ($0.at, $0.arrival) }) {
      firings += engine.step(at: at, arrived: [arrival]).firings
      engine = Engine(graph: subject.analysis.graph, zone: .utc, restoring: engine.memory())
    }
    firings += engine.step(at: subject.to).firings
    #expect(subject.text(firings) == "leak 00:05, dry [leak  2026-06-21T00:05:00Z] 00:25")
  }

  @Test func `an edit that reads ends takes up the latest firing while its condition is true`()
    throws
  {
    func fires(endingAt end: String) throws -> Int {
      let before = rules + #"opp "leak" when s.b"# + "\n" + #"opp "x" when any(firings("leak"))"#
      let old = try EngineCheck(
        before, "00:00 b=false\n00:05 b=true\n\(end) b=false", zone: "UTC", day: "2026-06-21",
        from: "00:00", to: "01:00")
      var engine = Engine(graph: old.analysis.graph, zone: .utc, begins: old.from)
      var arrivals = old.timeline.arrivals.map { ($0.at, $0.arrival) }[...]
      let edit = old.from.advanced(by: 600)
      while let first = arrivals.first, first.0 <= edit {
        _ = engine.step(at: first.0, arrived: [first.1])
        arrivals = arrivals.dropFirst()
      }
      _ = engine.step(at: edit)
      let new = RuleSet.analyze(before + "\n" + dry)
      engine = Engine(graph: new.graph, zone: .utc, restoring: engine.memory())
      var firings: [Firing] = []
      for (at, arrival) in arrivals {
        firings += engine.step(at: at, arrived: [arrival]).firings
      }
      firings += engine.step(at: old.to).firings
      return firings.count { $0.opp == "dry" }
    }
    #expect(try fires(endingAt: "00:20") == 1)
    // Nobody knows since when it has been false.
    #expect(try fires(endingAt: "00:08") == 0)
  }
}

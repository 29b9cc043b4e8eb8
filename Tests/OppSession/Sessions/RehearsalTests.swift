import OppEngine
import OppModel
import OppReplay
import OppSemantics
import OppSession
import OppTesting
import OppTestLimits
import OppTimelines
import Testing

/// A session that fetches what matters fires as a replay does that is handed everything
@Suite(.limited) struct RehearsalTests {
  private let sources = """
    source s fresh for 10min { b: Bool }
    source k fresh for 1h { n: Number }
    source a fresh for 5min { x: Number }
    table tasks by id { id: Text  n: Number }

    """

  @Test func `a row that is removed leaves its condition to be fetched`() throws {
    let lines = """
      00:00 b=true
      00:00 tasks + id=one n=1
      00:10 b=true
      00:20 tasks - one
      00:20 b=true
      00:30 tasks + id=two n=2
      00:30 b=false
      00:40 tasks - two
      00:40 b=true
      """
    try expectEqual(#"opp "x" for each t in tasks on row removed when s.b"#, lines, count: 2)
    try expectEqual(
      #"opp "x" for each t in tasks where n > 0 on row removed when s.b notify "{t.id} {s.b}""#,
      lines, count: 2)
    try expectEqual(#"opp "x" for each t in tasks on row added when not s.b"#, lines, count: 1)
  }

  @Test func `the end of a firing is fetched while its Opp cannot fire`() throws {
    let lines = """
      00:00 b=false
      00:00 tasks + id=one n=1
      00:10 b=true
      00:20 b=true
      00:30 b=false
      00:35 tasks - one
      00:40 b=true
      00:50 b=false
      """
    let over = "\n" + #"opp "y" for each f in firings("x") on f.ended"#
    try expectEqual(#"opp "x" on s.b when s.b at most once per day"# + over, lines, count: 2)
    try expectEqual(#"opp "x" when s.b at most once per day"# + over, lines, count: 2)
    try expectEqual(#"opp "x" on 00:10 when s.b"# + over, lines, count: 2)
    try expectEqual(
      #"opp "x" for each t in tasks when s.b at most once per day"# + over, lines, count: 2)
    try expectEqual(#"opp "x" for each t in tasks on row added"# + over, lines, count: 0)
    try expectEqual(#"opp "x" for each t in tasks on 00:10"# + over, lines, count: 2)
  }

  @Test func `what looks at known beside a hold is fetched when the hold is true`() throws {
    let lines = """
      00:00 n=1
      00:00 x=10
      00:05 x=90
      00:10 x=90
      00:15 x=90
      00:20 x=10
      00:25 x=90
      00:30 x=90
      00:35 x=90
      """
    for rule in [
      #"opp "x" when known(k.n) and (a.x > 50 for 5min)"#,
      #"opp "x" when (k.n otherwise 0) > 0 and (a.x > 50 for 5min)"#,
      #"opp "x" when average(a.x, last 10min) > 50 and (k.n otherwise 0) > 0"#,
    ] {
      try expectEqual(rule, lines, count: 2)
    }
  }

  /// What nobody needs stays undecided, so that the second is looked at from which on it matters
  @Test func `a mean that crosses its limit between readings is seen at that second`() throws {
    let lines = """
      00:00 x=10
      00:00 n=40
      00:00 b=false
      00:05 x=10
      00:10 x=10
      00:10 b=true
      00:15 x=10
      00:20 x=100
      00:20 b=true
      00:25 x=100
      """
    for rule in [
      #"opp "x" when (time in 0:00..0:05 or average(a.x, last 10min) > 50) and (s.b otherwise false)"#,
      #"opp "x" when (time in 0:00..0:05 or average(a.x, last 10min) > 50) and known(s.b) and s.b"#,
    ] {
      try expectEqual(rule, lines, count: 1)
    }
  }

  @Test func `what a row remembers is what it was while it was there`() throws {
    let lines = """
      00:00 tasks + id=one n=9
      00:00 x=10
      00:05 x=10
      00:08 tasks - one
      00:10 x=10
      00:15 x=10
      00:20 x=10
      00:25 x=10
      00:30 x=10
      00:31 tasks + id=one n=9
      00:35 x=10
      """
    try expectEqual(
      #"opp "x" for each t in tasks when (t.n > a.x / 10) for 5min"#, lines, count: 2)
  }

  @Test func `a source without fresh for is looked at again while it says the same`() throws {
    let lines = """
      00:00 lit=false
      00:30 lit=true
      """
    for rule in [#"opp "x" when u.lit"#, #"opp "x" when known(u.lit) and u.lit for 15min"#] {
      try expectEqual("source u { lit: Bool }\n" + rule, lines, count: 1)
    }
  }

  @Test func `a condition that is unknown when a limit ends begins anew`() throws {
    try expectEqual(#"opp "x" when s.b at most once per 30min"#, atEndOfLimit, count: 2)
  }

  @Test func `a rehearsal is not told what happens while a limit is reached, except for others`()
    throws
  {
    let rule = #"opp "x" on s.b at most once per 30min"#
    try expect(rule, atEndOfLimit, replayed: "00:10, 00:40", rehearsed: "00:10")
    let other = #"opp "y" when (not s.b) for 1h"#
    try expectEqual("\(rule)\n\(other)", atEndOfLimit, count: 2)
  }

  /// A Bool that becomes true a second time just when the limit of 30 minutes ends, and was unknown before that
  private let atEndOfLimit = """
    00:00 b=false
    00:10 b=true
    00:20 b=false
    00:30 b=?
    00:40 b=true
    00:50 b=false
    """

  @Test func `an event that came while a row was away is none of its own`() throws {
    let lines = """
      00:00 tasks + id=one n=1
      00:00 b=false
      00:05 tasks - one
      00:10 b=false
      00:20 b=true
      00:25 tasks + id=one n=1
      00:30 b=false
      00:40 b=true
      """
    try expectEqual(#"opp "x" for each t in tasks on s.b"#, lines, count: 1)
  }

  private func expectEqual(
    _ rule: String, _ lines: String, count: Int, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let (check, replayed, rehearsed) = try firings(of: rule, lines)
    #expect(check.text(rehearsed) == check.text(replayed), "\(rule)", sourceLocation: location)
    #expect(replayed.count == count, "\(rule)", sourceLocation: location)
  }

  private func expect(
    _ rule: String, _ lines: String, replayed: String, rehearsed: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let (check, own, others) = try firings(of: rule, lines)
    #expect(check.text(own) == replayed, "\(rule)", sourceLocation: location)
    #expect(check.text(others) == rehearsed, "\(rule)", sourceLocation: location)
  }

  private func firings(
    of rule: String, _ lines: String
  ) throws -> (check: EngineCheck, replayed: [Firing], rehearsed: [Firing]) {
    let check = try EngineCheck(
      sources + rule, lines, zone: "UTC", day: "2026-06-21", from: "00:00", to: "01:00")
    let arrivals = check.timeline.arrivals.map { (at: $0.at, arrival: $0.arrival) }
    let replayed = check.timeline.replay.run(from: check.from, to: check.to).firings
    var simulation = Simulation(
      graph: check.analysis.graph, zone: .utc, begins: check.from, arrivals: arrivals)
    var firings: [Firing] = []
    simulation.run(to: check.to) { _, _, step in firings += step.firings }
    return (check, replayed, firings)
  }
}

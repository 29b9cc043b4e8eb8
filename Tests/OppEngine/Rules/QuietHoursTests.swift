import OppEngine
import OppModel
import OppReplay
import OppSemantics
import OppSession
import OppTesting
import OppTestLimits
import OppTimelines
import Testing

/// Quiet hours delay the telling only
@Suite(.limited) struct QuietHoursTests {
  private let hours = "set quiet 22:00..07:00\n"

  @Test func `of what fires over night the latest is delivered in the morning`() throws {
    try check(
      hours + #"opp "x" on every 3h"#, "", from: "20:00", to: "2026-06-22T09:30",
      fires: """
        21:00, 06-22T00:00 superseded, 06-22T03:00 superseded, \
        06-22T06:00 told 06-22T07:00, 06-22T09:00
        """, isLong: true)
  }

  @Test func `the start is quiet, and the end is not`() throws {
    try check(
      hours + #"opp "x" on 22:00 or 07:00 or 21:59:59 or 06:59:59"#, "", from: "20:00",
      to: "2026-06-22T09:00",
      fires: """
        21:59:59, 22:00 superseded, 06-22T06:59:59 told 06-22T07:00, 06-22T07:00
        """, isLong: true)
  }

  @Test func `what is urgent is delivered at once`() throws {
    try check(hours + #"opp "x" on 23:00 urgent"#, "", from: "22:30", to: "23:30", fires: "23:00")
  }

  @Test func `at most counts firings, not tellings`() throws {
    try check(
      hours + #"opp "x" on 23:00 or 06:00 or 08:00 at most once per day"#, "", from: "20:00",
      to: "2026-06-22T09:00", fires: "23:00 superseded, 06-22T06:00 told 06-22T07:00",
      isLong: true)
  }

  @Test func `the end is by the wall clock on a day that loses an hour`() throws {
    try check(
      hours + #"opp "x" on 01:00"#, "", zone: "America/New_York", day: "2026-03-08",
      from: "00:30", to: "02:00", fires: "01:00-05:00 told 07:00-04:00")
  }

  @Test func `an hour that the clock repeats is quiet twice`() throws {
    // The clock goes from 03:00 back to 02:00 on 25 October: 02:30 comes twice, and it is quiet again at the second 02:00.
    try check(
      "set quiet 01:00..02:30\nopp \"x\" on 01:30", "", zone: "Europe/Berlin", day: "2026-10-25",
      from: "00:30", to: "04:00", fires: "01:30+02:00 told 02:30+02:00", isLong: true)
  }

  @Test func `what notifies nobody has nothing to wait for`() throws {
    try check(
      hours + """
        table log by at { at: Instant }
        opp "x" on 23:00 record log { at: now }
        """, "", from: "22:30", to: "23:30", fires: "23:00")
  }
}

/// `set quiet when`: a condition in place of hours
@Suite(.limited) struct QuietConditionTests {
  private let source = """
    source s fresh for 30min { lit: Bool, n: Number }
    set quiet when lit

    """

  @Test func `what fires while it is quiet waits for its end`() throws {
    try check(
      source + #"opp "x" on n changes"#,
      """
      00:00 lit=false n=1
      00:05 lit=false n=2
      00:10 lit=true n=3
      00:20 lit=true n=4
      00:25 lit=false n=4
      00:26 lit=false n=5
      """, from: "00:00", to: "01:00",
      fires: "00:05, 00:10 superseded, 00:20 told 00:25, 00:26")
  }

  @Test func `what is unknown is not quiet`() throws {
    try check(
      source + #"opp "x" on 00:15 or 00:40"#, "00:10 lit=true", from: "00:00", to: "01:00",
      fires: "00:15 superseded, 00:40 told 00:40:01")
    try check(
      source + #"opp "x" on 00:15 or 00:41"#, "00:10 lit=true", from: "00:00", to: "01:00",
      fires: "00:15 told 00:40:01, 00:41")
  }

  @Test func `each row waits for itself, and what is urgent does not`() throws {
    try check(
      source + """
        table chores by id { id: Text, due: Instant }
        opp "c" for each c in chores on c.due or c.due + 5min
        opp "u" for each c in chores on c.due urgent
        """,
      """
      00:00 chores + id=a due=00:10
      00:00 chores + id=b due=00:12
      00:05 lit=true
      00:16 lit=false
      """, zone: "UTC", from: "00:00", to: "01:00",
      fires: """
        c [a] 00:10 superseded, u [a] 00:10, c [b] 00:12 told 00:16, u [b] 00:12, \
        c [a] 00:15 told 00:16, c [b] 00:17
        """)
  }

  @Test func `an answer ends the wait`() throws {
    let check = try EngineCheck(
      source + #"opp "x" on every 10min"#,
      """
      00:05 lit=true
      00:30 lit=false
      """, zone: "UTC", day: "2026-06-21", from: "00:00", to: "00:35")
    var arrivals = check.timeline.arrivals.map { (at: $0.at, arrival: $0.arrival) }
    arrivals.insert(
      (
        check.from.advanced(by: 900),
        .answer(GivenAnswer(opp: "x", row: nil, answer: .done, until: nil))
      ), at: 1)
    let replay = Replay(
      graph: check.analysis.graph, zone: .utc, begins: check.from, arrivals: arrivals)
    #expect(
      check.text(replay.run(from: check.from, to: check.to).firings)
        == "00:00, 00:10 answered, 00:20 told 00:30, 00:30")
  }

  @Test func `what waits at the end is looked for beyond it`() throws {
    let rules = source + #"opp "x" on 00:10"#
    try check(rules, "00:05 lit=true", from: "00:00", to: "00:20", fires: "00:10 told 00:35:01")
    try check(
      "set quiet when today >= 2020-01-01\nopp \"x\" on 2026-06-21T00:10Z", "", from: "00:00",
      to: "00:20",
      fires: "00:10 waits")
  }

  /// What fires in a session, at which second, and what becomes of it
  private func lived(_ rules: String, _ lines: String, latency: Int64) throws -> String {
    let check = try EngineCheck(
      "source s fresh for 30min { lit: Bool }\nset quiet when lit\n" + rules, lines, zone: "UTC",
      day: "2026-06-21", from: "07:00", to: "09:00")
    var simulation = Simulation(
      graph: check.analysis.graph, zone: .utc, begins: check.from,
      arrivals: check.timeline.arrivals.map { (at: $0.at, arrival: $0.arrival) },
      latency: Latency(latency...latency))
    var settled = SettledFirings()
    var late: [String] = []
    simulation.run(to: check.to) { now, _, step in
      for firing in step.firings where firing.at != now {
        late.append("\(check.clockface.text(firing.at)) at \(check.clockface.text(now))")
      }
      settled.take(step)
    }
    return ([check.text(settled.firings)] + late).joined(separator: "; ")
  }

  @Test func `a firing waits for a response that says whether it is quiet`() throws {
    let rule = #"opp "x" on 08:00"#
    for (rule, lines, latency, expected) in [
      (rule, "07:50 lit=true", 40, "08:00 told 08:20:31; 08:00 at 08:00:40"),
      (rule, "07:50 lit=false", 40, "08:00; 08:00 at 08:00:40"),
      // One that does not come in a minute is unknown, and unknown is not quiet.
      (rule, "07:50 lit=true", 300, "08:00; 08:00 at 08:01"),
      (rule + " urgent", "07:50 lit=true", 300, "08:00"),
    ] as [(String, String, Int64, String)] {
      let found = try lived(rule, lines, latency: latency)
      #expect(found == expected)
    }
  }

  @Test func `what waits is followed although responses are late`() throws {
    let lines = "07:50 lit=true\n08:05 lit=true\n08:20 lit=true\n08:33 lit=false"
    let found = try lived(#"opp "x" on 08:00 or 08:10"#, lines, latency: 5)
    // The reading of 08:20 counts until 08:50, when the next one is asked for.
    #expect(found == "08:00 superseded, 08:10 told 08:50:02; 08:00 at 08:00:05")
  }
}

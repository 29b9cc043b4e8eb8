import OppEngine
import OppModel
import OppReplay
import OppSemantics
import OppSession
import OppTestLimits
import OppTimelines
import Testing

/// What is still to be learned at a second
@Suite(.limited) struct NeedsTests {
  private let sources = """
    source s { c: Bool  x: Number }
    source t { d: Bool  y: Number  words: Text }
    source u { e: Bool }

    """

  // MARK: Conditions

  @Test func `a condition waits for what is missing and could change it`() throws {
    try checkNeeds(sources + #"opp "x" when c and d"#, asks: "x condition: s and t")
    try checkNeeds(sources + #"opp "x" when c or not d"#, asks: "x condition: s or t")
    try checkNeeds(sources + #"opp "x" when c and d"#, "00:30 c=true", asks: "x condition: t")
    try checkNeeds(sources + #"opp "x" when c and d"#, "00:30 c=false", asks: "")
    try checkNeeds(sources + #"opp "x" when c or d"#, "00:30 c=true", asks: "")
    try checkNeeds(sources + #"opp "x" when x > y"#, asks: "x condition: s+t")
    try checkNeeds(sources + #"opp "x" when x > y"#, "00:30 x=1", asks: "x condition: t")
  }

  @Test func `what the clock has decided needs no request`() throws {
    try checkNeeds(sources + #"opp "x" when c and time in 12:00..13:00"#, asks: "")
    try checkNeeds(
      sources + #"opp "x" when c and time in 12:00..13:00"#, at: "12:30", asks: "x condition: s")
  }

  @Test func `a choice is its condition and one branch`() throws {
    let rules = sources + #"opp "x" when if c then d else e"#
    try checkNeeds(rules, asks: "x condition: (s and t) or (not s and u)")
    try checkNeeds(rules, "00:30 c=true", asks: "x condition: t")
    try checkNeeds(rules, "00:30 c=false", asks: "x condition: u")
    try checkNeeds(sources + #"opp "x" when (if c then x else y) > 1"#, asks: "x condition: s")
    try checkNeeds(
      sources + #"opp "x" when (if c then x else y) > 1"#, "00:30 c=false x=1",
      asks: "x condition: t")
  }

  @Test func `what a reading did not have is not requested again`() throws {
    // It could only come to be false.
    try checkNeeds(sources + #"opp "x" when c and d"#, "00:30 c=?", asks: "")
    try checkNeeds(sources + #"opp "x" when c or d"#, "00:30 c=?", asks: "x condition: t")
    try checkNeeds(sources + #"opp "x" when x > y"#, "00:30 x=?", asks: "")
    try checkNeeds(sources + #"opp "x" when c"#, "00:30 c=?", asks: "")
  }

  @Test func `a stand-in counts once the reading is there or cannot be had`() throws {
    let rules = sources + #"opp "x" when (x otherwise y) > 1"#
    try checkNeeds(rules, "00:30 y=5", asks: "x condition: s")
    try checkNeeds(rules, "00:30 x=?", asks: "x condition: t")
    try checkNeeds(rules, withheld: ["s"], asks: "x condition: t")
    try checkNeeds(rules, "00:30 y=5", withheld: ["s"], asks: "")
    try checkNeeds(rules, "00:30 x=2 y=5", due: ["t"], asks: "")
    try checkNeeds(rules, "00:30 x=? y=5", due: ["t"], asks: "x condition: t")
    try checkNeeds(sources + #"opp "x" when known(x)"#, asks: "x condition: s")
  }

  @Test func `what cannot be requested now is unknown`() throws {
    let rules = sources + #"opp "x" when c and d"#
    // It could only come to be false.
    try checkNeeds(rules, withheld: ["s"], asks: "")
    try checkNeeds(rules, withheld: ["s", "t"], asks: "")
    try checkNeeds(
      sources + #"opp "x" when c or d"#, withheld: ["s"], asks: "x condition: t")
    try checkNeeds(
      sources + #"opp "x" when not (c and d)"#, withheld: ["s"], asks: "x condition: t")
  }

  @Test func `what one response gives whole is one condition`() throws {
    try checkNeeds(
      sources + #"opp "x" when (c or x > 3 or x < 1) and d"#, asks: "x condition: s and t")
  }

  @Test func `Opps share what they request`() throws {
    try checkNeeds(
      sources + #"opp "a" when c opp "b" when c and d opp "z" when c disabled"#,
      asks: "a condition: s\nb condition: s and t")
  }

  // MARK: What is due

  @Test func `what is due is undecided although it still counts`() throws {
    let rules = sources + #"opp "x" when c and d"#
    try checkNeeds(rules, "00:30 c=true d=true", due: ["s"], asks: "x condition: s")
    try checkNeeds(rules, "00:30 c=true d=false", due: ["s"], asks: "")
    try checkNeeds(rules, "00:30 c=true d=false", due: ["s", "t"], asks: "x condition: s and t")
    try checkNeeds(
      sources + #"opp "x" when x > y"#, "00:30 x=1 y=2", due: ["t"], asks: "x condition: t")
  }

  @Test func `what cannot become true yet is looked at again when it may`() throws {
    // The minutes in which c was unknown are over at 00:35, those of e at 00:45; d is false, and due.
    let lines = """
      00:10 c=true d=false
      00:10 e=true
      00:20 c=?
      00:20 e=?
      00:25 c=true d=false
      00:25 e=true
      """
    let conditions = [
      ("c for 10min and d", "00:35"),
      ("not (not d or not (c for 10min))", "00:35"),
      ("c for 10min and e for 20min and d", "00:45"),
      ("(c for 10min or e for 20min) and d", "00:35"),
      ("(c for 10min and d) or (e for 20min and d)", "00:35"),
      ("if e then c for 10min and d else false", "00:35"),
      ("if d then c for 10min else e for 20min", "00:35"),
      ("if d then e for 20min else false", "00:45"),
    ]
    for (condition, again) in conditions {
      try checkNeeds(
        sources + "opp \"x\" when \(condition)", lines, due: ["t"], asks: "", again: again)
    }
    // Another operand may make it true at once.
    try checkNeeds(
      sources + #"opp "x" when c for 10min and d or y > 3"#, lines, due: ["t"],
      asks: "x condition: t")
    // What has lasted is true before its operand, which e alone decides, may change.
    try checkNeeds(
      sources + #"opp "x" when (c or e) for 10min and d"#,
      "00:10 c=false d=false\n00:10 e=false\n00:25 e=true", due: ["s", "t"], asks: "",
      again: "00:35")
  }

  // MARK: Parameters

  @Test func `arguments that are not known come first`() throws {
    let rules = """
      source s { words: Text }
      source stock(shop: Text) { count: Number }
      opp "x" when stock(words).count > 3
      opp "y" when stock("Lidl").count > 3
      """
    try checkNeeds(rules, asks: "x condition: s\ny condition: stock(Lidl)")
    try checkNeeds(
      rules, "00:30 words=Aldi", asks: "x condition: stock(Aldi)\ny condition: stock(Lidl)")
    try checkNeeds(rules, "00:30 words=Lidl\n00:30 stock(Lidl) count=2", asks: "")
  }

  @Test func `the weather is that of where the person is`() throws {
    try checkNeeds(#"opp "x" when raining"#, asks: "x condition: weather")
    try checkNeeds(#"opp "x" when near @48.4,-123.4"#, asks: "x condition: location")
  }

  @Test func `addresses and places are requested by what they are called`() throws {
    try checkNeeds(
      #"opp "x" when near "Beacon Hill""#, "00:30 position=@1,1",
      asks: "x condition: address(Beacon Hill)")
    try checkNeeds(
      #"opp "x" when near any "cafe""#, "00:30 position=@1,1", asks: "x condition: places(cafe)")
    try checkNeeds(#"opp "x" when near any "cafe""#, asks: "x condition: location")
    try checkNeeds(
      #"opp "x" when near any "cafe""#, "00:30 position=@1,1", withheld: ["any cafe"], asks: "")
  }

  @Test func `looking ahead requests the calendar`() throws {
    try checkNeeds(#"opp "x" when busy within next 1h"#, asks: "x condition: calendar")
    try checkNeeds(#"opp "x" when busy within next 1h"#, "00:10 busy 12:00..13:00", asks: "")
    try checkNeeds(
      #"opp "x" when busy within next 1h"#, "00:10 busy 12:00..13:00", due: ["calendar"],
      asks: "x condition: calendar")
  }

  // MARK: Memories

  @Test func `what is remembered is requested whatever the rest says`() throws {
    try checkNeeds(
      sources + #"opp "x" when c for 10min and d"#, "00:30 d=false", asks: "x memory: s")
    try checkNeeds(
      sources + #"opp "x" when (c and d) for 10min"#, "00:30 d=false", asks: "")
    try checkNeeds(
      sources + #"opp "x" when average(x, last 1h) > 3 and d"#, "00:30 d=false",
      asks: "x memory: know s")
    try checkNeeds(
      sources + #"opp "x" when c for 10min disabled"#, asks: "")
  }

  @Test func `what was lately false cannot have lasted`() throws {
    let rules = sources + #"opp "x" when c for 10min"#
    try checkNeeds(rules, asks: "x condition: s\nx memory: s")
    try checkNeeds(rules, "00:25 c=false", due: ["s"], asks: "x memory: s")
  }

  @Test func `what was known once is remembered without a request`() throws {
    let rules = #"opp "x" when time > sunset"#
    try checkNeeds(rules, asks: "x condition: location\nx memory: know location")
    try checkNeeds(rules, "00:10 position=@1,1", at: "05:00", asks: "")
    try checkNeeds(rules, "00:30 position=@1,1", due: ["location"], asks: "")
  }

  // MARK: Events

  @Test
  func `an event that depends on readings is requested always, its condition when it is near`()
    throws
  {
    try checkNeeds(sources + #"opp "x" on c when d"#, asks: "x event: s")
    try checkNeeds(
      sources + #"opp "x" on c when d"#, asking: ["x"], asks: "x event: s\nx condition: t")
    try checkNeeds(sources + #"opp "x" on x changes when d"#, asks: "x event: know s")
    try checkNeeds(sources + #"opp "x" on 12:00 when d"#, asks: "")
    try checkNeeds(sources + #"opp "x" on 12:00 when d"#, asking: ["x"], asks: "x condition: t")
  }

  // MARK: Rows

  private let tasks = "table tasks by id { id: Text  due: Instant  done: Bool }\n"

  @Test func `rows are requested as a table`() throws {
    try checkNeeds(
      tasks + #"opp "x" when any(tasks where not done)"#, asks: "x condition: tasks")
  }

  @Test func `for each needs its table, and then what each row needs`() throws {
    let rules = sources + tasks + #"opp "x" for each t in tasks where not t.done when c"#
    try checkNeeds(rules, asks: "x condition: tasks and s")
    try checkNeeds(rules, "00:30 c=false", asks: "")
    try checkNeeds(rules, "00:30 tasks", asks: "")
    try checkNeeds(
      rules, "00:30 tasks + id=a done=false\n00:30 tasks + id=b done=true", asks: "x a condition: s"
    )
    try checkNeeds(
      rules, "00:30 tasks + id=a done=false\n00:30 c=true", due: ["tasks"],
      asks: "x condition: tasks")
  }

  @Test func `events of rows need no table while something else keeps them silent`() throws {
    let rules =
      sources + tasks
      + #"opp "x" for each t in tasks on t.due - 10min when t.done and time in 8:00..18:00"#
    try checkNeeds(rules, asks: "")
    try checkNeeds(rules, at: "07:59:59", asks: "")
    try checkNeeds(rules, at: "07:59:59", lead: 1, asks: "x event: tasks")
    try checkNeeds(rules, at: "08:00", asks: "x event: tasks")
    try checkNeeds(rules, at: "17:59:59", asks: "x event: tasks")
    try checkNeeds(rules, at: "18:00", asks: "")
    // What a row was before tells whether it is added.
    try checkNeeds(
      sources + tasks + #"opp "x" for each t in tasks on row added when time in 8:00..18:00"#,
      asks: "x event: tasks")
  }

  /// A row whose table fails may be there again at the next response, and is compared with what was before
  @Test func `rows are followed while their table cannot be fetched`() throws {
    let lost = "00:10 tasks + id=a\n00:20 lost tasks it answered 500"
    let event = sources + tasks + #"opp "e" for each t in tasks on s.x changes when d"#
    try checkNeeds(event, lost, asks: "e event: tasks")
    try checkNeeds(event, lost, withheld: ["tasks"], asks: "e a event: know s")
    try checkNeeds(event, "00:10 tasks + id=a\n00:20 tasks - a", asks: "")
    let condition = sources + tasks + #"opp "c" for each t in tasks when c"#
    try checkNeeds(condition, lost, withheld: ["tasks"], asks: "")
    try checkNeeds(
      condition, "00:10 c=true\n" + lost, due: ["s"], withheld: ["tasks"], asks: "c a condition: s")
  }

  @Test func `a row that has left needs nothing`() throws {
    let rules = sources + tasks + #"opp "x" for each t in tasks when c for 10min"#
    try checkNeeds(rules, "00:10 tasks + id=a", asks: "x a condition: s\nx memory: s")
    try checkNeeds(rules, "00:10 tasks + id=a\n00:20 tasks - a", asks: "x memory: s")
  }

  // MARK: Whom it concerns

  @Test func `an Opp depends on what its condition and events need`() throws {
    let rules = """
      source s { c: Bool }
      source stock(shop: Text) { count: Number }
      table tasks by id { id: Text }
      opp "b" when c
      opp "a" when c or stock("Lidl").count > 3
      opp "r" for each t in tasks on every 1h
      opp "off" when c disabled
      opp "n" on every 1h notify "{c}"
      """
    let subject = try EngineCheck(
      rules, "", zone: "UTC", day: "2026-06-21", from: "00:00", to: "01:00")
    let readers = WorldReaders(subject.timeline.replay.engine(at: subject.from))
    func names(_ name: String) -> Set<String> {
      readers.opps(dependingOn: NeedsText.subject(name, in: subject.analysis.graph))
    }
    #expect(names("s") == ["a", "b"])
    #expect(names("tasks") == ["r"])
    #expect(names("calendar") == [])
    guard case .source(let stock, _) = NeedsText.subject("stock", in: subject.analysis.graph) else {
      return
    }
    #expect(readers.opps(dependingOn: .source(stock, [.text("Lidl")])) == ["a"])
    #expect(readers.opps(dependingOn: .source(stock, [.text("Aldi")])) == [])
  }

  @Test func `a source that no rule reads is neither refreshed nor missed`() {
    let graph = RuleSet.analyze(
      """
      source s { c: Bool }
      source t { d: Bool }
      source u { e: Bool }
      let unused = d
      opp "a" when c
      opp "n" on every 1h notify "{e}"
      """
    ).graph
    let begins = Instant(seconds: 1_782_000_000)
    func session(_ providers: [Provider]) -> LiveSession {
      LiveSession(
        engine: Engine(graph: graph, zone: .utc, begins: begins), providers: providers,
        settings: SessionSettings())
    }
    let all = graph.sources.indices.map { index in
      Provider(
        name: graph.sources[index].name, served: [.source(SourceID(index: Int32(index)))],
        latency: 0)
    }
    #expect(session(all).refreshable == ["s", "u"])
    // An Opp fires without its text, so that only the source of a condition is missed.
    var alone = session([])
    _ = alone.open(at: begins)
    #expect(alone.close().health.map(\.provider) == ["s"])
  }
}

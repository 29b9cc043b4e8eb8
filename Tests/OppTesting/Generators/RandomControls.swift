internal import OppEngine
package import OppModel

/// A small program of one or two Opps, and a script of what a person does with them within a few minutes
///
/// Durations and distances are a few seconds, so that ends of snoozes, repetitions, events and answers often share a second.
package struct RandomControls {
  /// The number of seconds of a script
  package static let length: Int64 = 80

  package let text: String
  private var random: SplitMix64

  package init(seed: UInt64) {
    random = SplitMix64(seed: seed &* 0x9E37 &+ 29)
    var text = """
      source s { a: Bool  b: Bool  q: Bool }
      table tasks by id { id: Text  on: Bool }

      """
    if random.oneIn(3) { text += "set quiet when s.q\n" }
    text += Self.opp("x", &random)
    switch random.number(in: 0...5) {
    case 0, 1: text += Self.opp("y", &random)
    case 2:
      let event = random.pick(["f.ended", "f.answered", "row added", "f.answer changes"])
      text += "opp \"z\" for each f in firings(\"x\") on \(event) notify \"z\"\n"
    case 3:
      let answer = random.pick(["snoozed", "unanswered", "done", "dismissed"])
      text += "opp \"z\" when count(firings(\"x\") where answer == \(answer)) > 1 notify \"z\"\n"
    default: break
    }
    self.text = text
  }

  private static func opp(_ name: String, _ random: inout SplitMix64) -> String {
    var text = "opp \"\(name)\""
    let isEachRow = random.oneIn(2)
    if isEachRow {
      text += " for each t in tasks"
      if random.oneIn(3) { text += " where t.on" }
    }
    let hasEvents = random.oneIn(2)
    if hasEvents {
      var events = ["every 7s", "every 10s", "s.a", "s.a changes", "not s.b", "(s.a and s.b)"]
      if isEachRow { events += ["row added", "row removed", "t.on"] }
      text += " on \(random.pick(events))"
      if random.oneIn(3) { text += " or \(random.pick(events))" }
    }
    if !hasEvents || random.oneIn(2) {
      var conditions = [
        "s.a", "s.b", "not s.a", "(s.a or s.b)", "(s.a for 4s)", "(s.b within last 3s)",
      ]
      if isEachRow { conditions += ["t.on", "(t.on and s.a)", "(t.on for 5s)"] }
      text += " when \(random.pick(conditions))"
    }
    if !random.oneIn(4) { text += " notify \"\(name)\"" }
    if random.oneIn(3) {
      text += " at most \(random.pick(["once", "2", "3"])) per \(random.pick(["6s", "15s", "day"]))"
      if isEachRow, random.oneIn(3) { text += " in all" }
    }
    if random.oneIn(2) {
      text += " again every \(random.pick(["3s", "5s", "8s"]))"
      if random.oneIn(2) { text += " for \(random.pick(["8s", "16s"]))" }
    }
    if random.oneIn(2) { text += " snooze \(random.pick(["4s", "9s"]))" }
    if random.oneIn(3) { text += " expires \(random.pick(["2s", "6s"]))" }
    if random.oneIn(8) { text += " urgent" }
    if random.oneIn(8) { text += " disabled" }
    return text + "\n"
  }

  /// What becomes known and what a person does, in the order of time
  package func script(
    _ graph: ConditionGraph, from: Instant
  ) -> (arrivals: [ReferenceArrival], controls: [ReferenceControl]) {
    var random = random
    var arrivals: [ReferenceArrival] = []
    var controls: [ReferenceControl] = []
    for second in 0..<Self.length {
      let now = from.advanced(by: second)
      func add(_ arrival: Arrival?) {
        if let arrival { arrivals.append(ReferenceArrival(at: now, arrival: arrival)) }
      }
      if second == 0 { add(Self.rows(["a", "b"], in: graph, &random)) }
      if second == 0 || random.oneIn(7) { add(Self.reading(graph, at: now, &random)) }
      if random.oneIn(16) { add(Self.change(in: graph, &random)) }
      if random.oneIn(6) { add(Self.answer(graph, at: now, &random)) }
      if random.oneIn(9) {
        controls.append(
          ReferenceControl(Self.control(graph, at: now, &random), countsFrom: now.seconds + 1))
      }
    }
    return (arrivals, controls)
  }

  // MARK: The world

  private static func reading(
    _ graph: ConditionGraph, at now: Instant, _ random: inout SplitMix64
  ) -> Arrival? {
    guard let index = graph.sources.firstIndex(where: { $0.name == "s" }) else { return nil }
    let fields = (0..<3).map { _ -> FieldReading in
      random.oneIn(12) ? .missing : .known(.truth(random.oneIn(2)))
    }
    return .reading(
      SourceReading(
        source: SourceID(index: Int32(index)), arguments: [], instant: now, fields: fields,
        freshness: nil, isLasting: true))
  }

  private static func rows(
    _ keys: [String], in graph: ConditionGraph, _ random: inout SplitMix64
  ) -> Arrival? {
    guard let table = graph.tables.firstIndex(where: { $0.name == "tasks" }) else { return nil }
    let rows = keys.map { [.text($0), .truth(random.oneIn(2))] as [Value?] }
    return .rows(TableChange(table: TableID(index: Int32(table)), rows: rows, removedKeys: []))
  }

  /// A row that comes, changes or leaves
  private static func change(in graph: ConditionGraph, _ random: inout SplitMix64) -> Arrival? {
    let key = random.pick(["a", "b", "c"])
    guard random.oneIn(3) else { return rows([key], in: graph, &random) }
    guard let table = graph.tables.firstIndex(where: { $0.name == "tasks" }) else { return nil }
    return .rows(
      TableChange(table: TableID(index: Int32(table)), rows: [], removedKeys: [[.text(key)]]))
  }

  // MARK: The person

  private static func answer(
    _ graph: ConditionGraph, at now: Instant, _ random: inout SplitMix64
  ) -> Arrival {
    let opp = random.pick(graph.rules.map(\.name))
    let answer = random.pick([Answer.snoozed, .snoozed, .snoozed, .dismissed, .done])
    let until = random.oneIn(2) ? now.advanced(by: Int64(random.number(in: 0...14))) : nil
    return .answer(
      GivenAnswer(
        opp: opp, row: random.oneIn(3) ? row(of: opp, &random) : nil, answer: answer,
        until: answer == .snoozed ? until : nil))
  }

  private static func control(
    _ graph: ConditionGraph, at now: Instant, _ random: inout SplitMix64
  ) -> ControlChange {
    let opp = random.pick(graph.rules.map(\.name))
    let row = random.oneIn(2) ? row(of: opp, &random).map { [Value.text($0)] } : nil
    switch random.number(in: 0...6) {
    case 0: return .disable(opp: opp)
    case 1, 2: return .enable(opp: opp)
    case 3: return .endSnooze(opp: opp, row: row)
    default:
      let until = now.advanced(by: Int64(random.number(in: 0...14)))
      return .snooze(opp: opp, row: row, until: until)
    }
  }

  /// A row of an Opp, or `nil` for the one whose rows are firings
  private static func row(of opp: String, _ random: inout SplitMix64) -> String? {
    opp == "z" ? nil : random.pick(["a", "b", "c"])
  }
}

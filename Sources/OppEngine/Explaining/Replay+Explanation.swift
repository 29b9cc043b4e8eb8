package import OppModel

extension Replay {
  /// Explains an Opp at an instant, in the light of the whole recording
  ///
  /// The recording shows since when and until when a part holds; after its end counts what is known
  /// ahead.
  ///
  /// - Parameter row: the key of the row to explain; where it is nil, the first row that is true, else the
  ///   one that is nearest to it.
  package func explain(rule: Int, row: [Value]? = nil, at instant: Instant) -> OppExplanation {
    let at = max(instant, begins)
    var key = row
    if key == nil, graph.rules[rule].rows != nil {
      var engine = engine(at: at)
      key = engine.nearestOpp(of: rule).flatMap { engine.key(ofOpp: $0) }
    }
    var run = ExplanationRun(self, rule: rule, key: key, at: at)
    run.liveUpToInstant()
    run.explainInstant()
    run.liveOn()
    return run.notes.result
  }

  /// The rows of an Opp that is `for each`, in the order of their keys, at an instant
  package func rows(of rule: Int, at instant: Instant) -> [RowID] {
    let engine = engine(at: max(instant, begins))
    return engine.opps(of: rule).compactMap { engine.row(ofOpp: $0) }
  }
}

/// The two halves of a replay: up to the instant that is explained, and from there on
private struct ExplanationRun {
  private(set) var notes: ExplanationNotes
  private var engine: Engine

  /// The arrivals that are still to come
  private var arrivals: ArraySlice<(at: Instant, arrival: Arrival)>

  /// The greatest number of seconds after the instant that are run through
  private static let longestFuture = 20_000

  init(_ replay: Replay, rule: Int, key: [Value]?, at instant: Instant) {
    notes = ExplanationNotes(replay.graph, rule: rule, key: key, at: instant)
    arrivals = replay.arrivals[...]
    engine = Engine(
      graph: replay.graph.addingShadows(of: rule), zone: replay.zone, begins: replay.begins,
      following: replay.graph.truths(below: rule))
  }

  mutating func liveUpToInstant() {
    let at = notes.result.at
    while let first = arrivals.first, first.at <= at {
      let second = max(first.at, engine.begins)
      live(to: second, takeArrivals(upTo: second))
    }
    live(to: at, [])
  }

  private mutating func takeArrivals(upTo second: Instant) -> [Arrival] {
    let arrived = arrivals.prefix { $0.at <= second }
    arrivals = arrivals.dropFirst(arrived.count)
    return arrived.map { $0.arrival }
  }

  private mutating func live(to second: Instant, _ arrived: [Arrival]) {
    var notes = notes
    engine.live(to: second, arrived: arrived) { engine, step in
      notes.note(engine, step)
      return true
    }
    self.notes = notes
  }

  mutating func explainInstant() {
    for opp in engine.opps(of: notes.result.rule) {
      guard let row = engine.row(ofOpp: opp) else { continue }
      notes.result.rows.append((row, engine.truth(engine.opps[opp].whole)))
    }
    guard let opp = engine.opp(of: notes.result.rule, key: notes.key) else { return }
    notes.result.row = engine.row(ofOpp: opp)
    guard var condition = engine.explanation(ofOpp: opp) else { return }
    notes.follower.fill(&condition)
    notes.result.condition = condition
    if condition.truth != .true {
      notes.result.possibility = engine.possibility(of: condition.instance)
    }
  }

  /// Continues until every part has turned and the next event has happened
  mutating func liveOn() {
    let at = notes.result.at
    let last = at.advanced(by: EarliestTruth.searchDays * 86_400)
    var future = NextChange(notes.result.condition)
    var notes = notes
    var steps = 0
    let look = { (engine: inout Engine, step: Step) -> Bool in
      steps += 1
      if engine.present > at {
        future.note(engine)
        notes.noteFuture(step)
      }
      return steps < ExplanationRun.longestFuture && (!future.isEmpty || notes.awaitsEvent)
    }
    var isOpen = !future.isEmpty || notes.awaitsEvent
    while isOpen, let first = arrivals.first, first.at < last {
      isOpen = engine.live(to: first.at, arrived: takeArrivals(upTo: first.at), look)
    }
    if isOpen { engine.live(to: last, look) }
    if var condition = notes.result.condition {
      future.fill(&condition)
      notes.result.condition = condition
    }
    self.notes = notes
  }
}

/// The notes that are taken during a replay
private struct ExplanationNotes {
  var result: OppExplanation
  var follower = TruthTimeline()
  let key: [Value]?

  /// The number of Opps that were looked at: the engine adds Opps at the end and removes none
  private var seenOpps = 0

  /// The rule, its shadow without limits, and the shadow of its events (``ConditionGraph/addingShadows(of:)``)
  private let rule: Int
  private let unlimited: Int
  private let events: Int
  private let hasEvents: Bool

  init(_ graph: ConditionGraph, rule: Int, key: [Value]?, at: Instant) {
    result = OppExplanation(rule: rule, at: at)
    self.key = key
    self.rule = rule
    unlimited = graph.rules.count
    events = unlimited + 1
    hasEvents = !graph.rules[rule].events.isEmpty
  }

  var awaitsEvent: Bool { hasEvents && result.nextEvent == nil }

  mutating func note(_ engine: borrowing Engine, _ step: Step) {
    for opp in seenOpps..<engine.opps.count where engine.opps[opp].rule == rule {
      if key == nil || engine.key(ofOpp: opp) == key { follower.follow(opp: opp, of: engine) }
    }
    seenOpps = engine.opps.count
    follower.note(engine)
    let firings = step.firings.filter { key == nil || $0.row?.key == key }
    for firing in firings where firing.rule == rule { result.lastFiring = firing.at }
    for firing in firings where firing.rule == unlimited && result.lastFiring != firing.at {
      result.lastHeldBack = firing.at
    }
    for firing in firings where firing.rule == events && hasEvents {
      result.lastEvent = firing.at
    }
  }

  mutating func noteFuture(_ step: Step) {
    guard awaitsEvent else { return }
    result.nextEvent =
      step.firings.first { $0.rule == events && (key == nil || $0.row?.key == key) }?.at
  }
}

extension Engine {
  /// The Opps of a rule in the order of their rows
  fileprivate func opps(of rule: Int) -> [Int] {
    order.sorted(opps.indices.filter { opps[$0].rule == rule })
  }

  /// The number of rows that are compared to find the one that is nearest to being true
  private static let comparedRowLimit = 200

  /// The first row that is true; else the one that can be true soonest, of several such the one of which
  /// least is false, of several such the first
  fileprivate mutating func nearestOpp(of rule: Int) -> Int? {
    let opps = opps(of: rule)
    if let found = opps.first(where: { truth(self.opps[$0].whole) == .true }) { return found }
    let present = opps.filter { self.opps[$0].row >= 0 && rows[Int(self.opps[$0].row)].isPresent }
    var best: (opp: Int, possible: Int64, wrong: Int)?
    for opp in (present.isEmpty ? opps : present).prefix(Self.comparedRowLimit) {
      guard let condition = explanation(ofOpp: opp) else { continue }
      let possible = possibleSecond(condition)
      let wrong = condition.falseLeafCount
      if let best, (best.possible, best.wrong) <= (possible, wrong) { continue }
      best = (opp, possible, wrong)
    }
    return best?.opp ?? opps.first
  }

  /// The second at which a condition can be true at the earliest; the greatest there is for none
  private mutating func possibleSecond(_ condition: Explanation) -> Int64 {
    // A row that has to change first is further away than one that only has to wait.
    switch possibility(of: condition.instance, forgetting: .readings) {
    case .afterReading: Seconds.add(now, 1)
    case .from(let instant): instant.seconds
    case .notWithinSearch: .max
    }
  }

  /// The Opp of a key; without one the first that is true, else unknown, else any
  func opp(of rule: Int, key: [Value]?) -> Int? {
    var best: Int?
    for opp in opps(of: rule) where key == nil || self.key(ofOpp: opp) == key {
      let isBetter = best.map { truth(opps[$0].whole) < truth(opps[opp].whole) } ?? true
      if isBetter { best = opp }
    }
    return best
  }

  fileprivate func row(ofOpp opp: Int) -> RowID? {
    opps[opp].row >= 0 ? rowID(opps[opp].row) : nil
  }

  /// The key of an Opp's row
  fileprivate func key(ofOpp opp: Int) -> [Value]? {
    opps[opp].row >= 0 ? rows[Int(opps[opp].row)].key : nil
  }
}

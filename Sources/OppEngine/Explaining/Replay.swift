package import OppModel

/// A recording run from its beginning: the firings, and the truth and the values over time
///
/// It is one driver of the engine: it steps at every second at which something arrives.
package struct Replay: Sendable {
  package let graph: ConditionGraph
  package let zone: Zone

  /// The first second of memory
  package let begins: Instant

  /// In the order of time
  package let arrivals: [(at: Instant, arrival: Arrival)]

  package init(
    graph: ConditionGraph, zone: Zone, begins: Instant,
    arrivals: [(at: Instant, arrival: Arrival)]
  ) {
    self.graph = graph
    self.zone = zone
    self.begins = begins
    self.arrivals = arrivals
  }

  /// Runs through `[begins, to)`, and reports on `[from, to)`
  ///
  /// It runs on past the end for a firing that still waits for the end of a quiet time, and for that alone, so that the report
  /// of a firing does not depend on the period.
  ///
  /// - Parameters:
  ///   - watching: expressions whose values are traced.
  ///   - conditions: whether the whole condition of every Opp is traced.
  ///   - settling: whether it runs on for the firings that wait at the end.
  package func run(
    from: Instant, to: Instant, watching: [NodeID] = [], conditions: Bool = false,
    settling: Bool = true
  ) -> ReplayResult {
    var run = ReplayRun(
      self, from: from, to: to, watching: watching, conditions: conditions,
      readsAtEvents: !conditions)
    while run.advance(by: .max) {}
    if settling { run.settleDeliveries() }
    return run.result
  }

  /// The engine as it is at an instant, with everything up to it arrived
  ///
  /// - Parameter rules: the rules to follow; nil for all.
  package func engine(
    at instant: Instant, watching: [NodeID] = [], rules: Set<Int>? = nil
  ) -> Engine {
    var engine = Engine(
      graph: graph, zone: zone, begins: begins, watching: watching, rules: rules)
    var steps = ReplaySteps(arrivals, begins: begins)
    while let (second, arrived) = steps.next(), second <= max(instant, begins) {
      _ = engine.step(at: second, arrived: arrived)
    }
    _ = engine.step(at: max(instant, begins))
    return engine
  }
}

/// The results of a replay
package struct ReplayResult: Sendable {
  /// In the order of time, name and row
  package var firings: [Firing] { settled.firings }

  /// The firings, each with its delivery as far as that is known
  fileprivate(set) var settled = SettledFirings()
  package var records: [Record] = []

  /// By name and row
  package var conditions: [ConditionTrace] = []

  /// One an expression, in the order given
  package var values: [ValueTrace] = []
  package var problems: [EngineProblem] = []

  /// The number of seconds that the engine was stepped to
  package var stepCount = 0

  /// The work of the engine
  package var work = EngineMetrics()

  /// Adds the results of a step, as far as they are of `[from, to)`
  mutating func take(_ step: Step, from: Instant, to: Instant) {
    settled.take(step, from: from, to: to)
    for record in step.records where record.at >= from && record.at < to { records.append(record) }
    if !step.problems.isEmpty { problems += step.problems }
    stepCount += 1
  }

  /// Hands out the firings and records so far, and forgets them; none as long as the delivery of one is to become known
  mutating func takeSettled() -> (firings: [Firing], records: [Record]) {
    if settled.isWaiting { return ([], []) }
    defer { records = [] }
    return (settled.takeSettled(), records)
  }

  /// Records the deliveries that have become known of the firings so far
  mutating func settle(_ deliveries: [SettledDelivery]) { settled.settle(deliveries) }
}

/// Arrivals by the second at which the engine takes them in
///
/// Those from before memory begins arrive together at its first second: stepped one after another, the first alone would decide
/// the firings of that second.
///
/// Arrivals at 00:00, 00:10, 00:10 and 00:20 are three steps, the second one with two of them.
struct ReplaySteps {
  /// In the order of time
  private let arrivals: [(at: Instant, arrival: Arrival)]
  private let begins: Instant

  /// The place of the first arrival that has not been given
  private var index = 0

  init(_ arrivals: [(at: Instant, arrival: Arrival)], begins: Instant) {
    self.arrivals = arrivals
    self.begins = begins
  }

  /// The next second that has any; nil after the last
  var second: Instant? { index < arrivals.count ? max(arrivals[index].at, begins) : nil }

  /// Takes the arrivals of that second; nil after the last
  mutating func next() -> (at: Instant, arrived: [Arrival])? {
    guard let at = second else { return nil }
    var arrived: [Arrival] = []
    while index < arrivals.count, arrivals[index].at <= at {
      arrived.append(arrivals[index].arrival)
      index += 1
    }
    return (at, arrived)
  }
}

extension Engine {
  /// The next second before another at which something changes by itself, or `nil`
  ///
  /// A single step to the other would run through it without showing it.
  mutating func nextChange(before target: Instant) -> Instant? {
    if !hasBegun { return target > present ? present : nil }
    guard let wake = nextWake(), wake < target.seconds else { return nil }
    return Instant(seconds: wake)
  }
}

// MARK: - Values at the present second

extension Engine {
  /// The value of a node outside all scopes at the present second; `nil` if it is unknown
  package mutating func value(of node: NodeID) -> Value? {
    value(of: node, in: .empty)
  }

  /// The truth of a node outside all scopes at the present second
  package mutating func truth(of node: NodeID) -> Truth {
    if let truth = evaluator.junctions.truth(of: InstanceID(TemplateID(node))) { return truth }
    guard case .truth(let isTrue)? = value(of: node) else { return .unknown }
    return isTrue ? .true : .false
  }

  /// The whole condition of each Opp at the present second, by name and row, and why it is unknown
  package mutating func conditions() -> [(
    rule: Int, row: RowID?, truth: Truth, reasons: [UnknownReason]
  )] {
    let order = order
    var result: [(rule: Int, row: RowID?, truth: Truth, reasons: [UnknownReason])] = []
    for index in order.sorted(OppID.all(in: opps)) {
      let opp = opps[index]
      let truth = truth(opp.whole)
      var reasons: [UnknownReason] = []
      if truth == .unknown, let whole = opp.whole { reasons = evaluator.reasons(of: whole) }
      result.append((opp.rule, rowID(opp.row), truth, reasons))
    }
    return result
  }
}

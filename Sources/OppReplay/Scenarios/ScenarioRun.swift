internal import OppEngine
internal import OppModel

/// One test while it runs
///
/// For each `at` the runner has its arrivals found, runs to it, has every expectation examined, and begins the next.
struct ScenarioRun {
  /// The playback of the rules with a shadow of each: the events of rule *r* alone
  ///
  /// It is given the arrivals of each `at` when that is reached.
  private var playback: Playback

  /// The number of rules *n*: the shadow of rule *r* is *r* + *n*
  private let shadowStart: Int

  /// The firings since the step before, shadows included
  private var firings: [Firing] = []

  /// The firings since the step before that `at most` has held back
  private var heldBack: [(opp: OppID, at: Instant)] = []

  /// The past of each Opp's condition
  private var pasts: [OppID: ConditionPast] = [:]

  /// The past of the conditions behind `on`
  private var eventPasts: [EventCondition: ConditionPast] = [:]

  /// The second at which memory begins
  private let begins: Instant

  init(engine: Engine, shadowStart: Int, begins: Instant) {
    playback = Playback(engine, arrivals: [])
    self.begins = begins
    self.shadowStart = shadowStart
  }

  /// The last second that was stepped to
  var present: Instant { playback.present }

  /// Runs to the second of an `at`, and notes firings, truths and coverage of every second that matters on the way
  mutating func run(
    to instant: Instant, _ arrived: [Arrival], _ coverage: inout ConditionCoverage
  ) {
    let target = max(instant, present)
    playback.add(arrived, at: target)
    while let step = playback.next(before: target, at: .changes) { note(step, &coverage) }
    if let step = playback.reach(target) { note(step, &coverage) }
  }

  /// Notes the firings, truths and coverage of a second
  private mutating func note(_ step: Step, _ coverage: inout ConditionCoverage) {
    firings += step.firings
    for opp in step.heldBack { heldBack.append((opp, playback.engine.present)) }
    coverage.note(playback.engine)
    // Since when each condition has been true shows why an Opp that is true did not fire again.
    for place in 0..<playback.engine.oppCount {
      let opp = OppID(place)
      let rule = playback.engine.rule(ofOpp: opp)
      guard rule < shadowStart else { continue }
      for case .becomes(let node) in playback.engine.graph.rules[rule].events {
        let truth = playback.engine.truth(of: node, forOpp: opp) ?? .unknown
        eventPasts[EventCondition(opp: opp, node: node), default: ConditionPast()]
          .note(truth, at: playback.engine.present)
      }
      pasts[opp, default: ConditionPast()]
        .note(playback.engine.truth(ofOpp: opp), at: playback.engine.present)
    }
  }

  /// Forgets the firings, as an expectation looks back no further than to the `at` before
  mutating func beginStep() { (firings, heldBack) = ([], []) }

  // MARK: Given

  /// Makes every table known that the test mentions
  ///
  /// `given no tasks { id: "a" }` does so too; a table that no `given` has stays unknown.
  func emptyTables(of scenario: Scenario) -> [Arrival] {
    var seen: Set<TableID> = []
    var arrivals: [Arrival] = []
    for given in scenario.givens + scenario.steps.flatMap({ $0.givens }) {
      switch given {
      case .reading, .address, .places, .answer: break
      case .row(let table, _), .noRow(let table, _), .noRows(let table):
        guard seen.insert(table).inserted else { continue }
        arrivals.append(.rows(TableChange(table: table, rows: [], removedKeys: [])))
      }
    }
    return arrivals
  }

  /// The arrivals given at a second, with the values that expressions have there
  ///
  /// `given chores { id: "a", due: now + 30min }` is evaluated in a copy of the engine that is stepped to that second; constants
  /// are the same at every second, and need no step.
  func arrivals(of givens: [Given], at instant: Instant) -> [Arrival] {
    guard !givens.isEmpty else { return [] }
    let graph = playback.engine.graph
    let isConstant = givens.allSatisfy { $0.isConstant(in: graph) }
    var probe = isConstant ? playback.engine : engine(at: instant)
    return givens.compactMap { given in
      switch given {
      case .reading(let request, let field, let node):
        reading(request, field, node.flatMap { probe.value(of: $0) }, at: instant, &probe)
      case .row(let table, let values):
        .rows(
          TableChange(
            table: table, rows: [values.map { node in node.flatMap { probe.value(of: $0) } }],
            removedKeys: []))
      case .noRow(let table, let key):
        .rows(
          TableChange(
            table: table, rows: [], removedKeys: [key.compactMap { probe.value(of: $0) }]))
      case .noRows(let table):
        .rows(TableChange(table: table, rows: [], removedKeys: [], isWhole: true))
      case .address(let text, let node):
        .address(text: text, position: node.flatMap { probe.value(of: $0)?.asPosition })
      case .places(let category, let node):
        places(category, probe.value(of: node))
      case .answer(let rule, let key, let answer):
        .answer(
          GivenAnswer(
            opp: probe.graph.rules[rule].name,
            row: key.map { row(of: rule, $0.compactMap { probe.value(of: $0) }) }, answer: answer))
      }
    }
  }

  /// A copy of the engine that has run on to a second
  private func engine(at instant: Instant) -> Engine {
    var playback = playback.copy()
    playback.run(to: instant)
    return playback.engine
  }

  /// The places of a category, by their positions; `nil` if one of these is unknown
  private func places(_ category: String, _ value: Value?) -> Arrival? {
    guard case .list(let positions)? = value else { return nil }
    return .places(
      positions.compactMap { position in
        position.asPosition.map {
          KnownPlace(name: category, category: category, position: $0)
        }
      }, category: category)
  }

  /// The text of the row of a rule with a key
  private func row(of rule: Int, _ key: [Value]) -> String {
    let table = playback.engine.graph.rules[rule].rows?.table
    return RowText(playback.engine.graph).text(of: table.map { RowID(table: $0, key: key) })
  }

  /// A `given` of a field as a reading of its source that leaves the other fields as they are; nil where an argument is
  /// unknown
  private func reading(
    _ request: RequestID, _ field: Int, _ value: Value?, at instant: Instant,
    _ probe: inout Engine
  ) -> Arrival? {
    let graph = playback.engine.graph
    guard graph.requests.indices.contains(Int(request.index)) else { return nil }
    let request = graph.requests[Int(request.index)]
    var arguments: [Value?] = []
    for argument in request.arguments {
      guard let argument else {
        arguments.append(nil)
        continue
      }
      guard let value = probe.value(of: argument) else { return nil }
      arguments.append(value)
    }
    var fields = graph[request.source].fields.map { _ in FieldReading.unchanged }
    guard fields.indices.contains(field) else { return nil }
    fields[field] = value.map { .known($0) } ?? .missing
    return .reading(
      SourceReading(
        source: request.source, arguments: arguments, instant: instant, fields: fields,
        freshness: nil, isLasting: true))
  }

  // MARK: Expect

  /// The failure of an expectation at this second; `nil` if it is met
  ///
  /// - Parameters:
  ///   - step: the index of its `at`.
  ///   - number: its index there.
  mutating func failure(
    of expectation: Expectation, step: Int, number: Int
  ) -> ScenarioFailure? {
    let key = expectation.key.map { nodes in
      nodes.compactMap { playback.engine.value(of: $0) }
    }
    let fired = firings(of: expectation.rule, key)
    let (opp, truth) = state(of: expectation.rule, key)
    var expectedText: String?
    switch expectation.outcome {
    case .quiet: if fired.isEmpty { return nil }
    case .unknown: if fired.isEmpty, truth == .unknown { return nil }
    case .fires(let node):
      guard let node else {
        if fired.isEmpty { break }
        return nil
      }
      if case .text(let text)? = playback.engine.value(of: node) { expectedText = text }
      if fired.contains(where: { $0.text == expectedText }) { return nil }
    }
    return ScenarioFailure(
      step: step, expectation: number, at: playback.engine.present, firings: fired,
      expectedText: expectedText, truth: truth,
      silence: fired.isEmpty ? silence(of: expectation.rule, key, opp) : nil,
      explanation: opp.flatMap { playback.engine.explanation(ofOpp: $0) })
  }

  /// The firings of a rule since the step before; of one row where a key is given
  private func firings(of rule: Int, _ key: [Value]?) -> [Firing] {
    firings.filter { $0.rule == rule && (key == nil || $0.row?.key == key) }
  }

  /// The Opp that an expectation is of, and the truth of its condition at this second
  private func state(of rule: Int, _ key: [Value]?) -> (opp: OppID?, truth: Truth) {
    if let opp = playback.engine.opp(of: rule, key: key) {
      return (opp, playback.engine.truth(ofOpp: opp))
    }
    guard let query = playback.engine.graph.rules[rule].rows else { return (nil, .unknown) }
    return (nil, playback.engine.isKnown(query.table) ? .false : .unknown)
  }

  /// The reason why an Opp did not fire, by the firings of its shadow and the firings that were held back
  private func silence(of rule: Int, _ key: [Value]?, _ opp: OppID?) -> ScenarioFailure.Silence {
    if playback.engine.graph.rules[rule].isDisabled { return .disabled }
    for held in heldBack.reversed() where playback.engine.rule(ofOpp: held.opp) == rule {
      let own = playback.engine.key(ofOpp: held.opp)
      if key == nil || own == key { return .limited(at: held.at) }
    }
    guard let opp else { return .noRow }
    if !playback.engine.graph.rules[rule].events.isEmpty {
      let event = firings(of: shadowStart + rule, key).last
      if let event { return .eventWithoutCondition(at: event.at) }
      return playback.engine.present == begins
        ? .noEventAtBeginning : lastingEvent(of: rule, opp) ?? .noEvent
    }
    if let since = pasts[opp]?.trueSince { return .alreadyTrue(since: since) }
    return .notTrue
  }

  /// The first condition behind `on` that is true without an event, and the reason for that; `nil` if there is none
  private func lastingEvent(of rule: Int, _ opp: OppID) -> ScenarioFailure.Silence? {
    for case .becomes(let node) in playback.engine.graph.rules[rule].events {
      guard let past = eventPasts[EventCondition(opp: opp, node: node)], let since = past.trueSince
      else { continue }
      return past.wasFalse ? .eventLasts(node, since: since) : .eventNeverFalse(node)
    }
    return nil
  }
}

/// A condition behind `on`, for an Opp and its row
private struct EventCondition: Hashable {
  let opp: OppID
  let node: NodeID
}

/// The past of a condition, as far as it decides whether the condition begins to be true
private struct ConditionPast {
  /// The instant since which it has been true, as far as it was known; `nil` if it is not true
  var trueSince: Instant? { truth == .true ? start : nil }

  /// The first instant at which it was true since it was last false
  private var start: Instant?

  private var truth = Truth.unknown

  /// `true` if it was false at some second
  private(set) var wasFalse = false

  /// Notes the truth of a second
  mutating func note(_ truth: Truth, at instant: Instant) {
    self.truth = truth
    switch truth {
    case .true: start = start ?? instant
    case .false: (start, wasFalse) = (nil, true)
    // What begins is compared with the last known truth.
    case .unknown: break
    }
  }
}

extension Given {
  /// `true` if all its values are constants of the graph
  fileprivate func isConstant(in graph: ConditionGraph) -> Bool {
    func isConstant(_ node: NodeID?) -> Bool {
      guard let node, case .constant = graph[node].operation else { return node == nil }
      return true
    }
    switch self {
    case .reading(let request, _, let value):
      return isConstant(value)
        && graph.requests[Int(request.index)].arguments.allSatisfy { isConstant($0) }
    case .row(_, let values): return values.allSatisfy { isConstant($0) }
    case .noRow(_, let key): return key.allSatisfy { isConstant($0) }
    case .noRows: return true
    case .address(_, let position): return isConstant(position)
    case .places(_, let positions): return isConstant(positions)
    case .answer(_, let key, _): return key?.allSatisfy { isConstant($0) } ?? true
    }
  }
}

extension Value {
  /// The value as a position, which a place has; nil for any other
  fileprivate var asPosition: Position? {
    switch self {
    case .position(let position): position
    case .place(let place): place.position
    case .truth, .scalar, .text, .row, .list: nil
    }
  }
}

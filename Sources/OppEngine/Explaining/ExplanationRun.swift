package import OppModel

/// An explanation that is made in portions, so that a caller can do other things in between
///
/// A replay runs up to the instant that is explained, and on from there until every part has turned.
///
/// ```
///   choosing   a replay of its own to the instant finds the row of `for each` to explain, if none is named
///   past       from the beginning to the instant: since when, the last firing, the last event
///   future     on to 400 days later at most: until when, the next event
/// ```
///
/// Only the rule is followed, and those whose records it reads: the others cost nothing, however many they are. In the
/// phases after the first the engine also runs a shadow of the rule, which has no condition, so that each of its firings is an event of
/// the rule. The engine notes the firings that it holds back.
package struct ExplanationRun: Sendable {
  /// The part of the work that is under way
  private enum Phase {
    /// The row to explain is looked for
    case choosing
    case past
    case future
    case finished
  }

  /// It begins with `choosing` where a row is to be found
  private var phase = Phase.past

  /// The replay that shows which row is nearest to being true
  private var choice: ReplayRun?

  /// The explanation so far
  private var notes: ExplanationNotes

  /// The engine of the rules with the shadow, which follows every condition below the rule to the second
  private var engine: Engine

  /// The arrivals that are still to come
  private var steps: ReplaySteps

  /// The conditions that have not turned since the instant
  private var change = NextChange(nil)

  /// The number of seconds after the instant that have been stepped to
  private var futureSteps = 0

  /// The greatest number of seconds after the instant that are run through
  package static let longestFuture = 20_000

  /// The number of seconds after the instant that are run through at most, up to ``longestFuture``; with none, it is not
  /// said until when a part holds
  package var futureLimit = Self.longestFuture

  /// The explanation, once ``advance(by:)`` has returned `false`
  package var result: OppExplanation { notes.result }

  /// - Parameters: as for ``Replay/explain(rule:row:at:)``.
  package init(_ replay: Replay, rule: Int, row: [Value]? = nil, at instant: Instant) {
    self.init(replay, rule: rule, row: row, at: instant, rules: replay.graph.rules(behind: rule))
  }

  /// - Parameters: as above, and
  ///   - rules: the rules to follow; nil for all, which gives the same.
  ///   - findsRow: whether to look for the row if none is given.
  init(
    _ replay: Replay, rule: Int, row: [Value]?, at instant: Instant, rules: Set<Int>?,
    findsRow: Bool = true
  ) {
    let at = max(instant, replay.begins)
    notes = ExplanationNotes(replay.graph, rule: rule, key: row, at: at)
    steps = ReplaySteps(replay.arrivals, begins: replay.begins)
    engine = Engine(
      graph: replay.graph.addingShadows(of: rule..<rule + 1), zone: replay.zone,
      begins: replay.begins,
      following: replay.graph.truths(below: rule),
      rules: rules?.union(replay.graph.rules.count..<replay.graph.rules.count + 1))
    engine.monitor.notesHeldBack = true
    if findsRow, row == nil, replay.graph.rules[rule].rows != nil {
      choice = ReplayRun(replay, from: at, to: at.advanced(by: 1), rules: rules)
      phase = .choosing
    }
  }

  /// Makes at most `count` steps of the engine
  ///
  /// - Returns: `true` while there is more to do.
  package mutating func advance(by count: Int) -> Bool {
    for _ in 0..<count {
      switch phase {
      case .choosing: choose()
      case .past: stepInPast()
      case .future: stepInFuture()
      case .finished: return false
      }
    }
    return phase != .finished
  }

  /// Runs a portion of the replay that finds the row, or takes its result
  private mutating func choose() {
    if choice?.advance(by: 1, stretch: 86_400) ?? false { return }
    if var engine = choice?.engine {
      let rule = notes.result.rule
      let key = engine.nearestKey(of: rule)
      notes = ExplanationNotes(engine.graph, rule: rule, key: key, at: notes.result.at)
    }
    choice = nil
    phase = .past
  }

  // MARK: Up to the instant

  /// Steps to the next second that matters, at most to the instant, and explains that once it is reached
  private mutating func stepInPast() {
    let at = notes.result.at
    if !stepInPast(upTo: at) {
      note(engine.step(at: at))
      explainInstant()
      change = NextChange(notes.result.condition)
      phase = .future
      if !isOpen || futureLimit == 0 { finish() }
    }
  }

  /// Steps through the arrivals up to a second, to be continued from there for another instant
  ///
  /// - Returns: `true` while there is more to do.
  /// - Requires: the row is given if the Opp has rows, and the instant is not before the second.
  mutating func run(until second: Instant, by count: Int) -> Bool {
    for _ in 0..<count where !stepInPast(upTo: second) { return false }
    return true
  }

  /// A run that continues from here and explains another instant
  ///
  /// - Requires: this one has not stepped past it.
  func continued(to instant: Instant, futureLimit: Int) -> ExplanationRun {
    var run = self
    run.notes.result.at = instant
    run.futureLimit = min(futureLimit, Self.longestFuture)
    return run
  }

  /// The last second that was stepped to
  var present: Instant { engine.present }

  /// The bytes of a copy, about
  var approximateSize: Int { engine.approximateSize }

  /// Steps to the next second at which something arrives or changes by itself, if it is not after `last`
  ///
  /// - Returns: `false` if there is no such second.
  private mutating func stepInPast(upTo last: Instant) -> Bool {
    let arrival = steps.second.flatMap { $0 <= last ? $0 : nil }
    if let second = engine.nextChange(before: arrival ?? last) {
      note(engine.step(at: second))
      return true
    }
    guard arrival != nil, let (at, arrived) = steps.next() else { return false }
    note(engine.step(at: at, arrived: arrived))
    return true
  }

  private mutating func note(_ step: Step) { notes.note(engine, step) }

  /// Explains the present second, which is the instant, and how soon the condition can be true if it is not
  private mutating func explainInstant() {
    for opp in engine.opps(of: notes.result.rule) {
      guard let row = engine.row(ofOpp: opp) else { continue }
      notes.result.rows.append((row, engine.truth(engine.opps[opp].whole)))
      notes.result.titles[row] = engine.title(of: row)
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

  // MARK: On from the instant

  /// `true` until every part has turned and the next event has happened
  private var isOpen: Bool { !change.isEmpty || notes.awaitsEvent }

  /// Steps to the next second that matters after the instant, and ends the run once nothing more is looked for
  private mutating func stepInFuture() {
    let last = notes.result.at.advanced(by: EarliestTruth.searchDays * 86_400)
    let arrival = steps.second.flatMap { $0 < last ? $0 : nil }
    var isLast = false
    let step: Step
    if let second = engine.nextChange(before: arrival ?? last) {
      step = engine.step(at: second)
    } else if arrival != nil, let (at, arrived) = steps.next() {
      step = engine.step(at: at, arrived: arrived)
    } else {
      step = engine.step(at: last)
      isLast = true
    }
    futureSteps += 1
    if engine.present > notes.result.at {
      change.note(engine)
      notes.noteFuture(step)
    }
    if isLast || futureSteps >= futureLimit || !isOpen { finish() }
  }

  /// Adds the seconds at which the parts turned
  private mutating func finish() {
    if var condition = notes.result.condition {
      change.fill(&condition)
      notes.result.condition = condition
    }
    phase = .finished
  }
}

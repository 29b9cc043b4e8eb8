internal import OppEngine
package import OppModel

/// An explanation that is made in portions, so that a caller can do other things in between
///
/// A ``Playback`` runs up to the instant that is explained, and on from there until every part has turned.
///
/// ```
///   choosing   a playback of its own to the instant finds the row of `for each` to explain, if none is named
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

  /// The playback that shows which row is nearest to being true
  private var choice: Playback?

  /// The playback of the rules with the shadow, whose engine follows every condition below the rule to the second
  private var playback: Playback

  /// The key of the row that is explained
  private var key: [Value]?

  /// The observers: since when and until when parts hold, and the seconds of firings and events
  private var starts: TruthStarts
  private var ends = TruthEnds(nil)
  private var firings: FiringSeconds

  /// The explanation, once ``advance(by:)`` has returned `false`
  package private(set) var result: OppExplanation

  /// The number of seconds after the instant that have been stepped to
  private var futureSteps = 0

  /// The greatest number of seconds after the instant that are run through
  package static let longestFuture = 20_000

  /// The number of seconds after the instant that are run through at most, up to ``longestFuture``; with none, it is not
  /// said until when a part holds
  package var futureLimit = Self.longestFuture

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
    let graph = replay.graph
    result = OppExplanation(rule: rule, at: max(instant, replay.begins))
    key = row
    starts = TruthStarts(rule: rule, key: row)
    firings = FiringSeconds(graph, rule: rule, key: row)
    let shadow = graph.rules.count
    var engine = Engine(
      graph: graph.addingShadows(of: rule..<rule + 1), zone: replay.zone, begins: replay.begins,
      following: graph.truths(below: rule), rules: rules?.union([shadow]))
    engine.noteHeldBack()
    playback = Playback(engine, arrivals: replay.arrivals)
    if findsRow, row == nil, graph.rules[rule].rows != nil {
      choice = replay.playback(rules: rules)
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
      case .past:
        if !stepInPast(before: result.at) { explain() }
      case .future: stepInFuture()
      case .finished: return false
      }
    }
    return phase != .finished
  }

  /// Makes a step of the playback that finds the row, or takes its result
  private mutating func choose() {
    if choice?.next(before: result.at, at: .every(86_400)) != nil { return }
    _ = choice?.reach(result.at)
    key = choice?.engine.nearestKey(of: result.rule)
    starts = TruthStarts(rule: result.rule, key: key)
    firings.key = key
    choice = nil
    phase = .past
  }

  // MARK: Up to the instant

  /// Makes the next step before a second
  ///
  /// - Returns: `false` if there is none.
  private mutating func stepInPast(before second: Instant) -> Bool {
    guard let step = playback.next(before: second, at: .changes) else { return false }
    note(step)
    return true
  }

  /// Shows a step up to the instant to the observers
  private mutating func note(_ step: Step) {
    starts.note(playback.engine)
    firings.note(step, playback.engine)
  }

  /// Reaches the instant, and explains it
  private mutating func explain() {
    if let step = playback.reach(result.at) { note(step) }
    explainInstant()
    ends = TruthEnds(result.condition)
    phase = .future
    if !isOpen || futureLimit == 0 { finish() }
  }

  /// Explains the present second, which is the instant, and how soon the condition can be true if it is not
  private mutating func explainInstant() {
    for opp in playback.engine.opps(of: result.rule) {
      guard let row = playback.engine.row(ofOpp: opp) else { continue }
      result.rows.append(
        (row, playback.engine.truth(ofOpp: opp)))
      result.titles[row] = playback.engine.title(of: row)
    }
    guard let opp = playback.engine.opp(of: result.rule, key: key) else { return }
    result.row = playback.engine.row(ofOpp: opp)
    guard var condition = playback.engine.explanation(ofOpp: opp) else { return }
    starts.fill(&condition)
    result.condition = condition
    if condition.truth != .true {
      result.possibility = playback.engine.possibility(of: condition.instance)
    }
  }

  // MARK: On from the instant

  /// `true` until every part has turned and the next event has happened
  private var isOpen: Bool { !ends.isComplete || firings.awaitsEvent }

  /// Makes the next step after the instant, and ends the run once nothing more is looked for
  private mutating func stepInFuture() {
    let last = result.at.advanced(by: EarliestTruth.searchDays * 86_400)
    let next = playback.next(before: last, at: .changes)
    if let step = next ?? playback.reach(last) {
      ends.note(playback.engine)
      firings.noteFuture(step)
    }
    futureSteps += 1
    if next == nil || futureSteps >= futureLimit || !isOpen { finish() }
  }

  /// Adds the notes of the observers
  private mutating func finish() {
    if var condition = result.condition {
      ends.fill(&condition)
      result.condition = condition
    }
    firings.fill(&result)
    phase = .finished
  }
}

extension ExplanationRun: Checkpointed {
  var present: Instant { playback.present }
  var stepCount: Int { playback.stepCount }
  var approximateSize: Int { playback.engine.approximateSize }

  /// - Requires: the row is given if the Opp has rows, and the instant is not before the second.
  mutating func run(until second: Instant, by count: Int) -> Bool {
    for _ in 0..<count {
      if stepInPast(before: second) { continue }
      if let step = playback.reach(second) { note(step) }
      break
    }
    return true
  }

  func copy() -> ExplanationRun { self }

  /// A run that continues from here and explains another instant
  ///
  /// - Requires: this one has not stepped past it.
  func continued(to instant: Instant, futureLimit: Int) -> ExplanationRun {
    var run = copy()
    run.result.at = instant
    run.futureLimit = min(futureLimit, Self.longestFuture)
    return run
  }
}

internal import OppModel

/// The last second of each truth of a condition: all that `for`, `within last` and `began` need of the past
///
/// ```
///   c        unknown │ false  │ true          now
///            ────────┼────────┼───────────────┤
///        lastUnknown ┘        └ lastFalse      lastTrue is the second before now, or now
/// ```
///
/// A second note at one second takes the place of the first.
struct TruthHistory: Sendable {
  private(set) var state: State

  /// The state before the latest change, and the second of that
  private var before: State
  private var changedAt = Seconds.past

  struct State {
    var current = Truth.unknown

    /// The last second of each truth; of the present one, up to the last change
    var last: (no: Int64, unknown: Int64, yes: Int64)
    var began: Int64?
  }

  private var current: Truth { state.current }
  private var last: (no: Int64, unknown: Int64, yes: Int64) { state.last }

  /// The first second of the present or latest interval of truth
  var began: Int64? { state.began }

  /// The last second before the present interval at which it was unknown
  var lastUnknown: Int64 { last.unknown }

  init(begins: Int64) {
    // Before memory begins, everything is unknown.
    state = State(last: (Seconds.past, Seconds.subtract(begins, 1), Seconds.past))
    before = state
  }

  init(_ state: State) {
    self.state = state
    before = state
  }

  /// Takes note of the truth from a second on
  ///
  /// - Returns: whether what is remembered may have changed.
  @discardableResult
  mutating func note(_ truth: Truth, at second: Int64) -> Bool {
    let isAgain = changedAt == second
    if isAgain { state = before }
    guard truth != current else { return isAgain }
    before = state
    changedAt = second
    set(current, Seconds.subtract(second, 1))
    state.current = truth
    if truth == .true { state.began = second }
    return true
  }

  private mutating func set(_ truth: Truth, _ second: Int64) {
    switch truth {
    case .false: state.last.no = max(last.no, second)
    case .unknown: state.last.unknown = max(last.unknown, second)
    case .true: state.last.yes = max(last.yes, second)
    }
  }

  /// The last second up to `second` at which the condition had a truth
  private func last(_ truth: Truth, at second: Int64) -> Int64 {
    if truth == current { return second }
    switch truth {
    case .false: return last.no
    case .unknown: return last.unknown
    case .true: return last.yes
    }
  }

  /// The least truth of the seconds `second - duration … second` (`for`), or the greatest
  ///
  /// - Parameter until: the horizon of the condition.
  func extreme(_ wanted: Truth, _ duration: Int64, at second: Int64, until: Int64) -> Reading {
    let first = Seconds.subtract(second, duration)
    let decided = last(wanted, at: second)
    if decided >= first {
      // It stays in the window for the duration, whatever comes.
      let end = current == wanted ? until : Seconds.add(decided, 1)
      return Reading(wanted, until: Seconds.move(end, by: duration))
    }
    let unknown = last(.unknown, at: second)
    if unknown >= first {
      let leaves = current == .unknown ? until : Seconds.add(Seconds.add(unknown, 1), duration)
      return Reading(.unknown, until: min(until, leaves))
    }
    return Reading(wanted.negated, until: until)
  }
}

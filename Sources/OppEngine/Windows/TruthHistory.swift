internal import OppModel

/// The last second of each truth of a condition: all that `for`, `within last`, `began` and `until` need of the past
///
/// ```
///   c        unknown │ false  │ true          now
///            ────────┼────────┼───────────────┤
///        lastUnknown ┘        └ lastFalse      lastTrue is the second before now, or now
/// ```
///
/// A second note at one second takes the place of the first.
struct TruthHistory: Sendable {
  /// All that is remembered, as of the latest note
  private(set) var state: State

  /// The state before the latest change, and the second of that
  private var before: State

  /// The second of the latest change of truth, which a note at the same second replaces
  private var changedAt = Seconds.past

  struct State {
    /// The truth from the latest change on
    var current = Truth.unknown

    /// The last second of each truth; of the present one, up to the last change
    var last: (no: Int64, unknown: Int64, yes: Int64)

    /// The first second of the present or latest interval of truth; nil before the first one
    var began: Int64?
  }

  /// The truth from the latest change on
  private var current: Truth { state.current }

  /// The last second of each truth, the present one excepted: that lasts
  private var last: (no: Int64, unknown: Int64, yes: Int64) { state.last }

  /// The first second of the present or latest interval of truth
  var began: Int64? { state.began }

  /// The last second before the present interval at which it was unknown
  var lastUnknown: Int64 { last.unknown }

  /// The last second before the present interval at which it was known, if it is unknown now
  var lastKnown: Int64 { max(last.no, last.yes) }

  /// A history that is unknown
  ///
  /// - Parameter begins: the first second of memory.
  init(begins: Int64) {
    // Before memory begins, everything is unknown.
    state = State(last: (Seconds.past, Seconds.subtract(begins, 1), Seconds.past))
    before = state
  }

  /// A history of an earlier run, of which nothing can be taken back
  init(_ state: State) {
    self.state = state
    before = state
  }

  /// The truth at the second before one that is the present second, or a later one
  func truth(before second: Int64) -> Truth {
    changedAt == second ? before.current : current
  }

  /// Takes note of the truth from a second on
  ///
  /// - Returns: whether the memory may have changed.
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

  /// Records the last second at which the condition had a truth
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
  ///
  /// `c for 300s`, of a condition that is true from 600 on but unknown at 1320 and 1321, and false from 1800 on:
  ///
  ///     at 720     last.unknown 599     unknown until 599 + 1 + 300 = 900, when the window has left it
  ///     at 900     last.unknown 599     true until the horizon of the condition
  ///     at 1320    current unknown      unknown until its horizon, at most: it may become false at any time
  ///     at 1322    last.unknown 1321    unknown until 1321 + 1 + 300 = 1622
  ///     at 1800    current false        false until the horizon of the condition + 300
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

extension TruthHistory: Persisted {
  /// The truth now, the last second of each truth, and when the latest interval of truth began
  ///
  /// `1 T -1152921504606846976 1782039599 -1152921504606846976 1782039600`: true since 11:00:00, unknown before.
  func write(to writer: inout MemoryWriter) {
    writer.add(state.current)
    writer.add(state.last.no)
    writer.add(state.last.unknown)
    writer.add(state.last.yes)
    writer.add(state.began)
  }

  mutating func restore(from reader: inout MemoryReader) {
    var state = state
    state.current = reader.truth()
    state.last.no = reader.second()
    state.last.unknown = reader.second()
    state.last.yes = reader.second()
    state.began = reader.optionalSecond()
    self = TruthHistory(state)
  }
}

internal import OppModel

/// The last known value of something, and the second at which it became that: all that `last_change` needs of the past
///
/// ```
///   x             unknown │ 1  1  1 │ unknown │ 1 │ 2  2
///                         └ first known           └ another value than the last known one
///   last_change   unknown │ 2  2  2 │ unknown │ 2 │ 8  8
/// ```
///
/// A second note at one second takes the place of the first.
struct ChangeHistory: Sendable {
  /// All that is remembered, as of the latest note
  private var state: State

  /// The state at the seconds before that of the latest note
  private var before: State

  /// The second of the latest note, which another at the same second replaces
  private var notedAt = Seconds.past

  private struct State {
    /// The last known value, of which the horizon means nothing; unknown before there is one
    var value = Reading.unknown

    /// The second from which on it has been the last known value
    var since = Seconds.past
  }

  init() {
    state = State()
    before = state
  }

  /// The second at which the last known value came, as a reading; unknown while the value of now is
  ///
  /// - Parameter present: the value of now.
  func reading(beside present: Reading) -> Reading {
    present.isKnown && state.value.isKnown
      ? .scalar(Double(state.since), until: present.until) : .unknown(until: present.until)
  }

  /// Takes note of the value from a second on
  ///
  /// - Parameter isAway: `true` if a row that it is of is away, so that it begins anew when that comes back.
  /// - Returns: `true` if the memory may have changed.
  mutating func note(_ reading: Reading, isAway: Bool, at second: Int64) -> Bool {
    let isAgain = notedAt == second
    if isAgain {
      state = before
    } else {
      before = state
      notedAt = second
    }
    if isAway {
      defer { state = State() }
      return isAgain || state.value.isKnown
    }
    guard reading.isKnown, !reading.hasSameContent(as: state.value) else { return isAgain }
    state = State(value: reading, since: second)
    return true
  }
}

extension ChangeHistory {
  /// The second and the value, as ``MemoryWriter`` writes one of the type
  ///
  /// `1 1782039600 N 1`: 1 since 11:00:00.
  func write(to writer: inout MemoryWriter, _ type: ValueType, _ pool: ObjectPool) {
    writer.add(state.since)
    writer.add(state.value, type, pool)
  }

  init(from reader: inout MemoryReader, _ type: ValueType, _ pool: inout ObjectPool) {
    let since = reader.second()
    state = State(value: reader.reading(type, &pool), since: since)
    before = state
  }
}

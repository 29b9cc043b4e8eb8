internal import OppEngine
internal import OppModel

/// A source or a table of a Home Assistant
enum HomeSubject: Sendable {
  case readings(HomeReadings)
  case rows(HomeRows)

  /// Takes the entities as they are now
  ///
  /// - Parameters:
  ///   - touched: the entities that have said something.
  ///   - isWhole: `true` if these are all the entities there are.
  ///   - time: the time from which a value holds that has ended.
  /// - Returns: the arrival, if anything is new, and the mistakes that have not been said.
  func take(
    touched: Set<String>, isWhole: Bool, lost grace: Duration, _ state: inout HomeMemory.State,
    at now: Instant, _ time: ContinuousClock.Instant
  ) -> (arrival: Arrival?, mistakes: [String]) {
    switch self {
    case .readings(let readings):
      return readings.take(touched: touched, lost: grace, &state, at: now, time)
    case .rows(let rows):
      return (rows.take(touched: isWhole ? nil : touched, lost: grace, &state, time), [])
    }
  }

  /// Ends the values that hold no longer
  ///
  /// - Returns: the arrival that says so, if there are any.
  func expired(
    _ state: inout HomeMemory.State, at now: Instant, _ time: ContinuousClock.Instant
  ) -> Arrival? {
    for index in state.fields.indices { state.fields[index].expire(at: time) }
    for id in state.rows.keys { state.rows[id]?.expire(at: time) }
    return switch self {
    case .readings(let readings): readings.reading([], &state, at: now)
    case .rows(let rows): rows.change(&state)
    }
  }
}

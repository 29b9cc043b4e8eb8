internal import OppEngine
internal import OppModel

/// The traces of conditions and of watched values over a period
///
/// The engine itself notes each change, from the second on at which it is asked to.
///
/// ```
///   from                                        to
///     ├─ false ──────┬─ true ──────┬─ unknown ───┤
///   begin(_:)                                  add(to:_:)
/// ```
struct Traces: Sendable {
  /// `true` if the conditions of all Opps are traced
  let conditions: Bool

  /// The second after the last one
  let to: Instant

  /// Begins at the present second of an engine
  func begin(_ engine: inout Engine) {
    engine.beginTracing(conditions: conditions)
  }

  /// Adds the traces of an engine that has reached the end of the period to a result
  func add(to result: inout ReplayResult, _ engine: borrowing Engine) {
    result.values += engine.watchedTraces(to: to)
    if conditions { result.conditions += engine.conditionTraces(to: to) }
  }
}

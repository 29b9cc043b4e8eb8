/// Work that is done in slices, so that a server can handle messages in between
///
/// A replay of a year takes seconds; done in slices of some milliseconds, completion is not held up by it:
///
/// ```
/// step() → nil, step() → nil, …, step() → outcome, step() → the same outcome
/// ```
package final class Sliced<Outcome> {
  /// Does a slice; the outcome with the last one
  private var advance: (() -> Outcome?)?

  /// The outcome, once all is done
  package private(set) var outcome: Outcome?

  /// - Parameter advance: does one slice of some milliseconds, and returns the outcome with the last.
  package init(_ advance: @escaping () -> Outcome?) {
    self.advance = advance
  }

  /// Work that needs no time
  package init(done outcome: Outcome) {
    self.outcome = outcome
  }

  /// Does a slice
  ///
  /// - Returns: the outcome; nil while there is more to do.
  package func step() -> Outcome? {
    if let outcome { return outcome }
    outcome = advance?()
    // The finished work releases the data that it holds.
    if outcome != nil { advance = nil }
    return outcome
  }
}

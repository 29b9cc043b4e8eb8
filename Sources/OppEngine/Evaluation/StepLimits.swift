/// The limits of one step
package struct StepLimits: Sendable {
  /// The most work, in units of ``EngineMetrics/total``, or `nil`
  package var work: Int?

  /// The most firings, or `nil`
  package var firings: Int?

  /// The most bytes of the texts and payloads of all firings together, or `nil`
  package var bytes: Int?

  /// `true` once the step has taken too long, or `nil`; the engine has no clock, so that the caller gives one
  package var isLate: (@Sendable () -> Bool)?

  package init() {}

  /// `true` if a step may take as much as it likes
  var isEmpty: Bool { work == nil && firings == nil && bytes == nil && isLate == nil }
}

/// The limit that a step has gone beyond
package enum StepExcess: Hashable, Sendable {
  case work(limit: Int)
  case firings(limit: Int)
  case bytes(limit: Int)
  case time
}

/// The work that a step may take, in units of ``EngineMetrics/total``
///
/// A step that has taken more stops between two seconds: the engine is then at none that anybody asked for, and of no further use. A
/// second is never left half done, so that a step may take more than its limit by the work of one second.
///
/// ```
/// open(24:00) with 1000 units: 12:00 … 17:31:20, 1012 units: over, and the second 24:00 is never begun
/// ```
struct WorkLimit: Sendable {
  /// The total at which the step ends
  let end: Int

  /// Whether the step was ended
  private(set) var isExceeded = false

  /// - Parameters:
  ///   - units: the work that the step may take.
  ///   - work: the work so far.
  init(_ units: Int, after work: EngineMetrics) {
    let (sum, overflow) = work.total.addingReportingOverflow(max(0, units))
    end = overflow ? .max : sum
  }

  /// Notes the work so far
  ///
  /// - Returns: whether it is too much.
  mutating func isExceeded(by work: EngineMetrics) -> Bool {
    if work.total > end { isExceeded = true }
    return isExceeded
  }
}

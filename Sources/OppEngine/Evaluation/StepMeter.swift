/// The meter of a step: its work, firings and bytes so far, compared with the limits of the step
///
/// A step that exceeds a limit ends at once. If it ends between two seconds, the engine is at an earlier second than the caller
/// asked for. If it ends within a second, some instances belong to that second and some to the one before. In either case the owner
/// of the engine continues from the state before the step.
///
/// ```
/// open(24:00) with 1000 units: 12:00 … 15:20:10, 750 units … 17:31:20, 1012 units: over, and the second 24:00 is never begun
///                                       └ reached: a step up to here is within the limits
/// ```
struct StepMeter: Sendable {
  private let limits: StepLimits

  /// The work so far at which the step ends
  private let end: Int

  /// The work so far up to which a second counts as reached: the rest of the step needs some, too
  private let ample: Int

  /// The units, counted work and other, at which the limits are looked at again
  private var nextLook: Int

  private var firings = 0
  private var bytes = 0

  /// The limit that was exceeded, or `nil`
  private(set) var excess: StepExcess?

  /// The last second that was decided well within the limits, or `nil` if there is none before the one that is asked for
  private(set) var reached: Int64?

  /// The units between two looks at the clock: some tenths of a millisecond
  private static let portion = 256

  /// A meter that stops nothing
  init() {
    limits = StepLimits()
    (end, ample, nextLook) = (.max, .max, .max)
  }

  /// - Parameters:
  ///   - limits: those of the step.
  ///   - work: the work so far.
  init(_ limits: StepLimits, after work: EngineMetrics) {
    self.limits = limits
    if let units = limits.work {
      end = Self.sum(work.total, max(0, units))
      ample = Self.sum(work.total, max(0, units - units / 4))
    } else {
      (end, ample) = (.max, .max)
    }
    nextLook = limits.isEmpty ? .max : 0
  }

  private static func sum(_ first: Int, _ second: Int) -> Int {
    let (sum, overflow) = first.addingReportingOverflow(second)
    return overflow ? .max : sum
  }

  /// Notes the work so far
  ///
  /// - Returns: `true` if it is too much.
  @inline(__always)
  mutating func isOver(_ work: EngineMetrics) -> Bool {
    work.total + work.preparations < nextLook ? false : look(at: work)
  }

  private mutating func look(at work: EngineMetrics) -> Bool {
    if excess != nil { return true }
    if work.total > end, let limit = limits.work {
      exceed(.work(limit: limit))
    } else if let isLate = limits.isLate, isLate() {
      exceed(.time)
    } else {
      nextLook = Self.sum(work.total + work.preparations, Self.portion)
      // The units of work themselves are counted to the last one.
      if end < .max { nextLook = min(nextLook, Self.sum(end + work.preparations, 1)) }
    }
    return excess != nil
  }

  private mutating func exceed(_ excess: StepExcess) {
    if self.excess == nil { self.excess = excess }
    nextLook = 0
  }

  /// Notes a firing with so many bytes of its own
  mutating func count(firingOf size: Int) {
    firings += 1
    bytes = Self.sum(bytes, size)
    if let limit = limits.firings, firings > limit { exceed(.firings(limit: limit)) }
    if let limit = limits.bytes, bytes > limit { exceed(.bytes(limit: limit)) }
  }

  /// Notes that a second before the one that is asked for has been decided
  mutating func decide(_ second: Int64, _ work: EngineMetrics) {
    if excess == nil, work.total <= ample, isAmple(firings, limits.firings),
      isAmple(bytes, limits.bytes)
    {
      reached = second
    }
  }

  private func isAmple(_ count: Int, _ limit: Int?) -> Bool {
    limit.map { count <= $0 - $0 / 4 } ?? true
  }
}

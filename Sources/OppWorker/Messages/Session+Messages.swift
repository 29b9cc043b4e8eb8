internal import OppKit

/// The limits of one step, and when it is late
struct StepBounds {
  let limits: WorkerLimits

  /// The most seconds of the step
  let seconds: Double

  /// `true` once it has taken them, or `nil` without a clock
  let isLate: (@Sendable () -> Bool)?

  /// Bounds from now on
  ///
  /// - Parameter clock: in seconds from any beginning.
  init(_ limits: WorkerLimits, _ seconds: Double?, _ clock: (@Sendable () -> Double)?) {
    self.limits = limits
    let seconds = seconds ?? limits.time
    self.seconds = seconds
    isLate = clock.map { clock in
      let end = clock() + seconds
      return { clock() >= end }
    }
  }

  /// - Throws: if a second is further than ``WorkerLimits/span`` from the last second of a session.
  func require(_ second: Timestamp, near present: Timestamp) throws(WorkerFailure) {
    // Both are of years that can be written, so that nothing overflows.
    guard second.secondsSince1970 - present.secondsSince1970 <= Int64(limits.span) else {
      throw WorkerFailure(
        .badMessage, "`at` is not within ten years of the session's last second, \(present)")
    }
  }

  /// - Throws: if the steps of a message together, each within the limits, are beyond one.
  func require(_ reply: StepReply) throws(WorkerFailure) {
    if reply.work > limits.work {
      throw WorkerFailure(
        Excess(.work(limits.work), reached: nil), seconds: seconds)
    }
    if reply.firingCount > limits.firings {
      throw WorkerFailure(
        Excess(.firings(limits.firings), reached: nil), seconds: seconds)
    }
  }
}

extension Session {
  /// Steps through the seconds at which something arrived, up to that of the message
  mutating func take(_ step: StepMessage, _ bounds: StepBounds) throws(WorkerFailure) -> StepReply {
    try bounds.require(step.at, near: present)
    var reply = StepReply()
    for command in step.commands { perform(command) }
    var now: [Arrival] = []
    var earlier: [Timestamp: [Arrival]] = [:]
    for item in step.arrived {
      guard let at = item.at, at < step.at else {
        now.append(item.arrival)
        continue
      }
      if hasDecided(at) {
        // It counts from now on, and a caller that holds an earlier state may repeat the step from there.
        reply.late.append((item.name, at))
        now.append(item.arrival)
      } else {
        earlier[at, default: []].append(item.arrival)
      }
    }
    for (second, arrivals) in earlier.sorted(by: { $0.key < $1.key }) {
      try take(second, arrivals, [], bounds, &reply)
    }
    try take(step.at, now, step.responses, bounds, &reply)
    return reply
  }

  /// Steps to a second, and adds the results to those of the message, unless a limit is exceeded
  private mutating func take(
    _ second: Timestamp, _ arrivals: [Arrival], _ responses: [Response], _ bounds: StepBounds,
    _ reply: inout StepReply
  ) throws(WorkerFailure) {
    let step = step(at: second, arrivals: arrivals, responses: responses, isLate: bounds.isLate)
    if let excess {
      // The seconds before it are within the limits, too.
      let reached = excess.reached ?? reply.at
      throw WorkerFailure(
        Excess(excess.limit, reached: reached), seconds: bounds.seconds)
    }
    reply.add(step)
    try bounds.require(reply)
  }

  /// The requests of a step that is not taken
  func preview(_ step: StepMessage, _ bounds: StepBounds) throws(WorkerFailure) -> [Request] {
    try bounds.require(step.at, near: present)
    let (requests, excess) = preview(
      at: step.at, arrivals: step.arrived.map { $0.arrival }, responses: step.responses,
      isLate: bounds.isLate)
    if let excess { throw WorkerFailure(excess, seconds: bounds.seconds) }
    return requests
  }

  /// The explanation why an Opp is true, false or unknown
  func explained(_ opp: String, row: String?) throws(WorkerFailure) -> Explanation {
    guard let explanation = explanation(of: opp, row: row) else {
      let words = row.map { " with the row `\($0)`" } ?? ""
      throw WorkerFailure(.unknownOpp, "there is no Opp `\(opp)`\(words)")
    }
    return explanation
  }
}

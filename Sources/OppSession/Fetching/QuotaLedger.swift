package import OppEngine
package import OppModel

/// The requests to a provider, as far back as its quota looks
///
/// Days are any 86 400 seconds, so that the quota holds wherever the service's own day begins.
///
/// Seconds are counted, but a quota is one of time. A request of second 7 leaves at 7.0 or at 7.9, and
/// reaches its service at any time before its response is here. So it counts from the second of its
/// response, and that second counts in full; as long as it is under way, it counts as of now:
///
/// ```
/// request     response                    the next, where 5 s must lie between two
///   7.9         8.6                         14.0
///    ├───────────┤          5 s              │
///   ─┴──8────────┴──9─────────────────── … ──┴──
/// ```
package struct QuotaLedger: Sendable {
  package let quota: Quota

  /// The seconds of the responses, ascending, those of the last day only
  private var ended: [Int64] = []

  /// The index of the first response of the last day; earlier responses are removed now and then, a whole run at once
  private var head = 0

  /// The number of requests that have no response yet
  private var underWay = 0

  package init(_ quota: Quota) {
    self.quota = quota
  }

  /// Whether anything has to be counted at all
  private var isLimited: Bool {
    quota.perDay != nil || quota.perMinute != nil || quota.spacing > 0
  }

  /// Takes note of a request that is made now
  package mutating func begin() {
    #if Relapses
      if Relapse.isOn(.quotaForgetsUnderWay) { return }
    #endif
    if isLimited { underWay += 1 }
  }

  /// Takes note of the response to a request, or of its failure
  ///
  /// - Requires: seconds ascend.
  package mutating func end(at instant: Instant) {
    guard isLimited else { return }
    underWay = max(0, underWay - 1)
    ended.append(instant.seconds)
    let oldest = Seconds.subtract(instant.seconds, 86_400)
    while head < ended.count, ended[head] < oldest { head += 1 }
    if head > 256, head > ended.count / 2 {
      ended.removeFirst(head)
      head = 0
    }
  }

  /// Forgets the responses after an instant, which were of a clock that was ahead
  mutating func forget(after instant: Instant) {
    while ended.count > head, let last = ended.last, last > instant.seconds { ended.removeLast() }
  }

  /// The second of the first response that it knows; `nil` if it knows none
  var first: Int64? { ended.count > head ? ended[head] : nil }

  /// Counts responses that came before all that it knows
  ///
  /// - Parameter seconds: ascending, none after ``first``.
  mutating func addEarlier(_ seconds: [Int64]) {
    guard isLimited else { return }
    ended = seconds + ended[head...]
    head = 0
  }

  /// The number of seconds for which a response counts; 0 without a limit
  var reach: Int64 {
    var reach = quota.spacing
    if quota.perMinute != nil { reach = max(reach, 60) }
    if quota.perDay != nil { reach = max(reach, 86_400) }
    return reach
  }

  /// The seconds of the responses that still count at an instant, ascending
  func counted(at instant: Instant) -> [Int64] {
    guard isLimited else { return [] }
    let oldest = Seconds.subtract(instant.seconds, reach)
    return Array(ended[head...].drop { $0 < oldest })
  }

  /// The first second at which a response that counts at an instant no longer does; never if there is none
  func lapse(at instant: Instant) -> Int64 {
    guard isLimited else { return Seconds.never }
    let oldest = Seconds.subtract(instant.seconds, reach)
    guard let first = ended[head...].first(where: { $0 >= oldest }) else { return Seconds.never }
    return Seconds.add(first, Seconds.add(reach, 1))
  }

  /// The first second from `now` on at which one more request is within the quota; if that depends
  /// on a response, the first at which it may be
  package func earliest(from now: Instant) -> Instant {
    var second = now.seconds
    if quota.spacing > 0 {
      second = max(second, earliest(count: 1, within: quota.spacing, now.seconds))
    }
    if let perMinute = quota.perMinute {
      second = max(second, earliest(count: perMinute, within: 60, now.seconds))
    }
    if let perDay = quota.perDay {
      second = max(second, earliest(count: perDay, within: 86_400, now.seconds))
    }
    return Instant(seconds: second)
  }

  /// The first second at which fewer than `count` requests lie in the `duration` seconds before; long past if that is
  /// so already
  ///
  /// Two a minute, with responses of the seconds 0 and 10: at second 11 it is 61.
  private func earliest(count: Int, within duration: Int64, _ now: Int64) -> Int64 {
    guard count > 0 else { return Seconds.never }
    guard ended.count - head + underWay >= count else { return Seconds.past }
    let last = underWay >= count ? now : ended[ended.count - (count - underWay)]
    return Seconds.add(last, Seconds.add(duration, 1))
  }
}

package import OppModel

/// When a supplier was asked, as far back as its quota looks
///
/// Days are any 86 400 seconds, so that the quota holds wherever the service's own day begins.
package struct QuotaLedger: Sendable {
  package let quota: Quota

  /// The seconds of the fetches, ascending, those of the last day only
  private var asked: [Int64] = []
  private var head = 0

  package init(_ quota: Quota) {
    self.quota = quota
  }

  /// Takes note of a fetch
  ///
  /// - Requires: seconds ascend.
  package mutating func note(_ instant: Instant) {
    guard quota.perDay != nil || quota.perMinute != nil || quota.spacing > 0 else { return }
    asked.append(instant.seconds)
    forget(before: Seconds.subtract(instant.seconds, 86_400))
  }

  private mutating func forget(before second: Int64) {
    while head < asked.count, asked[head] <= second { head += 1 }
    if head > 256, head > asked.count / 2 {
      asked.removeFirst(head)
      head = 0
    }
  }

  /// The first second from `now` on at which one more fetch is within the quota
  package func earliest(from now: Instant) -> Instant {
    var second = now.seconds
    if let last = asked.last, quota.spacing > 0 { second = max(second, last + quota.spacing) }
    if let perMinute = quota.perMinute {
      second = max(second, earliest(count: perMinute, within: 60))
    }
    if let perDay = quota.perDay { second = max(second, earliest(count: perDay, within: 86_400)) }
    return Instant(seconds: second)
  }

  private func earliest(count: Int, within duration: Int64) -> Int64 {
    guard count > 0 else { return Seconds.never }
    guard asked.count - head >= count else { return Seconds.past }
    return Seconds.add(asked[asked.count - count], duration)
  }
}

import OppModel
import OppProviders

/// The quiet time of a plan: `set quiet when time in 8:00..9:30`
struct QuietTime {
  /// Seconds of the local day
  private let interval: Range<Int>
  private let zone: Zone

  /// - Returns: `nil` if the plan has none.
  init?(_ plan: Plan) {
    let form = /^set quiet when time in (\d+):(\d+)\.\.(\d+):(\d+)$/
    guard let match = plan.rules.lazy.compactMap({ $0.wholeMatch(of: form) }).first,
      let zone = try? ZoneDatabase().zone(named: plan.zone)
    else { return nil }
    let numbers = [match.1, match.2, match.3, match.4].map { (Int($0) ?? 0) * 60 }
    let (begin, end) = (numbers[0] * 60 + numbers[1], numbers[2] * 60 + numbers[3])
    guard begin < end else { return nil }
    interval = begin..<end
    self.zone = zone
  }

  /// The first second from a given one on that is not quiet
  func end(at second: Instant) -> Instant {
    var end = second
    while contains(end) {
      end = end.advanced(by: Int64(interval.upperBound) - Int64(zone.local(at: end).secondOfDay))
    }
    return end
  }

  func contains(_ second: Instant) -> Bool {
    interval.contains(Int(zone.local(at: second).secondOfDay))
  }
}

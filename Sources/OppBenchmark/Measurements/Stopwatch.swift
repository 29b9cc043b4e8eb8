internal import Foundation

/// The measurement of durations
enum Stopwatch {
  /// Seconds since this program began
  static var now: Double {
    let elapsed = ContinuousClock.now - start
    let (seconds, attoseconds) = elapsed.components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// The first use of the stopwatch, which every time counts from
  private static let start = ContinuousClock.now

  /// Seconds of processor that this thread has used: other programs lengthen them little
  static var processor: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Runs something once
  ///
  /// - Returns: the seconds of processor, and the result.
  static func processor<Result>(_ body: () -> Result) -> (Double, Result) {
    let began = processor
    let result = body()
    return (processor - began, result)
  }

  /// Runs something several times
  ///
  /// - Returns: the median time in seconds, and the result of the last run.
  static func median<Result>(of count: Int, _ body: () -> Result) -> (Double, Result) {
    let began = now
    var result = body()
    var times = [now - began]
    while times.count < count {
      let began = now
      result = body()
      times.append(now - began)
    }
    return (median(times), result)
  }

  /// The median, between the two in the middle of an even number; no number for none
  ///
  ///     [3, 1, 2] → 2        [4, 1, 2, 3] → 2.5
  static func median(_ times: [Double]) -> Double {
    let sorted = times.sorted()
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

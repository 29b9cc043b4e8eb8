internal import OppEngine
package import OppModel

/// The time that responses of a rehearsal take, in whole seconds
package struct Latency: Sendable {
  /// From the least to the most
  package let seconds: ClosedRange<Int64>

  /// The same seed draws the same latencies
  private let seed: UInt64

  package init(_ seconds: ClosedRange<Int64>, seed: UInt64 = 0) {
    self.seconds = seconds
    self.seed = seed
  }

  /// The latencies of requests that are made at a second, which are those of any other process as well
  package func latencies(of count: Int, at second: Instant) -> [Int64] {
    var random = SplitMix(
      state: seed ^ UInt64(bitPattern: second.seconds) &* 0xD134_2543_DE82_EF95)
    let span = Double(seconds.upperBound - seconds.lowerBound + 1)
    return (0..<count).map { _ in
      seconds.lowerBound + Seconds.whole((random.next() * span).rounded(.down))
    }
  }
}

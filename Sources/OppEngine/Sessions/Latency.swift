/// The time that responses of a rehearsal take, in whole seconds
package struct Latency: Sendable {
  /// From the least to the most
  package let seconds: ClosedRange<Int64>

  /// The source of the latencies, equal for equal seeds
  private var random: SplitMix

  /// - Parameter seed: the same seed draws the same latencies.
  package init(_ seconds: ClosedRange<Int64>, seed: UInt64 = 0) {
    self.seconds = seconds
    random = SplitMix(state: seed)
  }

  /// The latency of the next request
  package mutating func next() -> Int64 {
    let span = Double(seconds.upperBound - seconds.lowerBound + 1)
    return seconds.lowerBound + Seconds.whole((random.next() * span).rounded(.down))
  }
}

import OppEngine
import OppModel
import OppSession
import OppTestLimits
import Testing

/// The time that the responses of a rehearsal take
@Suite(.limited) struct LatencyTests {
  @Test func `requests of a second take as long in each process`() {
    let noon = Instant(seconds: 1_782_043_200)
    let all = Latency(0...5).latencies(of: 40, at: noon)
    #expect(Set(all) == [0, 1, 2, 3, 4, 5])
    #expect(Latency(0...5).latencies(of: 3, at: noon) == Array(all.prefix(3)))
  }

  @Test func `each second and each seed has its own latencies`() {
    let noon = Instant(seconds: 1_782_043_200)
    let all = Set(
      (0..<10).map { Latency(0...1000).latencies(of: 5, at: noon.advanced(by: $0)) }
        + (1..<10).map { Latency(0...1000, seed: $0).latencies(of: 5, at: noon) })
    #expect(all.count == 19)
    #expect(Latency(3...3).latencies(of: 2, at: noon) == [3, 3])
  }
}

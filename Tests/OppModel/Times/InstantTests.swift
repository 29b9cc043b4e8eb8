import OppTestLimits
import Testing

@testable import OppModel

@Suite(.limited) struct InstantTests {
  @Test func `advancing past the ends stays at the ends`() {
    #expect(Instant.distantFuture.advanced(by: .max) == .distantFuture)
    #expect(Instant.distantPast.advanced(by: .min) == .distantPast)
    #expect(Instant(seconds: 5).advanced(by: -7) == Instant(seconds: -2))
  }
}

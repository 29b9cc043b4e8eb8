import OppEngine
import OppModel
import OppSession
import OppTestLimits
import Testing

/// How far a round looks ahead
@Suite(.limited) struct RoundPaceTests {
  private static let hour: Int64 = 3600

  @Test(
    arguments: [
      // Distances, the stated one, the freshness, and the reach
      ([], nil, hour, 1980),
      ([300], nil, hour, 1980),
      ([300, 301], nil, hour, 331),
      ([60, 60], nil, hour, 70),
      ([300, 900, 300, 300, 300], nil, hour, 990),
      ([900, 300, 300, 300, 300, 300], nil, hour, 330),
      ([300, 28_800], nil, hour, 330),
      ([300, 900], nil, 900, 990),
      ([900, 900], nil, 600, 0),
      ([300, 300], 600, hour, 660),
      ([], 420, 900, 462),
      ([300, 300], 7200, hour, 0),
    ] as [([Int64], Int64?, Int64, Int64)])
  func `the longest of the last five distances that a reading outlasts counts, and a tenth of it`(
    distances: [Int64], stated: Int64?, freshness: Int64, reach: Int64
  ) {
    let pace = RoundPace(begins: Instant(seconds: 0), distances: distances, stated: stated)
    #expect(pace.reach(freshness) == reach)
  }

  @Test func `a slow service is given the time that it needs`() {
    let pace = RoundPace(begins: Instant(seconds: 0), distances: [60, 60])
    #expect(pace.reach(900, responding: 41) == 101)
  }
}

import OppTestLimits
import Testing

@testable import OppModel

@Suite(.limited) struct PositionSumTests {
  @Test(arguments: [
    ([(10.0, 20.0, 1.0)], (10.0, 20.0)),
    ([(0, 179, 1), (0, -179, 1)], (0, 180)),
    ([(80, 0, 2), (80, 180, 2)], (90, 0)),
    ([(0, 0, 3), (0, 90, 3)], (0, 45)),
    ([(30, 7, 100), (-30, 7, 100)], (0, 7)),
  ])
  func `a mean lies in the middle`(
    positions: [(Double, Double, Double)], mean: (Double, Double)
  ) throws {
    let found = try #require(sum(positions).mean)
    let expected = try #require(Position(latitude: mean.0, longitude: mean.1))
    #expect(Geodesic.distance(from: found, to: expected) < 1e-6)
  }

  @Test func `nothing, and antipodes, have no mean`() {
    #expect(sum([]).mean == nil)
    #expect(PositionSum().mean == nil)
    #expect(sum([(10, 20, 0)]).mean == nil)
  }

  private func sum(_ positions: [(Double, Double, Double)]) -> PositionSum {
    var sum = PositionSum()
    for (latitude, longitude, weight) in positions {
      guard let position = Position(latitude: latitude, longitude: longitude) else { continue }
      sum.add(position, weight: weight)
    }
    return sum
  }
}

import OppTestLimits
import Testing

@testable import OppEngine

/// Which comparisons with constants a change of a number can change
@Suite(.limited) struct ThresholdIndexTests {
  private let index: ThresholdIndex = {
    var index = ThresholdIndex()
    for (instance, threshold) in [(1, 20.0), (2, 10), (3, 25), (4, 15), (5, 20), (6, -5)] {
      index.insert(Int32(instance), at: threshold)
    }
    return index
  }()

  @Test func `comparisons lie in the order of their constants, the last of equal ones first`() {
    #expect(index.instances == [6, 2, 4, 5, 1, 3])
  }

  @Test(
    arguments: [
      (16.0, 19.0, []), (16, 20, [5, 1]), (16, 22, [5, 1]), (20, 20, [5, 1]), (10, 10, [2]),
      (-100, 100, [6, 2, 4, 5, 1, 3]), (-4, 10, [2]), (25, 30, [3]), (26, 30, []),
      (-.infinity, -5, [6]), (15, .infinity, [4, 5, 1, 3]), (30, 10, []),
    ] as [(Double, Double, [Int32])])
  func `those whose constant is left, met or passed`(
    low: Double, high: Double, instances: [Int32]
  ) {
    #expect(index.places(from: low, through: high).map { index.instances[$0] } == instances)
  }

  @Test func `an empty index has none`() {
    #expect(ThresholdIndex().places(from: -.infinity, through: .infinity).isEmpty)
  }
}

import OppModel
import OppTestLimits
import Testing

@testable import OppEngine

/// Which comparisons with constants a change of a number can change
@Suite(.limited) struct ThresholdIndexTests {
  private let index: ThresholdIndex = {
    var index = ThresholdIndex()
    for (instance, threshold) in [(1, 20.0), (2, 10), (3, 25), (4, 15), (5, 20), (6, -5)] {
      index.insert(InstanceID(instance), at: threshold)
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
    ] as [(Double, Double, [InstanceID])])
  func `those whose constant is left, met or passed`(
    low: Double, high: Double, instances: [InstanceID]
  ) {
    #expect(index.places(from: low, through: high).map { index.instances[$0] } == instances)
  }

  /// Every comparison with 20, between numbers that lie below, at and above it and its neighbours
  @Test func `a comparison turns as its evaluation does`() {
    let values = [-.infinity, 0, 20.0.nextDown, 20, 20.0.nextUp, 25, .infinity] as [Double]
    let comparisons: [Comparison] = [.less, .lessOrEqual, .greater, .greaterOrEqual]
    for constant in [20, 0, -0.0, 20.0.nextUp] {
      for comparison in comparisons {
        var index = ThresholdIndex()
        index.insert(1, at: constant, comparison)
        for (before, after) in values.flatMap({ first in values.map { (first, $0) } }) {
          let expected = comparison.holds(after, constant)
          let isSame = comparison.holds(before, constant) == expected
          let turn = index.turn(at: 0, from: before, to: after)
          #expect(turn == (isSame ? .stays : expected ? .toTrue : .toFalse))
          // What turns is among the places that the move reaches.
          let places = index.places(from: min(before, after), through: max(before, after))
          #expect(isSame || places == 0..<1, "\(before) → \(after) \(comparison) \(constant)")
        }
      }
    }
  }

  @Test func `equality and the ends of ranges are evaluated`() {
    var index = ThresholdIndex()
    index.insert(1, at: 20, .equal)
    index.insert(2, at: 20, .notEqual)
    index.insert(3, at: 20)
    for place in 0..<3 { #expect(index.turn(at: place, from: 0, to: 30) == nil) }
  }

  @Test func `an empty index has none`() {
    #expect(ThresholdIndex().places(from: -.infinity, through: .infinity).isEmpty)
  }
}

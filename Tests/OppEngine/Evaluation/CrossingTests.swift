import OppTestLimits
import Testing

@testable import OppEngine

/// The first second at which a predicate differs, whatever the estimate
@Suite(.limited) struct CrossingTests {
  @Test(
    arguments: [
      // From 0 to before 100; it turns at the third number.
      (-50.0, 1), (0, 1), (99, 1), (1, 1),
      (37, 37), (36, 37), (38, 37), (0, 37), (99, 37), (1e300, 37), (-1e300, 37), (.nan, 37),
      (99, 99), (0, 99), (.infinity, 99),
      // It does not turn before the limit.
      (0, 100), (50, 100), (99, 100), (.nan, 100),
    ] as [(Double, Int64)])
  func `a turn is found to the second from any estimate`(estimate: Double, turn: Int64) {
    let found = Crossing.first(after: 0, before: 100, estimate: estimate) { $0 >= turn }
    #expect(found == turn)
  }

  @Test(arguments: [(0, 0, 0), (0, 1, 1), (5, 6, 6), (-3, -1, -1)] as [(Int64, Int64, Int64)])
  func `where no second lies between, it is the limit`(start: Int64, limit: Int64, found: Int64) {
    var looks = 0
    let first = Crossing.first(after: start, before: limit, estimate: 0) { _ in
      looks += 1
      return false
    }
    #expect(first == found)
    #expect(looks <= 1)
  }

  @Test func `a near estimate takes a few looks, a bad one no more than twice the logarithm`() {
    for (estimate, most) in [(1_000_000.0, 3), (1_000_002, 6), (0, 45), (9e17, 130)] {
      var looks = 0
      let found = Crossing.first(after: 0, before: 1 << 60, estimate: estimate) {
        looks += 1
        return $0 >= 1_000_000
      }
      #expect(found == 1_000_000)
      #expect(looks <= most, "\(estimate): \(looks)")
    }
  }

  @Test(arguments: [(0, 1_000), (-500, 3), (-5, 40)] as [(Int64, Int64)])
  func `where a distance is least is found to the second`(start: Int64, nearest: Int64) {
    let found = Crossing.nearest(after: start, before: 1 << 40) {
      let way = Double($0 - nearest)
      return way * way / (way + 1e7)
    }
    #expect(found == nearest)
  }

  @Test func `a distance that only shrinks, or only grows, is least nowhere between`() {
    #expect(Crossing.nearest(after: 0, before: 100) { Double(-$0) } == nil)
    #expect(Crossing.nearest(after: 0, before: 100) { Double($0) } == nil)
    #expect(Crossing.nearest(after: 0, before: 100) { _ in 1 } == nil)
    for limit in 0...2 as ClosedRange<Int64> {
      #expect(Crossing.nearest(after: 0, before: limit) { abs(Double($0) - 1) } == nil)
    }
  }
}

import OppTestLimits
import OppTesting
import Testing

@testable import OppAnalysis

/// Sets of numbers as intervals
@Suite(.limited) struct IntervalSetTests {
  /// `[1,3) (5,∞)`: ends with or without themselves, whole numbers or halves
  private func set(_ text: String) -> IntervalSet {
    IntervalSet(
      text.split(separator: " ").map { part in
        let ends = part.dropFirst().dropLast().split(separator: ",").map { end in
          Double(end).map { Rational(nearest: $0) }
        }
        return IntervalSet.Interval(
          low: ends[0], high: ends[1], includesLow: part.first == "[",
          includesHigh: part.last == "]")
      })
  }

  private func text(_ set: IntervalSet) -> String {
    set.intervals.map { interval in
      let (low, high) = (interval.low?.double, interval.high?.double)
      return (interval.includesLow ? "[" : "(") + (low.map { "\($0)" } ?? "-∞") + ","
        + (high.map { "\($0)" } ?? "∞") + (interval.includesHigh ? "]" : ")")
    }.joined(separator: " ")
  }

  @Test(arguments: [
    ("[1,3)", "(-∞,1.0) [3.0,∞)"), ("(1,3]", "(-∞,1.0] (3.0,∞)"), ("", "(-∞,∞)"),
    ("(-∞,∞)", ""), ("[2,2]", "(-∞,2.0) (2.0,∞)"), ("(-∞,2) (2,∞)", "[2.0,2.0]"),
    ("(-∞,0] [4,5]", "(0.0,4.0) (5.0,∞)"),
  ])
  func `the complement has what is left, and its own is the set`(
    text: String, complement: String
  ) {
    #expect(self.text(set(text).complement) == complement)
    #expect(set(text).complement.complement == set(text))
  }

  @Test(arguments: [
    ("[0.5,3.5]", "[1.0,3.0]"), ("(1,3)", "[2.0,2.0]"), ("[1,3)", "[1.0,2.0]"), ("(1,2)", ""),
    ("(0.25,0.75)", ""), ("(-∞,2)", "[-∞,1.0]"), ("[-1.5,-0.5]", "[-1.0,-1.0]"),
  ])
  func `the whole numbers of a set`(text: String, whole: String) {
    #expect(self.text(set(text).wholeNumbers) == whole)
  }

  @Test func `the numbers that a line leads into a set`() {
    let two = Rational(2)
    #expect(set("[1,3)").preimage(factor: two, offset: .one).map(text) == "[0.0,1.0)")
    #expect(set("[1,3)").preimage(factor: -two, offset: .one).map(text) == "(-1.0,0.0]")
    let both = set("(-∞,1) [3,4]").preimage(factor: -.one, offset: .zero)
    #expect(both.map(text) == "[-4.0,-3.0] (-1.0,∞)")
  }

  @Test func `a set of one number is that, and a hull goes from end to end`() {
    #expect(IntervalSet.point(.one).single == .one)
    #expect(set("[1,2]").single == nil && set("[1,1] [2,2]").single == nil)
    #expect(IntervalSet.nothing.hull == nil)
    #expect(set("(1,2) [4,5]").hull.map { text(IntervalSet([$0])) } == "(1.0,5.0]")
    #expect(set("(3,1) (2,2) [2,2)").isEmpty)
  }

  @Test(arguments: LawSeeds.seeds(60, long: 2000))
  func `operations say of each number what logic says`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (left, right) = (randomSet(&random), randomSet(&random))
    let (both, either, not) = (left.intersection(right), left.union(right), left.complement)
    for half in -3...43 {
      let number = Rational.ratio(Int64(half), 4)
      let (isLeft, isRight) = (left.contains(number), right.contains(number))
      #expect(both.contains(number) == (isLeft && isRight))
      #expect(either.contains(number) == (isLeft || isRight))
      #expect(not.contains(number) == !isLeft)
    }
    #expect(both.isSubset(of: left) && both.isSubset(of: right) && left.isSubset(of: either))
    #expect(left.isDisjoint(with: not) && left.isDisjoint(with: right) == both.isEmpty)
  }

  /// Up to four intervals that do not touch, between 0 and 10
  private func randomSet(_ random: inout SplitMix64) -> IntervalSet {
    let ends = Set((0..<8).map { _ in random.number(in: 0...20) }).sorted()
    var intervals: [IntervalSet.Interval] = []
    for pair in stride(from: 0, to: ends.count - 1, by: 2) {
      intervals.append(
        IntervalSet.Interval(
          low: pair == 0 && random.oneIn(4) ? nil : .ratio(Int64(ends[pair]), 2),
          high: .ratio(Int64(ends[pair + 1]), 2), includesLow: random.oneIn(2),
          includesHigh: random.oneIn(2)))
    }
    return IntervalSet(intervals)
  }
}

import OppModel
import OppTestLimits
import OppTesting
import Testing

@testable import OppEngine

/// Counted junctions have the truths that Kleene's logic gives, and turn when those turn
@Suite(.limited) struct JunctionCountsTests {
  private static let truths: [Truth] = [.false, .unknown, .true]

  /// The truth of a junction by the tables of Kleene: `and` is the least, `or` the greatest, `not` the opposite
  private func truth(_ junction: Junction, _ truths: [Truth]) -> Truth {
    let operands = junction.operands.map { truths[Int($0)] }
    switch junction.kind {
    case .and: return operands.min() ?? Truth.true
    case .or: return operands.max() ?? Truth.false
    case .not: return operands.first?.negated ?? .unknown
    }
  }

  /// Settles all that is marked, in order
  ///
  /// - Returns: the truth of each instance that turned.
  private func settle(_ counts: inout JunctionCounts) -> [Int32: Truth] {
    var turned: [Int32: Truth] = [:]
    var first = 0
    while let junction = counts.takeMarked(from: first) {
      first = junction
      if let turn = counts.settle(junction) { turned[counts.instances[junction]] = turn.truth }
    }
    return turned
  }

  private func junction(
    _ instance: Int32, _ kind: JunctionKind, _ operands: [Int32]
  ) -> Junction {
    Junction(instance: instance, operands: operands, kind: kind)
  }

  @Test(arguments: [JunctionKind.and, .or])
  func `two operands give the tables of Kleene`(kind: JunctionKind) {
    let junction = junction(2, kind, [0, 1])
    for left in Self.truths {
      for right in Self.truths {
        var counts = JunctionCounts([junction], instanceCount: 3)
        counts.change(0, from: Truth.unknown, to: left)
        counts.change(1, from: Truth.unknown, to: right)
        let expected = truth(junction, [left, right])
        #expect(settle(&counts)[2] ?? Truth.unknown == expected, "\(left) \(right)")
      }
    }
  }

  @Test(arguments: LawSeeds.seeds(200))
  func `networks turn as their formulas do, whatever changes in between`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let leaves = random.number(in: 1...8)
    var junctions: [Junction] = []
    for instance in leaves..<(leaves + random.number(in: 1...12)) {
      let kind: JunctionKind = random.oneIn(4) ? .not : random.oneIn(2) ? .or : .and
      let count = kind == .not ? 1 : random.number(in: 2...4)
      // The same operand may come twice: `a and a`.
      let operands = (0..<count).map { _ in Int32(random.number(in: 0...instance - 1)) }
      junctions.append(junction(Int32(instance), kind, operands))
    }
    let count = leaves + junctions.count
    var counts = JunctionCounts(junctions, instanceCount: count)
    var truths = Array(repeating: Truth.unknown, count: count)
    for _ in 0..<30 {
      let before = truths
      for _ in 0..<random.number(in: 1...3) {
        let leaf = random.number(in: 0...leaves - 1)
        let truth = Self.truths[random.number(in: 0...2)]
        counts.change(Int32(leaf), from: truths[leaf], to: truth)
        truths[leaf] = truth
      }
      for junction in junctions { truths[Int(junction.instance)] = truth(junction, truths) }
      var expected: [Int32: Truth] = [:]
      for instance in leaves..<count where truths[instance] != before[instance] {
        expected[Int32(instance)] = truths[instance]
      }
      #expect(settle(&counts) == expected)
    }
  }

  @Test func `a change back before it is settled is none`() {
    var counts = JunctionCounts([junction(2, .and, [0, 1])], instanceCount: 3)
    for operand in [0, 1] as [Int32] {
      counts.change(operand, from: Truth.unknown, to: Truth.true)
    }
    #expect(settle(&counts) == [2: Truth.true])
    counts.change(0, from: Truth.true, to: Truth.false)
    counts.change(0, from: Truth.false, to: Truth.true)
    #expect(settle(&counts) == [:])
  }

  @Test func `as many operands as there may be are counted`() {
    let count = JunctionCounts.operandLimit
    let operands = (0..<Int32(count)).map { $0 }
    var counts = JunctionCounts(
      [junction(Int32(count), .or, operands)], instanceCount: count + 1)
    for operand in operands {
      counts.change(operand, from: Truth.unknown, to: Truth.false)
    }
    #expect(settle(&counts) == [Int32(count): Truth.false])
    counts.change(7, from: Truth.false, to: Truth.true)
    #expect(settle(&counts) == [Int32(count): Truth.true])
  }

  @Test func `only instances that are operands have edges`() {
    let counts = JunctionCounts([junction(3, .or, [0, 2])], instanceCount: 4)
    #expect(
      (-1..<6).map { $0 >= 0 && counts.hasEdges($0) } == [
        false, true, false, true, false, false, false,
      ])
    #expect(counts.hasJunction(3) && !counts.hasJunction(2))
  }
}

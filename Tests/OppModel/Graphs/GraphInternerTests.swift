import OppModel
import OppTestLimits
import Testing

@Suite(.limited) struct GraphInternerTests {
  private func number(_ value: Int) -> OppModel.Operation { .constant(.scalar(Double(value))) }

  @Test func `an operation of one type is one node, however many there are`() {
    var interner = GraphInterner()
    for value in 0..<5_000 {
      #expect(interner.node(number(value), .number, []).index == Int32(value))
    }
    for value in 0..<5_000 {
      #expect(interner.node(number(value), .number, []).index == Int32(value))
    }
    #expect(interner.node(number(0), .temperature, []).index == 5_000)
    #expect(interner.known(number(0), .length) == nil)
  }

  @Test func `operations that differ in one part are different nodes`() {
    var interner = GraphInterner()
    let a = interner.node(.clock(.time), .timeOfDay, [])
    let b = interner.node(.clock(.now), .instant, [])
    let operations: [OppModel.Operation] = [
      .compare(.less, a, b), .compare(.lessOrEqual, a, b), .compare(.less, b, a), .and([a, b]),
      .or([a, b]), .and([b, a]), .list([a, b]), .not(a), .known(a), .lastKnown(a),
      .lasting(a, seconds: 60), .lasting(a, seconds: 61), .withinLast(a, seconds: 60),
      .withinNext(a, seconds: 60), .window(.maximum, a, .last(seconds: 60)),
      .window(.minimum, a, .last(seconds: 60)), .window(.maximum, a, .next(seconds: 60)),
      .window(.maximum, a, .since(b)), .text([.literal("x"), .value(a, nil)]),
      .text([.value(a, nil), .literal("x")]), .text([.literal("y"), .value(a, nil)]),
      .inRange(a, low: a, high: b, kind: .closed), .inRange(a, low: a, high: b, kind: .cyclic),
      .conditional(if: a, then: a, else: b), .otherwise(a, b), .arithmetic(.add, a, b),
    ]
    let nodes = operations.map { interner.node($0, .bool, []) }
    #expect(Set(nodes).count == operations.count)
    #expect(operations.map { interner.node($0, .bool, []) } == nodes)
  }

  @Test func `nodes that were removed are made anew`() {
    var interner = GraphInterner()
    // As a checker tries readings: some nodes are kept, some are removed, over several sizes of the table.
    var kept = 0
    for round in 0..<300 {
      for value in 0..<10 { _ = interner.node(number(round * 100 + value), .number, []) }
      for value in 50..<60 { _ = interner.node(number(round * 100 + value), .number, []) }
      kept += 10
      interner.removeNodes(from: kept)
      #expect(interner.graph.nodes.count == kept)
    }
    for round in 0..<300 {
      for value in 0..<10 {
        #expect(
          interner.known(number(round * 100 + value), .number)?.index == Int32(round * 10 + value))
        #expect(interner.known(number(round * 100 + 50 + value), .number) == nil)
      }
    }
  }
}

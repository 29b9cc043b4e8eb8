import OppModel
import OppReplay
import OppTestLimits
import OppTesting
import Testing

@testable import OppEngine

/// The tables of operations, held against each other where the compiler cannot
///
/// An operation that a table lacks does not compile. What can still be forgotten is found here: a sample of the new
/// operation (twice, where it has parameters), its parameters in fingerprints, its operands, the entry of what it
/// remembers, the writing and reading of its state, and its place in the random graphs that all laws are tested with.
@Suite(.limited) struct OperatorTableTests {
  /// Three nodes that the samples have for operands
  static let operands = (first: NodeID(index: 0), second: NodeID(index: 1), third: NodeID(index: 2))

  /// Each operation, and once more for each of its parameters
  static let samples: [Operation] = {
    let (a, b, c) = operands
    let (rows, others) = (ScopeID(index: 0), ScopeID(index: 2))
    let gaps = TableID(index: 0)
    func query(_ scope: ScopeID, _ table: Int32, _ predicate: NodeID?, _ value: NodeID?) -> RowQuery
    {
      RowQuery(scope: scope, table: TableID(index: table), predicate: predicate, value: value)
    }
    let leaves: [Operation] = [
      .constant(.scalar(1)), .constant(.text("a")), .clock(.now), .clock(.time),
      .sun(.sunrise, place: a), .sun(.dawn, place: a), .sun(.dawn, place: b),
      .sunAngle(.elevation, place: a), .sunAngle(.azimuth, place: a),
      .reading(RequestID(index: 0), field: 0), .reading(RequestID(index: 0), field: 1),
      .reading(RequestID(index: 1), field: 0), .address(a), .nearest(category: a, from: b),
      .rowField(rows, field: 0), .rowField(rows, field: 1), .rowField(others, field: 0),
      .row(rows), .row(others), .rowPart(a, field: 0),
    ]
    let logic: [Operation] = [
      .not(a), .and([a, b]), .and([a, c]), .or([a, b]), .conditional(if: a, then: b, else: c),
      .conditional(if: a, then: c, else: b), .otherwise(a, b), .otherwise(b, a), .known(a),
      .lastKnown(a),
    ]
    let values: [Operation] = [
      .compare(.less, a, b), .compare(.greater, a, b), .element(a, of: b),
      .inRange(a, low: b, high: c, kind: .closed), .inRange(a, low: b, high: c, kind: .cyclic),
      .arithmetic(.add, a, b), .arithmetic(.subtract, a, b), .arithmetic(.modulo, a, b),
      .unary(.squareRoot, a), .unary(.exponential, a), .unary(.logarithm, a), .unary(.negate, a),
      .part(.week, a), .part(.weekStart, a),
      .unary(.absolute, a), .part(.year, a), .part(.month, a), .distance(a, b),
      .text([.literal("x"), .value(a, nil)]), .text([.literal("y"), .value(a, nil)]),
      .text([.literal("x"), .value(a, ValueFormat(decimals: 1, unit: nil))]),
      .text([.literal("x"), .value(a, ValueFormat(decimals: 1, unit: .mile))]),
      .text([.literal("x"), .value(a, ValueFormat(decimals: nil, unit: .mile))]),
      .placePosition(a),
      .placeNamed(a, name: "x", radius: nil), .placeNamed(a, name: nil, radius: 5), .list([a, b]),
    ]
    let past: [Operation] = [
      .lasting(a, seconds: 60), .lasting(a, seconds: 120), .withinLast(a, seconds: 60),
      .withinLast(a, seconds: 120), .withinNext(a, seconds: 60), .withinNext(a, seconds: 120),
      .window(.average, a, .last(seconds: 60)), .window(.average, a, .last(seconds: 120)),
      .window(.average, a, .next(seconds: 60)), .window(.average, a, .since(b)),
      .window(.minimum, a, .since(b)), .window(.increase, a, .since(b)),
      .window(.times, a, .since(b)), .window(.ago, a, .last(seconds: 60)), .began(a), .age(a),
      .window(.changes, a, .since(b)), .lastChange(a),
      .occurrence(from: a, seconds: 60), .occurrence(from: a, seconds: 120),
      .latch(a, until: b), .latch(b, until: a),
    ]
    let aggregates: [Operation] = [
      .aggregate(.any, query(rows, 0, a, nil)), .aggregate(.count, query(rows, 0, a, nil)),
      .aggregate(.sum, query(rows, 0, nil, a)), .aggregate(.sum, query(others, 1, a, b)),
      .aggregateList(.sum, a), .aggregateList(.count, a), .aggregateList(.atLeast(2), a),
      .gaps(GapQuery(from: a, to: b, lists: [c, c], daily: nil, table: gaps)),
      .places(a, table: gaps), .period(.week, isEnd: false), .period(.week, isEnd: true),
      .period(.day, isEnd: false),
      .gaps(
        GapQuery(
          from: a, to: b, lists: [c, c], daily: DailyHours(start: 0, end: 60), table: gaps)),
      .aggregateList(.atLeast(3), a), .aggregate(.atLeast(2), query(rows, 0, a, nil)),
    ]
    let functions = ValueFunction.allCases.map { Operation.apply($0, [a, b]) }
    return leaves + logic + values + past + aggregates + functions
  }()

  /// A graph that ends with a node of each sample
  private static let graph: ConditionGraph = {
    var graph = RandomGraph(seed: 1).graph
    for sample in samples {
      graph.nodes.append(Node(operation: sample, type: .number, scopes: []))
    }
    return graph
  }()

  /// The name of an operation's case
  private static func name(of operation: Operation) -> String {
    Mirror(reflecting: operation).children.first?.label ?? "\(operation)"
  }

  /// The names of the cases of `Operation`, as its source has them
  private func names() throws -> Set<String> {
    let source = try Repository.text("Sources/OppModel/Graphs/Operation.swift")
    let lines = source.split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("package enum Operation:") })
    let cases = lines[start...].prefix { $0 != "}" }.filter { $0.hasPrefix("  case ") }
    return Set(cases.map { String($0.dropFirst(7).prefix { $0.isLetter }) })
  }

  @Test func `every operation has a sample here`() throws {
    let (sampled, declared) = (Set(Self.samples.map(Self.name)), try names())
    let missing = declared.subtracting(sampled).sorted()
    #expect(sampled == declared, "no sample of \(missing.joined(separator: ", "))")
  }

  @Test func `operations that differ have different fingerprints`() {
    let fingerprints = Self.graph.fingerprints().suffix(Self.samples.count)
    var seen: [Fingerprint: Operation] = [:]
    for (fingerprint, sample) in zip(fingerprints, Self.samples) {
      #expect(seen[fingerprint] == nil, "\(sample)")
      seen[fingerprint] = sample
    }
  }

  @Test(arguments: samples)
  func `operands are replaced where they are found`(sample: Operation) {
    func list(_ operation: Operation) -> [Int32] {
      var found: [Int32] = []
      operation.forEachOperand { found.append($0.index) }
      return found
    }
    let moved = sample.mapOperands { NodeID(index: $0.index + 10) }
    #expect(list(moved) == list(sample).map { $0 + 10 })
    #expect(moved.mapOperands { NodeID(index: $0.index - 10) } == sample)
  }

  @Test(arguments: samples)
  func `what an operation remembers is kept over a restart`(sample: Operation) {
    let node = Node(operation: sample, type: .number, scopes: [])
    let traits = Instruction(node, in: Self.graph).traits
    // What looks ahead only is found again.
    #expect(traits.contains(.remembers) == (traits.state.memoryKind != nil))
    if traits.contains(.samples) { #expect(traits.contains(.remembers)) }
    if traits.contains(.remembers), !traits.contains(.samples) {
      #expect(traits.contains(.looksAhead))
    }
  }

  @Test func `each kind of state that is kept is written, read, and written again`() throws {
    let kinds = Set(
      Self.samples.compactMap { sample in
        Instruction(Node(operation: sample, type: .number, scopes: []), in: Self.graph).traits
          .memoryKind
      })
    var unwritten = kinds
    for seed in 1...40 as ClosedRange<UInt64> {
      let graph = RandomGraph(seed: seed).graph
      let recording = RandomRecording(seed: seed, graph: graph, zone: .utc)
      let replay = Replay(
        graph: graph, zone: .utc, begins: recording.from,
        arrivals: recording.arrivals.map { ($0.at, $0.arrival) })
      let length = recording.to.seconds - recording.from.seconds
      let engine = replay.engine(at: recording.from.advanced(by: length / 2))
      let memory = engine.memory()
      let restored = Engine(graph: graph, zone: .utc, restoring: memory).memory().entries
      for (key, entry) in memory.entries {
        guard let kind = MemoryKind(key: key), kinds.contains(kind) else { continue }
        unwritten.remove(kind)
        // A window leaves out what has left it since.
        let isKept = kind == .window ? restored[key] != nil : restored[key] == entry
        #expect(isKept, "seed \(seed), \(key)")
      }
    }
    #expect(unwritten.isEmpty)
  }

  @Test func `the graphs that laws are tested with have every operation`() throws {
    // These have tables of their own: places in the tests of sessions, lists and rows as values in ListTests.
    let elsewhere: Set = ["address", "nearest", "placeNamed", "placePosition"]
    let values: Set = ["aggregateList", "element", "list", "row", "rowPart"]
    var missing = try names().subtracting(elsewhere).subtracting(values)
    for seed in 1...400 {
      for node in RandomGraph(seed: UInt64(seed)).graph.nodes {
        missing.remove(Self.name(of: node.operation))
      }
    }
    #expect(missing.isEmpty, "\(missing.sorted())")
  }
}

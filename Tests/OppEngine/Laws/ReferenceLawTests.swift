import OppEngine
import OppModel
import OppTesting
import OppTestLimits
import Testing

/// The reference, against the paragraphs of the language reference read aloud once more: each operator
/// here looks at every second of its window
@Suite(.limited) struct ReferenceLawTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `operators on time say what their paragraphs say`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let truths = (0..<200).map { _ in
      random.oneIn(20) ? Truth.unknown : random.oneIn(12) ? .false : .true
    }
    let span = random.pick([0, 1, 5, 30, 100])
    let last = values(truths, .lasting(operand, seconds: Int64(span)), .bool)
    let within = values(truths, .withinLast(operand, seconds: Int64(span)), .bool)
    let sum = values(truths, .window(.total, operand, .last(seconds: Int64(span))), .duration)
    let began = values(truths, .began(operand), .instant)
    for second in 0..<200 {
      let window = (second - span...second).map { $0 < 0 ? Truth.unknown : truths[$0] }
      #expect(last[second] == truth(window.min() ?? .unknown))
      #expect(within[second] == truth(window.max() ?? .unknown))
      let counted = window.dropLast()
      let total = counted.contains(.unknown) ? nil : counted.count { $0 == .true }
      #expect(sum[second] == total.map { .scalar(Double($0)) })
      let starts = (0...second).last {
        truths[$0] == .true && ($0 == 0 || truths[$0 - 1] != .true)
      }
      #expect(began[second] == starts.map { .scalar(Double($0)) })
    }
  }

  @Test func `each condition of a recording has a truth from its first second to its last`() {
    let random = RandomGraph(seed: 1)
    let recording = RandomRecording(seed: 1, graph: random.graph, zone: .utc, seconds: 1800)
    let run = ReferenceRun(
      graph: random.graph, zone: .utc, arrivals: recording.arrivals, from: recording.from,
      to: recording.to)
    #expect(!run.conditions.isEmpty)
    for condition in run.conditions {
      var end = recording.from
      for stretch in condition.stretches {
        #expect(stretch.from == end && stretch.to > stretch.from)
        end = stretch.to
      }
      #expect(end == recording.to)
    }
  }

  private let operand = NodeID(index: 0)

  private func truth(_ truth: Truth) -> Value? {
    truth == .unknown ? nil : .truth(truth == .true)
  }

  /// The value of an operation on a Bool at each second
  private func values(
    _ truths: [Truth], _ operation: OppModel.Operation, _ type: ValueType
  ) -> [Value?] {
    var graph = ConditionGraph()
    graph.sources = [
      Source(
        name: "s", parameters: [], freshness: nil, cost: 1,
        fields: [Field(name: "c", type: .bool)])
    ]
    graph.requests = [Request(source: SourceID(index: 0), arguments: [])]
    graph.nodes = [
      Node(operation: .reading(RequestID(index: 0), field: 0), type: .bool, scopes: []),
      Node(operation: operation, type: type, scopes: []),
    ]
    let arrivals = truths.enumerated().map { index, truth in
      let at = Instant(seconds: Int64(index))
      let field: FieldReading = truth == .unknown ? .missing : .known(.truth(truth == .true))
      return ReferenceArrival(
        at: at,
        arrival: .reading(
          SourceReading(
            source: SourceID(index: 0), arguments: [], instant: at, fields: [field],
            freshness: nil, isLasting: false)))
    }
    let evaluator = ReferenceEvaluator(
      graph: graph, zone: .utc, arrivals: arrivals, from: Instant(seconds: 0),
      to: Instant(seconds: Int64(truths.count)))
    return truths.indices.map { evaluator.value(NodeID(index: 1), at: Int64($0)) }
  }
}

import OppEngine
import OppModel
import OppTesting
import OppTestLimits
import Testing

/// The reference, against the paragraphs of the language reference read aloud once more: each operator
/// here looks at every second of its window
@Suite(.limited) struct ReferenceTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `operators on time say what their paragraphs say`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let truths = (0..<200).map { _ in
      random.oneIn(20) ? Truth.unknown : random.oneIn(12) ? .false : .true
    }
    let span = random.pick([0, 1, 5, 30, 100])
    for second in 0..<200 where random.oneIn(3) || second < 2 {
      let window = (second - span...second).map { $0 < 0 ? Truth.unknown : truths[$0] }
      let last = evaluate(truths, .lasting(operand, seconds: Int64(span)), .bool, at: second)
      #expect(last == truth(window.min() ?? .unknown))
      let within = evaluate(truths, .withinLast(operand, seconds: Int64(span)), .bool, at: second)
      #expect(within == truth(window.max() ?? .unknown))
      let counted = window.dropLast()
      let total = counted.contains(.unknown) ? nil : counted.count { $0 == .true }
      let sum = evaluate(
        truths, .window(.total, operand, .last(seconds: Int64(span))), .duration, at: second)
      #expect(sum == total.map { .scalar(Double($0)) })
      let starts = (0...second).last {
        truths[$0] == .true && ($0 == 0 || truths[$0 - 1] != .true)
      }
      let began = evaluate(truths, .began(operand), .instant, at: second)
      #expect(began == starts.map { .scalar(Double($0)) })
    }
  }

  @Test func `a recording of two hours is walked in moments`() {
    let random = RandomGraph(seed: 1)
    let recording = RandomRecording(seed: 1, graph: random.graph, zone: .utc, seconds: 7200)
    let run = ReferenceRun(
      graph: random.graph, zone: .utc, arrivals: recording.arrivals, from: recording.from,
      to: recording.to)
    for condition in run.conditions {
      #expect(condition.stretches.first?.from == recording.from)
      #expect(condition.stretches.last?.to == recording.to)
    }
  }

  private let operand = NodeID(index: 0)

  private func truth(_ truth: Truth) -> Value? {
    truth == .unknown ? nil : .truth(truth == .true)
  }

  private func evaluate(
    _ truths: [Truth], _ operation: OppModel.Operation, _ type: ValueType, at second: Int
  ) -> Value? {
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
    return evaluator.value(NodeID(index: 1), at: Int64(second))
  }
}

internal import OppEngine
internal import OppModel
internal import OppSemantics

/// An engine whose only source is read each second, and the conditions of its Opps
struct SignalEngine {
  private(set) var engine: Engine

  /// The condition of each Opp
  private let conditions: [NodeID]

  private let source: SourceID

  /// The second of the last step
  private var now = Instant(seconds: 1_767_225_600)

  /// - Parameters:
  ///   - text: declares a source without `fresh for`, whose readings hold until the next.
  ///   - source: its name.
  init(_ text: String, source name: String) {
    let analysis = RuleSet.analyze(text)
    let graph = analysis.graph
    guard !analysis.hasErrors, let index = graph.sources.firstIndex(where: { $0.name == name })
    else { Report.fail("the rules over `\(name)` have errors") }
    source = SourceID(index: Int32(truncatingIfNeeded: index))
    conditions = graph.rules.compactMap { $0.condition }
    engine = Engine(graph: graph, zone: .utc, begins: now)
    // As a replay does.
    engine.beginCounting()
  }

  /// The work done so far
  var work: EngineMetrics { engine.work }

  /// The arrivals of readings at the seconds that follow; nil for a field that keeps its value
  func arrivals(of readings: [[Double?]]) -> [Arrival] {
    readings.enumerated().map { index, scalars in
      .reading(
        SourceReading(
          source: source, arguments: [], instant: now.advanced(by: Int64(index) + 1),
          fields: scalars.map { scalar in
            if let scalar { .known(.scalar(scalar)) } else { .unchanged }
          }, freshness: nil, isLasting: false))
    }
  }

  /// Steps through a second for each arrival
  ///
  /// - Returns: the number of firings.
  mutating func step(through arrivals: [Arrival]) -> Int {
    var firings = 0
    for arrival in arrivals { firings += step(arrival).count }
    return firings
  }

  /// Steps to the next second
  mutating func step(_ arrival: Arrival) -> [Firing] {
    now = now.advanced(by: 1)
    return engine.step(at: now, arrived: [arrival]).firings
  }

  /// The truths of all conditions at the present second; an unknown one is not true
  mutating func truths() -> [Bool] {
    var result: [Bool] = []
    result.reserveCapacity(conditions.count)
    for condition in conditions { result.append(engine.truth(of: condition) == .true) }
    return result
  }
}

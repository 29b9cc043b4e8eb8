package import OppEngine
package import OppModel
internal import OppSession

/// A recording of which an engine is told only what it asks for
///
/// At every second at which something changes, here or in the engine, it is asked what it needs, and
/// told one thing of that, chosen at random, until it needs nothing more. A reading that has come since
/// the last one that it was told of is due.
package struct AskedRecording {
  private let graph: ConditionGraph
  private let to: Instant
  private let arrivals: [ReferenceArrival]
  private var engine: Engine
  private var demand = FetchDemand()
  private var random: SplitMix64

  /// The latest reading of each subject, until the engine is told
  private var undelivered: [FetchKey: SourceReading] = [:]

  /// What the engine was told, one a request that was answered
  package private(set) var answerCount = 0

  package init(
    graph: ConditionGraph, zone: Zone, arrivals: [ReferenceArrival], from: Instant, to: Instant,
    random: SplitMix64
  ) {
    self.graph = graph
    self.to = to
    self.arrivals = arrivals.filter { $0.at < to }
    self.random = random
    engine = Engine(graph: graph, zone: zone, begins: from)
  }

  package mutating func run() -> [Firing] {
    var settled = SettledFirings()
    var second = engine.present
    var index = 0
    while second < to {
      var arrived: [Arrival] = []
      while index < arrivals.count, arrivals[index].at <= second {
        if let arrival = received(arrivals[index].arrival) { arrived.append(arrival) }
        index += 1
      }
      engine.open(second, arrived: arrived)
      let horizon = answer()
      let step = engine.close()
      settled.take(step)
      var next = min(step.wake ?? to, horizon ?? to)
      if index < arrivals.count { next = min(next, arrivals[index].at) }
      second = max(min(next, to), second.advanced(by: 1))
    }
    return settled.firings
  }

  /// What comes by itself; nil for a reading, which waits to be asked for
  private mutating func received(_ arrival: Arrival) -> Arrival? {
    switch arrival {
    case .reading(let reading):
      undelivered[.source(reading.source, reading.arguments)] = reading
      return nil
    case .unavailable(let name, _):
      for subject in undelivered.keys {
        guard case .source(let source, _) = subject,
          graph.sources[Int(source.index)].name == name
        else { continue }
        undelivered[subject] = nil
      }
      return arrival
    case .rows, .schedule, .address, .places, .lost, .counts, .awaited, .answer: return arrival
    }
  }

  /// - Returns: when it is to be asked again.
  private mutating func answer() -> Instant? {
    var withheld: Set<FetchKey> = []
    while true {
      let needs = demand.needs(in: &engine, due: Set(undelivered.keys), withheld: withheld)
      guard !needs.roots.isEmpty else { return needs.horizon }
      let root = needs.roots[random.number(in: 0...needs.roots.count - 1)]
      let subjects = needs.fetches(of: root)
      let subject = needs.subjects[subjects[random.number(in: 0...subjects.count - 1)]]
      if let reading = undelivered.removeValue(forKey: subject) {
        answerCount += 1
        engine.take([.reading(reading)])
      } else {
        withheld.insert(subject)
      }
    }
  }
}

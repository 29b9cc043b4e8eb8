internal import OppEngine
package import OppModel

/// A script of arrivals and overrides, lived through by an engine and by the reference
package struct ControlledRun {
  private let graph: ConditionGraph
  private let from: Instant
  private let to: Instant
  private let arrivals: [ReferenceArrival]
  private let controls: [ReferenceControl]

  package init(
    graph: ConditionGraph, from: Instant, to: Instant, arrivals: [ReferenceArrival],
    controls: [ReferenceControl]
  ) {
    self.graph = graph
    self.from = from
    self.to = to
    self.arrivals = arrivals
    self.controls = controls
  }

  /// The firings of the reference, each a line with its delivery
  package func expected() -> [String] {
    let run = ReferenceRun(
      graph: graph, zone: .utc, arrivals: arrivals, from: from, to: to, controls: controls)
    return run.firings.map {
      line($0.instant, graph.rules[$0.rule].name, $0.row, $0.text, $0.delivery)
    }
  }

  /// The script in words, a line for each arrival and override
  package func script() -> String {
    let lines =
      arrivals.map { (second: $0.at.seconds, words: "\($0.arrival)") }
      + controls.map { (second: $0.second, words: "\($0.change)") }
    return lines.sorted { $0.second < $1.second }.map { "\($0.second - from.seconds) \($0.words)" }
      .joined(separator: "\n")
  }

  /// The firings of an engine
  ///
  /// - Parameter restarts: `true` if each step and each override is followed by an engine that goes on from what the one before it
  ///   has changed of its memory.
  package func lived(restarts: Bool) -> [String] {
    var engine = Engine(graph: graph, zone: .utc, begins: from)
    var memory = EngineMemory(begins: from, present: from, entries: [:])
    var settled = SettledFirings()
    func restart() {
      guard restarts else { return }
      memory.apply(engine.memoryChange())
      engine = Engine(graph: graph, zone: .utc, restoring: memory)
    }
    var next: Instant? = from
    while let now = next {
      let arrived = arrivals.filter { $0.at == now }.map(\.arrival)
      let step = engine.step(at: now, arrived: arrived)
      settled.take(step)
      restart()
      for control in controls where control.second == now.seconds + 1 {
        engine.control(control.change)
        restart()
      }
      next = seconds(after: now, wake: step.wake).min()
    }
    return settled.firings.map { line($0.at, $0.opp, $0.row, $0.text, $0.delivery) }
  }

  /// The seconds after one that must be stepped to
  private func seconds(after now: Instant, wake: Instant?) -> [Instant] {
    var seconds = arrivals.map { $0.at }
    seconds += controls.map { Instant(seconds: $0.second - 1) }
    seconds.append(to.advanced(by: -1))
    // An override may have changed when the engine wants to be woken.
    if controls.contains(where: { $0.second == now.seconds + 1 }) {
      seconds.append(now.advanced(by: 1))
    }
    if let wake { seconds.append(wake) }
    return seconds.filter { $0 > now && $0 < to }
  }

  private func line(
    _ instant: Instant, _ opp: String, _ row: RowID?, _ text: String?, _ delivery: FiringDelivery
  ) -> String {
    "\(instant.seconds - from.seconds) \(opp) \(row?.key ?? []) \(text ?? "-") \(delivery)"
  }
}

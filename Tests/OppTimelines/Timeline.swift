internal import OppEngine
package import OppModel
package import OppReplay
package import OppTesting
internal import Testing

/// What becomes known when, one second a line
///
///     00:10 temp=20C raining=true
///     00:20 temp=?
///     00:30 stock(Lidl,milk) count=3
///     00:30 tasks              // the table is known, with what rows it has
///     00:30 tasks + id=1 name=mow
///     00:40 tasks - 1
///     00:50 busy 12:30..13:00 15:00..16:00
///     00:55 address Park @48.4,-123.4
///     01:00 lost weather the service answered 429
///     01:10 counts tasks 01:20
///
/// Fields that a reading does not name are missing in it.
package struct Timeline {
  package let graph: ConditionGraph
  package let clockface: Clockface

  /// The second that memory begins with, and the first that is not lived
  package let from: Instant
  package let to: Instant
  package private(set) var arrivals: [ReferenceArrival] = []

  package init(
    _ lines: String, graph: ConditionGraph, clockface: Clockface, from: Instant, to: Instant
  ) {
    self.graph = graph
    self.clockface = clockface
    self.from = from
    self.to = to
    for line in lines.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 1, let instant = clockface.instant(words[0]),
        let arrived = TimelineLine(graph: graph, clockface: clockface, instant: instant)
          .arrivals(Array(words.dropFirst()))
      else {
        Issue.record("cannot be read: \(line)")
        continue
      }
      arrivals += arrived.map { ReferenceArrival(at: instant, arrival: $0) }
    }
  }

  package var replay: Replay {
    Replay(
      graph: graph, zone: clockface.zone, begins: from,
      arrivals: arrivals.map { ($0.at, $0.arrival) })
  }
}

internal import OppEngine
package import OppModel
internal import OppProviders
internal import OppRecordings
package import OppReplay

/// A recording of an example, ready to be replayed
package struct RecordedExample {
  package let graph: ConditionGraph
  package let zone: Zone
  package let from: Instant
  package let to: Instant
  package let arrivals: [ReferenceArrival]

  /// What was wrong with the files
  package let problemCount: Int

  /// - Parameter folder: a folder that names its zone and where it begins and ends.
  package init?(folder: String, graph: ConditionGraph) {
    let database = ZoneDatabase()
    var recording = Recording.load(folder: folder, graph: graph, database: database)
    guard let from = recording.from, let to = recording.to else { return nil }
    let zone = recording.zone ?? .utc
    let problems = recording.readCalendars(
      graph: graph, zone: zone, from: from, to: to, database: database)
    self.graph = graph
    self.zone = zone
    self.from = from
    self.to = to
    arrivals = recording.arrivals.map { ReferenceArrival(at: $0.instant, arrival: $0.arrival) }
    problemCount = problems.count + recording.problems.listed.count
  }

  package var replay: Replay {
    Replay(
      graph: graph, zone: zone, begins: from, arrivals: arrivals.map { ($0.at, $0.arrival) })
  }
}

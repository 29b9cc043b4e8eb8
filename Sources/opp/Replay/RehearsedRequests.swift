internal import OppEngine
internal import OppModel
internal import OppSession

/// The requests that a live run of a rule set would make in the world of a recording
///
/// 392 fetches in 28 days are 14 a day; below a day, the number of the time itself.
struct RehearsedRequests {
  /// The number of fetches
  let count: Int

  /// The rehearsed period: the last 28 days of that of the run, or all of it
  let from: Instant
  let to: Instant

  /// Only the last days of a long recording are rehearsed
  private static let longest: Int64 = 28 * 86_400

  /// The requests of a day on average
  var perDay: Double {
    let days = Double(max(to.seconds(since: from), 86_400)) / 86_400
    return (Double(count) / days * 10).rounded() / 10
  }

  init(_ run: RecordedRun) {
    let from = max(run.from, run.to.advanced(by: -Self.longest))
    var simulation = Simulation(
      graph: run.graph, zone: run.zone, begins: from, arrivals: run.arrivals, cell: run.cell,
      withAllValues: run.withAllValues)
    var count = 0
    simulation.run(to: run.to) { _, fetches, _ in count += fetches.count }
    (self.count, self.from, self.to) = (count, from, run.to)
  }
}

internal import OppEngine
internal import OppModel
internal import OppProviders
internal import OppRecordings
internal import OppReplay

/// The recording of the examples, as it is or longer or thinner
///
/// The recording is the year 2013 in Greensboro, from 2013-01-01T00:00:00-05:00 to 2014-01-01T00:00:00-05:00.
struct Year {
  /// The zone that dates and times of day are in
  let zone: Zone
  /// The first second
  let from: Instant
  /// The end, itself excluded
  let to: Instant
  /// All arrivals in the order of time; those of the same second as in the recording
  let arrivals: [(at: Instant, arrival: Arrival)]

  /// A year of 365 days, in seconds
  private static let length: Int64 = 365 * 86_400

  /// Reads the recording for the sources and tables of a graph
  ///
  /// - Parameters:
  ///   - years: how often the readings follow one another; the calendar continues by itself.
  ///   - keeping: of this many readings, one is kept.
  /// - Returns: nil if the recording cannot be read.
  static func load(
    _ graph: ConditionGraph, root: String, years: Int64 = 1, keeping: Int = 1
  ) -> Year? {
    let database = ZoneDatabase()
    var recording = Recording.load(
      folder: root + "/examples/opportunity/data", graph: graph, database: database)
    guard let zone = recording.zone, let from = recording.from, let to = recording.to else {
      return nil
    }
    // Kept from before the calendar: only these are repeated, as the calendar's own repetitions reach to the end.
    let readings = recording.arrivals
    let end = to.advanced(by: (years - 1) * length)
    _ = recording.readCalendars(graph: graph, zone: zone, from: from, to: end, database: database)
    var arrivals: [(at: Instant, arrival: Arrival)] = []
    var count = 0
    for timed in recording.arrivals {
      if case .reading = timed.arrival {
        count += 1
        if count % keeping != 0 { continue }
      }
      arrivals.append((timed.instant, timed.arrival))
    }
    for year in 1..<max(years, 1) {
      for timed in readings {
        let later = timed.moved(by: year * length)
        arrivals.append((later.instant, later.arrival))
      }
    }
    // The agenda's rows of later years precede the readings of those years.
    let order = arrivals.indices.sorted { (arrivals[$0].at, $0) < (arrivals[$1].at, $1) }
    return Year(zone: zone, from: from, to: end, arrivals: order.map { arrivals[$0] })
  }

  /// The number of readings of weather, position and the like
  var readingCount: Int {
    arrivals.count { if case .reading = $0.arrival { true } else { false } }
  }

  /// Replays all of it with a new engine
  func replay(_ graph: ConditionGraph) -> ReplayResult {
    Replay(graph: graph, zone: zone, begins: from, arrivals: arrivals).run(from: from, to: to)
  }
}

extension TimedArrival {
  /// The same so many seconds later, with the instant of a reading moved along
  fileprivate func moved(by seconds: Int64) -> TimedArrival {
    let later = instant.advanced(by: seconds)
    guard case .reading(let reading) = arrival else {
      return TimedArrival(instant: later, arrival: arrival)
    }
    return TimedArrival(
      instant: later,
      arrival: .reading(
        SourceReading(
          source: reading.source, arguments: reading.arguments,
          instant: reading.instant.advanced(by: seconds), fields: reading.fields,
          freshness: reading.freshness, isLasting: reading.isLasting)))
  }
}

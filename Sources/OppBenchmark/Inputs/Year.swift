internal import OppEngine
internal import OppModel
internal import OppProviders
internal import OppRecordings

/// The recording of the examples, as it is or longer or thinner
struct Year {
  let zone: Zone
  let from: Instant
  let to: Instant
  let arrivals: [(at: Instant, arrival: Arrival)]

  private static let length: Int64 = 365 * 86_400

  /// - Parameters:
  ///   - years: how often the readings follow one another; the calendar continues by itself.
  ///   - keeping: of this many readings, one is kept.
  /// - Returns: nil where the recording cannot be read.
  static func load(
    _ graph: ConditionGraph, root: String, years: Int64 = 1, keeping: Int = 1
  ) -> Year? {
    let database = ZoneDatabase()
    var recording = Recording.load(
      folder: root + "/examples/opportunity/data", graph: graph, database: database)
    guard let zone = recording.zone, let from = recording.from, let to = recording.to else {
      return nil
    }
    let readings = recording.arrivals
    let end = to.advanced(by: (years - 1) * length)
    _ = recording.readCalendar(graph: graph, zone: zone, from: from, to: end, database: database)
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

  func replay(_ graph: ConditionGraph) -> ReplayResult {
    Replay(graph: graph, zone: zone, begins: from, arrivals: arrivals).run(from: from, to: to)
  }
}

extension TimedArrival {
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

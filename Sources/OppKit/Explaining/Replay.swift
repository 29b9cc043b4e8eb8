internal import OppEngine
internal import OppModel
internal import OppReplay
internal import OppSemantics

/// The results of a replay
public struct Replay: Sendable {
  /// In the order of time, name and row
  public let firings: [Firing]

  /// The rows that Opps have recorded
  public let records: [RecordedRow]

  /// The parts of the data that could not be taken
  public let rejections: [Rejection]
}

extension RuleSet {
  /// Replays arrivals: each is known when it arrives, and nothing is requested
  ///
  /// ```swift
  /// let noon = Timestamp(secondsSince1970: 1_750_000_000)
  /// let replay = try rules.replay(
  ///   [(noon, .reading(Reading("weather", ["temp": .celsius(22)])))], zone: .utc, in: noon..<noon + 3600)
  /// ```
  ///
  /// - Parameters:
  ///   - arrivals: in any order; those of one second keep theirs.
  ///   - zone: the zone of the person.
  ///   - period: the time whose firings are reported; memory begins with it, and earlier arrivals count from its first second.
  /// - Throws: if the rules have errors.
  /// - Complexity: a month of hourly readings and a calendar takes about 15 ms for thirty everyday rules.
  public func replay(
    _ arrivals: some Sequence<(Timestamp, Arrival)>, zone: ZoneRules, in period: Range<Timestamp>
  ) throws(InvalidRules) -> Replay {
    try requireRunnable()
    var timed: [(at: Instant, arrival: OppEngine.Arrival)] = []
    var rejections: [Rejection] = []
    let ordered = Array(arrivals).enumerated().sorted {
      ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
    }
    for (_, (at, arrival)) in ordered {
      let at = max(at, period.lowerBound).instant
      var reader = ArrivalReader(graph, zone.zone, at: at)
      timed += reader.read(arrival).map { (at, $0) }
      rejections += reader.rejections
    }
    let replay = OppReplay.Replay(
      graph: graph, zone: zone.zone, begins: period.lowerBound.instant, arrivals: timed)
    let result = replay.run(from: period.lowerBound.instant, to: period.upperBound.instant)
    let writer = ResultWriter(graph, zone.zone)
    return Replay(
      firings: result.firings.map { writer.firing($0) },
      records: result.records.map { writer.record($0) }, rejections: rejections)
  }
}

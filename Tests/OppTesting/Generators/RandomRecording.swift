internal import OppEngine
package import OppModel

/// A random recording for a checked rule set: what arrives when, in a zone
///
/// Short, and full of what is awkward: gaps in which readings are stale, missing fields, sources that
/// fail, rows that come, change and go, clock changes, midnight.
package struct RandomRecording {
  package let seed: UInt64
  package let zone: Zone
  package let from: Instant
  package let to: Instant

  /// In the order of time
  package let arrivals: [ReferenceArrival]

  /// - Parameter seconds: how long it is; nil for ten minutes to an hour, now and then two.
  package init(seed: UInt64, graph: ConditionGraph, zone: Zone, seconds: Int64? = nil) {
    self.seed = seed
    self.zone = zone
    var random = SplitMix64(seed: seed)
    let length = seconds ?? Int64(random.number(in: 600...(random.oneIn(8) ? 7200 : 3600)))
    from = RandomRecording.start(zone, length, hasEdges: seed >= LawSeeds.edges, &random)
    to = from.advanced(by: length)
    var writer = RandomArrivals(graph: graph, from: from, length: length, random: random)
    writer.writeReadings()
    writer.writeCalendar()
    writer.writeTables()
    writer.writePlaces()
    writer.writeFailures()
    writer.writeAnswers()
    arrivals = writer.sorted()
  }

  /// 1 February, March and May 2026, 29 February and 1 March 2028, and 1 January 2027, in UTC
  private static let edges: [Int64] = [
    1_769_904_000, 1_772_323_200, 1_777_593_600, 1_835_395_200, 1_835_481_600, 1_798_761_600,
  ]

  /// Where a recording begins: near a clock change, near midnight, near the end of a month, or anywhere in the year
  private static func start(
    _ zone: Zone, _ length: Int64, hasEdges: Bool, _ random: inout SplitMix64
  ) -> Instant {
    let year = Int64(1_767_225_600)  // 2026-01-01T00:00:00Z
    let any = Instant(seconds: year + Int64(random.number(in: 0...31_000_000)))
    let before = -Int64(random.number(in: 0...Int(length)))
    if hasEdges {
      let edge = Instant(seconds: random.pick(edges))
      return edge.advanced(by: before - zone.offset(at: edge))
    }
    switch random.number(in: 0...3) {
    case 0: return (zone.nextTransition(after: any) ?? any).advanced(by: before)
    case 1: return zone.clockJump(after: any).advanced(by: before)
    default: return any
    }
  }
}

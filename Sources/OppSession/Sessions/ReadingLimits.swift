internal import OppEngine
internal import OppModel

/// The last second at which a reading counts
///
/// Opening hours: a response that says whether something is open, and when that changes, ends when it does
///
///     store("Hardware Co")    at 08:00    open: false   opens: 09:00   closes: 19:00
///
/// It may be fresh for a day. At 09:00 it says nothing of `open` any more, and is fetched again if it matters.
struct ReadingLimits {
  /// The declarations of the sources
  private let graph: ConditionGraph
  private let zone: Zone

  init(_ engine: borrowing Engine) {
    graph = engine.graph
    zone = engine.zone
  }

  /// The last second at which a reading counts
  ///
  /// A reading that is `fresh for` a time grows old from its own instant on. Of a source without `fresh for` a reading
  /// holds until the next, however old it is: it counts until that is to be requested, from the response on.
  ///
  ///     a reading of 11:00, responded at 12:00     fresh for 15min: up to 11:15     without: up to 12:15
  ///
  /// - Parameters:
  ///   - freshness: the seconds for which a response counts.
  ///   - second: the second of the response.
  func counts(of reading: SourceReading, _ freshness: Int64, answeredAt second: Int64) -> Int64 {
    if reading.isLasting { return Seconds.never }
    var last = Seconds.add(second, freshness)
    if let own = reading.freshness ?? declaredFreshness(of: reading.source) {
      last = Seconds.add(reading.instant.seconds, own)
    }
    guard let turn = nextTurn(of: reading, after: second) else { return last }
    return min(last, Seconds.subtract(turn, 1))
  }

  /// The seconds of `fresh for`; nil for a source without
  private func declaredFreshness(of source: SourceID) -> Int64? {
    guard graph.sources.has(source) else { return nil }
    return graph.sources[source].freshness
  }

  /// A reading that counts in the engine for as long as its response does in the session
  ///
  /// - Parameter freshness: the seconds for which a response counts; nil for good.
  func limited(
    _ reading: SourceReading, _ freshness: Int64?, answeredAt second: Int64
  ) -> SourceReading {
    guard !reading.isLasting, let freshness else { return reading }
    let last = counts(of: reading, freshness, answeredAt: second)
    var limited = reading
    limited.freshness = Seconds.subtract(last, reading.instant.seconds)
    return limited
  }

  /// The first second after one at which it opens or closes; nil for a reading without opening hours
  private func nextTurn(of reading: SourceReading, after second: Int64) -> Int64? {
    guard graph.sources.has(reading.source) else { return nil }
    let fields = graph.sources[reading.source].fields
    guard let open = fields.firstIndex(where: { $0.name == "open" }), fields[open].type == .bool
    else { return nil }
    var next: Int64?
    for (field, said) in zip(fields, reading.fields)
    where field.type == .timeOfDay && (field.name == "opens" || field.name == "closes") {
      guard case .known(.scalar(let time)) = said else { continue }
      let turn = self.next(Seconds.whole(time), after: second)
      next = min(next ?? turn, turn)
    }
    return next
  }

  /// The first second after one at which clocks show a time
  private func next(_ secondOfDay: Int64, after second: Int64) -> Int64 {
    let date = zone.local(at: Instant(seconds: second)).date
    for day in 0...1 as ClosedRange<Int64> {
      let local = LocalDateTime(date: date.advanced(by: day), secondOfDay: secondOfDay)
      let turn = zone.instant(of: local).seconds
      if turn > second { return turn }
    }
    return Seconds.add(second, 86_400)
  }
}

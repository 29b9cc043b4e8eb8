internal import OppModel

/// Opening hours: a response that says whether something is open, and when that changes, ends when it does
///
///     store("Hardware Co")    at 08:00    open: false   opens: 09:00   closes: 19:00
///
/// It may be fresh for a day. At 09:00 it says nothing of `open` any more, and is fetched again if it matters.
extension LiveSession {
  /// The last second at which a reading counts
  ///
  /// - Parameter second: the second of the response.
  func counts(of reading: SourceReading, _ freshness: Int64, answeredAt second: Int64) -> Int64 {
    if reading.isLasting { return Seconds.never }
    let own = Seconds.add(reading.instant.seconds, reading.freshness ?? freshness)
    guard let turn = nextTurn(of: reading, after: second) else { return own }
    return min(own, Seconds.subtract(turn, 1))
  }

  /// A reading that counts no longer than its opening hours
  func limited(_ reading: SourceReading, answeredAt second: Int64) -> SourceReading {
    guard let turn = nextTurn(of: reading, after: second), !reading.isLasting else {
      return reading
    }
    let rest = Seconds.subtract(turn, 1) - reading.instant.seconds
    let subject = FetchKey.source(reading.source, reading.arguments)
    let own = reading.freshness ?? freshness(of: subject) ?? rest
    return SourceReading(
      source: reading.source, arguments: reading.arguments, instant: reading.instant,
      fields: reading.fields, freshness: min(own, rest), isLasting: false)
  }

  /// The first second after one at which it opens or closes; nil for a reading without opening hours
  private func nextTurn(of reading: SourceReading, after second: Int64) -> Int64? {
    let index = Int(reading.source.index)
    guard engine.graph.sources.indices.contains(index) else { return nil }
    let fields = engine.graph.sources[index].fields
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
    let date = engine.zone.local(at: Instant(seconds: second)).date
    for day in 0...1 as ClosedRange<Int64> {
      let local = LocalDateTime(date: date.advanced(by: day), secondOfDay: secondOfDay)
      let turn = engine.zone.instant(of: local).seconds
      if turn > second { return turn }
    }
    return Seconds.add(second, 86_400)
  }
}

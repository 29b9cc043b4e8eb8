internal import OppEngine
internal import OppProviders

/// The last reading of each subject, with which one of some fields is a whole one: a recording has whole readings
struct PartialReadings {
  private var last: [FetchKey: SourceReading] = [:]

  /// An arrival, a reading with the fields that it leaves as they were
  mutating func completed(_ arrival: Arrival) -> Arrival {
    guard case .reading(let reading) = arrival else { return arrival }
    let subject = FetchKey.source(reading.source, reading.arguments)
    let whole = last[subject]?.followed(by: reading) ?? reading
    last[subject] = whole
    return .reading(whole)
  }
}

internal import OppEngine
internal import OppModel
internal import OppProviders

/// The sources whose readings leave fields as they were, and the last values of each
///
/// A recording that names such a source as `partial` has its readings as they came. In any other file a reading is
/// a whole one.
struct PartialReadings {
  /// The sources, by the connections of the rules
  private let sources: Set<SourceID>

  /// The last whole reading of each subject
  private var last: [FetchKey: SourceReading] = [:]

  /// The subjects in the order in which they came
  private var subjects: [FetchKey] = []

  init(of sources: Set<SourceID> = []) { self.sources = sources }

  /// `true` if readings of a source leave fields as they were
  func contains(_ source: SourceID) -> Bool { sources.contains(source) }

  /// Takes a reading, and returns it with the fields that it leaves as they were
  mutating func completed(_ reading: SourceReading) -> SourceReading {
    let subject = FetchKey.source(reading.source, reading.arguments)
    let whole = last[subject]?.followed(by: reading) ?? reading
    if last.updateValue(whole, forKey: subject) == nil { subjects.append(subject) }
    return whole
  }

  /// The readings that say that nothing is known of a source any more, one for each value of its parameters
  func missing(_ source: SourceID, at instant: Instant) -> [SourceReading] {
    guard contains(source) else { return [] }
    return subjects.compactMap { last[$0] }.filter { $0.source == source }.map { reading in
      SourceReading(
        source: source, arguments: reading.arguments, instant: instant,
        fields: reading.fields.map { _ in .missing }, freshness: nil, isLasting: false)
    }
  }
}

internal import OppModel

/// The lines of firings, which share parts: those of a second the time, those of a rule the rest
///
/// A replay may have hundreds of thousands of them, so that a line is two copies of bytes, and the parts that many lines share
/// are owned by this type alone:
///
/// ```
/// time     2013-01-01 14:55:00␣␣
/// ends     Parcel: The parcel is at the counter.⏎Home: Keys, phone, wallet?⏎
/// places   0..<38                                38..<65
/// ```
struct FiringLines {
  /// The lines that were not written yet
  private var bytes: [UInt8] = []

  /// The second of ``time``
  private var at: Instant?

  /// The beginning of the lines of a second
  private var time: [UInt8] = []

  /// The ends of the lines of rules whose firings are alike, behind the time, one after the other
  private var ends: [UInt8] = []

  /// By rule: where its end is in ``ends``; empty for a rule whose firings have no line, nil as long as it is not known
  private var places: [Range<Int>?]

  /// The number of bytes from which on they are written
  private static let length = 1 << 14

  init(ruleCount: Int) { places = Array(repeating: nil, count: ruleCount) }

  /// `true` if there is so much that it is to be written
  var isLong: Bool { bytes.count >= Self.length }

  func hasTime(of instant: Instant) -> Bool { at == instant }

  /// Sets the beginning of the lines of a second
  mutating func setTime(_ words: [UInt8], of instant: Instant) {
    at = instant
    time = words
  }

  func hasEnd(ofRule rule: Int) -> Bool { places[rule] != nil }

  /// Sets the end of the lines of a rule; nothing for one without lines
  mutating func setEnd(_ words: [UInt8], ofRule rule: Int) {
    places[rule] = ends.count..<ends.count + words.count
    ends += words
  }

  /// Adds the line of a firing that is as all of its rule
  mutating func add(endOfRule rule: Int) {
    guard let place = places[rule], !place.isEmpty else { return }
    bytes += time
    bytes += ends[place]
  }

  /// Adds the line of any other firing
  mutating func add(_ end: [UInt8]) {
    bytes += time
    bytes += end
  }

  /// Writes the lines so far
  mutating func write(to console: Console) {
    if bytes.isEmpty { return }
    console.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

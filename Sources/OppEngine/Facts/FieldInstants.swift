internal import OppModel

/// The instants of the latest readings that had each field of a source
///
/// Of two readings of one instant the later one replaces the other, which then has had nothing:
///
/// ```
/// 00:05   temp 20C            latest of temp 00:05
/// 00:10   sky clear           latest of temp 00:05, of sky 00:10
/// 00:20   temp 21C            latest of temp 00:20
/// 00:20   sky rain            latest of temp 00:05, of sky 00:20
/// ```
///
/// A reading that leaves a field as it was, as a `given` of a test does with all but one, replaces nothing of it.
struct FieldInstants: Sendable {
  /// By field: nil if no reading had it
  private var latest: [Int64?] = []

  /// The same without the latest reading
  private var before: [Int64?] = []

  /// The instant of the latest reading
  private var last = Seconds.past

  /// Those of no field
  init() {}

  /// The instants by field, of which nothing can be taken back
  init(_ latest: [Int64?]) {
    self.latest = latest
    before = latest
  }

  var isEmpty: Bool { latest.isEmpty }

  /// The instant of a field; nil if no reading had it
  @inline(__always)
  func latest(of field: Int) -> Int64? {
    latest.indices.contains(field) ? latest[field] : nil
  }

  /// Takes note of a reading that is taken at a second
  ///
  /// - Parameter has: whether it has a field; nil for one that it leaves as it was.
  mutating func take(readingOf instant: Int64, at second: Int64, _ has: (Int) -> Bool?) {
    // By its own instant: what has arrived before the engine begins is taken at one second.
    if last != instant { before = latest }
    last = instant
    for field in latest.indices {
      guard let isRead = has(field) else { continue }
      latest[field] = isRead ? min(instant, second) : before[field]
    }
  }
}

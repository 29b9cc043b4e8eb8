/// A number of firings, and apart from them that of the rows that were recorded
///
/// ```
/// 147 firings, 69 records      3 firings      46 records      0 firings
/// ```
///
/// A firing without a notification is no firing here: its records are counted.
struct FiringCount: Hashable, Sendable {
  /// The firings that notify
  var firings = 0
  var records = 0

  /// The number to show in a place with room for a single one: the firings, else the records
  var shown: Int { firings > 0 ? firings : records }

  mutating func add(_ other: FiringCount) {
    firings += other.firings
    records += other.records
  }

  var words: String {
    if firings == 0, records == 0 { return "0 firings" }
    var parts: [String] = []
    if firings > 0 { parts.append(Markup.counted(firings, "firing", "firings")) }
    if records > 0 { parts.append(Markup.counted(records, "record", "records")) }
    return parts.joined(separator: ", ")
  }
}

internal import OppModel

/// The limit that a rule had when its memory was written, by which its counts are read
///
/// After an edit, the counts of the limit before say how many firings there were, as far as it kept as many:
///
/// ```
/// at most once per day     → at most once per 1h    the latest firing is known
/// at most once per day     → at most 3 per week     the three latest ones are not
/// at most 2 per day        → … in all               those of rows that have left are not known
/// at most 2 per day in all → at most 2 per day      those of each row are not known
/// ```
struct KeptLimit: Hashable, Sendable {
  /// ``RateLimit/memoryWord``
  private let word: String

  /// The number of firings that the limit allowed in a period
  private let count: Int

  init(_ limit: RateLimit) {
    word = limit.memoryWord
    count = limit.count
  }

  /// `true` if its firings were those of all rows together
  var isInAll: Bool { word.hasSuffix(RateLimit.inAllSuffix) }

  /// `true` if its counts have every firing that another limit counts
  func knows(_ limit: RateLimit) -> Bool {
    if self == KeptLimit(limit) { return true }
    let kept = word.hasPrefix(RateLimit.secondsWord) ? count : min(count, RateLimit.longestList)
    return limit.count <= kept && isInAll == limit.isInAll
  }

  // MARK: Persistence

  /// `day 2`, `seconds-in-all 1`
  func write(to writer: inout MemoryWriter) {
    writer.word(word)
    writer.add(count)
  }

  init(from reader: inout MemoryReader) {
    word = reader.word()
    count = Int(clamping: reader.integer())
  }
}

extension RateLimit {
  /// The greatest number of seconds of firings that a limit of a calendar period keeps, which counts without them
  static let longestList = 32

  /// The number of the latest firings whose seconds are kept
  var keptFirings: Int {
    if case .seconds = period { return count }
    return min(count, Self.longestList)
  }

  /// The word of a limit of a duration
  fileprivate static let secondsWord = "seconds"

  /// The end of the words of limits of all rows together
  fileprivate static let inAllSuffix = "-in-all"

  /// The kind of period; counts of different kinds are separate, as are those of each row and of all rows
  var memoryWord: String {
    let word =
      switch period {
      case .hour: "hour"
      case .day: "day"
      case .week: "week"
      case .month: "month"
      case .seconds: Self.secondsWord
      case .ever: "ever"
      }
    return isInAll ? word + Self.inAllSuffix : word
  }
}

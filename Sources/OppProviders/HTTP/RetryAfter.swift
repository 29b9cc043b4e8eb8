package import OppModel
internal import OppSystem

/// The time for which a service is to be left alone: the header `Retry-After`
///
/// Seconds, or a date in one of the three forms of RFC 9110, section 5.6.7, which is taken against
/// the `Date` of the same response if there is one, so that a wrong clock here does not matter.
///
/// `120` is two minutes; `Sun, 21 Jun 2026 12:02:00 GMT` at noon is two minutes; `soon` is nothing.
package enum RetryAfter {
  /// Longer than this a service is not believed
  package static let maximum: Int64 = 7 * 86400

  /// - Returns: nil if the text is neither; never negative.
  package static func seconds(_ text: String, now: Instant) -> Int64? {
    let text = text.trimming(" \t")
    guard !text.isEmpty else { return nil }
    if text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) {
      return min(Int64(text) ?? maximum, maximum)
    }
    guard let date = date(text) else { return nil }
    return min(max(date.seconds(since: now), 0), maximum)
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`
  package static func date(_ text: String) -> Instant? {
    guard text.utf8.count <= 64 else { return nil }
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }
    guard let clock = words.first(where: { $0.contains(":") }), let second = secondOfDay(clock)
    else { return nil }
    // All three forms have one month, and two numbers, of which the day is first: 6 Nov 1994, 06-Nov-94, Nov 6 1994.
    let months = words.compactMap { monthNames.firstIndex(of: $0.lowercased()) }
    let numbers = words.compactMap { Int64($0) }
    guard months.count == 1, numbers.count == 2, var year = numbers.last, let day = numbers.first,
      (1...31).contains(day), (0...9999).contains(year)
    else { return nil }
    // 94 is 1994, 26 is 2026.
    if year < 100 { year += year < 70 ? 2000 : 1900 }
    guard let date = CivilDate(year: year, month: months[0] + 1, day: Int(day)) else { return nil }
    let local = LocalDateTime(date: date, secondOfDay: second)
    return Instant(seconds: local.secondsSinceEpoch)
  }

  /// The English names, which the header has in every locale
  private static let monthNames = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// The seconds since midnight of `08:49:37`; 60 is a leap second
  private static func secondOfDay(_ text: Substring) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int64($0) }
    guard parts.count == 3, numbers.count == 3, (0..<24).contains(numbers[0]),
      (0..<60).contains(numbers[1]), (0...60).contains(numbers[2])
    else { return nil }
    return numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
  }
}

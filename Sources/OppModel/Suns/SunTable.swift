/// The sun's coordinates by day, for callers that need many places
///
/// They are the same for every place on Earth, and cost more than all that follows from them.
package struct SunTable: Sendable {
  /// The coordinates at 0h of each day that was needed, by days since 1970-01-01
  private var days: [Int64: SunCoordinates] = [:]

  /// So many that a year fits; beyond that the table is emptied
  private static let limit = 1024

  /// The latest ranges of days, of even and of odd first days: neighbouring places need those of today and of tomorrow
  private var latest: (even: Days, odd: Days) = (Days(), Days())

  private struct Days: Sendable {
    var range: ClosedRange<Int64> = 0...0
    var coordinates: [SunCoordinates] = []
  }

  package init() {}

  /// The coordinates at 0h of some UTC days, each computed once
  mutating func coordinates(of range: ClosedRange<Int64>) -> [SunCoordinates] {
    let isEven = range.lowerBound & 1 == 0
    let known = isEven ? latest.even : latest.odd
    if known.range == range, !known.coordinates.isEmpty { return known.coordinates }
    let coordinates = range.map { self.coordinates(day: $0) }
    if isEven {
      latest.even = Days(range: range, coordinates: coordinates)
    } else {
      latest.odd = Days(range: range, coordinates: coordinates)
    }
    return coordinates
  }

  /// The coordinates at 0h of a UTC day
  private mutating func coordinates(day: Int64) -> SunCoordinates {
    if let known = days[day] { return known }
    if days.count >= Self.limit { days = [:] }
    let coordinates = SunCoordinates(day: day)
    days[day] = coordinates
    return coordinates
  }
}

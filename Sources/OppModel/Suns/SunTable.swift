/// The sun's coordinates by day, for callers that need many places
///
/// They are the same for every place on Earth, and cost more than all that follows from them.
package struct SunTable: Sendable {
  /// The coordinates at 0h of each day that was needed, by days since 1970-01-01
  private var days: [Int64: SunCoordinates] = [:]

  /// So many that a year fits; beyond that it starts anew
  private static let limit = 1024

  package init() {}

  /// The coordinates at 0h of a UTC day, computed once
  mutating func coordinates(day: Int64) -> SunCoordinates {
    if let known = days[day] { return known }
    if days.count >= Self.limit { days = [:] }
    let coordinates = SunCoordinates(day: day)
    days[day] = coordinates
    return coordinates
  }
}

/// The sun's coordinates by day, for callers that need many places
///
/// They are the same for every place on Earth, and cost more than all that follows from them.
package struct SunTable: Sendable {
  private var days: [Int64: SunCoordinates] = [:]

  /// So many that a year fits; beyond that it starts anew
  private static let limit = 1024

  package init() {}

  mutating func coordinates(day: Int64) -> SunCoordinates {
    if let known = days[day] { return known }
    if days.count >= Self.limit { days = [:] }
    let coordinates = SunCoordinates(day: day)
    days[day] = coordinates
    return coordinates
  }
}

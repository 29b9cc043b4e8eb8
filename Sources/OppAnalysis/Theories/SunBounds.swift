internal import OppModel

/// Between which times of day the sun crosses at pins, over a year
///
/// A crossing moves by a few minutes from one year to another, and by some more when the day of a clock
/// change moves: the margin. If crossings pass midnight by the clock, nothing is said.
///
/// ```
/// sunrise in London over a year      about 4:43 to 8:06 by the clock      4:18 to 8:31 with the margin
/// sunset beyond the polar circle     around midnight                      the whole day
/// ```
///
/// It is filled by ``add(below:of:zone:near:)`` before a network is made; the network takes domains from it.
struct SunBounds: Sendable {
  /// The times of each field at each pin, in seconds of the local day
  private var known: [Key: IntervalSet] = [:]

  /// Seconds by which the computed times are widened on both sides
  private static let margin: Int64 = 25 * 60

  /// The days between two that are computed
  ///
  /// From one to the next a crossing moves by less than the margin.
  private static let step = 4

  /// A crossing at a place
  private struct Key: Hashable {
    let field: SunField
    let position: Position
  }

  /// The times of a field at a place that is a pin; a whole day if it is none
  func times(of field: SunField, at place: NodeID, in graph: ConditionGraph) -> IntervalSet {
    // A place that is read may be anywhere, and its sun at any time.
    guard let position = graph.pin(place),
      let times = known[Key(field: field, position: position)]
    else { return TimeField.time.domain }
    return times
  }

  /// Computes the times of all fields below nodes that are about pins
  ///
  /// - Parameters:
  ///   - zone: that of local times; with another one the times would be others.
  ///   - day: days since 1970-01-01, from which a year is computed.
  ///
  /// - Complexity: 92 days of the sun for each new pin and field.
  mutating func add(below roots: [NodeID], of graph: ConditionGraph, zone: Zone, near day: Int64) {
    var seen = Set(roots)
    var stack = roots
    while let next = stack.popLast() {
      if case .sun(let field, let place) = graph[next].operation, field != .daylight,
        let position = graph.pin(place)
      {
        add(field, position, zone: zone, near: day)
      }
      graph.forEachOperand(of: graph[next].operation) { operand in
        if seen.insert(operand).inserted { stack.append(operand) }
      }
    }
  }

  /// Computes the times of one field at a pin, once
  private mutating func add(
    _ field: SunField, _ position: Position, zone: Zone, near day: Int64
  ) {
    let key = Key(field: field, position: position)
    guard known[key] == nil else { return }
    var table = SunTable()
    var (first, last): (Int64, Int64) = (.max, .min)
    for offset in stride(from: 0, to: 366, by: Self.step) {
      let date = CivilDate(days: day + Int64(offset))
      let sun = SolarDay(date: date, position: position, zone: zone, &table)
      // No crossing on this day, as in polar nights: the others decide.
      guard let instant = sun.instant(of: field) else { continue }
      let time = zone.local(at: instant).secondOfDay
      (first, last) = (min(first, time), max(last, time))
    }
    let (low, high) = (first - Self.margin, last + Self.margin)
    // Half a day of difference means that the crossing passes midnight somewhere.
    let isClear = first <= last && low > 0 && high < 86_399 && last - first < 43_200
    known[key] = isClear ? .closed(low, high) : TimeField.time.domain
  }
}

extension ConditionGraph {
  /// The position of a node that is a pin
  func pin(_ node: NodeID) -> Position? {
    if case .placePosition(let place) = self[node].operation { return pin(place) }
    if case .constant(.place(let place)) = self[node].operation { return place.position }
    guard case .constant(.position(let position)) = self[node].operation else { return nil }
    return position
  }
}

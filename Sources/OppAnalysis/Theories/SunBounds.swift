internal import OppModel

/// Between which times of day the sun crosses at pins, over a year
///
/// A crossing moves by a few minutes from one year to another, and by some more where the day of a clock
/// change moves: the margin. Where crossings pass midnight by the clock, nothing is said.
struct SunBounds: Sendable {
  private var known: [Key: IntervalSet] = [:]
  private static let margin: Int64 = 25 * 60

  /// The days between two that are computed
  private static let step = 4

  private struct Key: Hashable {
    let field: SunField
    let position: Position
  }

  /// The times of a field at a place that is a pin; a whole day where it is none
  func times(of field: SunField, at place: NodeID, in graph: ConditionGraph) -> IntervalSet {
    guard let position = graph.pin(place),
      let times = known[Key(field: field, position: position)]
    else { return TimeField.time.domain }
    return times
  }

  /// Computes the times of all fields below nodes that are about pins
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
      guard let instant = sun.instant(of: field) else { continue }
      let time = zone.local(at: instant).secondOfDay
      (first, last) = (min(first, time), max(last, time))
    }
    let (low, high) = (first - Self.margin, last + Self.margin)
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

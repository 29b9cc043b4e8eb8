internal import OppModel

/// Whether an event happens at a second (§6, "Events"), and what it remembers of the seconds before
struct EventMemory {
  let event: Event
  let opp: ReferenceOpp

  /// Whether the row is in its list, second by second
  let membership: [Truth]

  /// What the Bool, or the membership of the row, was when last known
  private var lastTruth: Truth?

  /// What the value was when last known
  private var lastValue: Value?

  /// Whether `time >= e` at the second before; nil before the first second
  private var before: Truth?

  /// The dates that have had a second with `time >= e`
  private var reachedDays: Set<Int64> = []

  init(event: Event, opp: ReferenceOpp, membership: [Truth]) {
    self.event = event
    self.opp = opp
    self.membership = membership
  }

  private var evaluator: ReferenceEvaluator { opp.evaluator }

  /// - Requires: it is asked of every second of memory, in order.
  mutating func happens(at second: Int64) -> Bool {
    let happens = occurs(at: second)
    if let row = opp.row, evaluator.tables.isAway(row, at: second) { forgetOperand() }
    return happens
  }

  /// "A row that left its table and comes back is as new"
  private mutating func forgetOperand() {
    switch event {
    case .becomes, .changes: (lastTruth, lastValue) = (nil, nil)
    case .rowAdded, .rowRemoved, .timeOfDay, .sun, .instant, .every: break
    }
  }

  private mutating func occurs(at second: Int64) -> Bool {
    switch event {
    case .becomes(let id):
      // "c is true and, when last known, was false"
      return turns(evaluator.truth(id, at: second, opp.rows), to: .true)
    case .rowAdded: return turns(membership[Int(second - evaluator.begin)], to: .true)
    case .rowRemoved: return turns(membership[Int(second - evaluator.begin)], to: .false)
    case .changes(let id):
      // "x is known and differs from its last known value"
      guard let value = evaluator.value(id, at: second, opp.rows) else { return false }
      defer { lastValue = value }
      return lastValue.map { $0 != value } ?? false
    case .timeOfDay(let id): return reaches(id, at: second)
    case .sun(let field, let place, let offset):
      // "the crossing itself, ± D"
      guard let position = evaluator.value(place, at: second, opp.rows)?.asPosition else {
        return false
      }
      return evaluator.isCrossing(field, at: second - offset, position)
    case .instant(let id):
      // "now == x"
      return evaluator.scalar(id, at: second, opp.rows) == Double(second)
    case .every(let seconds):
      // "t = local midnight + k·D in elapsed time, until the next midnight"
      let midnight = evaluator.clock.firstSecond(ofDay: evaluator.clock.day(second))
      return (second - midnight) % seconds == 0
    }
  }

  private mutating func turns(_ truth: Truth, to wanted: Truth) -> Bool {
    defer { if truth != .unknown { lastTruth = truth } }
    return truth == wanted && lastTruth == wanted.negated
  }

  /// "t is the first second of its local date with `time >= e`, and is that date's first second or was
  /// preceded by `time < e`"
  private mutating func reaches(_ id: NodeID, at second: Int64) -> Bool {
    let clock = evaluator.clock
    let day = clock.day(second)
    let time = Double(clock.secondOfDay(second))
    let moment = evaluator.scalar(id, at: second, opp.rows)
    let reached = moment.map { time >= $0 }.truth
    // "A TimeOfDay event looks at the clock alone": the second before memory is one of the clock, too.
    let before = before ?? moment.map { Double(clock.secondOfDay(second - 1)) >= $0 }.truth
    defer { self.before = reached }
    guard reached == .true, reachedDays.insert(day).inserted else { return false }
    return clock.firstSecond(ofDay: day) == second || before == .false
  }
}

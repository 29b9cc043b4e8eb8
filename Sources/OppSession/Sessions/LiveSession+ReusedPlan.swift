internal import OppEngine
internal import OppModel

/// A plan that remains valid: nothing is requested, and nothing has changed that it depends on
///
/// A second at which it is valid is not planned anew. It ends when needs may differ, when something becomes
/// due or may be retried, when an event comes near, and when the person comes to another cell.
struct ReusedPlan: Sendable {
  /// The Opps whose events come within the lead
  let coming: Set<OppInstance>

  /// The middle of the cell of each size that the person was in
  let cells: [Position]

  /// The next second at which anything becomes due
  let nextDue: Int64
}

extension LiveSession {
  /// The requests to make at the second that is open, which has just begun
  mutating func planUnlessStanding() -> [Fetch] {
    locatePerson()
    return isPlanStanding(at: engine.present) ? [] : plan()
  }

  /// Whether the plan of an earlier second is still that of this one
  private mutating func isPlanStanding(at now: Instant) -> Bool {
    guard let plan = standingPlan, refreshes.isEmpty else { return false }
    guard min(retries, plan.nextDue) > now.seconds, nextTurn.map({ $0 > now }) ?? true else {
      return false
    }
    return !demand.mayDiffer(in: &engine) && plan.cells == supply.cells(around: person)
      && plan.coming == comingEvents(at: now)
  }

  /// Keeps the plan of a second at which no fetch is requested
  mutating func keepPlan(_ requested: [Fetch], _ coming: Set<OppInstance>, at now: Instant) {
    standingPlan = nil
    guard requested.isEmpty else { return }
    var nextDue = Seconds.never
    for (subject, state) in freshness {
      let due = dueSecond(subject, state)
      if due > now.seconds { nextDue = min(nextDue, due) }
    }
    standingPlan = ReusedPlan(
      coming: coming, cells: supply.cells(around: person), nextDue: nextDue)
  }
}

/// Which fetches to make next
///
/// The planner is asked, the fetches are made, the answers reduce the problem, and it is asked again,
/// until nothing can decide anything any more. It never names a fetch that can change no root. What
/// every course of answers needs goes out together; else one fetch at a time does, the one that
/// leaves the least expected cost.
package enum Planner {
  package static func next(_ problem: PlanningProblem) -> PlannedRound {
    let open = OpenProblem(problem)
    guard !open.relevant.isEmpty else { return PlannedRound(fetches: []) }
    let needed = NeededFetches(open)
    let together = open.relevant.indices.filter { needed.all.contains($0, in: 0) }
      .map { open.relevant[$0] }.filter { open.isReady($0) }
    if !together.isEmpty { return PlannedRound(fetches: together) }
    let ready = open.relevant.filter { open.isReady($0) }
    let cheapest = ready.min { problem.fetches[$0].cost < problem.fetches[$1].cost }
    return PlannedRound(fetches: cheapest.map { [$0] } ?? [])
  }
}

/// What to do now
package struct PlannedRound: Hashable, Sendable {
  /// To be made at the same time, by index in the problem; empty where nothing can change any root
  package let fetches: [Int]
}

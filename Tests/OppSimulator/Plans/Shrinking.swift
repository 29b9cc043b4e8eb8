import Foundation
import OppModel

/// The search for a smaller plan that breaks the same law
///
/// First it cuts what comes after the failure and long before it, and leaves out each kind of event, which makes all later runs short. Then it leaves out events by halves
/// (delta debugging), Opps and other rules one by one, and latencies.
package struct Shrinking {
  private var plan: Plan

  /// The kind of the violation that every smaller plan must have
  private let kind: String

  /// The runs that are left
  private var runs: Int

  /// In seconds of the processor time of this process
  private let deadline: Double

  private init(_ plan: Plan, _ kind: String, runs: Int, seconds: Double) {
    self.plan = plan
    self.kind = kind
    self.runs = runs
    deadline = ProcessorTime.used + seconds
  }

  /// Returns the smallest plan that was found within a number of runs and seconds of processor time
  package static func shrink(
    _ plan: Plan, breaking violation: Violation, runs: Int = 2000, seconds: Double = 60
  ) -> Plan {
    var shrinking = Shrinking(plan, violation.kind, runs: runs, seconds: seconds)
    shrinking.cut(violation)
    shrinking.beginLate(violation)
    shrinking.dropKinds()
    shrinking.dropOtherOpps(violation)
    var size = 0
    repeat {
      size = shrinking.size
      shrinking.dropEvents()
      shrinking.dropRules()
    } while shrinking.size < size && shrinking.runs > 0
    shrinking.simplify()
    return shrinking.plan
  }

  private var size: Int { plan.events.count + plan.rules.count }

  /// Takes a plan if it breaks the law, too
  private mutating func tries(_ candidate: Plan) -> Bool {
    guard runs > 0, candidate != plan else { return false }
    runs = ProcessorTime.used < deadline ? runs - 1 : 0
    guard SimulatedLife.run(candidate).violation?.kind == kind else { return false }
    plan = candidate
    return true
  }

  /// Ends the plan soon after the failure
  private mutating func cut(_ violation: Violation) {
    for seconds in [Int64(120), 3600, 30_000] {
      var candidate = plan
      candidate.to = min(plan.to, violation.at.advanced(by: seconds))
      candidate.events.removeAll { $0.at > candidate.to }
      if tries(candidate) { return }
    }
  }

  /// Begins the plan not long before the failure
  private mutating func beginLate(_ violation: Violation) {
    for hours in [Int64(2), 5, 12, 24] {
      var candidate = plan
      candidate.from = max(plan.from, violation.at.advanced(by: -hours * 3600))
      candidate.events.removeAll { $0.at < candidate.from }
      if tries(candidate) { return }
    }
  }

  /// Leaves out all events of one kind, such as readings
  private mutating func dropKinds() {
    let kinds = Set(plan.events.map { $0.action.kind })
    for kind in kinds.sorted() {
      var candidate = plan
      candidate.events.removeAll { $0.action.kind == kind }
      _ = tries(candidate)
    }
  }

  /// Leaves out the Opps that are not named in the violation
  private mutating func dropOtherOpps(_ violation: Violation) {
    let others = plan.opps.filter { !violation.text.contains($0) }
    var candidate = plan
    candidate.rules.removeAll { rule in others.contains { rule.hasPrefix("opp \"\($0)\"") } }
    _ = tries(candidate)
  }

  private mutating func dropEvents() {
    var length = max(plan.events.count / 2, 1)
    while runs > 0 {
      var begin = 0
      while begin < plan.events.count, runs > 0 {
        var candidate = plan
        candidate.events.removeSubrange(begin..<min(begin + length, plan.events.count))
        if !tries(candidate) { begin += length }
      }
      if length == 1 { return }
      length /= 2
    }
  }

  private mutating func dropRules() {
    for index in plan.rules.indices.reversed() where index < plan.rules.count {
      var candidate = plan
      let rule = candidate.rules.remove(at: index)
      // What another rule reads would be missing, which may break the law in another way.
      if let name = rule.firstMatch(of: #/^(?:source|connect) (\w+) /#)?.1,
        candidate.rules.contains(where: {
          $0.contains("\(name).") || $0.contains("connect \(name) ")
        })
      {
        continue
      }
      _ = tries(candidate)
    }
  }

  /// Begins as late as possible, without latencies, at whole minutes
  private mutating func simplify() {
    var candidate = plan
    candidate.latency = 0
    _ = tries(candidate)
    if let first = plan.events.first?.at {
      for seconds in [Int64(600), 7_200, 30_000] {
        candidate = plan
        candidate.from = max(plan.from, first.advanced(by: -seconds))
        if tries(candidate) { break }
      }
    }
    for index in plan.events.indices {
      candidate = plan
      let at = plan.events[index].at
      candidate.events[index].at = at.advanced(by: -(at.seconds % 60))
      candidate.events.sort { $0.at < $1.at }
      _ = tries(candidate)
    }
  }
}

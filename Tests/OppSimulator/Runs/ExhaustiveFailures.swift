import OppModel

/// The lives of a short story with every failure that it can have, one or two in each
///
/// | failures | lives |
/// | --- | --- |
/// | a call of the disk fails once | one for each call of the first process |
/// | the disk is full for a minute from a call on | one for each |
/// | the power is cut at a call of the disk, and the writes since the last sync are lost, or some of them | two for each |
/// | the power is cut at an effect | one for each |
/// | the power is cut at an effect, and at an effect of the next process | one for each pair |
package struct ExhaustiveFailures {
  private let plan: Plan

  /// The lives so far, those with two failures, and the calls of the disk and effects of the first process
  package private(set) var count = 0
  package private(set) var pairs = 0
  package private(set) var calls = 0
  package private(set) var effects = 0

  /// The first life of each kind that broke an invariant
  package private(set) var broken: [(plan: Plan, violation: Violation)] = []

  /// Every so many of the pairs is lived through
  private let distance: Int

  package init(_ plan: Plan, everyPair distance: Int = 1) {
    self.plan = plan
    self.distance = distance
  }

  /// Lives through all of them
  package mutating func run() {
    guard let first = live([]).first else { return }
    (calls, effects) = first
    for call in 0..<first.calls {
      _ = live([.disk(.failing(call: call))])
      _ = live([.disk(.full(call: call))])
      _ = live([.cut(PowerCut(at: .call, call, losing: .all))])
      _ = live([.cut(PowerCut(at: .call, call, losing: .some))])
    }
    for effect in 0..<first.effects {
      let loss = SimulatedDisk.Loss.allCases[effect % 3]
      let cut = PowerCut(at: .effect, effect + 1, losing: loss)
      let counts = live([.cut(cut)])
      guard counts.count > 1 else { continue }
      for second in stride(from: effect % distance, to: counts[1].effects, by: distance) {
        let loss = SimulatedDisk.Loss.allCases[(effect + second) % 3]
        pairs += 1
        _ = live([.cut(cut), .cut(PowerCut(at: .effect, second + 1, losing: loss))])
      }
    }
  }

  /// Lives with failures from the first process on
  ///
  /// - Returns: the calls and effects of each process.
  private mutating func live(_ failures: [Action]) -> [(calls: Int, effects: Int)] {
    var plan = plan
    plan.events = failures.map { Plan.Event(at: plan.from, $0) } + plan.events
    let outcome = SimulatedLife.run(plan)
    count += 1
    if let violation = outcome.violation,
      !broken.contains(where: { $0.violation.kind == violation.kind })
    {
      broken.append((plan, violation))
    }
    return outcome.counts
  }
}

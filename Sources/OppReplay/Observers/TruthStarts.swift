internal import OppEngine
internal import OppModel

/// The instants since which the conditions below an Opp have had their present truth
///
/// `opp "a" when temp > 20C and not raining`, explained at 00:40, with readings at 00:00 (19 °C, no rain), 00:10
/// (21 °C), 00:30 (22 °C) and 00:50 (22 °C, rain), each fresh for an hour; ``TruthEnds`` gives the last column:
///
///     whole          true    since 00:10    until 00:50
///     temp > 20C     true    since 00:10    until 01:50:01
///     not raining    true    since 00:00    until 00:50
struct TruthStarts: Sendable {
  /// By instance: its present truth
  private var stretches: [InstanceID: Stretch] = [:]

  /// The instances followed, in one order
  private var instances: [InstanceID] = []

  /// The rule whose Opps are followed; of these only the Opp of one row if its key is given
  private let rule: Int
  private let key: [Value]?

  /// The number of Opps that were looked at: the engine adds Opps at the end and removes none
  private var seenOpps = 0

  /// A truth, and the second since which it has lasted
  private struct Stretch {
    var truth: Truth
    var since: Instant
  }

  init(rule: Int, key: [Value]?) {
    self.rule = rule
    self.key = key
  }

  /// Begins to follow the instances below an Opp
  private mutating func follow(opp: OppID, of engine: borrowing Engine) {
    for instance in engine.conditions(belowOpp: opp) where stretches[instance] == nil {
      instances.append(instance)
      stretches[instance] = Stretch(
        truth: engine.truth(ofInstance: instance), since: engine.present)
    }
  }

  /// Notes the truths of this second, those of new rows included
  mutating func note(_ engine: borrowing Engine) {
    for place in seenOpps..<engine.oppCount {
      let opp = OppID(place)
      guard engine.rule(ofOpp: opp) == rule else { continue }
      let own = engine.key(ofOpp: opp)
      if key == nil || own == key { follow(opp: opp, of: engine) }
    }
    seenOpps = engine.oppCount
    for instance in instances {
      let truth = engine.truth(ofInstance: instance)
      if stretches[instance]?.truth != truth {
        stretches[instance] = Stretch(truth: truth, since: engine.present)
      }
    }
  }

  /// Adds the seconds since which an explanation and its parts have had their truth
  func fill(_ explanation: inout Explanation) {
    explanation.since = stretches[explanation.instance]?.since
    for index in explanation.parts.indices { fill(&explanation.parts[index]) }
  }
}

extension ConditionGraph {
  /// The conditions below a rule, less those inside aggregates, which are followed anyway
  func truths(below rule: Int) -> [NodeID] {
    guard rules.indices.contains(rule) else { return [] }
    var found: [NodeID] = []
    var seen: Set<NodeID> = []
    var pending = [rules[rule].condition, rules[rule].rows?.predicate].compactMap { $0 }
    while let node = pending.popLast() {
      guard seen.insert(node).inserted else { continue }
      if self[node].type == .bool { found.append(node) }
      if case .aggregate = self[node].operation { continue }
      forEachOperand(of: self[node].operation) { pending.append($0) }
    }
    return found
  }
}

internal import OppModel

/// The instants since which the conditions below an Opp have had their present truth
///
/// `opp "a" when temp > 20C and not raining`, explained at 00:40, with readings at 00:00 (19 °C, no rain), 00:10
/// (21 °C), 00:30 (22 °C) and 00:50 (22 °C, rain), each fresh for an hour; ``NextChange`` gives the last column:
///
///     whole          true    since 00:10    until 00:50
///     temp > 20C     true    since 00:10    until 01:50:01
///     not raining    true    since 00:00    until 00:50
struct TruthTimeline {
  /// By instance: its present truth
  private var stretches: [InstanceID: Stretch] = [:]

  /// The instances followed, in one order
  private var instances: [InstanceID] = []

  /// A truth, and the second since which it has lasted
  private struct Stretch {
    var truth: Truth
    var since: Instant
  }

  /// Begins to follow the instances below an Opp
  mutating func follow(opp: OppID, of engine: borrowing Engine) {
    guard let whole = engine.opps[opp].whole else { return }
    for instance in engine.truths(below: whole) where stretches[instance] == nil {
      instances.append(instance)
      stretches[instance] = Stretch(truth: engine.truth(instance), since: engine.present)
    }
  }

  /// Notes the truths of this second
  mutating func note(_ engine: borrowing Engine) {
    for instance in instances {
      let truth = engine.truth(instance)
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

/// The seconds at which the conditions of an explanation turn
struct NextChange {
  /// The instances that have not turned yet, and their truth
  private var open: [InstanceID: Truth] = [:]

  /// By instance: the first second with another truth
  private var turns: [InstanceID: Instant] = [:]

  init(_ explanation: Explanation?) {
    if let explanation { add(explanation) }
  }

  var isEmpty: Bool { open.isEmpty }

  /// Follows the conditions of an explanation and of its parts
  private mutating func add(_ explanation: Explanation) {
    if explanation.type == .bool { open[explanation.instance] = explanation.truth }
    for part in explanation.parts { add(part) }
  }

  mutating func note(_ engine: borrowing Engine) {
    for (instance, truth) in open where engine.truth(instance) != truth {
      turns[instance] = engine.present
      open[instance] = nil
    }
  }

  func fill(_ explanation: inout Explanation) {
    explanation.until = turns[explanation.instance]
    for index in explanation.parts.indices { fill(&explanation.parts[index]) }
  }
}

extension Engine {
  /// The instances of conditions below one, it included, each once
  fileprivate func truths(below root: InstanceID) -> [InstanceID] {
    var found: [InstanceID] = []
    var seen: Set<InstanceID> = []
    var pending = [root]
    while let instance = pending.popLast() {
      guard seen.insert(instance).inserted else { continue }
      let template = program.templates[instances.template[instance]]
      if template.type == .bool, template.isMaintained { found.append(instance) }
      for operand in 0..<instances.operandCount(of: instance) {
        pending.append(instances.operand(operand, of: instance))
      }
    }
    return found
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

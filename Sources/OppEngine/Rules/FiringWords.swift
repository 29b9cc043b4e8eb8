internal import OppModel

/// The values that a waiting firing says and records, as far as they were known at its second
///
/// ```
/// opp "Completed" for each c in chores on c.done notify "{c.owner} did it, at {temp}."
///
/// 10:00:00   done: it waits for the temperature     c.owner Ann
/// 10:00:01   the owner changes to Bo
/// 10:00:03   21 °C                                  "Ann did it, at 21°C."
/// ```
///
/// A value that is unknown at that second is evaluated when the firing no longer waits.
struct FiringWords: Sendable {
  private(set) var values = KnownValues()

  /// The value of a node, or `nil` if it was unknown
  func value(of node: NodeID) -> Value? { values.value(of: node) }

  /// Adds the values that are known at this second and were not before
  mutating func take(
    ofRule rule: Int, in environment: EnvironmentID, _ evaluator: inout Evaluator
  ) {
    for node in evaluator.program.rules[rule].words where value(of: node) == nil {
      let instance = evaluator.instance(of: TemplateID(node), in: environment)
      if evaluator.isUndecided(lazy: instance) { continue }
      guard let value = evaluator.value(of: instance, at: evaluator.now) else { continue }
      values.add(value, of: node)
    }
  }

  /// Whether a value is neither known of the second of the firing nor decided now
  func isUndecided(
    ofRule rule: Int, in environment: EnvironmentID, _ evaluator: inout Evaluator
  ) -> Bool {
    for node in evaluator.program.rules[rule].words where value(of: node) == nil {
      let instance = evaluator.instance(of: TemplateID(node), in: environment)
      if evaluator.isUndecided(lazy: instance) { return true }
    }
    return false
  }
}

extension FiringWords {
  var isEmpty: Bool { values.isEmpty }

  func write(to writer: inout MemoryWriter, _ meaning: RuleMeaning) {
    values.write(to: &writer, meaning.words)
  }

  init(from reader: inout MemoryReader, _ meaning: RuleMeaning) {
    values = KnownValues(from: &reader, meaning.words)
    #if Relapses
      if Relapse.isOn(.waitingWordsAreForgotten) { values = KnownValues() }
    #endif
  }
}

extension ConditionGraph {
  /// The nodes whose values a rule says and records, without constants: of a text with pieces these pieces
  func wordNodes(of rule: Rule) -> [NodeID] {
    var found: [NodeID] = []
    for node in rule.noticeNodes + rule.recordNodes {
      var nodes = [node]
      if node == rule.text, case .text(let pieces) = self[node].operation {
        nodes = pieces.compactMap { if case .value(let node, _) = $0 { node } else { nil } }
      }
      for node in nodes where !found.contains(node) {
        if case .constant = self[node].operation { continue }
        found.append(node)
      }
    }
    return found
  }
}

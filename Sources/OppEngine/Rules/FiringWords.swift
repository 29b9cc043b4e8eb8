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
  /// The values by the nodes that have them
  private var values: [(node: NodeID, value: Value)] = []

  /// The value of a node; nil where it was unknown
  func value(of node: NodeID) -> Value? { values.first { $0.node == node }?.value }

  /// Adds the values that are known at this second and were not before
  mutating func take(
    ofRule rule: Int, in environment: EnvironmentID, _ evaluator: inout Evaluator
  ) {
    for node in evaluator.program.rules[rule].words where value(of: node) == nil {
      let instance = evaluator.instance(of: TemplateID(node), in: environment)
      if evaluator.isUndecided(lazy: instance) { continue }
      guard let value = evaluator.value(of: instance, at: evaluator.now) else { continue }
      values.append((node, value))
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

  /// The number of values, and each with the meaning of its node: `2 389f423f… t 3:Ann 96a4e2bd… 21`
  func write(to writer: inout MemoryWriter, _ meaning: RuleMeaning) {
    let known = meaning.words.compactMap { word in value(of: word.node).map { (word, $0) } }
    writer.add(known.count)
    for (word, value) in known {
      writer.add(word.meaning)
      writer.add(value, word.type)
    }
  }

  /// The values of nodes that have the same meaning as when they were written; after an edit the others are forgotten
  init(from reader: inout MemoryReader, _ meaning: RuleMeaning) {
    for _ in 0..<reader.count() {
      let fingerprint = reader.meaning()
      let word = meaning.words.first { $0.meaning == fingerprint }
      guard let value = reader.value(word?.type ?? .number), let word else { continue }
      values.append((word.node, value))
    }
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

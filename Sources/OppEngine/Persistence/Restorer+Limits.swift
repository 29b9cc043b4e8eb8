internal import OppModel

/// Restores the counts of `at most`, also after an edit of it
extension Restorer {
  /// Restores the firings that the rows of a rule share a limit of
  mutating func restoreCommonCounts(_ engine: inout Engine) {
    for rule in keys.graph.rules.indices where keys.graph.rules[rule].limit?.isInAll ?? false {
      guard var reader = entries.reader(keys.key(ofLimitOf: RuleID(rule))) else { continue }
      var counted = FiringCount()
      counted.restore(from: &reader, keys.graph.rules[rule].limit)
      if entries.accepts(reader) { engine.monitor.commonCounts[RuleID(rule)] = counted }
    }
  }

  /// Transfers the counts of limits to the edited limits that replace them
  ///
  /// - Requires: the Opps are restored.
  /// - Parameter kept: the limits that rules had, by rule.
  func recountEdited(_ kept: [RuleID: KeptLimit], _ engine: inout Engine) {
    var edited: Set<RuleID> = []
    var open: Set<RuleID> = []
    for place in keys.graph.rules.indices {
      guard let limit = keys.graph.rules[place].limit else { continue }
      let rule = RuleID(place)
      if kept[rule] != KeptLimit(limit) { edited.insert(rule) }
      if !(kept[rule]?.knows(limit) ?? false) { open.insert(rule) }
    }
    engine.monitor.openLimits = open
    if !edited.isEmpty { engine.monitor.recount(edited, &engine.evaluator) }
  }
}

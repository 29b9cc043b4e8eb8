package import OppModel

extension ConditionGraph {
  /// The rules that an Opp depends on: its own, and those that write rows of tables that one of them reads
  ///
  /// `opp "b" when count(log) > 3` depends on every rule with `record log { … }`, and on those that these depend on.
  package func rules(behind rule: Int) -> Set<Int> {
    guard rules.indices.contains(rule) else { return [] }
    var found: Set<Int> = [rule]
    var pending = [rule]
    while let next = pending.popLast() {
      let tables = tables(readBy: rules[next])
      for (index, other) in rules.enumerated() where tables.contains(where: { writes(other, $0) }) {
        if found.insert(index).inserted { pending.append(index) }
      }
    }
    return found
  }

  /// Whether a rule writes rows of a table, by `record` or by firing
  private func writes(_ rule: Rule, _ table: TableID) -> Bool {
    rule.record?.table == table
      || tables[Int(table.index)].firings?.includes(rule.name) ?? false
  }

  /// The tables whose rows a rule reads
  private func tables(readBy rule: Rule) -> Set<TableID> {
    var tables = tables(below: roots(of: rule))
    if let rows = rule.rows { tables.insert(rows.table) }
    return tables
  }

  /// The nodes that a rule begins with
  private func roots(of rule: Rule) -> [NodeID] {
    [rule.condition, rule.rows?.predicate].compactMap { $0 } + rule.noticeNodes + rule.recordNodes
      + rule.events.compactMap { $0.node } + [quietCondition(of: rule)].compactMap { $0 }
  }
}

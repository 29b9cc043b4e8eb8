package import OppEngine
package import OppModel

extension Engine {
  /// Explains an Opp at the present second, from the present values of the engine
  ///
  /// Since when and until when a part holds is not followed; ``Replay/explain(rule:row:at:)`` finds both in a recording.
  ///
  /// - Parameters:
  ///   - row: the key of the row to explain; if it is `nil`, the first row that is true is explained, or the row that is
  ///     nearest to being true.
  ///   - looksAhead: `true` if the other rows are listed, and the earliest second is sought at which the condition can be true.
  /// - Requires: no second is open.
  package func explanation(
    ofRule rule: Int, row: [Value]? = nil, looksAhead: Bool = false
  ) -> OppExplanation {
    var engine = self
    engine.followChanges()
    var result = OppExplanation(rule: rule, at: present)
    let opp = row == nil ? engine.nearestOpp(of: rule) : engine.opp(of: rule, key: row)
    if let table = graph.rules[rule].rows?.table {
      result.isTableKnown = isKnown(table)
    }
    if looksAhead {
      for opp in engine.opps(of: rule) {
        guard let row = engine.row(ofOpp: opp) else { continue }
        result.rows.append((row, engine.truth(ofOpp: opp)))
        result.titles[row] = engine.title(of: row)
      }
    }
    guard let opp else { return result }
    result.row = engine.row(ofOpp: opp)
    if let row = result.row { result.titles[row] = engine.title(of: row) }
    result.condition = engine.explanation(ofOpp: opp)
    if looksAhead, let condition = result.condition, condition.truth != .true {
      result.possibility = engine.possibility(of: condition.instance)
    }
    result.lastFiring = engine.lastFiring(ofOpp: opp)
    return result
  }
}

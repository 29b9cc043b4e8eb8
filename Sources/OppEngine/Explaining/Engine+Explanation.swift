package import OppModel

extension Engine {
  /// Explains an Opp at the present second, from what the engine knows
  ///
  /// Since when and until when a part holds is not followed; ``Replay/explain(rule:row:at:)`` finds both in a recording.
  ///
  /// - Parameter row: the key of the row to explain; where it is nil, the first row that is true, else the one that is
  ///   nearest to it.
  /// - Requires: no second is open.
  package func explanation(ofRule rule: Int, row: [Value]? = nil) -> OppExplanation {
    var engine = self
    engine.stopCounting()
    var result = OppExplanation(rule: rule, at: present)
    let opp = row == nil ? engine.nearestOpp(of: rule) : engine.opp(of: rule, key: row)
    guard let opp else { return result }
    result.row = engine.row(ofOpp: opp)
    result.condition = engine.explanation(ofOpp: opp)
    result.lastFiring = engine.opps[opp].lastFired.map { Instant(seconds: $0) }
    return result
  }
}

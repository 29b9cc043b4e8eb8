internal import OppModel

/// Opps that nothing can make fire
extension Engine {
  func isDisabled(rule: Int) -> Bool { graph.rules[rule].isDisabled }

  /// Whether an Opp, or a row of it, cannot fire at the next second, whatever becomes known
  func isIdle(_ opp: Int) -> Bool { opps[opp].isDisabled }
}

package import OppModel

/// An Opp, or one row of an Opp that is `for each`
package struct OppInstance: Hashable, Sendable {
  /// The index of the Opp in the engine
  package let index: OppID

  /// The index of the Opp in ``ConditionGraph/rules``
  package let rule: Int

  /// The row of `for each`; nil for an Opp without it
  package let row: RowID?
}

extension Engine {
  /// The instances of an Opp; several if it is `for each`
  package func instances(ofRule rule: Int) -> [OppInstance] {
    OppID.all(in: monitor.opps).filter { monitor.opps[$0].rule == rule }.map {
      monitor.oppInstance($0, evaluator.facts.rows)
    }
  }
}

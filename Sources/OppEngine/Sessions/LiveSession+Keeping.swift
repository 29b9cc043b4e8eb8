package import OppModel

/// What of a session is kept over a restart
extension LiveSession {
  /// What has changed since this was last asked; at first, everything
  ///
  /// - Requires: no second is open.
  package mutating func takeChanges() -> SessionChange {
    var experiences: [(supplier: String, experience: Experience)] = []
    for (supplier, state) in zip(supply.suppliers, states) {
      experiences.append((supplier.name, state.experience))
    }
    return SessionChange(
      memory: engine.memoryChange(), odds: odds.takeChanges(), experiences: experiences)
  }

  /// Does what a person says of an Opp, from the next second on
  ///
  /// - Requires: no second is open.
  package mutating func control(_ change: ControlChange) { engine.control(change) }

  /// Takes up how suppliers have answered in an earlier life, by their names
  package mutating func restore(_ experiences: [String: Experience]) {
    for (index, supplier) in supply.suppliers.enumerated() {
      if let known = experiences[supplier.name] { states[index].experience = known }
    }
  }

  /// The next instant at which anything of a supplier that failed is asked again
  package func retry(of supplier: String) -> Instant? {
    guard let index = supply.suppliers.firstIndex(where: { $0.name == supplier }) else {
      return nil
    }
    return cache.retry(after: engine.present.seconds) { supply.supplier(of: $0.subject) == index }
  }
}

/// What a session wants kept
package struct SessionChange: Sendable {
  package let memory: MemoryChange

  /// By the meaning of the condition
  package let odds: [Fingerprint: Odds.Count]
  package let experiences: [(supplier: String, experience: Experience)]
}

extension FetchCache {
  /// The earliest retry of a fetch that failed, among those after a second
  fileprivate func retry(after second: Int64, _ isMeant: (Fetch) -> Bool) -> Instant? {
    var earliest: Int64?
    for (fetch, entry) in failed where entry.retry > second && isMeant(fetch) {
      earliest = min(earliest ?? entry.retry, entry.retry)
    }
    return earliest.map { Instant(seconds: $0) }
  }
}

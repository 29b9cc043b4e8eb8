package import OppEngine
package import OppModel

/// Everything that a step of the daemon changed: it is kept as a whole or not at all
package struct StepRecord: Hashable, Sendable {
  /// The second of the step
  package var at: Instant

  /// What fired: on disk before anybody is told
  package var firings: [NewFiring] = []
  package var memory: Memory?

  /// The new counts of what changed
  package var odds: [Odds] = []

  /// The new figures of the suppliers that answered
  package var suppliers: [SupplierExperience] = []

  /// What was asked for since the step before
  package var fetches: [FetchRecord] = []

  /// How asking stands, by the meaning of what is asked; nil for what stands as if it was never asked
  package var asking: [String: KeptFetch?] = [:]
  package var addresses: [AddressAnswer] = []

  /// Where connectors are in what they read: ETags, sync tokens; nil for one that no longer holds.
  /// Never a secret.
  package var tokens: [String: String?] = [:]

  /// What an engine has to keep
  package enum Memory: Hashable, Sendable {
    /// In place of all that was kept
    case whole(EngineMemory)

    /// What is different from what was kept
    case change(MemoryChange)
  }

  package init(at: Instant) {
    self.at = at
  }

  /// Whether nothing has changed
  var isEmpty: Bool {
    firings.isEmpty && memory == nil && odds.isEmpty && suppliers.isEmpty && fetches.isEmpty
      && asking.isEmpty && addresses.isEmpty && tokens.isEmpty
  }
}

/// How often a condition turned out true and false, the older the less
package struct Odds: Hashable, Sendable {
  /// The meaning of the condition
  package let key: String
  package let trueCount: Double
  package let falseCount: Double

  package init(key: String, trueCount: Double, falseCount: Double) {
    self.key = key
    self.trueCount = trueCount
    self.falseCount = falseCount
  }
}

/// What experience there is with a supplier, the older the less
package struct SupplierExperience: Hashable, Sendable {
  package let supplier: String

  /// How long an answer takes, in seconds
  package let latency: Double

  /// How many fetches were answered
  package let answered: Double

  /// How many failed
  package let failed: Double

  package init(supplier: String, latency: Double, answered: Double, failed: Double) {
    self.supplier = supplier
    self.latency = latency
    self.answered = answered
    self.failed = failed
  }
}

/// That a supplier was asked, and what came of it: quotas and health are counted by these
package struct FetchRecord: Hashable, Sendable {
  package let supplier: String

  /// What was asked, in words
  package let subject: String

  /// When its outcome was known: the last second at which it may have reached the supplier
  package let at: Instant
  package let outcome: Outcome

  /// When it was kept as awaited, which this is in place of; nil where it was not
  package let since: Instant?

  /// How many bytes went over the network, both ways
  package let bytes: Int

  /// What it counts as in `set budget`
  package let cost: Double

  package enum Outcome: Hashable, Sendable {
    case arrived
    case unchanged
    case failed(FetchFailure)

    /// It was made and not answered yet
    case awaited
  }

  package init(
    supplier: String, subject: String, at: Instant, outcome: Outcome, bytes: Int,
    cost: Double = 1, since: Instant? = nil
  ) {
    self.supplier = supplier
    self.subject = subject
    self.at = at
    self.outcome = outcome
    self.bytes = bytes
    self.cost = cost
    self.since = since
  }
}

/// Where an address is, kept for good; nil where there is no such address
package struct AddressAnswer: Hashable, Sendable {
  package let text: String
  package let position: Position?

  package init(text: String, position: Position?) {
    self.text = text
    self.position = position
  }
}

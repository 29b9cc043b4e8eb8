package import OppEngine
package import OppModel

/// The fetches that would be made now, and those that might follow them
extension LiveSession {
  /// Looks ahead from a second without fetching anything
  ///
  /// The first round has the fetches that would go out. The later rounds depend on the responses: they
  /// continue from responses that leave as much undecided as they can.
  package func preview(at instant: Instant, arrived: [Arrival] = []) -> PlanPreview {
    var previewer = PlanPreviewer(self)
    return previewer.preview(at: max(instant, engine.present), arrived)
  }

  /// The Opps that depend on a response, by name: of a bundle, or of all values of a parameter, those
  /// that need any part of it
  package func opps(dependingOn fetch: Fetch) -> [String] {
    if let index = supply.provider(of: fetch.subject),
      supply.providers[index].isBundle || hasAllValues(fetch)
    {
      return opps(dependingOn: supply.providers[index])
    }
    let readers = WorldReaders(engine)
    var names: Set<String> = []
    for subject in interested[fetch] ?? [fetch.subject] {
      names.formUnion(readers.opps(dependingOn: subject))
    }
    return names.sorted { KeyOrder.isLess($0, $1) }
  }
}

/// The fetches that would be made now
package struct PlanPreview: Sendable {
  /// The fetches that would go out now, then those that may follow
  package var rounds: [Round] = []

  /// The expected cost of all rounds with the best policy; `nil` if it takes too long to compute
  package var expectedCost: Double?

  /// The subjects that are missing and cannot be fetched
  package var impossible: [Impossible] = []

  /// The fetches that are made once a quota or the budget allows them
  package var turns: [(fetch: Fetch, until: Instant)] = []

  /// The subjects that are missing and come by themselves
  package var pushed: [FetchKey] = []

  /// The fetches that failed, and when a daemon retries them
  package var retries: [(fetch: Fetch, at: Instant)] = []

  /// The subjects that can be fetched once the position of the person is known
  package var waiting: [FetchKey] = []

  /// The instant at which the engine continues by itself
  package var wake: Instant?

  /// A subject that cannot be fetched
  package struct Impossible: Sendable {
    package let subject: FetchKey

    /// The cause; `nil` for a request that is not responded to
    package let cause: Cause?

    /// The Opps that need it, by name
    package let opps: [String]

    package enum Cause: Sendable {
      /// No connection serves it
      case notConnected

      /// It depends on the position of the person, and no connection serves that
      case positionNotConnected
    }
  }

  /// The fetches that go out together
  package struct Round: Sendable {
    /// The fetches, each with its cost and the Opps that need it
    package let fetches: [(fetch: Fetch, cost: Double, opps: [String])]

    /// Whether the round is made for every possible response to the earlier ones
    package let isCertain: Bool
  }

  /// The greatest number of rounds that are looked ahead
  static let roundLimit = 64

  /// The greatest number of conditions for which the responses are sought that leave most undecided
  static let atomLimit = 300
}

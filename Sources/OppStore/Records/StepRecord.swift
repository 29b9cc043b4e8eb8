package import OppEngine
package import OppModel
package import OppSession

/// Everything that a step of the daemon changed: it is kept as a whole or not at all
///
/// Built by `opp run` while it processes one second, and committed by ``Store/commit(_:)``. In a dictionary whose
/// values are optional, a key with nil deletes the stored value, and a missing key leaves it as it is.
package struct StepRecord: Hashable, Sendable {
  /// The second of the step
  package var at: Instant

  /// The new firings: on disk before anybody is notified
  package var firings: [NewFiring] = []

  /// The notifiers of the new firings, by identity; missing for a firing whose notifiers are not known yet
  package var parts: [String: [DeliveryPart]] = [:]

  /// The outcomes of firings that were held
  package var settled: [SettledFiring] = []

  /// The entries of the session's memory that have changed
  package var memory = SessionMemoryChange()

  /// The fetches since the step before
  package var fetches: [FetchRecord] = []

  package var addresses: [KnownAddress] = []

  /// The number of the last answer that the step has taken; nil if it took none
  package var takenAnswers: Int64?

  /// The numbers of the messages that the step has taken
  package var takenMessages: [Int64] = []

  /// The answers that a recording gave
  package var recordedAnswers: [StoredAnswer] = []

  /// The positions of connectors in their services: ETags, sync tokens; nil for one that no longer holds
  ///
  /// Never a secret.
  package var tokens: [String: String?] = [:]

  /// The refreshes whose requests have their responses
  package var finishedRefreshes: [StoredRefresh] = []

  /// The readings that charts read
  package var readings: [KeptReading] = []

  /// `true` if a reading that repeats the one before is kept besides it, as charts have its age
  package var keepsRepetitions = false

  /// The sources that charts read by name, each with the first second that one looks at; nil if nothing is deleted
  package var keptSince: [String: Instant]?

  /// The names of those of them of which charts have the last known value, however old
  package var keptLast: Set<String> = []

  package init(at: Instant) {
    self.at = at
  }

  /// `true` if nothing has changed
  var isEmpty: Bool {
    firings.isEmpty && settled.isEmpty && memory.isEmpty && fetches.isEmpty
      && addresses.isEmpty && tokens.isEmpty && takenAnswers == nil && takenMessages.isEmpty
      && recordedAnswers.isEmpty && readings.isEmpty && keptSince == nil
      && finishedRefreshes.isEmpty
  }
}

/// A firing that was held, and is so no longer
package struct SettledFiring: Hashable, Sendable {
  package let id: String
  package let outcome: Outcome

  package enum Outcome: Hashable, Sendable {
    /// It is to be delivered, from this second on
    case due(Instant)

    /// A later one of its Opp and row took its place
    case superseded

    /// It was answered
    case dismissed

    /// The time of `expires` was over
    case expired
  }

  package init(id: String, _ outcome: Outcome) {
    self.id = id
    self.outcome = outcome
  }
}

/// A fetch from a provider and its outcome, for people to look at: the session counts its own
package struct FetchRecord: Hashable, Sendable {
  package let provider: String

  /// The object of the fetch, in words
  package let subject: String

  /// The time at which its outcome was known: the last second at which it may have reached the provider
  package let at: Instant
  package let outcome: Outcome

  /// The time of the record of it as awaited, which this one replaces; nil if there was none
  package let since: Instant?

  /// The number of bytes that went over the network, both ways
  package let bytes: Int

  /// The cost that it counts as in `set budget`
  package let cost: Double

  package enum Outcome: Hashable, Sendable {
    /// It brought readings or rows
    case arrived

    /// The response said that nothing is new
    case unchanged

    /// There was no response, or none of use
    case failed(FetchFailure)

    /// The request was made and has no response yet
    case awaited
  }

  package init(
    provider: String, subject: String, at: Instant, outcome: Outcome, bytes: Int,
    cost: Double = 1, since: Instant? = nil
  ) {
    self.provider = provider
    self.subject = subject
    self.at = at
    self.outcome = outcome
    self.bytes = bytes
    self.cost = cost
    self.since = since
  }
}

/// The position of an address, kept for good; nil if there is no such address
package struct KnownAddress: Hashable, Sendable {
  package let text: String
  package let position: Position?

  package init(text: String, position: Position?) {
    self.text = text
    self.position = position
  }
}

package import OppEngine
package import OppModel

/// A single request to a service: the unit of the cache, of the plan and of a quota
///
/// ```
/// weather at @48.4,-123.4              the weather of wherever the person is, in a grid of 0.1°
/// weather(@48.5,-123.3)                the weather of a given place
/// stock(nil, "milk")                   a parameter's default is nil
/// table chores, address "1 Main St", places "cafe" at @48.4,-123.4
/// ```
package struct Fetch: Hashable, Sendable {
  package let subject: FetchKey

  /// The position of the person, rounded to the cell of the provider, where the response depends on it
  ///
  /// It takes the place of an argument whose default is the position of the person, so that a step down the
  /// street needs no new fetch. Nil where the subject says all.
  package let position: Position?

  package init(subject: FetchKey, position: Position? = nil) {
    self.subject = subject
    self.position = position
  }
}

/// The result of a fetch
package struct FetchResponse: Sendable {
  package let fetch: Fetch
  package let outcome: Outcome

  /// The number of bytes that went over the network, both ways
  package let bytes: Int

  /// The parts that cannot be read, or `nil` if there are none
  package let unread: UnreadParts?

  /// The readings since the response before that those of this one have replaced, in the order of time
  ///
  /// A log may have grown by several lines.
  package let earlier: [SourceReading]

  /// The second from which a reading counts that is there already, or `nil` if there is none
  package let due: Instant?

  /// The arrivals of a response, or the reason why there are none
  package enum Outcome: Sendable {
    /// Everything that the response makes known, such as both `calendar` and `agenda`
    case arrived([Arrival])

    /// The last response still holds (`304 Not Modified`)
    case unchanged
    case failed(FetchFailure)
  }

  package init(
    fetch: Fetch, outcome: Outcome, bytes: Int = 0, unread: UnreadParts? = nil,
    earlier: [SourceReading] = [], due: Instant? = nil
  ) {
    self.fetch = fetch
    self.outcome = outcome
    self.bytes = bytes
    self.unread = unread
    self.earlier = earlier
    self.due = due
  }
}

/// The reason why a fetch failed
package struct FetchFailure: Error, Hashable, Sendable {
  package let kind: Kind

  /// A fragment for people without a secret in it, such as `the service responded with 429`
  package let reason: String

  /// The advice for the person, such as `Check the port`; `nil` for that of the kind
  package let remedy: String?

  /// The number of seconds for which the service asks for no requests; `nil` if it does not say
  package let retryAfter: Int64?

  /// The kind of a failure, by which the wait before a retry is chosen (see ``Backoff``), by its word among the
  /// entries of memory
  package enum Kind: String, Hashable, Sendable {
    /// It cannot be reached, or does not respond in time
    case unreachable

    /// It refuses the credentials, or requires some: only the person can help
    case refused

    /// It has received too many requests
    case limited

    /// It responded with an error of its own
    case broken

    /// Its response has another form than expected: a login page for a calendar, a list with an error in it
    case unreadable

    /// Its readings were too old already when they came, or are of another time
    case outdated

    /// A file, a setting or an address is wrong or missing: only the person can help
    case misconfigured
  }

  package init(
    _ kind: Kind, _ reason: String, remedy: String? = nil, retryAfter: Int64? = nil
  ) {
    self.kind = kind
    self.reason = reason
    self.remedy = remedy
    self.retryAfter = retryAfter
  }
}

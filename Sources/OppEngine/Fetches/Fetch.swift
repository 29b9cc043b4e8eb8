package import OppModel

/// What is asked of a service at once: the unit of the cache, of the plan and of a quota
package struct Fetch: Hashable, Sendable {
  package let subject: FetchSubject

  /// Where the person is, rounded to the cell of the supplier, where the answer depends on it
  ///
  /// It stands for an argument whose default is the position of the person, so that a step down the
  /// street is not a new weather. Nil where the subject says all.
  package let position: Position?

  package init(subject: FetchSubject, position: Position? = nil) {
    self.subject = subject
    self.position = position
  }
}

/// What the answer to a fetch is about
package enum FetchSubject: Hashable, Sendable {
  /// A reading of a source, by the values of its parameters; nil for a parameter's default
  ///
  /// Positions among them are rounded to the cell of the supplier.
  case source(SourceID, [Value?])

  /// The rows of a table
  case table(TableID)

  /// The position of an address
  case address(String)

  /// The places of a category around the position of the fetch
  case places(category: String)
}

/// What came of a fetch
package struct Answer: Sendable {
  package let fetch: Fetch
  package let outcome: Outcome

  /// How many bytes went over the network, both ways
  package let bytes: Int

  package enum Outcome: Sendable {
    /// Everything the answer makes known, such as both `calendar` and `agenda`
    case arrived([Arrival])

    /// What was said last still holds (`304 Not Modified`)
    case unchanged
    case failed(FetchFailure)
  }

  package init(fetch: Fetch, outcome: Outcome, bytes: Int = 0) {
    self.fetch = fetch
    self.outcome = outcome
    self.bytes = bytes
  }
}

/// Why a fetch came to nothing
package struct FetchFailure: Error, Hashable, Sendable {
  package let kind: Kind

  /// A fragment for people without a secret in it, such as `the service answered 429`
  package let reason: String

  /// For how many seconds the service wants to be left alone; nil where it does not say
  package let retryAfter: Int64?

  package enum Kind: Hashable, Sendable {
    /// It cannot be reached, or does not answer in time
    case unreachable

    /// It refuses the credentials, or asks for some: only the person can help
    case refused

    /// It has been asked too often
    case limited

    /// It answered with an error of its own
    case broken

    /// Its answer is not what it should be: a login page for a calendar, a list with an error in it
    case unreadable

    /// What it says was too old already when it came, or is of another time
    case outdated

    /// A file, a setting or an address is wrong or missing: only the person can help
    case misconfigured
  }

  package init(_ kind: Kind, _ reason: String, retryAfter: Int64? = nil) {
    self.kind = kind
    self.reason = reason
    self.retryAfter = retryAfter
  }
}

package import OppModel

/// A firing as the store keeps it, with what has come of telling it
package struct StoredFiring: Hashable, Sendable {
  package let firing: NewFiring

  /// The same as ``NewFiring/id``
  package let id: String
  package let state: State

  /// How often telling was tried and failed
  package let attempts: Int

  /// When telling is next tried, while it is waiting
  package let next: Instant

  /// When the state or the number of attempts changed last
  package let changed: Instant

  /// Why telling failed last; nil where it did not
  package let error: String?

  /// What has come of telling a firing
  package enum State: String, Hashable, Sendable, CaseIterable {
    /// It is told as soon as it may be
    case waiting
    case told

    /// It could not be told, and will not be tried again
    case failed

    /// The person is done with it
    case dismissed

    /// The Opp tells nobody
    case silent

    /// It happened while nobody was there to tell, and is too old
    case missed
  }
}

/// Which firings to list
package struct HistoryFilter: Hashable, Sendable {
  /// Only of this Opp
  package var opp: String?

  /// Only of this row
  package var row: String?

  /// Only from here on
  package var from: Instant?

  /// Only before
  package var to: Instant?

  /// Only the last so many
  package var last: Int?

  package init(
    opp: String? = nil, row: String? = nil, from: Instant? = nil, to: Instant? = nil,
    last: Int? = nil
  ) {
    self.opp = opp
    self.row = row
    self.from = from
    self.to = to
    self.last = last
  }
}

package import OppModel

/// A firing as the store keeps it, with the state of its delivery
package struct StoredFiring: Hashable, Sendable {
  package let firing: NewFiring

  /// The same as ``NewFiring/id``
  package let id: String
  package let state: State

  /// The number of attempts to deliver it that failed
  package let attempts: Int

  /// The time of the next attempt, while it is waiting
  package let next: Instant

  /// The time at which the state or the number of attempts changed last
  package let changed: Instant

  /// The reason of the last failed attempt; nil if none failed
  package let error: String?

  /// The last answer to it, and when it was given; nil for none
  package let answer: Answer?
  package let answered: Instant?

  /// The end of a snooze
  package let until: Instant?

  /// The answer as it is at an instant: none after the end of a snooze
  package func answer(at now: Instant) -> Answer? {
    answer == .snoozed && until.map { $0 <= now } ?? true ? nil : answer
  }

  /// The state of the delivery of a firing
  ///
  /// ```
  /// waiting ──▶ delivered ──▶ dismissed        silent, missed: it was never to be delivered
  ///    ├──────▶ failed ─────▶ dismissed
  ///    ├──────▶ expired
  ///    └───────────────────▶ dismissed
  ///
  /// held ──▶ waiting                            once it is quiet no longer
  ///    ├───▶ superseded
  ///    ├───▶ expired
  ///    └───▶ dismissed
  /// ```
  package enum State: String, Hashable, Sendable, CaseIterable {
    /// It is delivered as soon as it may be
    case waiting

    /// It waits until it is quiet no longer
    case held

    /// While it was held, a later firing of its Opp and row took its place
    case superseded

    /// The notifier has taken it; stores have had this word for it since their first version
    case delivered = "told"

    /// It could not be delivered, and will not be tried again
    case failed

    /// The person is done with it
    case dismissed

    /// The Opp has no notification
    case silent

    /// It happened while no daemon was running, and is too old
    case missed

    /// The time of `expires` was over before it was delivered
    case expired
  }
}

/// The firings to list
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

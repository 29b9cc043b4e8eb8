package import OppModel

/// A longest run of seconds `[from, to)` with one truth
///
/// `temp > 20C`, with 19 °C at 00:00 and 21 °C at 00:10, which count for an hour:
///
///     [00:00, 00:10)       false
///     [00:10, 01:10:01)    true
///     [01:10:01, …)        unknown: weather.temp is stale
package struct TruthStretch: Hashable, Sendable {
  package var truth: Truth
  package var from: Instant
  package var to: Instant

  /// The reasons why it is unknown at its first second
  package var reasons: [UnknownReason]

  package init(truth: Truth, from: Instant, to: Instant, reasons: [UnknownReason]) {
    self.truth = truth
    self.from = from
    self.to = to
    self.reasons = reasons
  }
}

/// The stretches of an Opp's whole condition
///
/// Those of a row begin before the row came: as false where its table was known without it, else as unknown.
package struct ConditionTrace: Hashable, Sendable {
  package let rule: Int

  /// The row of `for each`
  package let row: RowID?

  /// The text by which people know the row, at the end of the replay; `nil` if it has none
  package var title: String? = nil

  /// The beginning of a row that has one, at the end of the replay
  package var begins: Instant? = nil
  package var stretches: [TruthStretch]
}

/// A run of seconds `[from, to)` over which a value is steady or drifts at one rate
///
/// `free`, with an event from 00:40 to 00:50: `[00:00, 00:40)` 2400 s, -1 a second; `[00:40, 00:50)` 0 s.
package struct ValueStretch: Hashable, Sendable {
  /// At `from`; nil where unknown
  package var value: Value?

  /// The amount by which it grows each second
  package var perSecond: Double

  /// Whether it is neither steady nor straight
  package var isMoving: Bool
  package var from: Instant
  package var to: Instant

  /// The reasons why it is unknown at its first second
  package var reasons: [UnknownReason]

  package init(
    value: Value?, perSecond: Double, isMoving: Bool, from: Instant, to: Instant,
    reasons: [UnknownReason]
  ) {
    self.value = value
    self.perSecond = perSecond
    self.isMoving = isMoving
    self.from = from
    self.to = to
    self.reasons = reasons
  }
}

/// The stretches of a watched node
package struct ValueTrace: Hashable, Sendable {
  package let node: NodeID
  package var stretches: [ValueStretch]

  /// The stretches of a Bool by its truth
  package var truths: [TruthStretch] {
    stretches.map { stretch in
      var truth = Truth.unknown
      if case .truth(let isTrue)? = stretch.value { truth = isTrue ? .true : .false }
      return TruthStretch(
        truth: truth, from: stretch.from, to: stretch.to, reasons: stretch.reasons)
    }
  }
}

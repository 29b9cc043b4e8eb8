package import OppModel

/// A longest run of seconds `[from, to)` with one truth
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
package struct ConditionTrace: Hashable, Sendable {
  package let rule: Int

  /// The row of `for each`
  package let row: RowID?
  package var stretches: [TruthStretch]
}

/// A run of seconds `[from, to)` over which a value is steady or drifts at one rate
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

/// The traces that are recorded while an engine steps
struct Tracer: Sendable {
  var tracesConditions = false
  var tracesWatched = false
  var begins: Int64 = 0

  /// One an Opp, in the order of its coming into being
  var conditions: [[TruthStretch]] = []
  var values: [[ValueStretch]] = []
}

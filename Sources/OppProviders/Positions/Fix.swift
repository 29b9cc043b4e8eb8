internal import OppModel

/// Where a person was found to be
struct Fix: Hashable, Sendable {
  let position: Position

  /// In metres: how far off it may be; nil where that is not said
  let accuracy: Double?

  /// In metres a second; nil where that is not said
  let speed: Double?

  /// When it was so; nil where that is not said
  let instant: Instant?
}

internal import OppModel

/// The position at which a person was found to be
///
/// Made by ``GPSDReport``, ``OwnTracksMessages`` and ``FixedConnector``; ``LocationTarget`` makes a reading of it.
struct Fix: Hashable, Sendable {
  let position: Position

  /// The possible error in metres; nil where it is not known
  let accuracy: Double?

  /// The speed in metres a second; nil where it is not known
  let speed: Double?

  /// The time of the fix; nil where it has none
  let instant: Instant?
}

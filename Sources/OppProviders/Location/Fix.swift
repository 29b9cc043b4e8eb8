internal import OppModel

/// The position at which a person was found to be
///
/// Made by ``GPSDReport``, ``OwnTracksMessages`` and ``FixedConnector``; ``LocationTarget`` makes a reading of it.
struct Fix: Hashable, Sendable {
  let position: Position

  /// The possible error in metres; nil if it is not known
  let accuracy: Double?

  /// The speed in metres a second; nil if it is not known
  let speed: Double?

  /// The time of the fix; nil if it has none
  let instant: Instant?
}

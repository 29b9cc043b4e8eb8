internal import OppModel
internal import OppSystem

/// The clock of the machine, for connectors that push
enum PresentClock {
  static let now: @Sendable () -> Instant = {
    Instant(seconds: WallClock.seconds)
  }
}

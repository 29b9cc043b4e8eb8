internal import Foundation
internal import OppModel

/// The clock of the machine, for connectors that push
enum PresentClock {
  static let now: @Sendable () -> Instant = {
    Instant(seconds: Int64(Date.now.timeIntervalSince1970.rounded(.down)))
  }
}

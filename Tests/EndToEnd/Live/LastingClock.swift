import Foundation
import OppModel

@testable import opp

/// The clock of the machine, for what tells by itself: it goes on until what a test waits for has happened
final class LastingClock: LiveClock {
  private let isOver: @Sendable () -> Bool

  /// Tests run side by side, and some of them keep every processor busy for a while
  private let end = Date().addingTimeInterval(120)

  /// - Parameter isOver: asked on the thread of the life, whenever something may have happened.
  init(until isOver: @escaping @Sendable () -> Bool) {
    self.isOver = isOver
  }

  var now: Instant { Instant(seconds: Int64(Date().timeIntervalSince1970.rounded(.down))) }

  func wait(for mailbox: LiveMailbox, until: Instant?, isAwaiting: Bool) -> Bool {
    while mailbox.isEmpty {
      if isOver() || Date() > end { return false }
      if let until, until <= now { return true }
      mailbox.wait(atMost: .milliseconds(100))
    }
    return true
  }
}

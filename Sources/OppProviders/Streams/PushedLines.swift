package import OppEngine
package import OppSession

/// The news in the lines of a program that keeps running
package struct PushedLines: Sendable {
  /// Readings or rows, each with its own instant
  package let arrivals: [Arrival]

  /// The lines that cannot be read, or `nil` if there have been none
  ///
  /// Its messages are those since the last event.
  package let unread: UnreadParts?

  /// Called when all of it has been handed over and kept: no more comes before
  package let taken: @Sendable () -> Void
}

/// The number of lines that a program has printed, and of those that cannot be read
struct LineTally {
  /// The lines that are not empty
  var lines = 0

  /// The lines of which something cannot be read
  var unreadable = 0

  /// The place of the last of them: `line 3 of door.sh`
  var last = ""

  /// The words for people, or `nil` if all lines can be read
  ///
  /// `2 of 840 lines cannot be read, the last is line 812 of door.sh`
  var summary: String? {
    unreadable == 0
      ? nil : "\(unreadable) of \(lines) lines cannot be read, the last is \(last)"
  }
}

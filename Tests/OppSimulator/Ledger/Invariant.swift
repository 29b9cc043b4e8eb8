package import OppModel

/// The laws of a live run, by the numbers that stories name
package enum Invariant: String, CaseIterable, Sendable {
  /// Every firing is one that the rules justify, at its second
  case justified = "I1"

  /// No firing is lost
  case kept = "I2"

  /// A firing has one identity in the store and for notifiers
  case identity = "I3"

  /// Each notification reaches its notifier, and twice only if an outcome was lost; attempts keep their distance
  case delivered = "I4"

  /// A firing is committed before it is delivered, and not delivered while it is held, after it expired or was answered
  case order = "I5"

  /// The requests of a service stay within its quota, and leave it alone as long as it has asked
  case quotas = "I6"

  /// After a crash the store is whole, with the content of the last commit or of the one that was under way
  case restored = "I7"

  /// The run wakes for all that is due: a delivery, an attempt, a request, the end of a quiet time
  case wakes = "I9"

  /// Each notifier is reported as failing when it fails and as working when it works, once
  case health = "I10"

  /// A rule file that is not whole for a moment changes nothing
  case edits = "I11"

  /// The run goes on, and does what commands promised
  case lives = "I12"
}

/// An invariant that was broken
package struct Violation: Hashable, Sendable, CustomStringConvertible {
  package let invariant: Invariant
  package let at: Instant
  package let text: String

  /// The words of the text without names, times and numbers: two violations of one law have the same
  var kind: String {
    let words = text.split(separator: " ").filter { $0.allSatisfy { "a"..."z" ~= $0 } }
    return "\(invariant.rawValue) " + words.joined(separator: " ")
  }

  package var description: String { "\(invariant.rawValue) at \(at.rfc3339): \(text)" }
}

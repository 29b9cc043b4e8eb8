package import OppModel

/// A second of time, as whole seconds since 1970-01-01T00:00:00Z without leap seconds
///
/// Truth in Opp is defined second by second, so that a fraction is never part of one.
public struct Timestamp: Hashable, Sendable {
  public let secondsSince1970: Int64

  public init(secondsSince1970: Int64) {
    self.secondsSince1970 = secondsSince1970
  }

  /// The instant of a text of RFC 3339 with an offset, such as `2026-06-21T12:00:00-07:00`; nil for any other text
  ///
  /// A fraction counts as the whole second after it.
  public init?(_ text: String) {
    guard let instant = Instant(rfc3339: text) else { return nil }
    self.init(instant)
  }

  package init(_ instant: Instant) { secondsSince1970 = instant.seconds }

  /// The instant as engines have it
  package var instant: Instant { Instant(seconds: secondsSince1970) }

  /// The instant a number of seconds later; beyond the range of 64 bits the last there is
  public func advanced(by seconds: Int64) -> Timestamp {
    let (sum, overflows) = secondsSince1970.addingReportingOverflow(seconds)
    return Timestamp(secondsSince1970: overflows ? (seconds < 0 ? .min : .max) : sum)
  }

  /// The instant a number of seconds later
  public static func + (timestamp: Timestamp, seconds: Int64) -> Timestamp {
    timestamp.advanced(by: seconds)
  }
}

extension Timestamp: Comparable {
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }
}

extension Timestamp: CustomStringConvertible {
  /// The instant in UTC as RFC 3339 has it: `2026-06-21T19:00:00Z`
  public var description: String { instant.rfc3339 }
}

public import Foundation
public import OppKit

extension Timestamp {
  /// The second that a date is in
  ///
  /// A fraction is dropped, so that `Timestamp(.now)` is the second that a clock shows. Dates beyond the range of 64 bits are its ends.
  public init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    let end: Int64 = seconds < 0 ? .min : .max
    self.init(secondsSince1970: Int64(exactly: seconds) ?? end)
  }
}

extension Date {
  /// The beginning of a second
  public init(_ timestamp: Timestamp) {
    self.init(timeIntervalSince1970: TimeInterval(timestamp.secondsSince1970))
  }
}

extension Value {
  /// The second that a date is in
  public init(_ date: Date) { self = .instant(Timestamp(date)) }
}

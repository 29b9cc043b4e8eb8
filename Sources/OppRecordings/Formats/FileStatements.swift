internal import OppModel

/// The options of a file as its cells are read by them
///
/// A class, because each row hands it out with its file, and a reference is one thing to count.
final class FileStatements: Sendable {
  let dates: FileDates?

  /// The time of day of a day alone, in seconds since midnight
  let dayAt: Int64?

  /// The mark of decimals; the other one divides thousands
  let decimal: FileNotation.Mark?

  /// Returns `nil` if the options say nothing of how cells are written
  init?(_ options: FileOptions) {
    guard options.dates != nil || options.dayAt != nil || options.decimal != nil else { return nil }
    dates = options.dates
    dayAt = options.dayAt
    decimal = options.decimal.map { $0 == UInt8(ascii: ",") ? .comma : .point }
  }
}

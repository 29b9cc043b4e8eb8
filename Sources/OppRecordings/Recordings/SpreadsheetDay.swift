internal import OppModel

/// The day number of a spreadsheet: days since 1899-12-30, and the time of day behind the mark
///
///     46194.3333333333     2026-06-21 08:00     46194     2026-06-21, a day alone
///
/// Days before March 1900 differ between programs, because 1900 was a leap year in the first of them
/// (ECMA-376 part 1, 18.17.4.1), and are not read.
struct SpreadsheetDay {
  /// Since 1970
  let days: Int64

  /// Milliseconds since midnight, or `nil` if the number is whole
  let milliseconds: Int64?

  /// 1 March 1900 and 31 December 9999
  private static let range: ClosedRange<Int64> = 61...2_958_465

  /// The days from 1899-12-30 to 1970-01-01
  private static let epoch: Int64 = 25_569

  /// Returns `nil` if the cell is no such number
  init?(_ cell: Cell, in file: TextFile) {
    let bytes = CellText.core(of: file.bytes[cell.start..<cell.end])
    let whole = bytes.prefix { CellText.isDigit($0) }
    guard (2...7).contains(whole.count) else { return nil }
    let number = whole.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    guard Self.range.contains(number) else { return nil }
    let rest = bytes[whole.endIndex...]
    if rest.isEmpty {
      (days, milliseconds) = (number - Self.epoch, nil)
      return
    }
    let decimals = rest.dropFirst()
    guard let mark = rest.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ","),
      !decimals.isEmpty, decimals.allSatisfy({ CellText.isDigit($0) })
    else { return nil }
    // Fifteen digits are all that a spreadsheet has: rounded to the milliseconds that it shows.
    var (part, scale) = (Int64(0), Int64(1))
    for digit in decimals.prefix(11) {
      part = part * 10 + Int64(digit - UInt8(ascii: "0"))
      scale *= 10
    }
    days = number - Self.epoch
    milliseconds = (part * 86_400_000 / scale + (part * 86_400_000 % scale * 2 >= scale ? 1 : 0))
  }

  /// The date and time on the clocks of the file
  ///
  /// - Parameter dayAt: seconds since midnight, for a day alone.
  func moment(dayAt: Int64?) -> WrittenMoment? {
    guard let time = milliseconds ?? dayAt.map({ $0 * 1000 }) else { return nil }
    return WrittenMoment(
      seconds: days * LocalDateTime.secondsPerDay + time / 1000,
      fraction: UInt64(time % 1000) * 1_000_000_000_000_000, isLocal: true)
  }
}

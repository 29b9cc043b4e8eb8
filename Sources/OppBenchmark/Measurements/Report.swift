internal import Foundation

/// Lines of figures in columns
///
/// ```
/// Rules: generated Opps, medians of 7
/// Opps                                      lines        nodes        parse
/// 100                                           …            …            …
/// 1,000                                         …            …            …
/// ```
///
/// Rows appear as they are measured: each is flushed, so that a long run shows how far it is.
struct Report {
  /// The columns in characters: 34 for the first, at least 11 for the others, more if the heading is longer
  private let widths: [Int]

  /// Prints the title and the headings
  init(_ title: String, columns: [String]) {
    widths = columns.enumerated().map { index, name in max(name.count, index == 0 ? 34 : 11) }
    print("\n\(title)")
    row(columns)
  }

  /// Adds a row: the first cell is aligned left, the others right
  func row(_ cells: [String]) {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let width = widths.indices.contains(index) ? widths[index] : cell.count
      let space = String(repeating: " ", count: max(0, width - cell.count))
      line += index == 0 ? cell + space : "  " + space + cell
    }
    print(line)
    fflush(nil)
  }

  /// Ends the program because something is not as it must be for figures to mean anything
  static func fail(_ problem: String) -> Never {
    fflush(nil)
    FileHandle.standardError.write(Data("opp-benchmark: \(problem)\n".utf8))
    exit(1)
  }

  // MARK: Cells

  /// Seconds as text: `0.0123` is `12.3 ms`, `0.25` is `250 ms`, `2.5` is `2.50 s`; `-` for no number
  static func time(_ seconds: Double) -> String {
    if seconds.isNaN { return "-" }
    return seconds < 1
      ? "\(decimal(seconds * 1000, places: seconds < 0.1 ? 1 : 0)) ms"
      : "\(decimal(seconds, places: 2)) s"
  }

  /// Seconds as nanoseconds, with one decimal below a hundred: `12.3`, `443`
  static func nanoseconds(_ seconds: Double) -> String {
    decimal(seconds * 1e9, places: seconds < 1e-7 ? 1 : 0)
  }

  /// Megabytes as text, without decimals
  static func memory(_ megabytes: Double) -> String { "\(decimal(megabytes, places: 0)) MB" }

  /// A ratio as text, with four decimals: `1.0018`
  static func ratio(_ ratio: Double) -> String { decimal(ratio, places: 4) }

  /// 1234567 as 1,234,567
  static func count(_ count: Int) -> String {
    var digits = String(count)
    var result = ""
    while digits.count > 3 {
      result = "," + digits.suffix(3) + result
      digits.removeLast(3)
    }
    return digits + result
  }

  /// A number as text, with two decimals
  static func decimal(_ value: Double) -> String { decimal(value, places: 2) }

  /// A number as text; `String(format:)` rounds to the nearest
  private static func decimal(_ value: Double, places: Int) -> String {
    String(format: "%.\(places)f", value)
  }
}

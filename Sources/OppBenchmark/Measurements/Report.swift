internal import Foundation

/// Lines of figures in columns
struct Report {
  private let widths: [Int]

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

  // MARK: Cells

  static func time(_ seconds: Double) -> String {
    if seconds.isNaN { return "-" }
    return seconds < 1
      ? "\(decimal(seconds * 1000, places: seconds < 0.1 ? 1 : 0)) ms"
      : "\(decimal(seconds, places: 2)) s"
  }

  static func memory(_ megabytes: Double) -> String { "\(decimal(megabytes, places: 0)) MB" }

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

  static func decimal(_ value: Double) -> String { decimal(value, places: 2) }

  private static func decimal(_ value: Double, places: Int) -> String {
    String(format: "%.\(places)f", value)
  }
}

/// The scalars that do not take one cell, as sorted ranges
struct CellTable: Sendable {
  private let wide: [ClosedRange<UInt32>]
  private let joining: [ClosedRange<UInt32>]
  private let variable: [ClosedRange<UInt32>]

  static let standard = CellTable()

  private init() {
    wide = Self.ranges(wideScalars)
    joining = Self.ranges(joiningScalars)
    variable = Self.ranges(variableEmoji)
  }

  /// `true` if a scalar takes two cells
  func isWide(_ scalar: Unicode.Scalar) -> Bool { Self.holds(wide, scalar.value) }

  /// `true` if a scalar is drawn with the one before it
  func isJoining(_ scalar: Unicode.Scalar) -> Bool { Self.holds(joining, scalar.value) }

  /// `true` if a scalar is an emoji with U+FE0F behind it
  func isVariable(_ scalar: Unicode.Scalar) -> Bool { Self.holds(variable, scalar.value) }

  /// The ranges of a table: `300-36F 231A`
  private static func ranges(_ table: String) -> [ClosedRange<UInt32>] {
    table.split { $0 == " " || $0 == "\n" }.compactMap { entry in
      let ends = entry.split(separator: "-").compactMap { UInt32($0, radix: 16) }
      guard let low = ends.first, let high = ends.last, low <= high else { return nil }
      return low...high
    }
  }

  /// - Complexity: logarithmic in the number of ranges.
  private static func holds(_ ranges: [ClosedRange<UInt32>], _ value: UInt32) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(value)
  }
}

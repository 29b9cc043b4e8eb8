internal import OppModel

/// A value of a column
enum Cell: Hashable {
  case null
  case integer(Int64)

  /// Finite: SQLite takes what is not a number for null
  case real(Double)
  case text(String)

  static func flag(_ flag: Bool) -> Cell { .integer(flag ? 1 : 0) }

  static func instant(_ instant: Instant?) -> Cell {
    instant.map { .integer($0.seconds) } ?? .null
  }

  static func optional(_ text: String?) -> Cell {
    text.map { .text($0) } ?? .null
  }

  /// A number that counts or measures; zero for what is none
  static func measure(_ number: Double) -> Cell {
    .real(number.isFinite ? number : 0)
  }
}

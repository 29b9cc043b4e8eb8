internal import OppModel

/// A value of a column
enum Cell: Hashable {
  /// Bound as NULL, and read back as nil by the `optional…` functions of ``Statement``
  case null
  case integer(Int64)

  /// Finite, because SQLite takes a NaN for null
  case real(Double)
  case text(String)

  /// 1 or 0: SQLite has no type of its own for it
  static func flag(_ flag: Bool) -> Cell { .integer(flag ? 1 : 0) }

  /// Seconds since 1970-01-01T00:00:00Z: `2013-01-01T13:17:00Z` is 1357046220; null for nil
  static func instant(_ instant: Instant?) -> Cell {
    instant.map { .integer($0.seconds) } ?? .null
  }

  /// A text; null for nil, which differs from the empty text: `row` is never null, `payload` may be
  static func optional(_ text: String?) -> Cell {
    text.map { .text($0) } ?? .null
  }

  /// A number that counts or measures; zero for NaN and infinities
  static func measure(_ number: Double) -> Cell {
    .real(number.isFinite ? number : 0)
  }
}

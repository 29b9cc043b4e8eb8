internal import CSQLite
internal import OppModel

/// A prepared statement, kept as long as its database
///
/// The current row is read column by column, counted from 0.
///
/// ```
/// bind(["Tea", 3]) ─▶ step() = ROW ─▶ text(0), integer(1) … ─▶ step() = DONE ─▶ reset()
/// ```
///
/// The functions that read a column convert as SQLite does: NULL reads as 0 and as the empty text. A column that may be
/// NULL is read with ``isNull(_:)`` or the `optional…` functions.
final class Statement {
  /// The prepared statement, not null, as `prepare` checked
  ///
  /// It is finalized here and nowhere else, before its database closes.
  private let handle: OpaquePointer

  init(handle: OpaquePointer) {
    self.handle = handle
  }

  deinit { sqlite3_finalize(handle) }

  /// Gives the parameters their values, the first of `cells` to `?1`
  ///
  /// - Returns: SQLite's code.
  func bind(_ cells: [Cell]) -> Int32 {
    for (position, cell) in cells.enumerated() {
      let code = bind(cell, to: Int32(truncatingIfNeeded: position + 1))
      if code != SQLITE_OK { return code }
    }
    return SQLITE_OK
  }

  /// Binds one value
  ///
  /// - Parameter index: counted from 1, as in `?1`.
  /// - Returns: SQLite's code.
  private func bind(_ cell: Cell, to index: Int32) -> Int32 {
    switch cell {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let integer): return sqlite3_bind_int64(handle, index, integer)
    case .real(let real): return sqlite3_bind_double(handle, index, real)
    case .text(let text):
      var text = text
      return text.withUTF8 { bytes in
        // The bytes are valid until the call returns, which copies them. An empty buffer may have no
        // address, which SQLite would take for null.
        bytes.withMemoryRebound(to: CChar.self) { characters in
          guard let start = characters.baseAddress else {
            return opp_sqlite3_bind_text(handle, index, "", 0)
          }
          return opp_sqlite3_bind_text(handle, index, start, sqlite3_uint64(characters.count))
        }
      }
    }
  }

  /// Goes to the next row
  ///
  /// - Returns: `SQLITE_ROW`, `SQLITE_DONE`, or why not.
  func step() -> Int32 { sqlite3_step(handle) }

  /// Releases the rows, the values and the locks
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func flag(_ column: Int32) -> Bool { integer(column) != 0 }

  func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// Seconds since 1970
  func instant(_ column: Int32) -> Instant { Instant(seconds: integer(column)) }

  func optionalInstant(_ column: Int32) -> Instant? {
    isNull(column) ? nil : instant(column)
  }

  func text(_ column: Int32) -> String {
    // The address holds until the next step or reset, and the text is copied before. The count is
    // read after the text, as SQLite requires.
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func optionalText(_ column: Int32) -> String? {
    isNull(column) ? nil : text(column)
  }
}

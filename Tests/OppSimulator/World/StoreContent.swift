import CSQLite

/// All that a store holds, as one text; two stores with equal texts have the same content
struct StoreContent: Equatable {
  /// The rows of all tables; `nil` for a file that cannot be read as a whole
  private let text: String?

  /// `true` for a file that SQLite finds whole, or that is not there
  let isWhole: Bool

  /// `true` if its rows could be read
  var isReadable: Bool { text != nil }

  /// The content of the file at a path, which a connection of its own reads
  init(path: String) {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK, let handle,
      let tables = Self.rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", handle)
    else {
      text = nil
      isWhole = sqlite3_errcode(handle) == SQLITE_CANTOPEN
      return
    }
    var lines = ""
    for table in tables {
      let rows = Self.rows("SELECT * FROM \"\(table)\" ORDER BY 1, 2", handle) ?? ["unreadable"]
      lines += "\(table)\n" + rows.map { "  \($0)\n" }.joined()
    }
    text = lines
    isWhole = Self.rows("PRAGMA integrity_check", handle) == ["ok"]
  }

  /// The rows of a query, each as one text
  private static func rows(_ query: String, _ handle: OpaquePointer) -> [String]? {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, query, -1, &statement, nil) == SQLITE_OK else { return nil }
    defer { sqlite3_finalize(statement) }
    var rows: [String] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        let cells = (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
        }
        rows.append(cells.joined(separator: "\u{1F}"))
      case SQLITE_DONE: return rows
      case _: return nil
      }
    }
  }
}

import CSQLite
import Testing

/// A connection beside the store's, as another process would have it
final class Blocker {
  private var handle: OpaquePointer?

  init(path: String) throws {
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
  }

  deinit { sqlite3_close(handle) }

  func run(_ text: String) throws {
    let code = sqlite3_exec(handle, text, nil, nil, nil)
    try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
  }

  /// The first column of each row
  func column(_ text: String) throws -> [String] {
    var statement: OpaquePointer?
    try #require(sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK)
    defer { sqlite3_finalize(statement) }
    var values: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      values.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "null")
    }
    return values
  }
}

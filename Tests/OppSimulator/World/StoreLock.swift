import CSQLite

/// Another connection that holds the store, as a process that backs it up or is stuck
final class StoreLock {
  private var handle: OpaquePointer?

  /// Milliseconds since 1970
  let until: Int64

  /// - Returns: `nil` if the store cannot be held now.
  init?(_ path: String, until: Int64) {
    self.until = until
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE, nil)
    handle = opened
    guard code == SQLITE_OK, sqlite3_exec(opened, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK
    else {
      end()
      return nil
    }
  }

  /// Releases the store
  func end() {
    sqlite3_close_v2(handle)
    handle = nil
  }
}

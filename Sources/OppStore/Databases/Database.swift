internal import CSQLite
internal import OppSystem

/// A connection to a SQLite file: the one place that knows SQLite
///
/// It belongs to one task at a time, as everything in this module.
///
/// ```
/// init ─▶ verify, migrate ─▶ transaction { run … rows … } ─▶ …  ─▶ deinit closes it
///         (Migration.swift)  glimpse     { rows … number … }
/// ```
///
/// Every text is prepared once and kept, so that a daemon compiles each once. Errors of SQLite become
/// ``StoreFailure`` here and nowhere else.
final class Database {
  /// Open from `init` to `deinit`, and used by this type alone
  private let handle: OpaquePointer

  /// The path as it was given, not resolved; for messages and for the lock
  let path: String

  /// By their text; the texts are the constants of this module, so there are few
  private var statements: [String: Statement] = [:]

  /// The policy for new attempts if another process or a full disk hinders one; `nil` if a failure ends the work
  var patience: StorePatience?

  /// Waits for some milliseconds while another process holds the file
  var rest: (Int32) -> Void = { _ = sqlite3_sleep($0) }

  /// The milliseconds that have been waited since the file was found to be held
  private var waited: Int32 = 0

  /// The number of milliseconds for which another process may hold the file before the work is given up
  static let busyLimit: Int32 = 5_000

  /// The length of one pause, in milliseconds
  private static let pauseLength: Int32 = 20

  /// Opens a file that is there
  init(path: String) throws(StoreFailure) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else {
      throw StoreFailure(.broken(reason: "there is no memory for it"), path: path)
    }
    // A handle that could not be opened still has to be closed.
    guard code == SQLITE_OK else {
      let failure = Self.failure(code, opened, path)
      sqlite3_close_v2(opened)
      throw failure
    }
    handle = opened
    self.path = path
    // SQLite calls it on this connection only, which is closed before the object is gone.
    sqlite3_busy_handler(
      handle,
      { context, attempts in
        guard let context else { return 0 }
        let database = Unmanaged<Database>.fromOpaque(context).takeUnretainedValue()
        return database.waits(after: attempts) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs a statement that has no rows to read
  func run(_ text: String, _ cells: Cell...) throws(StoreFailure) {
    try run(text, cells)
  }

  /// - Parameter cells: the values of `?1`, `?2` … in order.
  func run(_ text: String, _ cells: [Cell]) throws(StoreFailure) {
    _ = try rows(text, cells) { (_: Statement) throws(StoreFailure) in }
  }

  /// The rows of a text, each as `read` makes it
  ///
  /// Every row has been read when this returns, and the statement is reset: it holds no lock of its own any more.
  ///
  /// - Requires: `read` does not run the same text again.
  func rows<Element>(
    _ text: String, _ cells: [Cell] = [],
    _ read: (Statement) throws(StoreFailure) -> Element
  ) throws(StoreFailure) -> [Element] {
    // Within a transaction nothing is tried again but all of it.
    guard let patience, sqlite3_get_autocommit(handle) != 0 else {
      return try rowsOnce(text, cells, read)
    }
    while true {
      do throws(StoreFailure) {
        let rows = try rowsOnce(text, cells, read)
        // The beginning of a transaction is no success yet, if the disk is full.
        if sqlite3_get_autocommit(handle) != 0 { patience.succeed() }
        return rows
      } catch {
        guard patience.retries(after: error) else { throw error }
      }
    }
  }

  /// The rows of a text, which is run once
  private func rowsOnce<Element>(
    _ text: String, _ cells: [Cell], _ read: (Statement) throws(StoreFailure) -> Element
  ) throws(StoreFailure) -> [Element] {
    let statement = try prepared(text)
    defer { statement.reset() }
    // A text with too few cells runs with NULL in the others; one with too many is refused here.
    let bound = statement.bind(cells)
    guard bound == SQLITE_OK else { throw failure(bound) }
    var elements: [Element] = []
    while true {
      let code = statement.step()
      if code == SQLITE_DONE { return elements }
      guard code == SQLITE_ROW else { throw failure(code) }
      elements.append(try read(statement))
    }
  }

  /// The first column of the first row as a number; nil if there is no row, or null in it
  func number(_ text: String, _ cells: Cell...) throws(StoreFailure) -> Int64? {
    try rows(text, cells) { (row) throws(StoreFailure) in
      row.isNull(0) ? nil : row.integer(0)
    }.first ?? nil
  }

  /// Runs several statements without values or rows
  func script(_ text: String) throws(StoreFailure) {
    let code = sqlite3_exec(handle, text, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs a script again and again, a while, as long as another process is in the way
  ///
  /// A change of the journal's mode does not wait by itself.
  func patiently(_ text: String) throws(StoreFailure) {
    for _ in 0..<(Self.busyLimit / Self.pauseLength) {
      let code = sqlite3_exec(handle, text, nil, nil, nil)
      if code == SQLITE_OK { return }
      guard Self.isBusy(code) else { throw failure(code) }
      pause()
    }
    throw failure(SQLITE_BUSY)
  }

  /// `true` if a code says that another connection is in the way
  private static func isBusy(_ code: Int32) -> Bool {
    code & 0xFF == SQLITE_BUSY || code & 0xFF == SQLITE_LOCKED
  }

  /// Lets another process go first, for 20 milliseconds
  func pause() { rest(Self.pauseLength) }

  /// Waits a little for another process, longer after each attempt
  ///
  /// - Parameter attempts: the number of waits since the file was found to be held.
  /// - Returns: `false` after ``busyLimit``.
  private func waits(after attempts: Int32) -> Bool {
    if attempts == 0 { waited = 0 }
    guard waited < Self.busyLimit else { return false }
    let length = min(attempts + 1, Self.pauseLength)
    rest(length)
    waited += length
    return true
  }

  /// Does all of `body` or nothing of it; once it has returned, a crash cannot undo it
  ///
  /// It takes the right to write at once: a transaction that begins by reading and writes later can be
  /// refused in its middle.
  ///
  /// - Parameter body: changes nothing but the file, because it may be run again.
  /// - Throws: ``StoreFailure``, of `body` or of SQLite; the file is then as before.
  func transaction<Result>(
    _ body: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    while true {
      do throws(StoreFailure) {
        let result = try transactionOnce(body)
        patience?.succeed()
        return result
      } catch {
        guard let patience, patience.retries(after: error) else { throw error }
      }
    }
  }

  /// Does all of `body`, once, or nothing of it
  private func transactionOnce<Result>(
    _ body: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    try run("BEGIN IMMEDIATE")
    do throws(StoreFailure) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // A full disk may have ended the transaction already. That nothing changed is all that a
      // rollback could add to the reason.
      if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
      throw error
    }
  }

  /// Reads several things as they are at one moment
  func glimpse<Result>(
    _ body: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    try run("BEGIN")
    // Nothing was changed, so that either end would do.
    defer { if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") } }
    return try body()
  }

  /// Takes over the whole content of another file, as it is at one moment, in one transaction
  ///
  /// A process that has this file open sees the old content or the new one. It is SQLite's online backup, which also reads the
  /// write-ahead log of the other file.
  ///
  /// - Requires: no statement of this connection is running.
  func takeContent(of other: Database) throws(StoreFailure) {
    guard let backup = sqlite3_backup_init(handle, "main", other.handle, "main") else {
      throw failure(sqlite3_errcode(handle))
    }
    var code = sqlite3_backup_step(backup, -1)
    for _ in 0..<(Self.busyLimit / Self.pauseLength) where Self.isBusy(code) {
      pause()
      code = sqlite3_backup_step(backup, -1)
    }
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw failure(code) }
  }

  /// The number of rows that the last statement changed
  var changes: Int { Int(sqlite3_changes64(handle)) }

  /// The number of rows that this connection has changed since it was opened
  var totalChanges: Int64 { sqlite3_total_changes64(handle) }

  /// The statement of a text, from the kept ones if it was prepared before
  ///
  /// - Throws: ``StoreFailure`` if SQLite cannot compile it, as with a table that a damaged file lacks.
  private func prepared(_ text: String) throws(StoreFailure) -> Statement {
    if let statement = statements[text] { return statement }
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      self.handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK else { throw failure(code) }
    guard let handle else { throw failure(SQLITE_MISUSE) }
    let statement = Statement(handle: handle)
    statements[text] = statement
    return statement
  }

  /// The failure of this connection for a code of SQLite
  private func failure(_ code: Int32) -> StoreFailure {
    Self.failure(code, handle, path)
  }

  /// The failure that a code of SQLite means
  private static func failure(
    _ code: Int32, _ handle: OpaquePointer, _ path: String
  ) -> StoreFailure {
    let kind: StoreFailure.Kind =
      // The low byte is the primary code: SQLITE_IOERR_FSYNC (1034 = 10 | 4 << 8) is an SQLITE_IOERR.
      switch code & 0xFF {
      case SQLITE_FULL: .full
      case SQLITE_BUSY, SQLITE_LOCKED: .locked
      case SQLITE_CORRUPT: .corrupt
      case SQLITE_NOTADB: .foreign
      case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .notWritable
      case SQLITE_CANTOPEN: .notOpenable
      // A journal for which there is no room is an error of input and output to SQLite.
      case SQLITE_IOERR where [ENOSPC, EDQUOT].contains(sqlite3_system_errno(handle)): .full
      default: .broken(reason: sqlite3_errmsg(handle).map { String(cString: $0) } ?? "\(code)")
      }
    return StoreFailure(kind, path: path)
  }
}

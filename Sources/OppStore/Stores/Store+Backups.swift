/// Copies of a store as one file, and the way back
///
/// ```
/// backUp(to: "june.opp")     store.sqlite and its log ─▶ june.opp.partial ─▶ june.opp
/// restore(from: "june.opp")  store.sqlite ─▶ store.sqlite.before;  june.opp ─▶ store.sqlite, then its migrations
/// ```
extension Store {
  /// Writes all of the store, as it is at one moment, to a file that is not there yet
  ///
  /// A daemon may work on the store meanwhile. The file is readable for its owner alone.
  ///
  /// - Throws: ``StoreFailure`` of ``StoreFailure/Kind/existing``, or why it cannot be written; nothing is left then.
  package func backUp(to path: String) throws(StoreFailure) {
    if StoreFile.exists(path) { throw StoreFailure(.existing, path: path) }
    let partial = Self.freeName(path + ".partial")
    do throws(StoreFailure) {
      try StoreFile.make(partial)
      // It is closed before it gets its name.
      try Database(path: partial).takeContent(of: database)
    } catch {
      StoreFile.remove(partial)
      throw StoreFailure(error.kind, path: error.path == partial ? path : error.path)
    }
    try StoreFile.move(partial, to: path)
  }

  /// Restores a store to the state in which a copy of it was written; copies of earlier versions are brought up to date
  ///
  /// - Returns: the file that has the content of the store before; nil if there was none.
  /// - Throws: ``StoreFailure``: the copy is none, or damaged, or of a later version; a daemon works on the store. The store is then
  ///   as it was.
  package static func restore(
    _ path: String, from copy: String
  ) throws(StoreFailure) -> String? {
    try StoreFile.verify(copy, isMade: false)
    if StoreFile.isSame(copy, path) { throw StoreFailure(.sameFile, path: copy) }
    let source = try Database(path: copy)
    try source.verify(for: Migration.all)
    let isEmpty = try source.number("SELECT count(*) FROM sqlite_schema") == 0
    if isEmpty { throw StoreFailure(.foreign, path: copy) }
    let problems = try source.rows("PRAGMA quick_check(1)") { (row) throws(StoreFailure) in
      row.text(0)
    }
    guard problems == ["ok"] else { throw StoreFailure(.corrupt, path: copy) }
    // A trigger would run, and a view be read, with every step of the daemon.
    let version = try source.number("PRAGMA user_version") ?? 0
    let migrations = Array(Migration.all.prefix(Int(version)))
    let known = try Self.objects(of: Store.inMemory(migrations: migrations).database)
    guard try Self.objects(of: source).isSubset(of: known) else {
      throw StoreFailure(.foreign, path: copy)
    }
    let isThere = StoreFile.exists(path)
    let store = try Store.open(path: path)
    return try store.withoutDaemon { () throws(StoreFailure) in
      var kept: String?
      if isThere {
        let name = freeName(path + ".before")
        try store.backUp(to: name)
        kept = name
      }
      try store.database.takeContent(of: source)
      try store.database.migrate(by: Migration.all)
      return kept
    }
  }

  /// The tables, indices, views and triggers of a database, each by its kind and its name, but for those of SQLite itself
  private static func objects(of database: Database) throws(StoreFailure) -> Set<String> {
    let objects = try database.rows("SELECT type, name FROM sqlite_schema") {
      (row) throws(StoreFailure) in row.text(0) + " " + row.text(1)
    }
    return Set(objects.filter { !$0.contains(" sqlite_") })
  }

  /// A name at which there is no file: `store.sqlite.before`, else `store.sqlite.before-2`, …
  private static func freeName(_ name: String) -> String {
    var number = 1
    while true {
      let candidate = number == 1 ? name : "\(name)-\(number)"
      if !StoreFile.exists(candidate) { return candidate }
      number += 1
    }
  }
}

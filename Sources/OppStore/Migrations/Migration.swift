/// A step from one version of the store's tables to the next
///
/// A migration that has been released is never changed; a correction is the next one.
struct Migration: Sendable {
  /// The part that SQL cannot do, before the script; nil for none
  let conversion: (@Sendable (Database) throws(StoreFailure) -> Void)?

  /// SQL, run in one transaction with the change of the version
  let script: String

  init(
    script: String, after conversion: (@Sendable (Database) throws(StoreFailure) -> Void)? = nil
  ) {
    self.script = script
    self.conversion = conversion
  }

  /// In order: the first makes version 1 of an empty file
  static let all: [Migration] = [
    .first, .second, .third, .fourth, .fifth, .sixth, .seventh, .eighth, .ninth,
    .tenth, .eleventh,
  ]

  /// Marks a SQLite file as a store of Opp: `Opp!`
  static let applicationID: Int64 = 0x4F70_7021
}

extension Database {
  /// Sees whether these migrations can make a store of the file, and changes nothing
  ///
  /// - Throws: ``StoreFailure`` if the file is something else, or of a later version.
  func verify(for migrations: [Migration]) throws(StoreFailure) {
    _ = try glimpse { () throws(StoreFailure) in try version(newest: Int64(migrations.count)) }
  }

  /// Brings the file up to the version of the last migration
  ///
  /// If there are two, a store of version 1 runs the second alone, and an empty file, of version 0, runs both.
  func migrate(by migrations: [Migration]) throws(StoreFailure) {
    let newest = Int64(migrations.count)
    let before = try glimpse { () throws(StoreFailure) in try version(newest: newest) }
    if before == newest { return }
    try transaction { () throws(StoreFailure) in
      // Another process may have come first.
      let found = try version(newest: newest)
      for migration in migrations.dropFirst(Int(found)) {
        try migration.conversion?(self)
        try script(migration.script)
      }
      try script(
        "PRAGMA application_id = \(Migration.applicationID); PRAGMA user_version = \(newest);")
    }
  }

  /// The version of the file's tables; 0 for an empty file
  ///
  /// | `application_id` | `user_version` | tables | version |
  /// | --- | --- | --- | --- |
  /// | 0 | 0 | none | 0 |
  /// | `Opp!` | 2 | those of Opp | 2 |
  /// | `Opp!` | 3 | | a failure if only two are known |
  /// | 0 | 0 | others | a failure: the file is somebody else's |
  ///
  /// - Requires: a transaction, because another process may be making the tables.
  private func version(newest: Int64) throws(StoreFailure) -> Int64 {
    let application = try number("PRAGMA application_id") ?? 0
    let version = try number("PRAGMA user_version") ?? 0
    if application == 0, version == 0, try number("SELECT count(*) FROM sqlite_schema") == 0 {
      return 0
    }
    guard application == Migration.applicationID, version > 0 else {
      throw StoreFailure(.foreign, path: path)
    }
    guard version <= newest else {
      throw StoreFailure(.newer(found: version, known: newest), path: path)
    }
    return version
  }
}

internal import OppModel

/// The state that Opp keeps between one run and the next, in one SQLite file
///
/// Every change is one transaction that is on the disk when the call returns; a process that is killed at
/// any instant leaves the file as after one of the changes. The daemon and a command may have it open at
/// once: readers never wait, and a writer waits for another for the length of a transaction.
///
/// It has no clock: the present is the caller's. It takes no secrets.
///
/// ```
/// daemon    open ─▶ becomeDaemon ─▶ loadMemory, … ─▶ commit, waiting, markDelivered ─▶ commit …
/// command   open ─▶ snooze ─▶ runningDaemon: SIGHUP ─▶ end
///                                                 the daemon: changeCount differs ─▶ loadStandings
/// ```
package final class Store {
  let database: Database

  /// The next times of deliveries, as they were last read
  private var knownTimes: KnownTimes?

  /// The file
  package var path: String { database.path }

  /// The policy for new attempts if another process or a full disk hinders one; `nil` if a failure ends the work
  package var patience: StorePatience? {
    get { database.patience }
    set { database.patience = newValue }
  }

  /// - Requires: a database with the tables of the newest version.
  private init(database: Database) {
    self.database = database
  }

  /// Opens a store, and makes it if there is none
  ///
  /// - Parameters:
  ///   - isMade: whether a missing file is made; it is readable for its owner alone.
  ///   - rest: waits for some milliseconds while another process holds the file; `nil` for SQLite's own sleep.
  /// - Throws: ``StoreFailure`` if it cannot be opened: a file that is no store, or of a later version,
  ///   is left as it is.
  package static func open(
    path: String, isMade: Bool = true, rest: ((Int32) -> Void)? = nil
  ) throws(StoreFailure) -> Store {
    try open(path: path, isMade: isMade, migrations: Migration.all, rest: rest)
  }

  /// A store of one process, which is gone with it
  package static func inMemory() throws(StoreFailure) -> Store {
    try inMemory(migrations: Migration.all)
  }

  /// A store of one process, with the tables of some migrations
  static func inMemory(migrations: [Migration]) throws(StoreFailure) -> Store {
    let database = try Database(path: memoryPath)
    try database.script("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;")
    try database.migrate(by: migrations)
    return Store(database: database)
  }

  /// SQLite's name of a database that is no file
  private static let memoryPath = ":memory:"

  /// `true` if it is no file
  package var isInMemory: Bool { path == Self.memoryPath }

  /// Opens a store with the tables of some migrations: tests make old stores with the first ones
  static func open(
    path: String, isMade: Bool = true, migrations: [Migration], rest: ((Int32) -> Void)? = nil
  ) throws(StoreFailure) -> Store {
    // The file is checked first, then opened, then recognized: nothing is written to it before that.
    if isMade { try StoreFile.make(path) }
    try StoreFile.verify(path, isMade: isMade)
    let database = try Database(path: path)
    if let rest { database.rest = rest }
    try database.verify(for: migrations)
    StoreFile.makePrivate(path)
    // Readers and the writer do not block each other in a write-ahead log; it is synced at every
    // commit, so that a firing that was delivered is never unknown after a power cut.
    try database.patiently("PRAGMA journal_mode = WAL")
    try database.script(
      """
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA journal_size_limit = 1048576;
      """)
    try database.migrate(by: migrations)
    return Store(database: database)
  }

  func failure(_ kind: StoreFailure.Kind) -> StoreFailure {
    StoreFailure(kind, path: path)
  }

  /// The next times of deliveries, which are forgotten once the store has changed
  func known<Result>(
    _ body: (inout KnownTimes) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    let (own, others) = (database.totalChanges, try changeCount())
    var times = KnownTimes(own: own, others: others)
    if let knownTimes, knownTimes.own == own, knownTimes.others == others { times = knownTimes }
    defer { knownTimes = times }
    return try body(&times)
  }

  /// A number that differs from an earlier one if another process has changed the store since
  ///
  /// Much cheaper than reading the tables that may have changed.
  package func changeCount() throws(StoreFailure) -> Int64 {
    if isInMemory { return 0 }
    return try database.number("PRAGMA data_version") ?? 0
  }
}

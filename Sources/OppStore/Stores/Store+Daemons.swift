package import OppModel

/// The daemon that works on the store: at most one
extension Store {
  /// A daemon that is there
  package struct Daemon: Hashable, Sendable {
    package let pid: Int64
    package let started: Instant
  }

  /// Takes the right to be the daemon of this store, as long as the lock exists
  ///
  /// - Throws: ``StoreFailure`` of ``StoreFailure/Kind/running(pid:)`` if there is one.
  package func becomeDaemon(pid: Int64, at now: Instant) throws(StoreFailure) -> DaemonLock {
    let lock = try daemonLock()
    try database.run(
      "INSERT OR REPLACE INTO daemon (one, pid, started) VALUES (1, ?1, ?2)",
      .integer(pid), .instant(now))
    return lock
  }

  /// The lock that a daemon holds
  ///
  /// - Throws: ``StoreFailure`` of ``StoreFailure/Kind/running(pid:)`` if another one holds it.
  private func daemonLock() throws(StoreFailure) -> DaemonLock {
    let path = StoreFile.lockPath(of: path)
    // A command that looks whether there is a daemon holds the lock for an instant: there are at most 9 pauses of
    // 20 ms.
    for attempt in 0..<10 {
      if attempt > 0 { database.pause() }
      if let lock = try DaemonLock(path: path) { return lock }
    }
    throw failure(.running(pid: try lastDaemon()?.pid))
  }

  /// Does something while no daemon works on this store, and none can begin to
  ///
  /// - Throws: ``StoreFailure`` of ``StoreFailure/Kind/running(pid:)`` if there is one, or that of `body`.
  func withoutDaemon<Result>(
    _ body: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    try withExtendedLifetime(try daemonLock(), body)
  }

  /// The daemon that works on this store now; nil if there is none
  package func runningDaemon() throws(StoreFailure) -> Daemon? {
    guard let last = try lastDaemon() else { return nil }
    // A process that gets the lock, even for an instant, knows that no other holds it.
    let lock = try DaemonLock(path: StoreFile.lockPath(of: path))
    return lock == nil ? last : nil
  }

  /// The row of the last daemon, which may have ended; nil if none ever ran
  private func lastDaemon() throws(StoreFailure) -> Daemon? {
    try database.rows("SELECT pid, started FROM daemon") { (row) throws(StoreFailure) in
      Daemon(pid: row.integer(0), started: row.instant(1))
    }.first
  }
}

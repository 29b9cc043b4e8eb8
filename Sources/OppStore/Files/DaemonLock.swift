internal import OppSystem

/// The right to be the only daemon of a store, held as long as this object exists
///
/// The system takes it back when the process ends, however it ends; so no number of a process that is
/// long gone is ever in the way.
///
/// The file is `STORE.lock` beside the store, empty, and stays when the lock is released: removing it would let two
/// processes lock two files of one name.
package final class DaemonLock: Sendable {
  /// Open for as long as the lock is held: closing it releases the lock of flock(2)
  private let descriptor: Int32

  /// - Returns: nil if another one holds it.
  init?(path: String) throws(StoreFailure) {
    descriptor = try StoreFile.openLock(path)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // A signal may come in between.
      if errno == EINTR { continue }
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }
}

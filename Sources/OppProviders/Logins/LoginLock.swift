package import OppSystem

/// The right to change the file of a login, held as long as this object exists
///
/// The system takes it back when the process ends, however it ends. The file of the lock stays: removing it would let two
/// processes lock two files of one name.
package final class LoginLock: Sendable {
  /// Open for as long as the lock is held: closing it releases the lock of flock(2)
  private let descriptor: Int32

  /// The time between two attempts, and that after which another process is not waited for
  private static let pause = Duration.milliseconds(50)
  private static let patience = Duration.seconds(60)

  /// - Returns: `nil` if another process or task holds it.
  private init?(_ path: String) throws(SystemFailure) {
    let opened = try SystemFailure.uninterrupted {
      open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    while flock(opened, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      close(opened)
      return nil
    }
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// Changes the content of the lock's file, so that the programs that watch it read the login again
  ///
  /// A renewal does not: the connections that watch the file have the new token already.
  func announce() throws(SystemFailure) {
    let number = Array("\(UInt64.random(in: .min ... .max))\n".utf8)
    try SystemFailure.uninterrupted { ftruncate(descriptor, 0) }
    try SystemFailure.uninterrupted { pwrite(descriptor, number, number.count, 0) }
  }

  /// Waits for the lock of a login
  ///
  /// - Throws: `EAGAIN` if another process holds it for longer than a renewal takes.
  package static func of(
    _ name: String, in folder: LoginFolder
  ) async throws(SystemFailure) -> LoginLock {
    try Folder.make(folder.path, permissions: 0o700)
    let end = ContinuousClock.now + patience
    while ContinuousClock.now < end {
      if let lock = try LoginLock(folder.lockPath(of: name)) { return lock }
      try? await Task.sleep(for: pause)
    }
    throw SystemFailure(code: EAGAIN)
  }
}

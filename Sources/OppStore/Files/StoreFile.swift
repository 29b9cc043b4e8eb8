internal import OppSystem

/// The file of a store among other files
///
/// ``Store/open(path:isMade:)`` calls `make`, `verify`, then `makePrivate`; ``DaemonLock`` uses `lockPath` and
/// `openLock`. Beside `store.sqlite` there are `store.sqlite-wal` and `-shm` of SQLite, and `store.sqlite.lock`.
enum StoreFile {
  /// The permissions, for the person alone, because the store records the positions and habits of people
  private static let fileMode: mode_t = 0o600

  /// The permissions of the folders that are made on the way, `~/.local/state/opp`
  private static let folderMode: mode_t = 0o700

  /// A link that leads to nothing does not exist
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// `true` if two paths lead to one file
  static func isSame(_ first: String, _ second: String) -> Bool {
    var (one, other) = (stat(), stat())
    guard stat(first, &one) == 0, stat(second, &other) == 0 else { return false }
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }

  /// Makes an empty file, and the folders of its path, if there is none yet
  static func make(_ path: String) throws(StoreFailure) {
    if exists(path) { return }
    let target: String
    do throws(SystemFailure) {
      target = try FilePath(path).followingLinks().text
    } catch {
      errno = error.code
      throw failure(path)
    }
    try make(at: target)
  }

  /// Makes an empty file, and the folders of its path, at a path that is no link
  private static func make(at path: String) throws(StoreFailure) {
    try makeFolders(of: path)
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, fileMode)
    // If another process has made it in between, it is as good. A file that is there must not be
    // opened and closed here: that would take SQLite's locks on it away.
    if descriptor < 0 {
      guard errno == EEXIST else { throw failure(path) }
      return
    }
    close(descriptor)
  }

  /// Gives a file another name, at which there is none yet; if that fails it is gone
  static func move(_ path: String, to name: String) throws(StoreFailure) {
    // A link fails if the name is taken, which renaming would overwrite; some file systems, as of memory sticks, have no
    // links.
    var code = link(path, name) == 0 ? 0 : errno
    if code != 0, code != EEXIST, !exists(name) { code = rename(path, name) == 0 ? 0 : errno }
    unlink(path)
    if code == EEXIST { throw StoreFailure(.existing, path: name) }
    errno = code
    if code != 0 { throw failure(name) }
  }

  /// Removes a file, if it is there
  static func remove(_ path: String) { unlink(path) }

  /// Refuses a file that cannot be a store before anything is written to it
  ///
  /// It looks by the name: a descriptor that is opened for it and closed again would take the locks away that
  /// SQLite has on the file in this process.
  ///
  /// - Throws: ``StoreFailure``: missing, no regular file, hard-linked, or of 1 to 99 bytes.
  static func verify(_ path: String, isMade: Bool) throws(StoreFailure) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw StoreFailure(isMade ? .notOpenable : .missing, path: path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw StoreFailure(.notRegular, path: path) }
    guard status.st_nlink <= 1 else {
      throw StoreFailure(.hardLinked(count: Int(status.st_nlink)), path: path)
    }
    // SQLite takes a file of one byte for an empty one, and would overwrite it.
    guard !(1..<headerSize).contains(Int64(status.st_size)) else {
      throw StoreFailure(.foreign, path: path)
    }
  }

  /// The length of the header with which every SQLite file begins, in bytes
  private static let headerSize: Int64 = 100

  /// Takes the file away from everybody else
  ///
  /// - Requires: a regular file.
  static func makePrivate(_ path: String) {
    // The permissions of another user's file that may be written here are theirs to change.
    _ = chmod(path, fileMode)
  }

  /// The file that represents the right to be the only daemon of a store
  ///
  /// The same for every name of the store, so that a link is no way around it.
  ///
  /// `/home/ada/store.sqlite` and a link to it both give `/home/ada/store.sqlite.lock`.
  static func lockPath(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path + ".lock" }
    // The text is the caller's to free.
    defer { free(resolved) }
    return String(cString: resolved) + ".lock"
  }

  /// Opens a file for locking, and makes it if there is none
  ///
  /// - Returns: a descriptor, the caller's to close.
  static func openLock(_ path: String) throws(StoreFailure) -> Int32 {
    let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, fileMode)
    guard descriptor >= 0 else { throw failure(path) }
    return descriptor
  }

  /// Makes the folders of a path that are missing: for `/a/b/c.sqlite` those at `/a` and `/a/b`
  private static func makeFolders(of path: String) throws(StoreFailure) {
    for index in path.indices.dropFirst() where path[index] == "/" {
      let folder = String(path[..<index])
      if exists(folder) || mkdir(folder, folderMode) == 0 || errno == EEXIST { continue }
      throw failure(path)
    }
  }

  /// The failure that `errno` means now: call it before anything else sets that
  private static func failure(_ path: String) -> StoreFailure {
    let kind: StoreFailure.Kind =
      switch errno {
      case ENOSPC, EDQUOT: .full
      case EROFS, EACCES, EPERM: .notWritable
      default: .notOpenable
      }
    return StoreFailure(kind, path: path)
  }
}

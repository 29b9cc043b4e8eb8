#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The file of a store among other files
enum StoreFile {
  /// For the person alone: what it holds is where somebody is and what they do
  private static let fileMode: mode_t = 0o600
  private static let folderMode: mode_t = 0o700

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Makes an empty file, and the folders that it lies in, where there is none yet
  static func make(_ path: String) throws(StoreFailure) {
    if exists(path) { return }
    try makeFolders(of: path)
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, fileMode)
    // Where another process has made it in between, it is as good. A file that is there must not be
    // opened and closed here: that would take SQLite's locks on it away.
    if descriptor < 0 {
      guard errno == EEXIST else { throw failure(path) }
      return
    }
    close(descriptor)
  }

  /// Whether the file is too short to be a store, and not empty
  ///
  /// SQLite takes a file of one byte for an empty one, and would overwrite it.
  static func isStump(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && (1..<headerSize).contains(Int64(status.st_size))
  }

  /// How many bytes every SQLite file begins with
  private static let headerSize: Int64 = 100

  /// Takes the file away from everybody else
  static func makePrivate(_ path: String) {
    // A file of somebody else that may be written here is theirs to open or to close.
    _ = chmod(path, fileMode)
  }

  /// The file that stands for the right to be the only daemon of a store
  ///
  /// The same for every name of the store, so that a link is no way around it.
  static func lockPath(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path + ".lock" }
    // The text is the caller's to free.
    defer { free(resolved) }
    return String(cString: resolved) + ".lock"
  }

  /// Opens a file for locking, and makes it where there is none
  static func openLock(_ path: String) throws(StoreFailure) -> Int32 {
    let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, fileMode)
    guard descriptor >= 0 else { throw failure(path) }
    return descriptor
  }

  private static func makeFolders(of path: String) throws(StoreFailure) {
    for index in path.indices.dropFirst() where path[index] == "/" {
      let folder = String(path[..<index])
      if exists(folder) || mkdir(folder, folderMode) == 0 || errno == EEXIST { continue }
      throw failure(path)
    }
  }

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

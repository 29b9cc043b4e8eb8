/// The facts that the system keeps about a file
package struct FileStatus: Equatable, Sendable {
  package enum Kind: Sendable {
    case file
    case folder
    case link
    /// A pipe, a socket or a device: it may never end, and may act on being opened
    case other
  }

  package let kind: Kind

  /// In bytes
  package let size: Int64

  /// The time of the last change of the content
  package let modified: Time

  /// The inode: it differs if a file has been replaced
  package let number: UInt64

  /// The file system that it is on
  package let device: UInt64

  /// The permissions of owner, group and others, such as 0o644
  package let permissions: mode_t

  /// The number of the user who owns it
  package let owner: uid_t

  package struct Time: Hashable, Sendable {
    /// Since 1970-01-01T00:00:00Z
    package let seconds: Int64
    package let nanoseconds: Int64
  }

  /// `true` if there is a file, a folder or anything else at a path, behind its links
  package static func exists(_ path: String) -> Bool { (try? FileStatus(of: path)) != nil }

  /// - Parameter followsLinks: whether the status of a link is that of the file to which it leads.
  /// - Throws: if there is no such file, or a folder on the way cannot be searched.
  package init(of path: String, followsLinks: Bool = true) throws(SystemFailure) {
    let path = try SystemFailure.checked(path)
    var status = stat()
    try SystemFailure.uninterrupted { followsLinks ? stat(path, &status) : lstat(path, &status) }
    self.init(status)
  }

  /// The status of an open file
  init(ofDescriptor descriptor: Int32) throws(SystemFailure) {
    var status = stat()
    try SystemFailure.uninterrupted { fstat(descriptor, &status) }
    self.init(status)
  }

  private init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default: kind = .other
    }
    size = Int64(status.st_size)
    number = UInt64(status.st_ino)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    permissions = status.st_mode & 0o7777
    owner = status.st_uid
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Time(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }
}

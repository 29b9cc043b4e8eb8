/// Folders of the file system
package enum Folder {
  /// The names of the files and folders in a folder, in no order
  package static func names(in path: String) throws(SystemFailure) -> [String] {
    try entries(of: path).list.map(\.name)
  }

  /// Makes a folder, and those of its path that are missing
  ///
  /// - Parameter permissions: those of a folder that is made, less the ones that the process withholds.
  /// - Throws: `EEXIST` if something that is not a folder has the name.
  package static func make(
    _ path: String, permissions: mode_t = 0o777
  ) throws(SystemFailure) {
    let checked = try SystemFailure.checked(path)
    do {
      try SystemFailure.uninterrupted { mkdir(checked, permissions) }
    } catch {
      // If nothing may be made, as on a disk for reading alone, a folder that is there is as good.
      if let status = try? FileStatus(of: path), status.kind == .folder { return }
      let parent = FilePath(path).parent.text
      guard error.code == ENOENT, parent != path else { throw error }
      try make(parent, permissions: permissions)
      // Another process may have made it meanwhile.
      guard mkdir(checked, permissions) != 0, errno != EEXIST else { return }
      throw SystemFailure(code: errno)
    }
  }

  /// A file or folder in a folder
  struct Entry {
    let name: String

    /// `nil` if the file system does not say
    let kind: FileStatus.Kind?
  }

  /// The content of a folder in no order, and the file system that it is on
  static func entries(of path: String) throws(SystemFailure) -> (list: [Entry], device: UInt64) {
    let checked = try SystemFailure.checked(path)
    guard let folder = opendir(checked) else { throw SystemFailure(code: errno) }
    defer { closedir(folder) }
    let device = try FileStatus(ofDescriptor: dirfd(folder)).device
    var entries: [Entry] = []
    while true {
      // At the end it returns nil as well, and leaves `errno` alone.
      errno = 0
      guard let found = readdir(folder) else {
        guard errno == 0 else { throw SystemFailure(code: errno) }
        return (entries, device)
      }
      guard let entry = Entry(found), entry.name != ".", entry.name != ".." else { continue }
      entries.append(entry)
    }
  }
}

extension Folder.Entry {
  /// - Parameter found: valid until the next entry is read.
  fileprivate init?(_ found: UnsafeMutablePointer<dirent>) {
    // An entry takes only as much memory as its name, so that it must not be copied as a `dirent`. The name ends with
    // a zero.
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
    name = String(
      cString: (UnsafeRawPointer(found) + offset).assumingMemoryBound(to: CChar.self))
    switch Int32(found.pointee.d_type) {
    case Int32(DT_REG): kind = .file
    case Int32(DT_DIR): kind = .folder
    case Int32(DT_LNK): kind = .link
    case Int32(DT_UNKNOWN): kind = nil
    default: kind = .other
    }
  }
}

/// Writing of files as a whole: a reader sees the old content or the new one, also if the machine stops in between
///
/// ```
/// rules/lunch.opp              the old content
/// rules/.opp-3f9a62c07b1d4e58  the new one is written, with the permissions of the old, and is on the disk
/// rules/lunch.opp              renamed: the new content
/// ```
package enum AtomicFile {
  /// Writes a file, which is made if it is not there
  ///
  /// A link stays a link: the file to which it leads is written. A device or a pipe, such as `/dev/stdout`, cannot be
  /// replaced by a file, and is written to.
  package static func write(_ bytes: [UInt8], to path: String) throws(SystemFailure) {
    let status = try? FileStatus(of: path)
    switch status?.kind {
    case .folder: throw SystemFailure(code: EISDIR)
    case .other: try OpenFile(path, O_WRONLY | O_NOCTTY).write(bytes)
    case .file, .link, nil:
      try replace(
        try FilePath(path).followingLinks(), with: bytes, permissions: status?.permissions)
    }
  }

  /// Writes a file that its owner alone may read and write, also while it is written
  ///
  /// A link of this name is replaced, and the file to which it leads stays as it is.
  package static func writePrivately(_ bytes: [UInt8], to path: String) throws(SystemFailure) {
    try replace(FilePath(path), with: bytes, permissions: 0o600)
  }

  /// Writes the file beside, and gives it the name
  ///
  /// - Parameter permissions: those of the file that is replaced; `nil` for a new one.
  private static func replace(
    _ target: FilePath, with bytes: [UInt8], permissions: mode_t?
  ) throws(SystemFailure) {
    let number = UInt64.random(in: .min ... .max)
    let beside = target.parent.appending(".opp-" + String(number, radix: 16))
    let file = try OpenFile(
      beside.text, O_WRONLY | O_CREAT | O_EXCL, permissions: permissions ?? 0o666)
    do throws(SystemFailure) {
      if let permissions { try file.setPermissions(permissions) }
      try file.write(bytes)
      try file.synchronize()
      try file.finish()
      try SystemFailure.uninterrupted { rename(beside.text, target.text) }
    } catch {
      unlink(beside.text)
      throw error
    }
  }
}

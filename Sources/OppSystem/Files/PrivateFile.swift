/// Reading of files that are readable by their owner alone, such as those with secrets
///
/// ```
/// -rw-------  google.json                  its bytes
/// -rw-r-----  google.json                  othersMayRead
/// lrwxrwxrwx  google.json -> /tmp/a.json   link
/// ```
///
/// The check is of the open file, so that no other can take its place in between.
package enum PrivateFile {
  package enum Failure: Error, Equatable {
    case missing
    case link
    case notRegular

    /// Its group or others may read, write or run it
    case othersMayRead
    case ofAnotherUser

    /// It has more bytes than the limit
    case tooLarge
    case system(SystemFailure)
  }

  /// The content of a file
  ///
  /// - Parameter limit: the most bytes that the file may have.
  package static func bytes(of path: String, limit: Int) throws(Failure) -> [UInt8] {
    let bytes: [UInt8]
    let status: FileStatus
    do throws(SystemFailure) {
      let file = try open(path)
      status = try file.status
      bytes = try file.read(upTo: limit + 1)
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR: throw .missing
      case ELOOP: throw .link
      case EISDIR: throw .notRegular
      default: throw .system(error)
      }
    }
    guard status.kind == .file else { throw .notRegular }
    guard status.owner == geteuid() else { throw .ofAnotherUser }
    guard status.permissions & 0o077 == 0 else { throw .othersMayRead }
    guard bytes.count <= limit else { throw .tooLarge }
    return bytes
  }

  /// Opens a file
  ///
  /// - Throws: `ELOOP` for a link, `EISDIR` for everything else that is no file.
  private static func open(_ path: String) throws(SystemFailure) -> OpenFile {
    // By the name first: a pipe or a device must not be opened.
    switch try FileStatus(of: path, followsLinks: false).kind {
    case .file: return try OpenFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    case .link: throw SystemFailure(code: ELOOP)
    case .folder, .other: throw SystemFailure(code: EISDIR)
    }
  }
}

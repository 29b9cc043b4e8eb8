package import OppRecordings
internal import OppSystem

extension TextFile {
  /// Reads a regular file; a device or a pipe may never end
  ///
  /// A link is followed to its end. `/dev/zero`, a named pipe and a folder are refused without being read.
  ///
  /// - Throws: the problem with the file.
  package init(path: String, limit: Int = maximumSize) throws(ReadFailure) {
    do throws(RegularFile.Failure) {
      self.init(path: path, bytes: try RegularFile.bytes(of: path, limit: limit))
    } catch {
      throw ReadFailure(error, limit: limit)
    }
  }
}

extension TextFile.ReadFailure {
  /// - Parameter limit: the most bytes that the file may have.
  init(_ failure: RegularFile.Failure, limit: Int) {
    switch failure {
    case .notRegular: self.init(kind: .unreadable(reason: "it is not a regular file"))
    case .tooLarge: self.init(kind: .tooLarge(limit: limit))
    case .system(let failure): self.init(kind: .unreadable(reason: Self.reason(failure)))
    }
  }

  /// The words for a failure: the two that people meet in words of our own, else those of the system
  private static func reason(_ failure: SystemFailure) -> String {
    switch failure.code {
    case ENOENT: "there is no such file"
    case EACCES, EPERM: "permission is denied"
    default: failure.message
    }
  }
}

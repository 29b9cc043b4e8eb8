/// An open file, closed at the end of this value
///
/// No program that is started inherits it. Every call goes on if a signal interrupts it.
package struct OpenFile: ~Copyable {
  /// The number of the file in this process
  private let descriptor: FileDescriptor

  /// - Parameters:
  ///   - flags: as open(2) takes them, such as `O_RDONLY`.
  ///   - permissions: those of a file that is made, less the ones that the process withholds.
  package init(_ path: String, _ flags: Int32, permissions: mode_t = 0o666) throws(SystemFailure) {
    let path = try SystemFailure.checked(path)
    descriptor = FileDescriptor(
      number: try SystemFailure.uninterrupted { open(path, flags | O_CLOEXEC, permissions) })
  }

  /// The content of a file of any kind, at most `limit` bytes of it
  package static func bytes(of path: String, upTo limit: Int) throws(SystemFailure) -> [UInt8] {
    try OpenFile(path, O_RDONLY | O_NOCTTY).read(upTo: limit)
  }

  deinit { close(descriptor.number) }

  package var status: FileStatus {
    get throws(SystemFailure) { try FileStatus(ofDescriptor: descriptor.number) }
  }

  /// The bytes from the present place on, at most `limit` of them
  package func read(upTo limit: Int) throws(SystemFailure) -> [UInt8] {
    try descriptor.read(upTo: limit)
  }

  /// Writes all bytes at the present place
  package func write(_ bytes: [UInt8]) throws(SystemFailure) { try descriptor.write(bytes) }

  /// Goes to a place, in bytes from the beginning
  package func seek(to place: Int64) throws(SystemFailure) {
    try SystemFailure.uninterrupted { lseek(descriptor.number, off_t(place), SEEK_SET) }
  }

  /// Gives the file these permissions, whichever the process withholds from new ones
  func setPermissions(_ permissions: mode_t) throws(SystemFailure) {
    try SystemFailure.uninterrupted { fchmod(descriptor.number, permissions) }
  }

  /// Waits until the content is on the disk
  func synchronize() throws(SystemFailure) {
    do {
      try SystemFailure.uninterrupted { fsync(descriptor.number) }
    } catch {
      // Some file systems cannot.
      guard error.code == EINVAL || error.code == ENOTSUP else { throw error }
    }
  }

  /// Closes the file, which is when some file systems report that the content did not fit
  consuming func finish() throws(SystemFailure) {
    let number = descriptor.number
    discard self
    // After an interruption the number is free on Linux and macOS: closing it again could close a file of another
    // thread.
    guard close(number) == 0 || errno == EINTR else { throw SystemFailure(code: errno) }
  }
}

/// The number of an open file, which another owner closes
package struct FileDescriptor: Sendable {
  let number: Int32

  package static let standardInput = FileDescriptor(number: 0)

  /// The bytes that are read at once if the size is not known
  private static let portion = 64 << 10

  /// The bytes from the present place on, at most `limit` of them
  package func read(upTo limit: Int) throws(SystemFailure) -> [UInt8] {
    let size = (try? FileStatus(ofDescriptor: number)).map { $0.kind == .file ? $0.size : 0 } ?? 0
    // One byte more than the file has, so that the second call finds its end.
    let expected = size > 0 ? Int(clamping: size) &+ 1 : Self.portion
    var bytes = [UInt8](repeating: 0, count: max(0, min(limit, expected)))
    var count = 0
    while true {
      if count == bytes.count {
        guard count < limit else { break }
        bytes += repeatElement(0, count: min(limit - count, max(count, Self.portion)))
      }
      let start = count
      let found = try SystemFailure.uninterrupted {
        bytes.withUnsafeMutableBytes {
          readBytes(number, UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
        }
      }
      guard found > 0 else { break }
      count += found
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Writes all bytes, in several calls if the system takes a part of them only
  package func write(_ bytes: [UInt8]) throws(SystemFailure) {
    var written = 0
    while written < bytes.count {
      let start = written
      let count = try SystemFailure.uninterrupted {
        bytes.withUnsafeBytes {
          writeBytes(number, UnsafeRawBufferPointer(rebasing: $0[start...]))
        }
      }
      guard count > 0 else { throw SystemFailure(code: EIO) }
      written += count
    }
  }
}

/// The function of the C library, whose name a method hides
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

/// The function of the C library, whose name a method hides
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

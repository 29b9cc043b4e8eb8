/// Reading of files that are neither pipes, devices nor folders
///
/// A pipe or a device may never end, and some act on being opened. A link is followed to its end.
package enum RegularFile {
  package enum Failure: Error, Equatable {
    case notRegular

    /// It has more bytes than the limit
    case tooLarge
    case system(SystemFailure)
  }

  /// Opens a file for reading
  package static func open(_ path: String) throws(Failure) -> OpenFile {
    do throws(SystemFailure) {
      // By the name first: a socket cannot be opened, and a writer of a pipe must not see a reader that goes again.
      let isRegular = try FileStatus(of: path).kind == .file
      // Without waiting: a pipe may have taken the place of the file in between.
      let file = isRegular ? try OpenFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY) : nil
      if let file, try file.status.kind == .file { return file }
    } catch {
      throw .system(error)
    }
    throw .notRegular
  }

  /// The content of a file
  ///
  /// - Parameter limit: the most bytes that the file may have.
  package static func bytes(of path: String, limit: Int) throws(Failure) -> [UInt8] {
    let file = try open(path)
    let bytes: [UInt8]
    do throws(SystemFailure) {
      let size = try file.status.size
      // It may grow while it is read: one byte above the limit is enough to notice.
      bytes = size > Int64(limit) ? [] : try file.read(upTo: limit + 1)
      if size <= Int64(limit), bytes.count <= limit { return bytes }
    } catch {
      throw .system(error)
    }
    throw .tooLarge
  }

  /// The beginning of a file, at most `limit` bytes of it
  package static func bytes(of path: String, upTo limit: Int) throws(Failure) -> [UInt8] {
    let file = try open(path)
    do throws(SystemFailure) {
      return try file.read(upTo: limit)
    } catch {
      throw .system(error)
    }
  }

  /// The end of a file, at most `limit` bytes of it
  package static func lastBytes(of path: String, upTo limit: Int) throws(Failure) -> [UInt8] {
    let file = try open(path)
    do throws(SystemFailure) {
      try file.seek(to: max(0, try file.status.size - Int64(limit)))
      return try file.read(upTo: limit)
    } catch {
      throw .system(error)
    }
  }
}

internal import Foundation

/// The bytes of a file of a recording, and the lines and columns in it
struct TextFile {
  /// The largest file that is read
  static let maximumSize = 256 << 20

  /// The name of the file in problems
  let path: String
  let bytes: [UInt8]

  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Reads a regular file; a device or a pipe may never end
  ///
  /// - Throws: what is wrong with the file.
  init(path: String, limit: Int = maximumSize) throws(ReadFailure) {
    let url = URL(filePath: path)
    do {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: url.resolvingSymlinksInPath().path)
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw ReadFailure(kind: .unreadable(reason: "it is not a regular file"))
      }
      let size = (attributes[.size] as? NSNumber)?.int64Value ?? 0
      guard size <= Int64(limit) else { throw ReadFailure(kind: .tooLarge(limit: limit)) }
      let file = try FileHandle(forReadingFrom: url)
      defer { try? file.close() }
      // A file may grow while it is read; one byte above the limit is enough to notice.
      let contents = try file.read(upToCount: limit + 1) ?? Foundation.Data()
      guard contents.count <= limit else { throw ReadFailure(kind: .tooLarge(limit: limit)) }
      self.init(path: path, bytes: [UInt8](contents))
    } catch let failure as ReadFailure {
      throw failure
    } catch {
      throw ReadFailure(kind: .unreadable(reason: Self.reason(error)))
    }
  }

  /// Why a file could not be read or written
  struct ReadFailure: Error {
    let kind: RecordingProblem.Kind
  }

  /// The index of the first byte after a byte order mark
  var start: Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// A problem at a byte, of which the line is not known
  func problem(_ kind: RecordingProblem.Kind, at offset: Int) -> RecordingProblem {
    let end = min(max(offset, 0), bytes.count)
    let line = bytes[..<end].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    return problem(kind, at: end, line: line)
  }

  /// A problem at a byte of a line
  func problem(_ kind: RecordingProblem.Kind, at offset: Int, line: Int) -> RecordingProblem {
    var index = min(max(offset, 0), bytes.count)
    var column = 1
    while index > start, bytes[index - 1] != UInt8(ascii: "\n") {
      index -= 1
      // Not the bytes that continue a character.
      if bytes[index] & 0xC0 != 0x80 { column += 1 }
    }
    return RecordingProblem(kind: kind, file: path, line: line, column: column)
  }

  private static func reason(_ error: any Error) -> String {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
    switch (error.domain, error.code) {
    case (NSCocoaErrorDomain, CocoaError.fileReadNoSuchFile.rawValue),
      (NSCocoaErrorDomain, CocoaError.fileNoSuchFile.rawValue):
      return "there is no such file"
    case (NSCocoaErrorDomain, CocoaError.fileReadNoPermission.rawValue):
      return "permission is denied"
    default:
      let code = underlying ?? error
      return code.domain == NSPOSIXErrorDomain
        ? String(cString: strerror(Int32(truncatingIfNeeded: code.code))) : "input failed"
    }
  }
}

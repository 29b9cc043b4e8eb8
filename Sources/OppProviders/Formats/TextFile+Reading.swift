internal import Foundation
package import OppRecordings

extension TextFile {
  /// Reads a regular file; a device or a pipe may never end
  ///
  /// A link is followed to its end. `/dev/zero`, a named pipe and a folder are refused without being read.
  ///
  /// - Throws: what is wrong with the file.
  package init(path: String, limit: Int = maximumSize) throws(ReadFailure) {
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

  /// The words for an error of Foundation: the two that people meet in words of our own, else those of the system
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

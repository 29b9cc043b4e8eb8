internal import OppSystem

/// The marks that distinguish one state of a file from another
///
/// Those of a symbolic link are the marks of the file that it leads to:
///
/// ```
/// lamp.csv -> shared/lamp.csv     a row is added to shared/lamp.csv     size and time differ
///                                 the link leads to another file        the inode differs
/// ```
package struct FileStamp: Equatable, Sendable {
  /// In bytes
  private let size: Int64
  private let modified: FileStatus.Time

  /// The inode: it differs if a file has been replaced
  private let number: UInt64

  /// - Returns: nil if there is no file.
  package init?(path: String) {
    guard let status = try? FileStatus(of: path) else { return nil }
    (size, modified, number) = (status.size, status.modified, status.number)
  }
}

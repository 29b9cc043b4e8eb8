internal import Foundation

/// A folder for the files of one measurement
struct TemporaryFolder {
  let path: String

  /// nil if it cannot be made
  init?() {
    path = NSTemporaryDirectory() + "/opp-benchmark-\(getpid())"
    guard
      (try? FileManager.default.createDirectory(
        atPath: path + "/data", withIntermediateDirectories: true)) != nil
    else { return nil }
  }

  /// Writes a file, in the folder or in its `data`
  ///
  /// - Returns: its path; nil if it cannot be written.
  func write(_ text: String, to name: String) -> String? {
    let file = path + "/" + name
    return (try? text.write(toFile: file, atomically: false, encoding: .utf8)) == nil ? nil : file
  }

  /// Removes the folder with all that is in it
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

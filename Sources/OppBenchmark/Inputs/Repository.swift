internal import Foundation

/// The directory of the package whose benchmark this is
enum Repository {
  /// The folder with `examples/`: the working directory or one above it, else where this was compiled
  static let root: String? = {
    var folder = FileManager.default.currentDirectoryPath
    while true {
      if isRoot(folder) { return folder }
      let parent = (folder as NSString).deletingLastPathComponent
      if parent == folder || parent.isEmpty { break }
      folder = parent
    }
    var source = #filePath
    for _ in 0..<4 { source = (source as NSString).deletingLastPathComponent }
    return isRoot(source) ? source : nil
  }()

  /// `true` if a folder is that of the package: it has the recording of the examples and a manifest
  private static func isRoot(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/examples/opportunity/data")
      && FileManager.default.fileExists(atPath: folder + "/Package.swift")
  }
}

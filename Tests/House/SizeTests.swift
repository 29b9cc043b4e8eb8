import Foundation
import OppTesting
import OppTestLimits
import Testing

@Suite(.limited) struct SizeTests {
  /// Files that may pass the limit: tables
  static let tables: Set<String> = []

  @Test(arguments: ["Sources", "Tests"])
  func `no file passes 600 lines`(folder: String) throws {
    for file in try SourceTree.swiftFiles(below: folder) where !Self.tables.contains(file.path) {
      #expect(file.lines.count <= 601, "\(file.path) has \(file.lines.count - 1) lines")
    }
  }

  @Test func `no force unwraps or forced tries in Sources`() throws {
    for file in try SourceTree.swiftFiles(below: "Sources") {
      for (index, line) in file.lines.enumerated()
      where line.contains("!") && !line.hasPrefix("///") {
        let isForced = line.contains("try!") || line.contains(" as! ")
        // A name, a call or a subscript with `!` behind it, outside texts and comments.
        let code = line.replacing(/"(\\.|[^"\\])*"/, with: "").replacing(/\/\/.*/, with: "")
        let isUnwrapped = code.contains(/[\w)\]]!([^=]|$)/)
        #expect(!isForced && !isUnwrapped, "\(file.path):\(index + 1)")
      }
    }
  }

  @Test func `only known top-level folders`() throws {
    let allowed: Set<String> = ["Sources", "Tests", "grammar", "examples", "editors"]
    let folders = try topLevelFolders()
    #expect(folders.isSubset(of: allowed), "\(folders.subtracting(allowed))")
  }

  private func topLevelFolders() throws -> Set<String> {
    let entries = try FileManager.default.contentsOfDirectory(
      at: Repository.root, includingPropertiesForKeys: [.isDirectoryKey])
    return Set(
      entries.filter { (try? $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true }
        .map(\.lastPathComponent).filter { !$0.hasPrefix(".") })
  }
}

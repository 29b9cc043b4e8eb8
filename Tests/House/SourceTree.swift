import Foundation
import OppTesting

/// The checkout's sources as text
enum SourceTree {
  struct File {
    /// From the root of the checkout
    let path: String
    let lines: [String]
  }

  /// All files of Sources and Tests, which many tests read
  private static let known = Result {
    try ["Sources", "Tests"].flatMap { try readSwiftFiles(below: $0) }
  }

  /// The Swift files below a folder, by path
  static func swiftFiles(below folder: String) throws -> [File] {
    try known.get().filter { $0.path.hasPrefix(folder + "/") }
  }

  private static func readSwiftFiles(below folder: String) throws -> [File] {
    let root = Repository.root.appending(path: folder)
    let names =
      FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
      let text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
      return File(
        path: "\(folder)/\(name)",
        lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
  }
}

import Foundation

/// Rows that another implementation computed, kept beside the tests that read them
///
/// The first line names the implementation and its version, the second the columns.
enum IndependentTable {
  /// - Parameter path: from the folder of the tests of this module.
  static func rows(_ path: String) throws -> [[String]] {
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: path)
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst(2)
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }
}

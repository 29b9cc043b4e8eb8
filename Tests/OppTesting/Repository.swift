package import Foundation

/// Where the checkout lies, for tests that read its files
package enum Repository {
  /// The folder with Package.swift
  package static let root: URL = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file, by its path from the root
  package static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}

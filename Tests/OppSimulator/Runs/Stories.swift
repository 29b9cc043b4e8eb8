import Foundation

/// The stories that are kept, each a fault that was found once
package enum Stories {
  /// The folder with all of them
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Stories")

  /// The folder with the short ones, which are lived through with every failure
  static let shortFolder = folder.appending(path: "Short")

  /// All stories but the short ones, by the names of their files
  package static func all() throws -> [Plan] { try all(in: folder) }

  /// The short stories, by the names of their files
  package static func short() throws -> [Plan] { try all(in: shortFolder) }

  private static func all(in folder: URL) throws -> [Plan] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.filter { $0.hasSuffix(".story") }.sorted().map { name in
      try read(folder.appending(path: name))
    }
  }

  /// A story by its name, or by the path of its file
  package static func named(_ name: String) throws -> Plan {
    if FileManager.default.fileExists(atPath: name) { return try read(URL(filePath: name)) }
    let short = shortFolder.appending(path: name + ".story")
    if FileManager.default.fileExists(atPath: short.path) { return try read(short) }
    return try read(folder.appending(path: name + ".story"))
  }

  private static func read(_ file: URL) throws -> Plan {
    try Plan(story: String(contentsOf: file, encoding: .utf8))
  }

  /// Returns the problem with the outcome of a story, or `nil` for the outcome that it must have
  ///
  /// A story that is marked `open` must fail, so that the mark goes when its fault is mended.
  package static func problem(of outcome: SimulatedLife.Outcome, _ plan: Plan) -> String? {
    guard plan.open != nil else { return outcome.violation.map { $0.description } }
    return outcome.violation == nil ? "it passes now: remove its line `open`" : nil
  }
}

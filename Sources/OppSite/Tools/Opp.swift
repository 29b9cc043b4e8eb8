internal import Foundation

/// The tool, whose output pages show
struct Opp {
  private let program: Program

  /// - Parameter sources: the checkout, whose examples commands name.
  init(_ tool: URL, in sources: URL) {
    program = Program(path: tool.path, folder: sources)
  }

  /// A command and what it prints, as a terminal shows both
  ///
  /// - Throws: ``SiteFailure`` where the tool cannot be run, or ends otherwise than expected.
  func transcript(_ arguments: [String], status: Int32 = 0) throws(SiteFailure) -> String {
    let shown = arguments.map { $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(separator: " ")
    return "$ opp \(shown)\n" + (try output(of: arguments, status: status))
  }

  /// The output of a command, without its last line feed
  func output(of arguments: [String], status: Int32 = 0) throws(SiteFailure) -> String {
    let outcome = try program.run(arguments)
    guard outcome.status == status else {
      throw SiteFailure("`opp \(arguments.joined(separator: " "))` fails: \(outcome.text)")
    }
    return String(outcome.text.reversed().drop { $0 == "\n" }.reversed())
  }

  /// The messages of `opp check` about a text, as of a file `rules.opp`
  func check(_ text: String) throws(SiteFailure) -> Program.Outcome {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "opp-site-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: folder.appending(path: "rules.opp"))
    } catch {
      throw SiteFailure("\(folder.path): \(error.localizedDescription)")
    }
    return try Program(path: program.path, folder: folder).run(["check", "rules.opp"])
  }
}

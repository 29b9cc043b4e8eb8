internal import Foundation

/// The tool, whose output pages show
struct Opp {
  private let program: Program

  /// - Parameters:
  ///   - sources: the checkout, whose examples commands name.
  ///   - columns: the width of the terminal; `nil` wraps no line.
  init(_ tool: URL, in sources: URL, columns: Int? = nil) {
    program = Program(
      path: tool.path, folder: sources, variables: columns.map { ["COLUMNS": "\($0)"] } ?? [:])
  }

  /// A command and its output, as a terminal shows both
  ///
  /// - Throws: ``SiteFailure`` if the tool cannot be run, or ends otherwise than expected.
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

  /// The output of a command in a folder that has a text as `rules.opp` and a recording as `data`
  func output(
    of arguments: [String], inFolderWith text: String, recording: URL, columns: Int? = nil
  ) throws(SiteFailure) -> String {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "opp-site-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: folder.appending(path: "rules.opp"))
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: "data"), withDestinationURL: recording.absoluteURL)
    } catch {
      throw SiteFailure("\(folder.path): \(error.localizedDescription)")
    }
    return try Opp(URL(filePath: program.path), in: folder, columns: columns).output(of: arguments)
  }

  /// The instants at which rules fire over a recording
  func firings(of text: String, over recording: String) throws(SiteFailure) -> [Date] {
    let output = try output(
      of: ["eval", ".", "--format", "json"], inFolderWith: text, recording: URL(filePath: recording)
    )
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    do {
      return try output.split(separator: "\n").compactMap { line in
        let firing = try decoder.decode(Line.self, from: Data(line.utf8))
        return firing.type == "firing" ? firing.at : nil
      }
    } catch {
      throw SiteFailure("the firings cannot be read: \(error)")
    }
  }

  /// A line of `opp eval --format json`
  private struct Line: Decodable {
    let type: String
    let at: Date?
  }
}

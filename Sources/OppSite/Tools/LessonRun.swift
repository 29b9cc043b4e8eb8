internal import Foundation

/// A lesson of the tour as a rule set over its recording, on which the tool is run
struct LessonRun {
  private let name: String
  private let state: State
  private let sources: URL
  private let opp: Opp

  /// The rules of a lesson: those that a person begins with, or its answer
  enum State: String {
    case start, solution
  }

  init(_ name: String, _ state: State, sources: URL, opp: Opp) {
    (self.name, self.state, self.sources, self.opp) = (name, state, sources, opp)
  }

  private var folder: URL { sources.appending(path: "editors/web/tour/\(name)") }

  private func text() throws(SiteFailure) -> String {
    let url = folder.appending(path: "\(state.rawValue).opp")
    guard let text = try? String(contentsOf: url, encoding: .utf8) else {
      throw SiteFailure("there is no \(url.path)")
    }
    return text
  }

  /// The declaration of an Opp
  func rule(named opp: String) throws(SiteFailure) -> String {
    guard
      let found = try text().components(separatedBy: "\n\n").first(where: {
        $0.hasPrefix("opp \"\(opp)\"")
      })
    else { throw SiteFailure("\(name) has no Opp `\(opp)`") }
    return found.trimmingCharacters(in: .newlines)
  }

  /// The output of a command in a folder with the rules and the recording
  ///
  /// - Parameter columns: the width of the terminal; `nil` wraps no line.
  func output(of arguments: [String], columns: Int? = nil) throws(SiteFailure) -> String {
    try opp.output(
      of: arguments, inFolderWith: try text(), recording: folder.appending(path: "data"),
      columns: columns)
  }
}

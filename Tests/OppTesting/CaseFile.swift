internal import Foundation

/// A golden file of cases: an input, and what comes of it
///
///     === one line that says what the case shows
///     opp "x" when free >= 30
///     ---
///     1:22-24 missing-unit: …
///
/// Under `OPP_UPDATE_GOLDEN=1` the outputs are written anew; the inputs are edited by hand.
package struct CaseFile {
  package struct Case {
    package let title: String
    package let input: String
    package let output: String
  }

  package let cases: [Case]
  private let url: URL

  /// - Parameter path: from the root of the repository.
  package init(_ path: String) throws {
    url = Repository.root.appending(path: path)
    var cases: [Case] = []
    var title: String?
    var input: [Substring] = []
    var output: [Substring] = []
    var isInput = true
    func close() {
      guard let title else { return }
      cases.append(Case(title: title, input: Self.joined(input), output: Self.joined(output)))
    }
    for line in try String(contentsOf: url, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("=== ") {
        close()
        (title, input, output, isInput) = (String(line.dropFirst(4)), [], [], true)
      } else if line == "---", isInput {
        isInput = false
      } else if isInput {
        input.append(line)
      } else {
        output.append(line)
      }
    }
    close()
    self.cases = cases
  }

  /// Calls `differs` for each case whose output is another; rewrites the file where that is wanted
  package func check(
    _ result: (String) throws -> String, differs: (Case, String) -> Void
  ) throws {
    var text = ""
    for item in cases {
      let found = try result(item.input)
      text += "=== \(item.title)\n\(item.input)\n---\n\(found)\n\n"
      if found != item.output { differs(item, found) }
    }
    if CaseFile.isUpdating { try text.write(to: url, atomically: true, encoding: .utf8) }
  }

  package static var isUpdating: Bool {
    ProcessInfo.processInfo.environment["OPP_UPDATE_GOLDEN"] == "1"
  }

  private static func joined(_ lines: [Substring]) -> String {
    var lines = lines
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}

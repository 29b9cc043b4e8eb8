internal import OppEngine
internal import OppSession
internal import OppSystem

/// A program with its arguments, as it is started
struct Program: Sendable {
  /// The program and its arguments; it is looked for in `PATH`
  ///
  /// - Requires: at least one.
  let words: [String]

  /// The variables that the program gets, and no others
  let environment: [String: String]

  /// The folder in which it runs; empty for that of this process
  let folder: String

  /// The longest part of an error that is repeated, in characters
  private static let longestError = 200

  /// The program without its folders
  var name: String {
    words.first.map { FilePath($0).name } ?? ""
  }

  /// The failure of a process that has ended, with the last line that it has printed on it
  func failure(of end: ProcessEnd, _ error: [UInt8]) -> FetchFailure {
    switch end {
    case .exited(let status): failure(.broken, "ended with status \(status)" + Self.suffix(error))
    case .signalled(let signal):
      failure(.broken, "was ended by signal \(signal)" + Self.suffix(error))
    }
  }

  /// - Parameter end: the rest of the sentence about the program.
  func failure(_ kind: FetchFailure.Kind, _ end: String) -> FetchFailure {
    FetchFailure(kind, "\(name) \(end)", remedy: "Check the program")
  }

  /// The last line of a program's output on its failure
  ///
  /// `first\nno\tsuch room\n\n` gives `: nosuch room`: control characters are left out, empty lines passed over.
  private static func suffix(_ error: [UInt8]) -> String {
    // Programs report their failure in the last line, behind traces and warnings.
    let lines = String(decoding: error, as: UTF8.self).split { $0.isNewline }
    let line = lines.last { !$0.trimming(" \t").isEmpty } ?? ""
    let shown = line.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    guard !shown.isEmpty else { return "" }
    let text = shown.prefix(longestError).map { String($0) }.joined()
    return ": " + text + (shown.count > longestError ? "…" : "")
  }
}

internal import OppJSON
package import OppRecordings

/// Prints the problems of a recording's files
///
/// For people it is on standard error; for programs an object a problem, like the diagnostics of rules, is
/// on standard output.
///
/// ```
/// error: `weather` has no field `tmp` (unknown-column)
///   ┌─ lunch/data/weather.csv:1:6
///   = help: did you mean `temp`?
/// ```
package struct DataProblemOutput {
  /// The recording as the command line named it
  package let folder: String

  /// The beginning of its files' paths, in place of the folder
  package let root: String

  /// Standard output for programs, standard error for people
  package let console: Console

  /// `true` if programs read it
  package let isJSON: Bool

  package init(folder: String, root: String, console: Console, isJSON: Bool) {
    self.folder = folder
    self.root = root
    self.console = console
    self.isJSON = isJSON
  }

  /// A problem of a file of any kind
  ///
  /// The columns and lines are from 1; without a place it is about the recording as a whole.
  private struct Problem {
    /// `true` if the rest can be used; it does not change the exit status
    let isWarning: Bool

    /// `true` if it only lists data that are not used
    let isNote: Bool
    let code: String
    let message: String

    /// The advice; `nil` if there is none
    let help: String?

    /// With the file as the command line names it
    let place: (file: String, line: Int, column: Int)?

    var severity: String { isNote ? "note" : isWarning ? "warning" : "error" }
  }

  /// Reports the problems of tables and readings, then those of calendar files, each in the order in which it was found
  ///
  /// - Returns: the status that the problems cause.
  package func report(_ problems: ProblemList, _ calendar: [CalendarFileProblem]) -> ExitStatus {
    var status = ExitStatus.success
    for listed in problems.listed {
      let problem = listed.ofFile(path(listed.file))
      report(
        Problem(
          isWarning: problem.isWarning, isNote: problem.isNote, code: problem.code,
          message: problem.message,
          help: problem.help, place: (problem.file, problem.line, problem.column)))
      if problem.isUnreadable { status = status.combined(with: .outside) }
      if !problem.isWarning { status = status.combined(with: .problems) }
    }
    // A recording may have thousands of the same problem: the rest is counted.
    if problems.unlisted > 0 {
      report(
        Problem(
          isWarning: true, isNote: false, code: "too-many-problems",
          message: "\(problems.unlisted) more problems are not listed", help: nil, place: nil))
    }
    // An event that cannot be read is always an error, a remark on how it was read none.
    for found in calendar {
      let (problem, file) = (found.problem, found.file)
      report(
        Problem(
          isWarning: problem.isNote, isNote: false, code: problem.code, message: problem.message,
          help: nil,
          place: (path(file), problem.line, problem.column)))
      if !problem.isNote { status = status.combined(with: .problems) }
    }
    return status
  }

  /// Prints one problem
  private func report(_ problem: Problem) {
    guard !isJSON else { return console.line(json(problem)) }
    guard let place = problem.place else { return console.message(problem.message) }
    console.message("\(problem.severity): \(problem.message) (\(problem.code))")
    console.message("  ┌─ \(place.file):\(place.line):\(place.column)")
    if let help = problem.help { console.message("  = help: \(help)") }
  }

  /// One JSON object with the keys of a diagnostic; the end of the problem is its beginning
  private func json(_ problem: Problem) -> String {
    JSONText.object { json in
      json.member("type", string: "diagnostic")
      json.member("code", string: problem.code)
      json.member("severity", string: problem.severity)
      if let place = problem.place {
        json.member("path", string: place.file)
        for prefix in ["", "end_"] {
          json.member("\(prefix)line", raw: "\(place.line)")
          json.member("\(prefix)column", raw: "\(place.column)")
        }
      }
      json.member("message", string: problem.message)
      json.member("labels", strings: [])
      json.member("help", strings: problem.help.map { [$0] } ?? [])
      json.member("note", strings: [])
    }
  }

  /// The path of a file as the command line names it
  private func path(_ file: String) -> String {
    file.hasPrefix(root) ? folder + file.dropFirst(root.count) : file
  }
}

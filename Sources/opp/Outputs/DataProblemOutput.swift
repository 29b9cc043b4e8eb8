internal import OppProviders

/// Tells what is wrong with the files of a recording, on standard error
struct DataProblemOutput {
  /// The recording as the command line named it, and what its files' paths begin with in place of it
  let folder: String
  let surroundings: Surroundings

  /// - Returns: what the problems mean for the exit status.
  func tell(
    _ problems: ProblemList, _ calendar: [CalendarFileProblem], _ console: Console
  ) -> ExitStatus {
    var status = ExitStatus.success
    for problem in problems.listed {
      tell(
        isWarning: problem.isWarning, problem.message, code: problem.code, help: problem.help,
        place: place(problem.file, problem.line, problem.column), console)
      if problem.isUnreadable { status = status.combined(with: .outside) }
      if !problem.isWarning { status = status.combined(with: .problems) }
    }
    if problems.unlisted > 0 {
      console.message("\(problems.unlisted) more problems are not listed")
    }
    for found in calendar {
      tell(
        isWarning: false, found.problem.message, code: found.problem.code, help: nil,
        place: place(found.file, found.problem.line, found.problem.column), console)
      status = status.combined(with: .problems)
    }
    return status
  }

  private func tell(
    isWarning: Bool, _ message: String, code: String, help: String?, place: String,
    _ console: Console
  ) {
    let severity = isWarning ? "warning" : "error"
    console.message("\(severity): \(message) (\(code))")
    console.message("  ┌─ \(place)")
    if let help { console.message("  = help: \(help)") }
  }

  private func place(_ file: String, _ line: Int, _ column: Int) -> String {
    let root = surroundings.resolved(folder)
    let path = file.hasPrefix(root) ? folder + file.dropFirst(root.count) : file
    return "\(path):\(line):\(column)"
  }
}

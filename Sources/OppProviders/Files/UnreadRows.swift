internal import OppEngine
internal import OppRecordings
internal import OppSession

/// The rows of a file that cannot be read as they are written, in words for people
///
/// A problem of the file as a whole, or a lost row of a table, makes the reading fail; any other one costs a field of a
/// row, or a reading.
struct UnreadRows {
  /// The file without its folders
  let name: String

  /// The rows, as people call them: `readings` of a source, `rows` of a table
  let noun: String
  let problems: ProblemList
  let tally: RowTally

  /// `true` if a key that is no column concerns one row, as in JSON Lines
  let hasKeys: Bool

  /// The size of the file in MiB if only its beginning and its end were read, so that lines are not counted
  var cutSize: Int?

  /// The parts that cannot be read, or `nil` if there are none
  var parts: UnreadParts? {
    let messages = problems.listed.filter { $0.scope == .row || isOfRow($0) }.map {
      message($0)
    }
    let all = cut.map { [$0] + messages } ?? messages
    guard !all.isEmpty || tally.unreadable > 0 else { return nil }
    return UnreadParts(messages: all, summary: summary ?? all.last ?? "")
  }

  /// The failure of the file as a whole, or `nil` if its rows can be read one by one
  var failure: FetchFailure? {
    guard let problem = problems.listed.first(where: { !$0.isWarning && concernsAllRows($0) })
    else { return nil }
    if case .emptyFile = problem.kind, let half { return failure(at: half.line) }
    return .file(.unreadable, text(problem))
  }

  /// The message of a file of which only a part is read
  private var cut: String? {
    cutSize.map { "\(name) has \($0) MiB: only its beginning and its end are read" }
  }

  /// A problem with its line, if lines are counted
  private func text(_ problem: RecordingProblem) -> String {
    cutSize == nil
      ? "\(name):\(problem.line): \(problem.message)" : "\(name): \(problem.message)"
  }

  /// The failure of a file of which a row is left out, at the first such line; `nil` if none is
  var leftOutRow: FetchFailure? {
    guard let line = tally.firstLeftOut else { return nil }
    return failure(at: line)
  }

  /// The failure at the first row that cannot be read, or `nil` if all can be
  var firstRow: FetchFailure? {
    guard let line = problems.listed.first(where: { isOfRow($0) })?.line ?? half?.line else {
      return nil
    }
    return failure(at: line)
  }

  /// The last line, if it has no end
  private var half: RecordingProblem? { problems.listed.first { $0.kind == .halfLine } }

  /// The failure that the first problem of a line is
  private func failure(at line: Int) -> FetchFailure {
    let errors = problems.listed.filter { isOfRow($0) || $0.kind == .halfLine }
    guard let problem = errors.first(where: { $0.line == line }) ?? errors.first else {
      return FetchFailure(
        .unreadable, "\(name):\(line): this row cannot be read", remedy: "Correct line \(line)")
    }
    let remedy = problem.kind == .halfLine ? "End line \(line)" : "Correct line \(problem.line)"
    return FetchFailure(.unreadable, text(problem), remedy: remedy)
  }

  /// `true` if a problem is an error of one row
  private func isOfRow(_ problem: RecordingProblem) -> Bool {
    !problem.isWarning && !concernsAllRows(problem)
  }

  private func concernsAllRows(_ problem: RecordingProblem) -> Bool {
    switch problem.scope {
    case .row: false
    case .column: !hasKeys
    case .file: true
    }
  }

  /// A problem with its line, and the way to mend it
  private func message(_ problem: RecordingProblem) -> String {
    let text = text(problem)
    if problem.isWarning { return problem.help.map { "\(text): \($0)" } ?? text }
    return cutSize == nil ? "\(text): correct line \(problem.line)" : text
  }

  /// The number of unreadable rows in a line, or `nil` if there are none
  private var summary: String? {
    guard let last = tally.lastUnreadable else { return nil }
    guard cutSize == nil else {
      return "\(tally.unreadable) of \(tally.rows) \(noun) cannot be read"
    }
    let place = tally.unreadable == 1 ? "in line \(last)" : "the last in line \(last)"
    return "\(tally.unreadable) of \(tally.rows) \(noun) cannot be read, \(place)"
  }
}

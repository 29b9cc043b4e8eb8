internal import OppEngine
internal import OppModel

/// `answers.csv`: the answers of the person, and their times
///
/// ```
/// time,opp,row,answer,until
/// 2026-06-21T08:40,Medicine,,done,
/// 2026-06-21T09:00,Chore due,dishes,snoozed,2026-06-21T11:00     without `until`: as long as the Opp's `snooze`
/// 2026-06-21T09:10,Visit,"home, 2",dismissed,                    a row of two fields
/// ```
///
/// Without a row it is the answer to all rows of an Opp. A time counts from the first whole second not before it.
struct AnswerRows: RowSink {
  /// The answers in the order of the file
  private(set) var answers: [(time: RecordedInstant, answer: GivenAnswer)] = []

  /// The names of the columns by their place; empty if a column is there a second time
  private var names: [String] = []

  /// The names of the Opps of the rules
  private let opps: [String]

  /// The zone of times without an offset
  private let zone: Zone

  init(graph: ConditionGraph, zone: Zone) {
    opps = graph.rules.map { $0.name }
    self.zone = zone
  }

  mutating func addColumn(_ header: Cell, in file: TextFile, _ problems: inout ProblemList) {
    let name = file.text(file.trimmed(header)) ?? file.shown(header)
    if names.contains(name) {
      problems.append(
        file.problem(
          .duplicateColumn(name: name, place: names.count + 1, beside: nil), at: header.start,
          line: header.line)
      )
      names.append("")
      return
    }
    if !Self.columns.contains(name), let nearest = Spelling.nearest(name, in: Self.columns) {
      problems.append(
        file.problem(
          .unknownColumn(name: name, of: "answers", nearest: nearest), at: header.start,
          line: header.line))
    }
    names.append(name)
  }

  func fits(_ cells: [Cell], in file: TextFile) -> Bool {
    let names = cells.map { file.text(file.trimmed($0)) }
    return Self.needed.allSatisfy { names.contains($0) }
  }

  func checkColumns(in file: TextFile, times: FileOptionValue?, _ problems: inout ProblemList) {
    for name in Self.needed where !names.contains(name) {
      problems.append(
        RecordingProblem(kind: .missingColumn(name: name, of: "answers"), file: file.path))
    }
  }

  mutating func addRow(_ row: RecordedRow, in file: TextFile, _ problems: inout ProblemList) {
    guard Self.needed.allSatisfy(names.contains),
      let time = time(row, in: file, &problems),
      let opp = opp(row, in: file, &problems),
      let answer = answer(row, in: file, &problems)
    else { return }
    var until: Instant?
    if let cell = cell("until", row, in: file) {
      guard answer == .snoozed else {
        return report(
          cell, "until", expected: "for `snoozed` only", in: file, &problems)
      }
      guard let end = instant(cell, "until", in: file, &problems) else { return }
      until = end.instant
    }
    let key = cell("row", row, in: file).flatMap { file.text($0) }
    answers.append(
      (time, GivenAnswer(opp: opp, row: key == "" ? nil : key, answer: answer, until: until)))
  }

  // MARK: Cells

  /// The cell of a column in a row; nil if it is empty
  private func cell(_ name: String, _ row: RecordedRow, in file: TextFile) -> Cell? {
    guard let column = names.firstIndex(of: name) else { return nil }
    return row.cell(column, in: file)
  }

  /// The cell of a column that cannot be empty
  private func neededCell(
    _ name: String, _ row: RecordedRow, in file: TextFile, _ problems: inout ProblemList
  ) -> Cell? {
    if let cell = cell(name, row, in: file) { return cell }
    problems.append(file.problem(.emptyCell(column: name), at: row.start, line: row.line))
    return nil
  }

  private func time(_ row: RecordedRow, in file: TextFile, _ problems: inout ProblemList)
    -> RecordedInstant?
  {
    guard let cell = neededCell("time", row, in: file, &problems) else { return nil }
    return instant(cell, "time", in: file, &problems)
  }

  private func instant(
    _ cell: Cell, _ column: String, in file: TextFile, _ problems: inout ProblemList
  ) -> RecordedInstant? {
    var scanner = TimeScanner(file, cell)
    if let found = scanner.instant(zone) { return found }
    report(cell, column, expected: "an instant, such as `2026-06-21T12:00`", in: file, &problems)
    return nil
  }

  private func opp(_ row: RecordedRow, in file: TextFile, _ problems: inout ProblemList) -> String?
  {
    guard let cell = neededCell("opp", row, in: file, &problems) else { return nil }
    let name = file.text(cell) ?? file.shown(cell)
    if opps.contains(name) { return name }
    let nearest = Spelling.nearest(name, in: opps)
    report(
      cell, "opp", expected: "the name of an Opp", nearest: nearest, in: file, &problems)
    return nil
  }

  private func answer(_ row: RecordedRow, in file: TextFile, _ problems: inout ProblemList)
    -> Answer?
  {
    guard let cell = neededCell("answer", row, in: file, &problems) else { return nil }
    let name = file.text(cell) ?? file.shown(cell)
    if let answer = Answer(named: name), answer != .unanswered { return answer }
    let names = [Answer.done, .dismissed, .snoozed].map { $0.name }
    report(
      cell, "answer", expected: "`done`, `dismissed` or `snoozed`",
      nearest: Spelling.nearest(name, in: names), in: file, &problems)
    return nil
  }

  private func report(
    _ cell: Cell, _ column: String, expected: String, nearest: String? = nil, in file: TextFile,
    _ problems: inout ProblemList
  ) {
    problems.append(
      file.problem(
        .badCell(
          column: column, found: file.shown(cell), expected: expected, nearest: nearest),
        at: cell.start, line: cell.line))
  }

  /// The columns that the file may have, in any order, and those that it needs
  private static let columns = ["time", "opp", "row", "answer", "until"]
  private static let needed = ["time", "opp", "answer"]
}

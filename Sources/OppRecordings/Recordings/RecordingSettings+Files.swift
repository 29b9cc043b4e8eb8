internal import OppJSON
internal import OppModel

/// Reads `files` of `recording.json`: the statements about each file
///
/// ```
/// {"files": {"weather.csv": {"dates": "mdy", "columns": {"temp[F]": "Out °F"}}}}
/// ```
struct FileSettingsReader {
  /// The names of the files of the recording
  let names: [String]

  /// The source or table that a file is of, or `nil` if it is of neither
  let subject: (_ fileName: String) -> FileSubject?
  let zones: RecordingZones

  /// The `recording.json` that is read
  let file: TextFile

  /// The options by the name of the file
  func read(_ value: JSONValue, _ problems: inout ProblemList) -> [String: FileOptions] {
    guard case .object(let members) = value.content else {
      report(
        .badCell(
          column: "files", found: file.shown(value.cell),
          expected: #"an object, such as `{"weather.csv": {"dates": "dmy"}}`"#, nearest: nil),
        at: value.cell, &problems)
      return [:]
    }
    var found: [String: FileOptions] = [:]
    for member in members {
      guard names.contains(member.key) else {
        report(
          .unknownKey(name: member.key, nearest: Spelling.nearest(member.key, in: names)),
          at: member.cell, &problems)
        continue
      }
      guard let subject = subject(member.key), let ending = Self.ending(of: member.key) else {
        report(.optionsOfNone(file: member.key), at: member.cell, &problems)
        continue
      }
      found[member.key] = options(member.value, ending, subject, &problems)
    }
    return found
  }

  /// The ending of a file of rows, or `nil` for another file
  private static func ending(of name: String) -> String? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    return RowFile.endings.contains(ending) ? ending : nil
  }

  /// The options of one file; those with a mistake are left out
  private func options(
    _ value: JSONValue, _ ending: String, _ subject: FileSubject, _ problems: inout ProblemList
  ) -> FileOptions {
    var options = FileOptions()
    guard case .object(let members) = value.content else {
      report(
        .badCell(
          column: "files", found: file.shown(value.cell),
          expected: #"an object of options, such as `{"dates": "dmy"}`"#, nearest: nil),
        at: value.cell, &problems)
      return options
    }
    for member in members {
      let value = FileOptionValue(member.value, in: file)
      guard let option = FileOption(named: member.key) else {
        report(unknown(member.key, value, ending), at: member.cell, &problems)
        continue
      }
      guard ending == "csv" || option.isOfJSONLines else {
        report(.optionOfCSV(name: option.name), at: member.cell, &problems)
        continue
      }
      do throws(FileOptionProblem) {
        guard let value else { throw FileOptionProblem(.wrongValue(option)) }
        try options.set(option, to: value)
      } catch {
        report(.fileOption(error), at: cell(of: error, member.value), &problems)
        continue
      }
      check(option, member.value, options, subject, &problems)
    }
    if let (option, problem) = options.contradiction, let value = value[option.name] {
      report(.fileOption(problem), at: value.cell, &problems)
    }
    return options
  }

  /// Reports a zone that is not there, and columns that the source or table does not have
  private func check(
    _ option: FileOption, _ value: JSONValue, _ options: FileOptions, _ subject: FileSubject,
    _ problems: inout ProblemList
  ) {
    if option == .zone, case .named(let name)? = options.zone, zones.zone(name) == nil {
      report(
        .unknownZone(name: name, nearest: zones.nearest(name)), at: value.cell, &problems)
    }
    guard option == .columns else { return }
    for problem in subject.problems(of: options, nearest: { Spelling.nearest($0, in: $1) }) {
      report(.fileOption(problem), at: cell(of: problem, value), &problems)
    }
  }

  /// The problem of a name that is no option: the line to write if another tool has it
  private func unknown(
    _ name: String, _ value: FileOptionValue?, _ ending: String
  ) -> RecordingProblem.Kind {
    if let foreign = ForeignFileOption(named: name) {
      return .foreignOption(name: name, line: foreign.json(for: value))
    }
    let known = FileOption.all(ofJSONLines: ending != "csv").map { $0.name }
    return .unknownKey(name: name, nearest: Spelling.nearest(name, in: known))
  }

  /// The bytes at which a mistake in a value is reported
  private func cell(of problem: FileOptionProblem, _ value: JSONValue) -> Cell {
    guard case .object(let members) = value.content else { return value.cell }
    switch problem.place {
    case .key(let index) where members.indices.contains(index): return members[index].cell
    case .value(let index) where members.indices.contains(index):
      return members[index].value.cell
    case .whole, .key, .value: return value.cell
    }
  }

  private func report(
    _ kind: RecordingProblem.Kind, at cell: Cell, _ problems: inout ProblemList
  ) {
    problems.append(file.problem(kind, at: cell.start, line: cell.line))
  }
}

extension FileOptionValue {
  /// The value in JSON, or `nil` if it holds a null or an invalid number
  init?(_ value: JSONValue, in file: TextFile) {
    switch value.content {
    case .null: return nil
    case .truth(let truth): self = .truth(truth)
    case .number:
      guard let number = CellParser.number(value.cell, in: file) else { return nil }
      self = .number(number)
    case .text(let text): self = .text(text)
    case .array(let elements):
      let values = elements.compactMap { FileOptionValue($0, in: file) }
      guard values.count == elements.count else { return nil }
      self = .list(values)
    case .object(let members):
      let entries = members.compactMap { member in
        FileOptionValue(member.value, in: file).map { Entry(key: member.key, value: $0) }
      }
      guard entries.count == members.count else { return nil }
      self = .entries(entries)
    }
  }
}

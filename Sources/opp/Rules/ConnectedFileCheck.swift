internal import OppModel
internal import OppProviders
internal import OppRecordings
internal import OppSemantics
internal import OppSyntax
internal import OppSystem

/// Looks at the files of rows that the rules connect, as far as they are there
///
/// ```
/// warning: line 3 of `export.csv` proves that the month is first; a new file may not (proved-by-rows)
/// 2 │ connect weather to csv("export.csv")
///   = help: write `dates: "mdy"`
/// ```
struct ConnectedFileCheck {
  let rules: CheckedRules
  let context: CommandContext

  /// The warnings, in the order of the connections
  var diagnostics: [Diagnostic] { rules.analysis.connections.flatMap { diagnostics(of: $0) } }

  private func diagnostics(of connection: Connection) -> [Diagnostic] {
    guard RowFile.endings.contains(connection.connector),
      let path = rules.filePath(of: connection, in: context), let glance = glance(connection, path)
    else { return [] }
    let name = FilePath(path).name
    return glance.problems.map { problem in
      var diagnostic = Diagnostic(
        code: "connected-file", severity: .warning, range: connection.range,
        headline: "line \(problem.line) of `\(name)`: \(problem.message)")
      if let help = problem.help { diagnostic.helps = [help] }
      return diagnostic
    } + glance.proofs.map { proofWarning($0, of: name, at: connection.range) }
  }

  /// The warning of a fact that rows alone prove, with the option to write
  private func proofWarning(
    _ proof: FileGlance.Proof, of name: String, at range: SourceRange
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      code: "proved-by-rows", severity: .warning, range: range,
      headline: "line \(proof.line) of `\(name)` proves \(proof.fact); a new file may not")
    let line = "\(proof.option.name): \(proof.value.code)"
    diagnostic.helps = ["write `\(line)`"]
    diagnostic.fix = fix(adding: line, to: range)
    return diagnostic
  }

  /// The fix that adds an option behind the last one of a connection, above a comment that may follow
  private func fix(adding option: String, to range: SourceRange) -> Fix? {
    guard let tree = rules.analysis.trees.first(where: { $0.source.index == range.file }),
      let index = tree.tokenIndex(at: range.end - 1)
    else { return nil }
    let closing = tree.token(at: index)
    guard closing.text == ")", let last = closing.previousWord else { return nil }
    let place = SourceRange(file: range.file, start: last.range.end, end: last.range.end)
    let text = last.text == "," ? " \(option)," : ", \(option)"
    return Fix(edits: [Edit(range: place, replacement: text)], applicability: .safe)
  }

  /// The problems of all rows, file by file, of the files that no recording has reported
  ///
  /// - Parameter folder: that of the recording, as an absolute path.
  func problems(besides folder: String) -> [ProblemList] {
    var problems: [ProblemList] = []
    let recorded = FilePath(folder).standardized.text
    for connection in rules.analysis.connections {
      guard RowFile.endings.contains(connection.connector),
        let path = rules.filePath(of: connection, in: context)
      else { continue }
      let whole = FilePath(path).standardized
      let isRecorded =
        whole.text == "\(recorded)/\(whole.name)" && whole.name.hasPrefix(connection.target + ".")
      guard !isRecorded, let found = glance(connection, path, upTo: TextFile.maximumSize)?.found
      else { continue }
      problems.append(found)
    }
    return problems
  }

  /// A look at the beginning of the file of a connection, or `nil` if it is not there
  ///
  /// - Parameter size: the number of bytes that are read.
  private func glance(
    _ connection: Connection, _ path: String, upTo size: Int = FileGlance.size
  ) -> FileGlance? {
    guard let bytes = try? RegularFile.bytes(of: path, upTo: size + 1) else { return nil }
    let isWhole = bytes.count <= size
    let file = TextFile(path: path, bytes: bytes)
    let graph = rules.analysis.graph
    let options = connection.fileOptions
    let zone = options.zone?.zone { try? ZoneDatabase().zone(named: $0) } ?? rules.zone ?? .utc
    if let source = graph.sources.first(where: { $0.name == connection.target }) {
      let columns = RecordedColumns(
        source: source, zone: zone, enumerations: graph.enumerations, options: options)
      return FileGlance(
        file, isWhole: isWhole, ending: connection.connector, source: source, columns: columns)
    }
    guard let table = graph.tables.first(where: { $0.name == connection.target }) else {
      return nil
    }
    let columns = RecordedColumns(
      table: table, zone: zone, enumerations: graph.enumerations, options: options)
    return FileGlance(
      file, isWhole: isWhole, ending: connection.connector, table: table, columns: columns)
  }
}

internal import OppJSON
internal import OppLint
internal import OppSemantics
internal import OppSyntax

/// `textDocument/codeAction` and `codeAction/resolve`
///
/// Four sources of actions, each in its order: the fixes of problems that the range touches, of the compiler and of
/// the linter; the changes that give a value to a part which was unknown at the end of the recording; the line that connects
/// a file to a source or table; and, if `only` names it, all safe fixes of the file in one.
struct CodeActionRequests {
  let context: RequestContext

  /// The time for which actions wait for a replay, in milliseconds
  private static let replayTimeLimit: Int64 = 500

  func codeActions(_ parameters: Parameters) throws(ResponseError) -> LongRequest.Work {
    let file = try context.file(parameters)
    let range = file.range(of: try parameters.range())
    let only = parameters["context"]?["only"]?.texts
    let wantsFixes = Self.wants("quickfix", only)
    let unknown = wantsFixes ? unknownParts(at: range, in: file) : Sliced(done: [])
    let start = context.now
    return LongRequest.Work(file) { () throws(ResponseError) -> String? in
      guard !context.lintsOn(file.state) else { return nil }
      let parts = unknown.step()
      if parts == nil, context.now - start < Self.replayTimeLimit { return nil }
      var json = JSONText()
      json.array { array in
        if wantsFixes {
          writeFixes(at: range, file, &array)
          for part in parts ?? [] where part.range.touches(range) {
            for change in file.snapshot.changes(for: part) { write(change, file, &array) }
          }
          for change in fileChanges(at: range, in: file) { write(change, file, &array) }
        }
        if Self.wants("source.fixAll", only) { writeFixAll(file, &array) }
      }
      return json.text
    }
  }

  /// `true` if a client wants actions of a kind: it names none, the kind itself or one above it
  private static func wants(_ kind: String, _ only: [String]?) -> Bool {
    guard let only else { return true }
    return only.contains { $0.isEmpty || $0 == kind || kind.hasPrefix($0 + ".") }
  }

  // MARK: Quick fixes

  /// The place of an action among those of a check, by which it is found again
  private struct ActionPlace {
    /// The index of the problem in the snapshot
    let problem: Int

    /// The index of the fix among those of the problem; nil for the test of its example
    let choice: Int?
  }

  /// Writes an action for each fix of each problem that a range touches, and one for the day of its example
  private func writeFixes(
    at range: SourceRange, _ file: RequestedFile, _ array: inout JSONText
  ) {
    for (number, problem) in file.snapshot.problems.enumerated()
    where problem.range.touches(range) {
      let fixes = fixes(of: problem, in: file)
      for (choice, fix) in fixes.enumerated() {
        let isPreferred = fixes.count == 1 && fix.applicability == .safe
        write(
          Self.title(of: fix, for: problem, in: file.snapshot), problem,
          ActionPlace(problem: number, choice: choice), isPreferred: isPreferred, file, &array)
      }
      if file.snapshot.example(of: problem) != nil, context.replays != nil {
        write(
          "Add this day as a test", problem, ActionPlace(problem: number, choice: nil),
          isPreferred: false, file, &array)
      }
    }
  }

  /// The fixes of a problem, or else those that its advice gives
  private func fixes(of problem: Diagnostic, in file: RequestedFile) -> [Fix] {
    if !problem.fixes.isEmpty { return problem.fixes }
    let snapshot = file.snapshot
    let suggested = SuggestedFixes(
      snapshot.analysis, files: snapshot.files.indices.map { snapshot.source(at: $0) },
      analyze: context.workspace.services.analyze)
    return suggested.fixes(for: problem)
  }

  /// The edits of an action; `nil` if it is not there
  private func edits(of place: ActionPlace, in file: RequestedFile) -> [Edit]? {
    let problem = file.snapshot.problems[place.problem]
    if let choice = place.choice {
      let fixes = fixes(of: problem, in: file)
      return fixes.indices.contains(choice) ? fixes[choice].edits : nil
    }
    guard let finding = file.snapshot.example(of: problem), let witness = finding.witness,
      let test = context.replays?.witness(file.snapshot, finding.opp, witness).test()
    else { return nil }
    return [file.snapshot.appending(test, to: Int(problem.range.file))]
  }

  /// Writes an action with its problem; the edits too, or the data by which ``resolveCodeAction(_:)`` makes them
  private func write(
    _ title: String, _ problem: Diagnostic, _ place: ActionPlace, isPreferred: Bool,
    _ file: RequestedFile, _ array: inout JSONText
  ) {
    // Edits that take a check of the rules are made when they are wanted, if the client can wait.
    var edits: [Edit] = []
    if !context.client.resolvesCodeActionEdits {
      guard let made = self.edits(of: place, in: file) else { return }
      edits = made
    }
    array.object { json in
      json.member("title", string: title)
      json.member("kind", string: "quickfix")
      json.key("diagnostics")
      json.array { $0.raw(DiagnosticWriter(file.snapshot, context).json(problem)) }
      if isPreferred { json.member("isPreferred", raw: "true") }
      guard context.client.resolvesCodeActionEdits else {
        return json.member("edit", raw: workspaceEdit(edits, file))
      }
      json.key("data")
      json.object { data in
        data.member("uri", string: file.snapshot.files[file.index].uri)
        data.member("generation", raw: "\(file.state.generation)")
        data.member("problem", raw: "\(place.problem)")
        if let choice = place.choice { data.member("fix", raw: "\(choice)") }
      }
    }
  }

  /// Edits as the client reads them
  private func workspaceEdit(_ edits: [Edit], _ file: RequestedFile) -> String {
    file.writer.workspaceEdit(edits, hasDocumentChanges: context.client.hasDocumentChanges)
  }

  /// The effect of a fix, in words
  private static func title(
    of fix: Fix, for problem: Diagnostic, in snapshot: RuleSetSnapshot
  ) -> String {
    let words = fix.words(in: snapshot.source(at: Int(problem.range.file)))
    guard let words else { return "Fix: \(problem.headline)" }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  // MARK: Files

  /// The lines for a source or table that nothing is connected to, and at an empty line those for files without one
  private func fileChanges(at range: SourceRange, in file: RequestedFile) -> [OfferedChange] {
    let snapshot = file.snapshot
    let isFree = snapshot.isFree(range)
    let isName = snapshot.analysis.declarations.contains { declaration in
      (declaration.kind == .source || declaration.kind == .table)
        && declaration.range.touches(range)
    }
    guard isFree || isName else { return [] }
    let files = context.replays?.files(snapshot, file.state.root) ?? []
    return snapshot.fileConnections(files) { $0.touches(range) }
      + (isFree ? snapshot.fileDeclarations(files, at: range) : [])
  }

  // MARK: Unknown parts

  /// The parts without a value of the Opp that a range is in, as of the end of the recording
  private func unknownParts(
    at range: SourceRange, in file: RequestedFile
  ) -> Sliced<[UnknownPart]> {
    guard let replays = context.replays, !file.snapshot.analysis.hasErrors,
      let opp = file.snapshot.opp(withConditionAround: range.start, in: file.index)
    else { return Sliced(done: []) }
    let explanation = replays.explanation(
      file.snapshot, file.state.root, ExplanationQuestion(opp: opp, at: context.settings.now))
    return Sliced { explanation.step()?.unknown }
  }

  private func write(
    _ change: OfferedChange, _ file: RequestedFile, _ array: inout JSONText
  ) {
    array.object { json in
      json.member("title", string: change.title)
      json.member("kind", string: "quickfix")
      json.member("edit", raw: workspaceEdit(change.edits, file))
    }
  }

  // MARK: All fixes

  /// Offers the edits that `opp check --fix` would make to the file
  private func writeFixAll(_ file: RequestedFile, _ array: inout JSONText) {
    guard let edit = fixAllEdit(file) else { return }
    array.object { json in
      json.member("title", string: "Apply all safe fixes")
      json.member("kind", string: "source.fixAll")
      json.member("edit", raw: edit)
    }
  }

  /// The safe fixes of the compiler in a file that do not overlap; `nil` if there are none
  private func fixAllEdit(_ file: RequestedFile) -> String? {
    let index = Int32(truncatingIfNeeded: file.index)
    let fixes = file.snapshot.analysis.diagnostics.compactMap { $0.fix }.filter { fix in
      fix.applicability == .safe && fix.edits.allSatisfy { $0.range.file == index }
    }
    let text = file.text
    let fixed = FixedText(fixes, to: text.bytes)
    guard fixed.count > 0, fixed.bytes != text.bytes else { return nil }
    return workspaceEdit(FixedText.applied(fixes), file)
  }

  // MARK: Later

  /// Adds the edits to an action, whose `data` names the check for which it was offered by its number
  ///
  /// After a change of the text the edits would be at wrong places, so the request fails, and the client fetches the
  /// actions again.
  func resolveCodeAction(_ action: Parameters) throws(ResponseError) -> String {
    guard let data = action["data"] else { return action.json }
    let file = try context.file(uri: try data.requiredText("uri"))
    guard data["generation"]?.integer == file.state.generation,
      let problem = data["problem"]?.integer, file.snapshot.problems.indices.contains(problem)
    else { throw .requestFailed("the text has changed since the fix was offered") }
    let place = ActionPlace(problem: problem, choice: data["fix"]?.integer)
    guard let edits = edits(of: place, in: file) else {
      throw .invalidParameters("the fix is not known")
    }
    return JSONText.object { json in
      for (key, value) in action.members where key != "edit" {
        json.member(key, raw: value.json)
      }
      json.member("edit", raw: workspaceEdit(edits, file))
    }
  }
}

extension SourceRange {
  /// `true` if two ranges overlap or meet
  fileprivate func touches(_ other: SourceRange) -> Bool {
    file == other.file && start <= other.end && other.start <= end
  }
}

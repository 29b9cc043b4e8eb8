internal import OppJSON
internal import OppLint
internal import OppSemantics
internal import OppSyntax

/// `textDocument/codeAction` and `codeAction/resolve`
extension LanguageServer {
  func codeActions(_ parameters: Parameters) throws(ResponseError) -> String {
    let file = try file(parameters)
    let range = file.range(of: try parameters.range())
    let only = parameters["context"]?["only"]?.texts
    var json = JSONText()
    json.array { array in
      if Self.wants("quickfix", only) {
        for (number, problem) in file.snapshot.problems.enumerated()
        where problem.range.touches(range) {
          let fixes = fixes(of: problem, in: file)
          for (choice, fix) in fixes.enumerated() {
            let action = QuickFix(problem: number, choice: choice, isOnly: fixes.count == 1)
            write(action, problem, fix, file, &array)
          }
        }
      }
      if Self.wants("source.fixAll", only) { writeFixAll(file, &array) }
    }
    return json.text
  }

  /// `true` if a client wants actions of a kind: it names none, the kind itself or one above it
  private static func wants(_ kind: String, _ only: [String]?) -> Bool {
    guard let only else { return true }
    return only.contains { $0.isEmpty || $0 == kind || kind.hasPrefix($0 + ".") }
  }

  // MARK: Quick fixes

  private struct QuickFix {
    /// The index of the problem in the snapshot
    let problem: Int

    /// The index of the fix among those of the problem
    let choice: Int

    /// `true` if the problem has no other
    let isOnly: Bool
  }

  /// The fixes of a problem, or else those that its advice gives
  private func fixes(of problem: Diagnostic, in file: RequestedFile) -> [Fix] {
    if !problem.fixes.isEmpty { return problem.fixes }
    let snapshot = file.snapshot
    let suggested = SuggestedFixes(
      snapshot.analysis, files: snapshot.files.indices.map { snapshot.source(at: $0) },
      analyze: workspace.services.analyze)
    return suggested.fixes(for: problem)
  }

  private func write(
    _ action: QuickFix, _ problem: Diagnostic, _ fix: Fix, _ file: RequestedFile,
    _ array: inout JSONText
  ) {
    let title = Self.title(of: fix, for: problem, in: file.snapshot)
    let diagnostics = DiagnosticWriter(
      snapshot: file.snapshot, client: client, services: workspace.services)
    array.object { json in
      json.member("title", string: title)
      json.member("kind", string: "quickfix")
      json.key("diagnostics")
      json.array { $0.raw(diagnostics.json(problem)) }
      if action.isOnly, fix.applicability == .safe { json.member("isPreferred", raw: "true") }
      if client.resolvesCodeActionEdits {
        json.key("data")
        json.object { data in
          data.member("uri", string: file.snapshot.files[file.index].uri)
          data.member("generation", raw: "\(file.state.generation)")
          data.member("problem", raw: "\(action.problem)")
          data.member("fix", raw: "\(action.choice)")
        }
      } else {
        json.member(
          "edit",
          raw: file.writer.workspaceEdit(
            fix.edits, hasDocumentChanges: client.hasDocumentChanges))
      }
    }
  }

  /// The effect of a fix, in words
  private static func title(
    of fix: Fix, for problem: Diagnostic, in snapshot: RuleSetSnapshot
  ) -> String {
    let words = fix.words(in: snapshot.source(at: Int(problem.range.file)))
    guard let words else { return "Fix: \(problem.headline)" }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  // MARK: All fixes

  /// Offers what `opp check --fix` would do to the file
  private func writeFixAll(_ file: RequestedFile, _ array: inout JSONText) {
    guard let edit = fixAllEdit(file) else { return }
    array.object { json in
      json.member("title", string: "Apply all safe fixes")
      json.member("kind", string: "source.fixAll")
      json.member("edit", raw: edit)
    }
  }

  /// The safe fixes of the compiler in a file that do not overlap; nil where there are none
  private func fixAllEdit(_ file: RequestedFile) -> String? {
    let index = Int32(truncatingIfNeeded: file.index)
    let fixes = file.snapshot.analysis.diagnostics.compactMap { $0.fix }.filter { fix in
      fix.applicability == .safe && fix.edits.allSatisfy { $0.range.file == index }
    }
    let text = file.text
    let fixed = FixedText(fixes, to: text.bytes)
    guard fixed.count > 0, fixed.bytes != text.bytes else { return nil }
    return file.writer.workspaceEdit(
      FixedText.applied(fixes), hasDocumentChanges: client.hasDocumentChanges)
  }

  // MARK: Later

  func resolveCodeAction(_ action: Parameters) throws(ResponseError) -> String {
    guard let data = action["data"] else { return action.json }
    let file = try file(uri: try data.requiredText("uri"))
    guard data["generation"]?.integer == file.state.generation,
      let problem = data["problem"]?.integer, file.snapshot.problems.indices.contains(problem),
      let choice = data["fix"]?.integer
    else { throw .requestFailed("the text has changed since the fix was offered") }
    let fixes = fixes(of: file.snapshot.problems[problem], in: file)
    guard fixes.indices.contains(choice) else {
      throw .invalidParameters("the fix is not known")
    }
    let edit = file.writer.workspaceEdit(
      fixes[choice].edits, hasDocumentChanges: client.hasDocumentChanges)
    return JSONText.object { json in
      for (key, value) in action.members where key != "edit" {
        json.member(key, raw: value.json)
      }
      json.member("edit", raw: edit)
    }
  }
}

extension SourceRange {
  /// `true` if two ranges overlap or meet
  fileprivate func touches(_ other: SourceRange) -> Bool {
    file == other.file && start <= other.end && other.start <= end
  }
}

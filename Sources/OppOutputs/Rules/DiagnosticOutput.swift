internal import OppJSON
internal import OppLint
internal import OppModel
package import OppSyntax

/// Prints diagnostics in the manner that `--format` names
///
/// ```
/// {"type":"diagnostic","code":"never-true","severity":"warning","path":"t/a.opp","line":3,"column":33,"end_line":3,
/// "end_column":43,"message":"this condition is never true, so \"Never\" never fires","labels":[{…,"text":"never
/// together with this"}],"help":[],"note":[],"category":"correctness","opp":"Never","fingerprint":"4188e25f…",
/// "witness":{"at":"2026-06-03T10:00:00Z","values":{"weather.temp":31}}}
///
/// ::warning file=t/a.opp,line=3,col=33,endLine=3,endColumn=43,title=never-true::this condition is never true, so …
/// ```
///
/// `labels`, `help` and `note` are there even if they are empty.
package struct DiagnosticOutput {
  /// By the file index that ranges carry
  package let files: [SourceFile]

  /// The words of examples; `nil` if no finding has one
  package var words: WitnessText?

  package init(files: [SourceFile], words: WitnessText? = nil) {
    self.files = files
    self.words = words
  }

  /// The file of a range; `nil` if it is none of these
  package func file(of range: SourceRange) -> SourceFile? {
    // Mostly files are at their own index; a part of them is searched.
    let index = Int(range.file)
    if files.indices.contains(index), files[index].index == range.file { return files[index] }
    return files.first { $0.index == range.file }
  }

  /// One JSON object, on one line
  package func json(_ diagnostic: Diagnostic) -> String { json(ReportedProblem(diagnostic)) }

  /// One JSON object, on one line, with the details of a finding of the linter
  package func json(_ problem: ReportedProblem) -> String {
    let diagnostic = problem.diagnostic
    return JSONText.object { json in
      // 1. The message and its place.
      json.member("type", string: "diagnostic")
      json.member("code", string: diagnostic.code)
      json.member("severity", string: diagnostic.severity.name)
      place(of: diagnostic.range, &json)
      json.member("message", string: diagnostic.headline)
      // 2. Further places, advice and notes.
      json.key("labels")
      json.array { array in
        for label in diagnostic.labels {
          array.object { object in
            place(of: label.range, &object)
            object.member("text", string: label.text)
          }
        }
      }
      json.member("help", strings: diagnostic.helps)
      json.member("note", strings: diagnostic.notes)
      // 3. Edits: the one fix, or those of which the writer has to choose.
      if let fix = diagnostic.fix {
        json.key("fix")
        json.object { add(fix, &$0) }
      }
      if !diagnostic.alternatives.isEmpty {
        json.key("alternatives")
        json.array { array in
          for fix in diagnostic.alternatives { array.object { add(fix, &$0) } }
        }
      }
      // 4. The part that only the linter knows.
      if let finding = problem.finding { add(finding, &json) }
      if let suppression = problem.suppression { add(suppression, &json) }
    }
  }

  /// Adds the keys of a finding: its category, the Opp, its identity for baselines, and the example of its proof
  private func add(_ finding: LintFinding, _ json: inout JSONText) {
    json.member("category", string: finding.rule.category.name)
    if let opp = finding.opp { json.member("opp", string: opp) }
    json.member("fingerprint", string: finding.fingerprint.text)
    if let witness = finding.witness, let words {
      json.key("witness")
      words.add(witness, to: &json)
    }
  }

  /// Adds the comment that accepts a finding
  private func add(_ suppression: Suppression, _ json: inout JSONText) {
    json.key("suppressed")
    json.object { object in
      object.member("by", string: "comment")
      object.member("reason", string: suppression.reason)
    }
  }

  /// Adds a fix: whether it keeps the meaning, and the edits, in the order of the text
  ///
  /// `"applicability":"safe","edits":[{"path":"a.opp","line":1,…,"replacement":"20C"}]`
  private func add(_ fix: Fix, _ json: inout JSONText) {
    json.member("applicability", string: fix.applicability.name)
    json.key("edits")
    json.array { array in
      for edit in fix.edits {
        array.object { entry in
          place(of: edit.range, &entry)
          entry.member("replacement", string: edit.replacement)
        }
      }
    }
  }

  /// Path, and lines and columns from 1; the end is the place after the last character
  private func place(of range: SourceRange, _ json: inout JSONText) {
    guard let file = file(of: range) else { return }
    let start = file.position(at: range.start)
    let end = file.position(at: range.end)
    json.member("path", string: file.path)
    json.member("line", raw: "\(start.line)")
    json.member("column", raw: "\(start.column)")
    json.member("end_line", raw: "\(end.line)")
    json.member("end_column", raw: "\(end.column)")
  }

  /// The number of annotations of a kind that GitHub shows of one step
  package static let annotationLimit = 10

  /// Workflow commands of GitHub Actions, the gravest first, and a last one with the number of those that GitHub does not show
  ///
  /// GitHub shows ten errors, ten warnings and ten notices of a step. The last notice is kept for the count.
  package func github(_ diagnostics: [Diagnostic]) -> [String] {
    var lines: [String] = []
    // Of 12 errors and 3 warnings: ten errors, three warnings, and a notice that 2 more are not shown.
    var leftOut = 0
    for name in ["error", "warning", "notice"] {
      let limit = name == "notice" ? Self.annotationLimit - 1 : Self.annotationLimit
      let own = diagnostics.filter { command($0.severity) == name }
      lines += own.prefix(limit).map(github)
      leftOut += max(0, own.count - limit)
    }
    if leftOut > 0 {
      lines.append("::notice title=opp::\(leftOut) more are not shown here; run opp to see all")
    }
    return lines
  }

  /// A workflow command of GitHub Actions, which shows the message beside the line
  private func github(_ diagnostic: Diagnostic) -> String {
    guard let file = file(of: diagnostic.range) else { return "::error::\(diagnostic.headline)" }
    let start = file.position(at: diagnostic.range.start)
    let end = file.position(at: diagnostic.range.end)
    let place =
      "file=\(escapedProperty(file.path)),line=\(start.line),col=\(start.column),"
      + "endLine=\(end.line),endColumn=\(end.column)"
    let words = ([diagnostic.headline] + diagnostic.helps.map { "help: \($0)" }).joined(
      separator: "\n")
    return
      "::\(command(diagnostic.severity)) \(place),title=\(diagnostic.code)::\(escapedMessage(words))"
  }

  /// The workflow command that GitHub has for a severity
  private func command(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .style, .note: "notice"
    }
  }

  /// Escapes the characters that have a meaning in GitHub's workflow commands
  ///
  /// `100 %`, a line end becomes `100 %25%0A`. Source: "Workflow commands for GitHub Actions", docs.github.com.
  private func escapedMessage(_ text: String) -> String {
    text.replacingAll("%", with: "%25").replacingAll("\r", with: "%0D")
      .replacingAll("\n", with: "%0A")
  }

  /// In a property `:` and `,` are escaped as well, which end it
  private func escapedProperty(_ text: String) -> String {
    escapedMessage(text).replacingAll(":", with: "%3A").replacingAll(",", with: "%2C")
  }
}

internal import OppJSON
internal import OppLint
internal import OppSyntax

/// The problems of a rule set as the protocol has them, file by file
struct DiagnosticReports {
  /// The `Diagnostic[]` of each file, by its index
  let items: [String]

  /// The reports of a check
  ///
  /// - Parameter problems: in the order of the files and of the text.
  init(_ snapshot: RuleSetSnapshot, problems: [Diagnostic], _ context: RequestContext) {
    self.init(
      DiagnosticWriter(snapshot, context), problems: problems, count: snapshot.files.count)
  }

  /// The reports of texts that are not checked as a whole yet
  init(_ texts: SnapshotTexts, problems: [Diagnostic], _ context: RequestContext) {
    self.init(DiagnosticWriter(texts, context), problems: problems, count: texts.files.count)
  }

  /// Writes problems in one pass: they are in the order of the files
  private init(_ writer: DiagnosticWriter, problems: [Diagnostic], count: Int) {
    var lists = [JSONText](repeating: JSONText(), count: count)
    var problems = problems[...]
    for index in lists.indices {
      lists[index].array { array in
        while let problem = problems.first, Int(problem.range.file) <= index {
          array.raw(writer.json(problem))
          problems.removeFirst()
        }
      }
    }
    items = lists.map { $0.text }
  }

  /// The mistake in an `.opplint`
  static func item(of problem: LintConfiguration.Problem) -> String {
    let line = max(0, problem.line - 1)
    let range = TextRange(
      start: TextPosition(line: line, character: 0),
      end: TextPosition(line: line + 1, character: 0))
    let item = JSONText.object { json in
      json.member("range", raw: PlaceWriter.range(range))
      json.member("severity", raw: "1")
      json.member("source", string: "opp")
      json.member(
        "message", string: problem.message + (problem.help.map { "\nhelp: \($0)" } ?? ""))
    }
    return "[\(item)]"
  }
}

/// Writes one problem
struct DiagnosticWriter {
  /// Decides which members a diagnostic has
  private let client: ClientCapabilities

  /// Knows the pages of codes
  private let services: FileServices

  /// Words the examples of findings; `nil` if there are no recordings
  private let replays: ReplayServices?

  /// The check that has the examples of findings; `nil` if there is none yet
  private let snapshot: RuleSetSnapshot?

  /// Converts places to the positions of the client
  private let places: PlaceWriter

  init(_ snapshot: RuleSetSnapshot, _ context: RequestContext) {
    self.init(snapshot.texts, snapshot, context)
  }

  init(_ texts: SnapshotTexts, _ context: RequestContext) {
    self.init(texts, nil, context)
  }

  /// The writer for a check, or for texts without one
  private init(_ texts: SnapshotTexts, _ snapshot: RuleSetSnapshot?, _ context: RequestContext) {
    client = context.client
    services = context.workspace.services
    replays = context.replays
    self.snapshot = snapshot
    places = PlaceWriter(texts: texts, encoding: client.encoding)
  }

  func json(_ diagnostic: Diagnostic) -> String {
    JSONText.object { json in
      json.member("range", raw: places.range(diagnostic.range))
      json.member("severity", raw: severity(diagnostic.severity))
      json.member("code", string: diagnostic.code)
      if client.showsCodeDescription, let page = services.page(diagnostic.code) {
        json.key("codeDescription")
        json.object { $0.member("href", string: page) }
      }
      json.member("source", string: "opp")
      json.member("message", string: message(of: diagnostic))
      if client.showsTags, Self.redundant.contains(diagnostic.code) {
        json.member("tags", raw: "[1]")
      }
      let example = example(of: diagnostic)
      if client.showsRelatedInformation {
        add(diagnostic.labels + (example.map { [label(for: $0, diagnostic)] } ?? []), &json)
      }
      if client.keepsDiagnosticData, diagnostic.fix != nil || example != nil {
        json.key("data")
        json.object { data in
          if let fix = diagnostic.fix { data.member("fix", string: fix.applicability.name) }
          if let example { data.member("day", string: example.day) }
        }
      }
    }
  }

  /// The headline of the command line, then the help and the reasons
  private func message(of diagnostic: Diagnostic) -> String {
    var lines = [diagnostic.headline]
    if !client.showsRelatedInformation {
      lines += diagnostic.labels.map { $0.text }.filter { !$0.isEmpty }
    }
    lines += diagnostic.helps.map { "help: \($0)" }
    lines += diagnostic.notes.map { "note: \($0)" }
    return lines.joined(separator: "\n")
  }

  /// Writes `relatedInformation`; labels in the prelude are left out, which the client cannot open
  private func add(_ labels: [Diagnostic.Label], _ json: inout JSONText) {
    let located = labels.compactMap { label in
      places.location(label.range).map { (location: $0, text: label.text, range: label.range) }
    }
    if located.isEmpty { return }
    json.key("relatedInformation")
    json.array { array in
      for (location, text, range) in located {
        array.object { object in
          object.member("location", raw: location)
          object.member("message", string: text.isEmpty ? quoted(range) : text)
        }
      }
    }
  }

  /// The first line of a place, in backquotes: the message of a label without words
  private func quoted(_ range: SourceRange) -> String {
    let text = places.texts.sources[Int(range.file)].text(range)
    return "`\(text.split(separator: "\n").first ?? "")`"
  }

  /// The day that shows a finding, in words; `nil` if there is none
  private func example(of diagnostic: Diagnostic) -> WitnessWords? {
    guard let replays, let snapshot, let finding = snapshot.example(of: diagnostic),
      let witness = finding.witness
    else { return nil }
    return replays.witness(snapshot, finding.opp, witness)
  }

  /// The day that shows a finding, as a label at its place
  private func label(for example: WitnessWords, _ diagnostic: Diagnostic) -> Diagnostic.Label {
    let values = example.values.isEmpty ? "" : ": " + example.values.joined(separator: ", ")
    return Diagnostic.Label(
      range: diagnostic.range, text: "for example on \(example.day)\(values)")
  }

  /// The number of the protocol: 1 for errors to 4 for hints
  private func severity(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "1"
    case .warning: "2"
    case .style: "3"
    case .note: "4"
    }
  }

  /// The findings about text that could be left out
  private static let redundant: Set<String> = [
    "always-true", "dead-branch", "duplicate-part", "redundant-part", "same-branches",
    "subsumed-opp", "unused-declaration", "unused-row", "unused-suppression", "needless-word",
  ]
}

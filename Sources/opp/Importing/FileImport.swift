internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppRecordings
internal import OppSemantics
internal import OppSyntax
internal import OppSystem

/// The work of `opp import`
struct FileImport {
  let console: Console
  let context: CommandContext

  /// The next line that a person types; `nil` at the end of the input
  let nextLine: () -> String?

  /// The options of the command line that say something about the file
  private static let fileOptions = FileOption.allCases.map(\.name) + ["unit"]

  /// Looks at the file, asks about the options that it leaves open, and prints or writes the lines
  ///
  /// - Parameter asks: `true` if a person can answer.
  func run(_ invocation: Invocation, asks: Bool) throws(CommandFailure) -> ExitStatus {
    let path = invocation.operands[0]
    let rules = readRules(invocation)
    var request = try request(for: path, invocation, rules)
    var sketch = FileSketch(of: request)
    if asks { try askAll(&request, &sketch) }
    let output = SketchOutput(sketch, console: console)
    if invocation.wantsJSON {
      console.line(output.json())
    } else {
      output.printFindings()
      output.printQuestions()
    }
    guard sketch.questions.isEmpty, sketch.refusal == nil else { return .problems }
    if !invocation.wantsJSON {
      output.printProposal()
      if invocation.value("--as") == nil { sayKnown(request.subject, sketch) }
    }
    if let problem = rules.problem(with: sketch) {
      throw CommandFailure(status: .problems, message: problem.message, help: problem.help)
    }
    if invocation.has("--into") || invocation.has("--recording") {
      try ImportedFiles(sketch, invocation, context, console).write()
    } else if !invocation.wantsJSON {
      console.message(
        "next: add `--into DIR` to write this, and `--recording` to replay it with `opp eval`")
    }
    return .success
  }

  /// Says that the name of the file is one of the rules or of the prelude, if columns are passed over because of that
  private func sayKnown(_ subject: SketchSubject, _ sketch: FileSketch) {
    if case .new = subject { return }
    guard sketch.columns.contains(where: { $0.meaning == "passed over" }) else { return }
    console.message(
      "only the fields of `\(subject.name)`, which is declared already, are read: `--as NAME` declares others"
    )
  }

  /// The rules of the folder that the file goes into, else of this one, as far as they can be read
  private func readRules(_ invocation: Invocation) -> ImportedRules {
    let folder = invocation.value("--into") ?? "."
    var files: [SourceFile] = []
    if context.kind(of: folder) == .folder, let found = try? RuleFiles.read([folder], in: context) {
      files = found.files
    }
    return ImportedRules(files) { CheckedRules.analyze($0) }
  }

  /// The source or table of a name, or of that of the file
  private func subject(
    _ name: String?, _ fileName: String, _ rules: ImportedRules
  ) throws(CommandFailure) -> SketchSubject {
    do throws(SketchProblem) {
      return try rules.subject(name, fileName: fileName)
    } catch {
      throw .usage(error.message, help: error.help)
    }
  }

  /// The bytes of the file, and the options that the command line and the rules have for it
  private func request(
    for path: String, _ invocation: Invocation, _ rules: ImportedRules
  ) throws(CommandFailure) -> SketchRequest {
    guard context.kind(of: path) != .folder else {
      throw .usage("`\(path)` is a folder", help: "name one file")
    }
    let bytes = try context.bytes(of: path, limit: TextFile.maximumSize)
    guard bytes.count <= TextFile.maximumSize else {
      throw .outside("`\(path)` is larger than \(TextFile.maximumSize >> 20) MiB")
    }
    let fileName = String(
      path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
    var request = SketchRequest(
      file: TextFile(path: fileName, bytes: bytes),
      subject: try subject(invocation.value("--as"), fileName, rules))
    request.path = ImportedFiles.path(of: path, from: invocation.value("--into"), in: context)
    request.enumerations = rules.graph.enumerations
    request.zones = { LocalZone.named($0) }
    if let name = rules.graph.settings.zone, let zone = LocalZone.named(name) {
      (request.zone, request.zoneName) = (zone, "\(name) by the rules")
    } else {
      let name = LocalZone.name(in: context)
      (request.zone, request.zoneName) = (LocalZone.named(name) ?? .utc, "\(name) of this machine")
    }
    for option in Self.fileOptions {
      for value in invocation.values("--\(option)") { try give(option, value, to: &request) }
    }
    return request
  }

  private func give(
    _ option: String, _ value: String, to request: inout SketchRequest
  ) throws(CommandFailure) {
    do throws(SketchProblem) {
      try request.give(option, value)
    } catch {
      throw .usage(error.message, help: error.help)
    }
  }

  // MARK: Questions

  /// Asks the first question until there is none
  private func askAll(
    _ request: inout SketchRequest, _ sketch: inout FileSketch
  ) throws(CommandFailure) {
    while let question = sketch.questions.first {
      let output = SketchOutput(sketch, console: console)
      output.printFindings()
      console.line("question: \(question.text)")
      output.printAnswers(question, numbered: true)
      let answer = try pick(question)
      try give(answer.option, answer.value, to: &request)
      sketch = FileSketch(of: request)
      console.line()
    }
  }

  /// The answer that a person picks by its number
  private func pick(_ question: SketchQuestion) throws(CommandFailure) -> SketchAnswer {
    while true {
      console.write("1 to \(question.answers.count): ")
      console.flush()
      guard let line = nextLine() else {
        console.line()
        throw .usage("the questions were not answered, and nothing was written")
      }
      if let number = Int(line.trimmingSpaces()), question.answers.indices.contains(number - 1) {
        return question.answers[number - 1]
      }
    }
  }
}

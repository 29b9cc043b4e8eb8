internal import OppModel
internal import OppOutputs
internal import OppSemantics
internal import OppSyntax

/// A rule set that grows line by line, at an instant of a recording
///
/// ```
/// opp> place home = @48.2,16.37 within 100m
/// opp> today + 1w
/// today + 1w is 2026-06-28
/// opp> opp "Late" when (
/// ...> time >= 22:00)
/// ```
///
/// The declarations typed are one more file behind those of the command line, checked as a whole with each new one: a
/// mistake leaves everything as it was.
struct Playground {
  /// The next step after a line
  enum Outcome {
    case ready

    /// The line left a bracket open
    case continued
    case ended
  }

  /// The declarations that were typed, by the kind and name of each
  private var entered: [(key: String, text: String)] = []

  /// The lines of an input that is not complete yet
  private var pending = ""

  /// The instant at which expressions are evaluated
  private(set) var at: Instant

  /// The worst status of any line
  private(set) var status = ExitStatus.success

  /// The files with the declarations that were typed, checked without errors
  private(set) var rules: CheckedRules

  /// The files of the command line
  private let files: RuleFiles

  /// The command line, whose data and zone hold for each line
  private let invocation: Invocation
  private let context: CommandContext
  private let console: Console

  /// The path of the typed lines, as messages show it
  static let path = "repl"

  /// - Throws: `CommandFailure` if files cannot be read or have errors.
  init(
    _ invocation: Invocation, in context: CommandContext, _ console: Console
  ) throws(CommandFailure) {
    files = try RuleFiles.read(invocation.rulePaths, in: context)
    rules = CheckedRules.check(files)
    self.invocation = invocation
    self.context = context
    self.console = console
    at = context.present
    guard rules.printProblems(console) else {
      throw CommandFailure(
        status: .problems, message: "the rules have errors", help: "mend them first")
    }
    at = try beginning()
  }

  /// The instant that is given, else the last second of the recording, else the present
  private func beginning() throws(CommandFailure) -> Instant {
    if let text = invocation.value("--at") { return try instant(text) }
    do throws(CommandFailure) {
      let run = try RecordedRun.read(
        self.command([], of: .evaluate), rules: rules, graph: rules.analysis.graph,
        in: context, Console())
      return run.to.advanced(by: -1)
    } catch {
      // Without a recording there are the clock and the sun.
      return context.present
    }
  }

  /// The instant that a text means, in the zone of the run
  private func instant(_ text: String) throws(CommandFailure) -> Instant {
    let run = try RecordedRun.read(
      command(["--at", text], of: .evaluate), rules: rules, graph: rules.analysis.graph,
      in: context, Console())
    return run.from
  }

  /// The command line of another command, with the data and the zone of this one
  private func command(
    _ arguments: [String], of command: Command
  ) throws(CommandFailure) -> Invocation {
    var words: [String] = []
    for option in ["--data", "--zone"] {
      if let value = invocation.value(option),
        command.options.contains(where: { $0.name == option })
      {
        words += [option, value]
      }
    }
    return try Invocation.parse(words + arguments, for: command)
  }

  // MARK: Lines

  /// `true` if a line that was begun goes on
  var isContinued: Bool { !pending.isEmpty }

  /// Carries out a line
  mutating func run(_ line: String) -> Outcome {
    let text = pending.isEmpty ? line : pending + "\n" + line
    let trimmed = text.trimmed
    guard !trimmed.isEmpty else { return .ready }
    if Self.isOpen(trimmed), !line.trimmed.isEmpty {
      pending = text
      return .continued
    }
    pending = ""
    do throws(CommandFailure) {
      if trimmed.hasPrefix(":") { return try obey(trimmed) }
      try beginsDeclaration(trimmed) ? declare(trimmed) : evaluate(trimmed)
    } catch {
      console.report(error)
      status = status.combined(with: error.status)
    }
    return .ready
  }

  /// `true` if a bracket is open at the end of a text
  private static func isOpen(_ text: String) -> Bool {
    let tree = Parser.parse(SourceFile(path: path, text: text)).tree
    var depth = 0
    for kind in tree.tokenKinds {
      switch kind {
      case .openingParenthesis, .openingBracket, .openingBrace: depth += 1
      case .closingParenthesis, .closingBracket, .closingBrace: depth -= 1
      default: continue
      }
    }
    return depth > 0
  }

  /// `true` if a text is a declaration rather than an expression
  private func beginsDeclaration(_ text: String) -> Bool {
    let word = text.prefix { $0 != " " && $0 != "\"" && $0 != "\n" }
    let isWord = ContextualWord.allCases.contains { $0.beginsDeclaration && $0.text == word }
    return isWord && word.utf8.count < text.utf8.count || text.hasPrefix("///")
  }

  // MARK: Expressions and declarations

  /// Prints the value of an expression at the instant
  private mutating func evaluate(_ text: String) throws(CommandFailure) {
    let invocation = try command(["--at", at.rfc3339, "--expression", text], of: .evaluate)
    // The graph keeps the nodes of evaluated expressions, so the rules are checked again for each line.
    let outcome = try EvaluateCommand.evaluate(
      CheckedRules.check(rules.files), invocation, context, console)
    status = status.combined(with: outcome)
  }

  /// Adds declarations, each in place of one of its name that was typed before
  private mutating func declare(_ text: String) throws(CommandFailure) {
    let tree = Parser.parse(SourceFile(path: Self.path, text: text)).tree
    var next = entered
    // One that was typed before under the same name makes room: the last one counts.
    for declaration in tree.file.declarations {
      if let key = Self.key(of: declaration) { next.removeAll { $0.key == key } }
    }
    next.append((tree.file.declarations.first.flatMap(Self.key) ?? "", text))
    let all =
      files.files + [
        SourceFile(
          path: Self.path, text: next.map { $0.text + "\n" }.joined(),
          index: Int32(clamping: files.files.count))
      ]
    let changed = CheckedRules.check(RuleFiles(files: all, folder: files.folder))
    guard changed.printProblems(console) else {
      status = status.combined(with: .problems)
      return
    }
    entered = next
    rules = changed
    for case .opp(let opp) in tree.file.declarations {
      if let name = opp.name?.plainText { try printTruth(ofOpp: name) }
    }
  }

  /// Prints whether the condition of an Opp that was just declared is true, of `for each` for each row
  private func printTruth(ofOpp name: String) throws(CommandFailure) {
    let lines = Console()
    _ = try EvaluateCommand.evaluate(
      rules, command(["--at", at.rfc3339], of: .evaluate), context, lines)
    lines.flush()
    let own = String(decoding: lines.transcript, as: UTF8.self).split(separator: "\n").filter {
      $0.hasPrefix(name + " is ") || $0.hasPrefix(name + " [")
    }
    for line in own { console.line(String(line)) }
  }

  /// The kind and name of a declaration
  ///
  /// `oppDeclaration "Tea"` for an Opp, `home` for a place: places, sources and `let`s share their names, Opps and
  /// tests have names of their own. Nil for a declaration without a name, such as `set zone`.
  private static func key(of declaration: DeclarationSyntax) -> String? {
    let node = declaration.node
    let name = node.token(.name)?.text ?? node.child(.text)?.text
    return name.map {
      "\(node.kind == .oppDeclaration || node.kind == .testDeclaration ? "\(node.kind) " : "")\($0)"
    }
  }

  // MARK: Commands

  /// The commands, each with a summary
  static let commands: [(usage: String, summary: String)] = [
    (":at [INSTANT]", "shows the instant, or goes to another"),
    (":why NAME", "explains the condition of an Opp at the instant"),
    (
      ":plan", "shows what the day of the instant fetches; without a recording, what is fetched now"
    ),
    (":rules", "shows the declarations that were typed"),
    (":help", "shows this list"),
    (":quit", "ends the playground"),
  ]

  /// Does a command of the playground
  ///
  /// - Throws: `CommandFailure` with the nearest command if there is no such one.
  private mutating func obey(_ line: String) throws(CommandFailure) -> Outcome {
    let word = line.prefix { $0 != " " }
    let rest = String(line.dropFirst(word.count)).trimmed
    switch word {
    case ":quit", ":q": return .ended
    case ":help", ":h": help()
    case ":at":
      if !rest.isEmpty { at = try instant(rest) }
      console.line(zone.readable(at))
    case ":why": try why(rest)
    case ":plan": try plan()
    case ":rules": for declaration in entered { console.lines(declaration.text) }
    default:
      let names = Self.commands.map { String($0.usage.prefix { $0 != " " }) }
      throw .usage(
        "`\(word)` is not a command of the playground",
        help: Invocation.suggestion(for: String(word), among: names) ?? "`:help` lists them")
    }
    return .ready
  }

  /// Prints the commands
  private func help() {
    let width = Self.commands.map(\.usage.count).max() ?? 0
    for command in Self.commands {
      let padding = String(repeating: " ", count: width - command.usage.count)
      console.line("\(command.usage)\(padding)  \(command.summary)")
    }
    console.line(
      "Anything else is an expression, which is evaluated, or a declaration, which joins the rules."
    )
  }

  /// Explains the condition of an Opp, with or without quotes around its name
  private func why(_ name: String) throws(CommandFailure) {
    let plain = name.hasPrefix("\"") && name.hasSuffix("\"") && name.count > 1
    let opp = plain ? String(name.dropFirst().dropLast()) : name
    guard !opp.isEmpty else {
      throw .usage("`:why` needs the name of an Opp", help: "for example `:why Lunch walk`")
    }
    _ = try WhyCommand.explain(
      rules, command(["--at", at.rfc3339, "--", opp], of: .why), context, console)
  }

  /// Prints the fetches of the day of the instant, of a recording if there is one
  private func plan() throws(CommandFailure) {
    let hasRecording =
      invocation.has("--data")
      || files.folder.map {
        context.kind(of: $0 + "/data") == .folder
      } ?? false
    let day = zone.local(at: at).date.iso8601
    _ = try PlanCommand.plan(
      rules, command(hasRecording ? ["--day", day] : [], of: .plan), context, console)
  }

  /// The zone in which instants are shown
  private var zone: Zone {
    let run = try? RecordedRun.read(
      command(["--at", at.rfc3339], of: .evaluate), rules: rules, graph: rules.analysis.graph,
      in: context, Console())
    return run?.zone ?? rules.zone ?? .utc
  }
}

extension String {
  /// Without white space at both ends
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace ?? false { text = text.dropFirst() }
    while text.last?.isWhitespace ?? false { text = text.dropLast() }
    return String(text)
  }
}

internal import OppModel
internal import OppOutputs
internal import OppSystem

extension Command {
  /// ```console
  /// $ opp init --template flat home
  /// home: 8 rule files, and a recording in home/data
  /// ```
  static let initialize = Command(
    name: "init",
    summary: "begins a rule set: rules, connections, tests and a recording to play with",
    operands: "[DIR]",
    operandCount: 0...1,
    options: [
      Option(
        "--template", value: "NAME", choices: Template.allCases.map(\.rawValue),
        "what to begin with: \(Template.allCases.map(\.rawValue).joined(separator: ", "))"),
      Option("--zone", value: "ZONE", "your time zone, such as Europe/Berlin"),
      Option("--home", value: "LAT,LON", "where you live, for the weather there"),
      Option(
        "--phone", value: "URL", "where the positions of your phone are: a recorder of OwnTracks"),
      Option("--calendar", value: "FILE|URL", "your calendar"),
      Option("--url", value: "URL", "the address of your Home Assistant, for the template home"),
      Option(
        "--notify", value: "terminal|desktop|URL",
        "where notifications go; an address is that of a topic of ntfy; with the template home also mobile_app_…"
      ),
      Option("--yes", short: "-y", "asks nothing, and takes what is usual"),
    ],
    discussion: """
      Writes a first rule set into DIR, which is made if it is not there, or into the folder that it runs in. On a
      terminal it asks for what no option says. A folder that has rules already is left as it is.
      """,
    examples: [
      ("opp init", "asks, and begins in this folder"),
      ("opp init --template flat home", "a flat, in the new folder home"),
      ("opp init -y --notify https://ntfy.sh/a-topic", "reminders that go to a phone"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    try InitCommand(console: console, context: context) { readLine() }.run(
      invocation, asks: context.isInteractive)
  }
}

/// The work of `opp init`
struct InitCommand {
  let console: Console
  let context: CommandContext

  /// The next line that a person types; nil at the end of the input
  let nextLine: () -> String?

  /// Writes the files of a rule set, and prints the next steps
  ///
  /// - Parameter asks: whether there is somebody to answer questions.
  func run(_ invocation: Invocation, asks: Bool) throws(CommandFailure) -> ExitStatus {
    let folder = invocation.operands.first ?? "."
    try checkEmpty(folder)
    var answers = RuleSetAnswers(in: context)
    if let text = invocation.value("--template") { try answers.take(template: text) }
    if let text = invocation.value("--zone") { try answers.take(zone: text) }
    if let text = invocation.value("--home") { try answers.take(home: text) }
    if let text = invocation.value("--phone") { try answers.take(phone: text) }
    if let text = invocation.value("--calendar") { try answers.take(calendar: text) }
    if let text = invocation.value("--url") { try answers.take(url: text) }
    if let text = invocation.value("--notify") { try answers.take(notifications: text) }
    let zone = LocalZone.name(in: context)
    if asks, !invocation.has("--yes") {
      try InitQuestions(console, nextLine: nextLine).complete(&answers, invocation, zone: zone)
    } else if !invocation.has("--zone"), answers.ruleSet.template.movesWithZone {
      try answers.take(zone: zone)
    }
    try write(answers.ruleSet.files, to: folder)
    printNextSteps(answers.ruleSet, folder)
    return .success
  }

  /// Refuses a folder that has rules, or that is a file
  private func checkEmpty(_ folder: String) throws(CommandFailure) {
    switch context.kind(of: folder) {
    case .missing: break
    case .file: throw .usage("`\(folder)` is a file", help: "name a folder, which may be a new one")
    case .folder:
      if let rules = context.ruleFiles(below: folder).first {
        throw .usage(
          "`\(folder)` has rules already: `\(rules)`", help: "name another folder: `opp init DIR`")
      }
    }
  }

  /// Writes all files; if one of them is there already, none
  private func write(_ files: [TemplateFile], to folder: String) throws(CommandFailure) {
    let paths = files.map { folder == "." ? $0.path : "\(folder)/\($0.path)" }
    for path in paths where context.kind(of: path) != .missing {
      throw .usage("`\(path)` is there already", help: "name another folder: `opp init DIR`")
    }
    let folders = Set(files.map { $0.path.contains("/") ? "\(folder)/data" : folder })
    for path in folders.sorted() {
      do throws(SystemFailure) {
        try Folder.make(context.resolved(path))
      } catch {
        throw .outside("the folder `\(path)` cannot be made")
      }
    }
    for (file, path) in zip(files, paths) { try context.write(Array(file.text.utf8), to: path) }
  }

  private func printNextSteps(_ ruleSet: NewRuleSet, _ folder: String) {
    let ruleFiles = ruleSet.files.map(\.path).filter { $0.hasSuffix(".opp") }
    console.folded("wrote \(ruleFiles.joined(separator: ", "))", under: 6)
    console.folded(
      "wrote samples in data/: an invented recording, for `opp eval`, `opp test` and `opp report`",
      under: 6)
    let samples =
      ruleSet.template.samples.map { "data/\($0).csv" }
      + (ruleSet.calendar == nil ? [ruleSet.template.calendar].compactMap { $0 } : [])
    if !samples.isEmpty {
      console.folded(
        "`opp run` reads \(samples.joined(separator: ", ")) as well, until you put your own in their place",
        under: 6)
    }
    console.line()
    console.line("next:")
    if folder != "." { console.line("  cd \(folder)") }
    let steps = [
      ("opp eval", "replays the recording"),
      ("opp test", "runs the tests"),
      ("opp report -o report.html", "draws it as a page"),
      ("opp run", "the real thing: fetches, waits and notifies"),
    ]
    let width = steps.map(\.0.count).max() ?? 0
    for (command, summary) in steps {
      console.line(
        "  \(command)\(String(repeating: " ", count: width - command.count))  \(summary)")
    }
    console.line()
    if ruleSet.template == .home {
      console.folded(
        "`opp run` needs the token of your Home Assistant: `export HA_TOKEN=…`, a long-lived access token of your profile.",
        under: 2)
    } else if ruleSet.home == nil, ruleSet.phone == nil {
      console.folded(
        "connections.opp does not say yet where you are: the rules wait for it.", under: 2)
    }
    console.folded(
      "Edit connections.opp to say where things come from, and the rules as you like.", under: 2)
  }
}

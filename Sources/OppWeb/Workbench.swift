internal import OppFormat
internal import OppLint
package import OppModel
package import OppOutputs
internal import OppRecordings
internal import OppReplay
internal import OppSemantics
internal import OppSyntax

/// A rule set and a recording in memory, and the bytes that the tool prints of them
package struct Workbench {
  private var files: [SourceFile] = []
  private let zones = ZoneTable()
  private var recordings = RecordingMemory()

  /// The check of the files as they are; nil until it is needed
  private var known: Analysis?

  /// The date for rules of the linter about past dates
  package var today = CivilDate(days: 0)

  package init() {}

  // MARK: Input

  /// The folder of the recording as problems name it
  package var dataFolder: String {
    get { recordings.folder }
    set { recordings.folder = newValue }
  }

  /// Forgets the files of rules, and nothing else
  package mutating func clearRules() {
    files = []
    known = nil
  }

  /// Forgets the files of the recording
  package mutating func clearData() {
    let folder = dataFolder
    recordings = RecordingMemory()
    recordings.folder = folder
  }

  /// Adds a file of rules; the files are one rule set, in the order in which they were added
  package mutating func addRules(path: String, _ bytes: [UInt8]) {
    let index = Int32(truncatingIfNeeded: files.count)
    files.append(SourceFile(path: path, bytes: bytes, index: index))
    known = nil
  }

  /// Adds a file of the recording, by its name in the folder
  package mutating func addData(name: String, _ bytes: [UInt8]) {
    recordings.add(name: name, bytes)
  }

  /// Adds a zone as a TZif file
  ///
  /// - Returns: whether the file could be read.
  package mutating func addZone(name: String, _ bytes: [UInt8]) -> Bool {
    known = nil
    recordings.forget()
    return zones.add(name: name, bytes)
  }

  // MARK: Results

  /// The output of `opp check`
  package mutating func check(isJSON: Bool) -> Printed {
    let analysis = analysis()
    return Printed { console in
      let diagnostics = analysis.diagnosticsWithProofs(zone: rulesZone(analysis))
      if isJSON {
        let output = DiagnosticOutput(files: analysis.files)
        for diagnostic in advised(diagnostics, analysis) { console.line(output.json(diagnostic)) }
      } else {
        CheckOutput(analysis: analysis, fileCount: files.count, console: console)
          .show(diagnostics)
      }
      return analysis.hasErrors ? .problems : .success
    }
  }

  /// The output of `opp lint --isolated`, as of ``today``
  package mutating func lint(isJSON: Bool) -> Printed {
    let analysis = analysis()
    var settings = LintSettings()
    settings.zone = rulesZone(analysis)
    settings.today = today
    let outcome = LintOutcome(
      of: Linter.run(LintSubject(analysis, settings: settings, observed: nil)), analysis,
      baseline: Baseline(entries: []), fixed: 0)
    let bench = self
    return Printed { console in
      let output = LintOutput(
        analysis: analysis, ruleFiles: files, zone: settings.zone ?? .utc, outcome: outcome,
        console: console, withAdvisedFixes: { bench.advised($0, analysis) })
      output.show(format: isJSON ? "json" : "text", showsSuppressed: false)
      return outcome.errors > 0 ? .problems : .success
    }
  }

  /// A file of rules in the canonical layout, as `opp fmt -` prints it
  package func format(_ index: Int) -> Printed {
    Printed { console in
      guard files.indices.contains(index) else { return .usage }
      let file = SourceFile(path: "standard input", bytes: files[index].bytes)
      let formatted = Formatter.format(file)
      if !formatted.diagnostics.isEmpty {
        let renderer = DiagnosticRenderer(files: [file], usesColour: false)
        console.messages(renderer.render(formatted.diagnostics))
      }
      let isWrong = formatted.outcome == .wouldChangeMeaning
      if isWrong {
        console.message(
          "\(file.path): left as it is, for the result would not read the same; please report this file"
        )
      }
      console.write(formatted.text)
      return formatted.hasErrors || isWrong ? .problems : .success
    }
  }

  /// The output of `opp test`
  package mutating func test(isJSON: Bool) -> Printed {
    let analysis = analysis()
    return Printed { console in
      guard analysis.printProblems(console, isJSON: isJSON) else { return .problems }
      let zone = rulesZone(analysis) ?? .utc
      var runner = ScenarioRunner(graph: analysis.graph, zone: zone)
      let output = ScenarioOutput(
        analysis: analysis, graph: analysis.graph, zone: zone, console: console)
      var failed = 0
      for (scenario, places) in zip(analysis.tests, analysis.testPlaces) {
        let result = runner.run(scenario)
        if !result.failures.isEmpty { failed += 1 }
        if isJSON {
          output.printJSON(scenario, places, result)
        } else {
          output.print(scenario, places, result)
        }
      }
      if isJSON {
        let report = CoverageReport(runner.coverage, analysis: analysis, zone: zone)
        CoverageOutput(report: report, files: analysis.files, console: console).printJSON()
      } else {
        output.printSummary(count: analysis.tests.count, failed: failed)
      }
      return failed == 0 ? .success : .problems
    }
  }

  /// The output of `opp eval` over the whole of the recording
  package mutating func evaluate(isJSON: Bool) -> Printed {
    let analysis = analysis()
    return Printed { console in
      guard analysis.printProblems(console, isJSON: isJSON) else { return .problems }
      let recording = recording(for: analysis)
      guard let from = recording.from, let to = recording.to, from < to else {
        let status = DataProblemOutput(
          folder: dataFolder, root: dataFolder, console: console, isJSON: isJSON
        ).report(recording.problems, [])
        console.report(.usage("the recording has no period: no reading has a time"))
        return status == .success ? .usage : status
      }
      let read = read(for: analysis, from: from, to: to)
      let status = report(read, console, isJSON: isJSON)
      let replay = Replay(
        graph: analysis.graph, zone: read.zone, begins: from, arrivals: read.arrivals)
      let period = ReplayedPeriod(
        graph: analysis.graph, zone: read.zone, replay: replay, arrivals: read.arrivals,
        from: from, to: to)
      let output = EvaluationOutput(
        graph: period.graph, zone: read.zone, console: console, isJSON: isJSON)
      ReplayOutput(run: period, output: output).printPeriod(intervals: false)
      return status
    }
  }

  /// The output of `opp why` for an Opp at an instant
  package mutating func explain(_ opp: String, at instant: Instant, isJSON: Bool) -> Printed {
    let analysis = analysis()
    return Printed { console in
      guard analysis.printProblems(console, isJSON: isJSON) else { return .problems }
      guard let rule = analysis.graph.rules.firstIndex(where: { $0.name == opp }) else {
        console.report(.usage("there is no Opp `\(opp)`"))
        return .usage
      }
      let recording = recording(for: analysis)
      let end = instant.advanced(by: 1)
      let begins = recording.from ?? instant
      let read = read(for: analysis, from: begins, to: max(end, recording.to ?? end))
      let status = report(read, console, isJSON: isJSON)
      guard instant >= begins else {
        console.report(.usage("the recording begins later"))
        return .usage
      }
      let replay = Replay(
        graph: analysis.graph, zone: read.zone, begins: begins, arrivals: read.arrivals)
      let words = ExplanationText(
        analysis: analysis, graph: analysis.graph, zone: read.zone, rule: rule, at: instant,
        units: read.units)
      let output = ExplanationOutput(
        explanation: replay.explain(rule: rule, row: nil, at: instant), words: words,
        console: console)
      if isJSON { output.printJSON() } else { output.printText() }
      return status
    }
  }

  /// The findings about a file of the recording that no rule reads yet: the object of `opp import --format json`
  ///
  /// The lines name the file in the folder of the recording as it has to be named there: as the source or table.
  ///
  /// - Parameters:
  ///   - subject: the name of the source or table, or `nil` for that of the file.
  ///   - answers: the options that are given, as the command line writes them.
  /// - Returns: an object with `error` for a name or an option that is wrong; `null` for a file that is not there.
  package mutating func importFile(
    _ name: String, as subject: String?, answers: [(option: String, value: String)]
  ) -> String {
    guard let bytes = recordings.bytes(of: name) else { return "null" }
    let analysis = analysis()
    let bench = self
    let rules = ImportedRules(files) { bench.analyze($0) }
    do throws(SketchProblem) {
      var request = SketchRequest(
        file: TextFile(path: name, bytes: bytes),
        subject: try rules.subject(subject, fileName: name))
      let ending = name.lastIndex(of: ".").map { name[$0...] } ?? ".csv"
      request.path = "\(dataFolder)/\(request.subject.name)\(ending.lowercased())"
      request.enumerations = rules.graph.enumerations
      request.zones = zones.zone
      if let zone = rulesZone(analysis) {
        request.zone = zone
        request.zoneName = analysis.graph.settings.zone.map { "\($0) by the rules" }
      } else if let zone = recording(for: analysis).zone {
        request.zone = zone
      }
      for answer in answers { try request.give(answer.option, answer.value) }
      let sketch = FileSketch(of: request)
      return SketchOutput(sketch, console: Console()).json(rules.problem(with: sketch))
    } catch {
      return SketchOutput.json(of: error, file: name)
    }
  }

  // MARK: Replays and editors

  /// Begins a replay of the rules over the recording as they are now
  ///
  /// - Parameters:
  ///   - from: the beginning, if the recording has none; likewise `to`.
  /// - Returns: the replay, nil if the rules have errors or there is no period; and the problems, objects of JSON.
  package mutating func begin(
    from: Instant?, to: Instant?
  ) -> (session: ReplaySession?, problems: [String]) {
    let analysis = analysis()
    let problems = Console()
    guard analysis.printProblems(problems, isJSON: true) else {
      return (nil, Printed.lines(problems))
    }
    let recording = recording(for: analysis)
    guard let begins = recording.from ?? from, let ends = recording.to ?? to, begins < ends else {
      _ = DataProblemOutput(
        folder: dataFolder, root: dataFolder, console: problems, isJSON: true
      ).report(recording.problems, [])
      return (nil, Printed.lines(problems))
    }
    let read = read(for: analysis, from: begins, to: ends)
    _ = report(read, problems, isJSON: true)
    let session = ReplaySession(analysis, read, from: begins, to: ends)
    return (session, Printed.lines(problems))
  }

  /// A conversation with an editor; it knows the zones that are added later, too, and no file
  package func editor() -> EditorSession {
    let today = today
    return EditorSession(zones: zones, today: { today })
  }

  // MARK: Steps

  private mutating func analysis() -> Analysis {
    if let known { return known }
    let made = analyze(files)
    known = made
    return made
  }

  private func analyze(_ files: [SourceFile]) -> Analysis {
    RuleSet.analyze(files: files, findZone: zones.problem)
  }

  /// The recording without its calendars
  private mutating func recording(for analysis: Analysis) -> Recording {
    recordings.recording(
      for: analysis.graph, connected: ConnectedFiles(analysis).options(in: dataFolder), zones.zone)
  }

  /// The recording with its calendars
  private mutating func read(
    for analysis: Analysis, from: Instant, to: Instant
  ) -> ReadRecording {
    recordings.read(
      for: analysis.graph, connected: ConnectedFiles(analysis).options(in: dataFolder), zones.zone,
      from: from, to: to)
  }

  private func rulesZone(_ analysis: Analysis) -> Zone? {
    analysis.graph.settings.zone.flatMap(zones.zone)
  }

  /// Diagnostics for programs, with the fixes that their advice gives
  private func advised(_ diagnostics: [Diagnostic], _ analysis: Analysis) -> [Diagnostic] {
    analysis.withAdvisedFixes(diagnostics, analyze: analyze)
  }

  /// Prints the problems of a recording
  private func report(_ read: ReadRecording, _ console: Console, isJSON: Bool) -> ExitStatus {
    DataProblemOutput(folder: dataFolder, root: dataFolder, console: console, isJSON: isJSON)
      .report(read.problems, read.calendarProblems)
  }
}

/// The two streams that a command wrote, and its exit status
package struct Printed {
  package let output: [UInt8]
  package let errors: [UInt8]
  package let status: ExitStatus

  /// Runs a command with a console of its own
  init(_ command: (Console) -> ExitStatus) {
    let paper = Paper()
    let console = Console { (bytes, stream) throws(Console.WriteFailure) in
      switch stream {
      case .output: paper.output += bytes
      case .error: paper.errors += bytes
      }
    }
    status = command(console)
    console.flush()
    (output, errors) = (paper.output, paper.errors)
  }

  /// The lines that a console has collected
  static func lines(_ console: Console) -> [String] {
    console.flush()
    return console.transcript.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The streams while they are written; a class because the console's sink keeps it
  private final class Paper {
    var output: [UInt8] = []
    var errors: [UInt8] = []
  }
}

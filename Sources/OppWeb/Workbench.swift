internal import OppEngine
internal import OppFormat
package import OppModel
package import OppOutputs
internal import OppRecordings
internal import OppSemantics
internal import OppSyntax

/// A rule set and a recording in memory, and the bytes that the tool prints of them
package struct Workbench {
  private var files: [SourceFile] = []
  private var data: [String: [UInt8]] = [:]
  private var zones: [String: Zone] = [:]

  /// The folder of the recording as problems name it
  package var dataFolder = "data"

  package init() {}

  // MARK: Input

  /// Adds a file of rules; the files are one rule set, in the order in which they were added
  package mutating func addRules(path: String, _ bytes: [UInt8]) {
    let index = Int32(truncatingIfNeeded: files.count)
    files.append(SourceFile(path: path, bytes: bytes, index: index))
  }

  /// Adds a file of the recording, by its name in the folder
  package mutating func addData(name: String, _ bytes: [UInt8]) { data[name] = bytes }

  /// Adds a zone as a TZif file
  ///
  /// - Returns: whether the file could be read.
  package mutating func addZone(name: String, _ bytes: [UInt8]) -> Bool {
    guard let zone = try? Zone(file: bytes) else { return false }
    zones[name] = zone
    return true
  }

  // MARK: Results

  /// The output of `opp check`
  package func check(isJSON: Bool) -> Printed {
    Printed { console in
      let analysis = analysis()
      let diagnostics = analysis.diagnosticsWithProofs(zone: rulesZone(analysis))
      if isJSON {
        let output = DiagnosticOutput(files: analysis.files)
        for diagnostic in diagnostics { console.line(output.json(diagnostic)) }
      } else {
        CheckOutput(analysis: analysis, fileCount: files.count, console: console)
          .show(diagnostics)
      }
      return analysis.hasErrors ? .problems : .success
    }
  }

  /// A file of rules in the canonical layout, as `opp fmt -` prints it
  package func format(_ index: Int) -> Printed {
    Printed { console in
      guard files.indices.contains(index) else { return .usage }
      let formatted = Formatter.format(files[index])
      if !formatted.diagnostics.isEmpty {
        let renderer = DiagnosticRenderer(files: [files[index]], usesColour: false)
        console.messages(renderer.render(formatted.diagnostics))
      }
      console.write(formatted.text)
      return formatted.hasErrors || formatted.outcome == .wouldChangeMeaning ? .problems : .success
    }
  }

  /// The output of `opp eval` over the whole of the recording
  package func evaluate(isJSON: Bool) -> Printed {
    Printed { console in
      let analysis = analysis()
      guard analysis.printProblems(console, isJSON: isJSON) else { return .problems }
      let (recording, zone) = read(analysis)
      guard let from = recording.from, let to = recording.to, from < to else {
        console.report(.usage("the recording has no period: no reading has a time"))
        return .usage
      }
      let (period, status) = replay(
        analysis, recording, zone, from: from, to: to, readTo: to, console, isJSON: isJSON)
      let output = EvaluationOutput(
        graph: period.graph, zone: zone, console: console, isJSON: isJSON)
      ReplayOutput(run: period, output: output).printPeriod(intervals: false)
      return status
    }
  }

  /// The output of `opp why` for an Opp at an instant
  package func explain(_ opp: String, at instant: Instant, isJSON: Bool) -> Printed {
    Printed { console in
      let analysis = analysis()
      guard analysis.printProblems(console, isJSON: isJSON) else { return .problems }
      guard let rule = analysis.graph.rules.firstIndex(where: { $0.name == opp }) else {
        console.report(.usage("there is no Opp `\(opp)`"))
        return .usage
      }
      let (recording, zone) = read(analysis)
      let end = instant.advanced(by: 1)
      let (period, status) = replay(
        analysis, recording, zone, from: instant, to: end,
        readTo: max(end, recording.to ?? end), console, isJSON: isJSON)
      guard instant >= period.replay.begins else {
        console.report(.usage("the recording begins later"))
        return .usage
      }
      let words = ExplanationText(
        analysis: analysis, graph: analysis.graph, zone: zone, rule: rule, at: instant)
      let output = ExplanationOutput(
        explanation: period.replay.explain(rule: rule, row: nil, at: instant), words: words,
        console: console)
      if isJSON { output.printJSON() } else { output.printText() }
      return status
    }
  }

  // MARK: Steps

  private func analysis() -> Analysis {
    RuleSet.analyze(files: files) { name in
      zones[name] == nil && name != "UTC" ? UnknownZone(nearest: nil, note: nil) : nil
    }
  }

  private func zone(_ name: String) -> Zone? { zones[name] ?? (name == "UTC" ? .utc : nil) }

  private func rulesZone(_ analysis: Analysis) -> Zone? {
    analysis.graph.settings.zone.flatMap { zone($0) }
  }

  private func read(_ analysis: Analysis) -> (recording: Recording, zone: Zone) {
    let named = rulesZone(analysis)
    let recording = Recording(
      reading: RecordingFiles(folder: dataFolder, data), graph: analysis.graph,
      fallbackZone: named ?? .utc, zones: RecordingZones(zone: { zone($0) }))
    return (recording, named ?? recording.zone ?? .utc)
  }

  /// The replay of a recording, its problems printed
  ///
  /// - Parameter readTo: the end of what is read of the calendar.
  private func replay(
    _ analysis: Analysis, _ recording: Recording, _ zone: Zone, from: Instant, to: Instant,
    readTo: Instant, _ console: Console, isJSON: Bool
  ) -> (period: ReplayedPeriod, status: ExitStatus) {
    var recording = recording
    let begins = recording.from ?? from
    var found: [CalendarFileProblem] = []
    for calendar in recording.calendars {
      let file = TextFile(path: calendar.path, bytes: data[calendar.fileName] ?? [])
      found += recording.readCalendar(
        file, of: calendar, graph: analysis.graph, zone: zone, from: begins, to: readTo,
        zones: { self.zone($0) })
    }
    let problems = DataProblemOutput(
      folder: dataFolder, root: dataFolder, console: console, isJSON: isJSON)
    let status = problems.report(recording.problems, found)
    let arrivals = recording.arrivals.map { (at: $0.instant, arrival: $0.arrival) }
    let replay = Replay(graph: analysis.graph, zone: zone, begins: begins, arrivals: arrivals)
    let period = ReplayedPeriod(
      graph: analysis.graph, zone: zone, replay: replay, arrivals: arrivals, from: from, to: to)
    return (period, status)
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

  /// The streams while they are written; a class because the console's sink keeps it
  private final class Paper {
    var output: [UInt8] = []
    var errors: [UInt8] = []
  }
}

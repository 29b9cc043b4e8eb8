internal import Foundation
internal import OppEngine
internal import OppModel
internal import OppSemantics
internal import OppSession

/// The cost of one person to a server: thirty everyday rules, a calendar, the first day of the Greensboro year
///
/// Memory is the growth of the process, divided by the persons; nothing is shared between them but the rows of the calendar,
/// which the recording holds.
struct PersonTable {
  /// The number of persons over which times and memory are taken
  let persons: Int

  func run() {
    let text = EverydayRules.text(count: 30)
    let rules = ruleSet(text)
    guard let root = Repository.root, let year = Year.load(rules.graph, root: root) else {
      print("\nA person: the repository's examples are not here; start it in the repository.")
      return
    }
    let report = Report(
      "A person: thirty rules and a calendar, over \(persons)", columns: ["", "figure"])
    let compiling = times { ruleSet(text) }
    report.row(["compile", Report.time(compiling)])
    let day = live(text, year, report)
    keep(day.session, rules, year, report)
    evict(rules, year, report)
  }

  /// A person's rules, as a server keeps them
  private func ruleSet(_ text: String) -> CompiledRules {
    CompiledRules(RuleSet.analyze(text).graph, edition: Fingerprint(bits: 1))
  }

  /// The median of the seconds of processor, once a person
  private func times<Result>(_ body: () -> Result) -> Double {
    Stopwatch.median((0..<persons).map { _ in Stopwatch.processor(body).0 })
  }

  /// Lets every person's session run for a day, and prints the memory
  ///
  /// - Returns: the last session.
  private func live(_ text: String, _ year: Year, _ report: Report) -> PersonDay {
    let begun = ResidentMemory.bytes
    let ruleSets = (0..<persons).map { _ in ruleSet(text) }
    report.row(["rule set", ResidentMemory.kilobytes(since: begun, each: persons)])
    let world = RecordedWorld(graph: ruleSets[0].graph, arrivals: year.arrivals)
    let compiled = ResidentMemory.bytes
    let allocated = AllocatedMemory.bytes
    let began = Stopwatch.processor
    var days = ruleSets.map { rules in
      PersonDay(rules, zone: year.zone, begins: year.from, world: world)
    }
    let making = (Stopwatch.processor - began) / Double(persons)
    report.row(["session, before its first second", Report.time(making)])
    report.row(["", ResidentMemory.kilobytes(since: compiled, each: persons)])
    let evening = year.from.advanced(by: 86_400)
    for index in days.indices { days[index].run(to: evening, keeping: .nothing) }
    let sessions = days.map { $0.session }
    days = []
    report.row(["… that has run a day", ResidentMemory.kilobytes(since: compiled, each: persons)])
    // Memory that the world freed between the blocks of the sessions stays resident here, and would not in a server.
    report.row(["… allocated", AllocatedMemory.kilobytes(since: allocated, each: persons)])
    withExtendedLifetime((ruleSets, sessions)) {}
    return changes(ruleSets, year, world, report)
  }

  /// A day of each person with its changes taken after each step, and the week after it
  ///
  /// On the first day, a session learns its calendar of a year, and keeps all of it; the week after is as any other.
  ///
  /// - Returns: the last one, after its first day.
  private func changes(
    _ ruleSets: [CompiledRules], _ year: Year, _ world: RecordedWorld, _ report: Report
  ) -> PersonDay {
    let evening = year.from.advanced(by: 86_400)
    var (first, later): ([PersonDay], [PersonDay]) = ([], [])
    for rules in ruleSets {
      var day = PersonDay(rules, zone: year.zone, begins: year.from, world: world)
      day.run(to: evening, keeping: .changes)
      first.append(day)
      day.beginAnew()
      day.run(to: evening.advanced(by: 7 * 86_400), keeping: .changes)
      later.append(day)
    }
    report.row(["steps on the first day", Report.count(first[0].steps)])
    writeChanges(first, report)
    report.row(["steps in the week after", Report.count(later[0].steps)])
    writeChanges(later, report)
    return first[first.count - 1]
  }

  /// Prints the cost of steps and of their changes, as medians of persons
  private func writeChanges(_ days: [PersonDay], _ report: Report) {
    let steps = Double(max(1, days[0].steps))
    let stepTime = Stopwatch.median(days.map { $0.stepTime })
    let changeTime = Stopwatch.median(days.map { $0.changeTime })
    report.row(["a step", Report.decimal(stepTime / steps * 1e6) + " µs"])
    report.row(["taking its changes", Report.decimal(changeTime / steps * 1e6) + " µs"])
    report.row(["… relative to the step", Report.decimal(changeTime / stepTime)])
    report.row(["… entries", Report.decimal(Double(days[0].entries) / steps)])
    report.row(["… bytes", Report.decimal(Double(days[0].bytes) / steps)])
  }

  /// Prints the saved state, and the time to go on from it
  private func keep(
    _ session: LiveSession, _ rules: CompiledRules, _ year: Year, _ report: Report
  ) {
    let memory = session.engine.memory()
    let text = memory.entries.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value)\n" }
      .joined()
    report.row(["saved state: entries", Report.count(memory.entries.count)])
    report.row(["… bytes", Report.count(text.utf8.count)])
    report.row(["… compressed by gzip", Self.compressed(text).map { Report.count($0) } ?? "-"])
    let restoring = times {
      Engine(
        rules, zone: year.zone, restoring: memory,
        for: EngineSurroundings(providers: session.providers))
    }
    report.row(["restoring the engine of compiled rules", Report.decimal(restoring * 1e6) + " µs"])
  }

  /// A day of a session that is thrown away after each step, as a server holds it
  private func evict(_ rules: CompiledRules, _ year: Year, _ report: Report) {
    let world = RecordedWorld(graph: rules.graph, arrivals: year.arrivals)
    var day = PersonDay(rules, zone: year.zone, begins: year.from, world: world)
    day.run(to: year.from.advanced(by: 86_400), keeping: .memory)
    let steps = Double(max(1, day.steps))
    report.row(["thrown away after each step: steps a day", Report.count(day.steps)])
    report.row(["… restoring the session", Report.decimal(day.restoreTime / steps * 1e6) + " µs"])
    report.row(["… a step", Report.decimal(day.stepTime / steps * 1e6) + " µs"])
    report.row(["… taking its changes", Report.decimal(day.changeTime / steps * 1e6) + " µs"])
    report.row(["… entries changed", Report.decimal(Double(day.entries) / steps)])
    report.row(["… bytes changed", Report.decimal(Double(day.bytes) / steps)])
    let text = day.memory.entries.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value)\n" }
      .joined()
    report.row(["… its memory: entries", Report.count(day.memory.entries.count)])
    report.row(["… bytes", Report.count(text.utf8.count)])
    report.row(["… compressed by gzip", Self.compressed(text).map { Report.count($0) } ?? "-"])
  }

  /// The bytes of a text after `gzip`; nil if there is no such program
  static func compressed(_ text: String) -> Int? {
    guard let folder = TemporaryFolder() else { return nil }
    defer { folder.remove() }
    guard let file = folder.write(text, to: "state"),
      ChildProcess.run("/usr/bin/env", ["gzip", file])?.status == 0
    else { return nil }
    return (try? Data(contentsOf: URL(fileURLWithPath: file + ".gz")))?.count
  }
}

internal import Foundation
internal import OppEngine
internal import OppKit
internal import OppModel
internal import OppProviders
internal import OppSemantics
internal import OppSession
internal import OppTesting
internal import OppWorker

/// The cost of a person to a worker: the messages of a day of thirty everyday rules with a calendar
///
/// A day is run once, and its messages are kept. Then they are sent again: to a worker that keeps the session, and to one that is
/// given the state with each message. Reading and writing JSON is part of it; the pipe is not.
struct WorkerTable {
  /// The number of people whose days are sent
  let persons: Int

  func run() {
    let text = EverydayRules.text(count: 30)
    let graph = OppSemantics.RuleSet.analyze(text).graph
    guard let root = Repository.root,
      let example = RecordedExample(folder: root + "/examples/opportunity/data", graph: graph)
    else {
      print("\nA worker: the repository's examples are not here; start it in the repository.")
      return
    }
    let report = Report(
      "A worker: thirty rules and a calendar, over \(persons)", columns: ["", "figure", "aim"])
    let evening = example.from.advanced(by: 86_400)
    let calendar =
      (try? String(
        contentsOfFile: root + "/examples/opportunity/data/calendar.ics", encoding: .utf8))
      ?? ""
    func driver(isResident: Bool) -> WorkerDriver {
      WorkerDriver(
        worker(), rules: [("a.opp", text)], zone: "America/New_York", example,
        calendar: calendar, isResident: isResident, keepsMessages: true)
    }
    var resident = driver(isResident: true)
    _ = resident.run(to: evening)
    var stateless = driver(isResident: false)
    _ = stateless.run(to: evening)
    report.row(["steps a day", Report.count(resident.steps), ""])
    step(resident, report, "a step of a session that is kept", "50 µs")
    step(stateless, report, "a step whose state comes and goes", "500 µs")
    keep(stateless, graph, example, report)
    replay(text, root, report)
  }

  /// A worker with the zones and folders of this machine
  private func worker() -> Worker {
    let database = ZoneDatabase()
    return Worker(
      Worker.Services(
        zone: { name in (try? database.zone(named: name)).map { ZoneRules($0) } },
        zoneEdition: nil,
        folder: { path in
          var files: [String: [UInt8]] = [:]
          for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            if let data = try? Data(contentsOf: URL(fileURLWithPath: path + "/" + name)) {
              files[name] = Array(data)
            }
          }
          return files
        }))
  }

  /// Prints the time of a message of the day, as the median over the persons
  private func step(_ driver: WorkerDriver, _ report: Report, _ name: String, _ aim: String) {
    var times: [Double] = []
    for _ in 0..<persons {
      var worker = worker()
      _ = worker.reply(to: driver.rulesMessage)
      let messages = driver.messages
      let (time, _) = Stopwatch.processor {
        for message in messages { _ = worker.reply(to: message) }
      }
      times.append(time / Double(max(1, messages.count)))
    }
    let time = Stopwatch.median(times)
    report.row([name, Report.time(time), aim])
    report.row(["… a second and core", Report.count(Int(1 / time)), ""])
  }

  /// Prints the state after the day, and the time of a step without the messages around it
  private func keep(
    _ driver: WorkerDriver, _ graph: ConditionGraph, _ example: RecordedExample, _ report: Report
  ) {
    let text = driver.state.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value)\n" }.joined()
    report.row(["kept state: entries", Report.count(driver.state.count), ""])
    report.row(["… bytes", Report.count(text.utf8.count), ""])
    report.row([
      "… compressed by gzip", PersonTable.compressed(text).map { Report.count($0) } ?? "-",
      "10,000",
    ])
    let providers = RecordedWorld(graph: graph, arrivals: []).providers(cell: 0.1)
    let rules = CompiledRules(graph, edition: Fingerprint(bits: 1))
    var memory = SessionMemory(entries: driver.state)
    let evening = example.from.advanced(by: 86_400)
    func restored() -> LiveSession? {
      try? LiveSession(
        rules, zone: example.zone, restoring: memory, providers: providers,
        settings: SessionSettings(respondsAtOnce: true), at: evening)
    }
    // The worker has written it; from here on it is of this edition.
    if var session = restored() { memory.apply(session.takeMemoryChange()) }
    var times: [Double] = []
    for _ in 0..<persons {
      let (time, _) = Stopwatch.processor {
        guard var session = restored() else { return }
        _ = session.open(at: evening)
        _ = session.close()
        _ = session.takeMemoryChange()
      }
      times.append(time)
    }
    let time = Stopwatch.median(times)
    report.row(["restore, step and changes", Report.decimal(time * 1e6) + " µs", "500 µs"])
  }

  /// Prints the months of recorded data that a core replays a second, each with other rules
  private func replay(_ text: String, _ root: String, _ report: Report) {
    var worker = worker()
    var times: [Double] = []
    for person in 0..<max(3, persons / 5) {
      // Another text each, so that nothing of the rules is known.
      let rules = text.replacing("17:00", with: "17:0\(person % 10)")
      let json = WorkerDriver.rulesMessage(
        [("a.opp", rules)], zone: "America/New_York", supplies: "{}")
      let message =
        #"{"op":"replay","rules":"r","data":"\#(root)/examples/opportunity/data","from":"2013-01-01T05:00:00Z","to":"2013-02-01T05:00:00Z"}"#
      let (time, _) = Stopwatch.processor {
        _ = worker.reply(to: json)
        _ = worker.reply(to: Array(message.utf8))
      }
      // The first reads the recording.
      if person > 0 { times.append(time) }
    }
    let time = Stopwatch.median(times)
    report.row(["a month of another's rules, checked and replayed", Report.time(time), "25 ms"])
    report.row(["… months a second and core", Report.count(Int(1 / time)), "40"])
  }
}

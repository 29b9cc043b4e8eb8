internal import Dispatch
internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import Synchronization

/// Writes down what services have kept of a past interval, in place of what they say now
///
/// ```
/// sensor (homeassistant)    912 readings from 2026-11-17 00:00 on
/// weather (openmeteo)       keeps no history: left out
/// ```
struct HistoryRecorder {
  private let rules: LiveRules
  private let output: LiveOutput
  private var writer: RecordingWriter

  init(_ rules: LiveRules, _ output: LiveOutput, _ writer: RecordingWriter) {
    (self.rules, self.output, self.writer) = (rules, output, writer)
  }

  /// The files that were written, in the order of their names
  var files: [String] { writer.files.sorted() }

  /// - Returns: the number of readings and changes of tables that were written.
  mutating func run(from start: Instant, until end: Instant) throws(CommandFailure) -> Int {
    var partial = PartialReadings()
    var hasHistory = false
    for connector in rules.connectors {
      let name = connector.provider.name
      guard let result = Self.history(of: connector, from: start, until: end) else {
        output.say("\(name) keeps no history: left out")
        continue
      }
      hasHistory = true
      let arrivals: [PastArrival]
      switch result {
      case .success(let found): arrivals = found
      case .failure(let failure): throw .outside(failure.note(of: name))
      }
      for past in arrivals { try writer.write([partial.completed(past.arrival)], at: past.at) }
      say(arrivals, of: name, since: start)
    }
    guard hasHistory else {
      throw CommandFailure(
        status: .problems, message: "none of the connected services keeps a history",
        help: "`homeassistant` does; without `--from`, what services say from now on is recorded")
    }
    try writer.end(at: end)
    return writer.count
  }

  /// Says how much there is, and that it may begin later than was asked for
  private func say(_ arrivals: [PastArrival], of name: String, since start: Instant) {
    guard let first = arrivals.first else {
      return output.say("\(name) has no states of that time")
    }
    output.say("\(name): \(arrivals.count) readings from \(rules.zone.readable(first.at)) on")
    guard first.at.seconds(since: start) > 86_400 else { return }
    output.say(
      "\(name) keeps no earlier states: `recorder: purge_keep_days: 60` in its configuration keeps more"
    )
  }

  /// Waits for the history of a connector
  private static func history(
    of connector: any Connector, from start: Instant, until end: Instant
  ) -> Result<[PastArrival], FetchFailure>? {
    let isDone = DispatchSemaphore(value: 0)
    let box = HistoryBox()
    Task.detached {
      let history = await connector.history(from: start, until: end)
      box.answer.withLock { $0 = history }
      isDone.signal()
    }
    isDone.wait()
    return box.answer.withLock { $0 }
  }
}

/// The answer of a task that a thread waits for
private final class HistoryBox: Sendable {
  let answer = Mutex<Result<[PastArrival], FetchFailure>?>(nil)
}

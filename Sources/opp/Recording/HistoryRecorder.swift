internal import Dispatch
internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSession
internal import Synchronization

/// Writes down the readings that services have kept of a past interval, in place of their present ones
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

  /// - Parameter means: whether means stand in for states that are gone.
  /// - Returns: the number of readings and changes of tables that were written.
  mutating func run(
    from start: Instant, until end: Instant, means: Bool
  ) throws(CommandFailure) -> Int {
    var hasHistory = false
    var isLate = false
    for connector in rules.connectors {
      let name = connector.provider.name
      guard let result = Self.history(of: connector, from: start, until: end, means: means)
      else {
        output.say("\(name) keeps no history: left out")
        continue
      }
      hasHistory = true
      let arrivals: [PastArrival]
      switch result {
      case .success(let found): arrivals = found
      case .failure(let failure): throw .outside(failure.note(of: name))
      }
      var paced = PacedArrivals()
      for past in arrivals { try write(paced.add([past.arrival], at: past.at)) }
      try write(paced.take(before: .distantFuture))
      say(arrivals, of: name)
      isLate = isLate || arrivals.first.map { $0.at.seconds(since: start) > 86_400 } ?? false
    }
    if isLate {
      let means = means ? "" : ", and `--statistics` adds the means of hours"
      output.say(
        "there are no earlier states: `recorder: purge_keep_days: 60` in the configuration of Home Assistant keeps more\(means)"
      )
    }
    guard hasHistory else {
      throw CommandFailure(
        status: .problems, message: "none of the connected services keeps a history",
        help: "`homeassistant` does; without `--from`, what services say from now on is recorded")
    }
    try writer.end(at: end)
    return writer.count
  }

  private mutating func write(_ arrivals: [PastArrival]) throws(CommandFailure) {
    for past in arrivals { try writer.write([past.arrival], at: past.at) }
  }

  /// Says how much there is
  private func say(_ arrivals: [PastArrival], of name: String) {
    guard let first = arrivals.first else {
      return output.say("\(name) has no states of that time")
    }
    let count = "\(arrivals.count) \(arrivals.count == 1 ? "reading" : "readings")"
    output.say("\(name): \(count) from \(rules.zone.readable(first.at)) on")
  }

  /// Waits for the history of a connector
  private static func history(
    of connector: any Connector, from start: Instant, until end: Instant, means: Bool
  ) -> Result<[PastArrival], FetchFailure>? {
    let isDone = DispatchSemaphore(value: 0)
    let box = HistoryBox()
    Task.detached {
      let history = await connector.history(from: start, until: end, means: means)
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

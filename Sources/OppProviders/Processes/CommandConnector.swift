internal import OppEngine
internal import OppModel
internal import OppRecordings
internal import OppSession
internal import OppSystem

/// A source or a table from a program that prints JSON
///
/// ```opp
/// source thermostat(room: Text = "hall") { inside: Temperature, heating: Bool }
/// connect thermostat to command("read-thermostat --json", timeout: 5s)
/// ```
///
/// prints `[{"room": "hall", "inside": 20}, {"room": "attic", "inside": 25}]`, or one object a line.
struct CommandConnector: Connector {
  let provider: Provider

  /// The program with its limits, the same for every fetch
  private let run: ProcessSpecification

  /// The program without its folders, for messages
  private let name: String

  /// The reader of the output
  private let rows: JSONRows

  /// The rows that a table had last; nil for a source
  private let memory: RowDiffer?

  /// In seconds, as ``longestTimeLimit``
  static let usualTimeLimit: Double = 10

  /// Ten minutes: a program that takes longer is one that hangs
  private static let longestTimeLimit: Double = 600

  /// The most bytes that are read of a program's output
  private static let sizeLimit = 8 << 20

  /// The time for which the rows of a table count, in seconds
  private static let freshness: Int64 = 900

  /// The declaration for rules of `command()`, which also delivers notifications
  static let kind = ConnectorKind(
    "command", "Runs a program: readings, or a notification.", serves: [.data, .notifications],
    options: [
      ConnectorOption(
        "command", .text, isRequired: true, placeholders: CommandNotifier.placeholders),
      ConnectorOption("timeout", .duration, without: "stream"),
      ConnectorOption("stream", .truth, isOnlyForData: true),
    ], hasAllValues: true,
    connector: { settings throws(ConnectorProblem) in
      if settings.options.isTrue("stream") { return try StreamConnector(settings) }
      return try CommandConnector(settings)
    },
    notifier: { settings throws(ConnectorProblem) in try CommandNotifier(settings) })

  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    let subject = try settings.subject()
    let words = try CommandWords.split(try settings.requiredText("command"))
    let seconds = settings.options.scalar("timeout") ?? Self.usualTimeLimit
    guard seconds > 0, seconds <= Self.longestTimeLimit else {
      throw ConnectorProblem(
        "the timeout of command() is more than 0 and at most \(Int(Self.longestTimeLimit)) s")
    }
    let environment = ProcessVariables.all.filter {
      !settings.secretVariables.contains($0.key)
    }
    run = ProcessSpecification(
      words: words, environment: environment, folder: settings.options.folder,
      timeLimit: .milliseconds(Int64(seconds * 1000)), sizeLimit: Self.sizeLimit)
    name = run.name
    rows = JSONRows(
      subject: subject, zone: settings.zone, enumerations: settings.graph.enumerations,
      origin: .program(name))
    memory = subject.memory
    provider = Provider(
      name: settings.name, served: [subject.served], hasAllValues: true, freshness: Self.freshness,
      quota: Quota(perMinute: 60), latency: 1)
  }

  func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    do throws(FetchFailure) {
      let output = try await run.output().get()
      let file = TextFile(path: name, bytes: output)
      let found = try rows.read(file, path: [], allowsLines: true, now: now)
      return FetchResponse(fetch: fetch, outcome: found.outcome(of: fetch, at: now, memory))
    } catch {
      return FetchResponse(fetch: fetch, outcome: .failed(error))
    }
  }
}

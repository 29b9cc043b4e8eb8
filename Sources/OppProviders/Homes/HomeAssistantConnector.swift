internal import OppEngine
internal import OppModel
internal import OppSession

/// `homeassistant("http://homeassistant.local:8123", token: env("HA_TOKEN"))`: the entities of a house as sources and tables
///
/// ```
/// source sensor { kitchen_temperature: Temperature }       sensor.kitchen_temperature
/// source climate { hall_current_temperature: Temperature } climate.hall, its attribute current_temperature
/// table batteries by entity_id { … }                       a row for each entity
/// ```
///
/// The states come over a WebSocket (``HomeHub``): all at once, then each change.
struct HomeAssistantConnector: Connector {
  let provider: Provider
  let hasPartialReadings = true
  private let hubs: HomeHubs
  private let access: HomeAccess
  private let subject: HomeSubject
  private let setup: HomeSetup
  private let memory: HomeMemory
  private static let usualGrace: Double = 300

  /// The options of notifications alone
  private static let ofNotifications = ["notify", "call", "entity", "within"]

  /// The times of the connection
  static let pace = ServicePace(
    clock: PresentClock.now, pause: ServicePace.broker.pause, patience: .seconds(30),
    keepAlive: .seconds(30))

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "homeassistant",
    "The entities of a Home Assistant, its notifications, and calls of its services.",
    serves: [.data, .notifications],
    options: [
      .text("url", isRequired: true), .secret("token", isRequired: true), .text("domain"),
      .text("device_class"), ConnectorOption("lost", .duration), .text("notify"), .text("call"),
      .text("entity"), ConnectorOption("within", .duration), .text("ca"),
    ],
    connector: { settings throws(ConnectorProblem) in try HomeAssistantConnector(settings) },
    notifier: { settings throws(ConnectorProblem) in try HomeNotifier(settings) })

  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    try self.init(settings, Self.pace)
  }

  init(
    _ settings: ConnectorSettings, _ pace: ServicePace, checkDelay: Duration = .seconds(30)
  ) throws(ConnectorProblem) {
    for name in Self.ofNotifications where settings.options.has(name) {
      throw settings.problem("`\(name)` is for notifications")
    }
    let target = try settings.subject()
    let grace = settings.options.scalar("lost") ?? Self.usualGrace
    guard (0...31_536_000).contains(grace) else { throw settings.problem("`lost` is up to a year") }
    switch target {
    case .source(let id, let source):
      guard source.parameters.isEmpty else {
        throw settings.problem("a source of entities has no parameters: write a table")
      }
      guard settings.text("device_class") == nil else {
        throw settings.problem("`device_class` is for tables")
      }
      subject = .readings(
        HomeReadings(
          id, source, domain: settings.text("domain") ?? source.name, zone: settings.zone,
          enumerations: settings.graph.enumerations))
    case .table(let id, let table):
      subject = .rows(
        HomeRows(
          id, table, deviceClass: settings.text("device_class"), domain: settings.text("domain"),
          zone: settings.zone, enumerations: settings.graph.enumerations))
    }
    setup = HomeSetup(
      target: settings.options.target, grace: .milliseconds(Int64(grace * 1000)), pace: pace,
      checkDelay: checkDelay)
    hubs = settings.web.homes
    access = try HomeAccess(settings)
    memory = HomeMemory(fields: target.fields.count)
    provider = Provider(
      name: settings.name, served: [target.served], isPushed: true, cost: 0, latency: 0)
  }

  /// The connection, which others with the same address share
  var hub: HomeHub { hubs.hub(access, setup.pace) }

  func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    let failure = FetchFailure(.misconfigured, "states come by themselves")
    return FetchResponse(fetch: fetch, outcome: .failed(failure))
  }

  func history(from start: Instant, until end: Instant, means: Bool) async -> Result<
    [PastArrival], FetchFailure
  >? {
    do throws(FetchFailure) {
      let history = HomeHistory(hub, subject, lost: setup.grace, means: means)
      return .success(try await history.arrivals(from: start, until: end))
    } catch {
      return .failure(error)
    }
  }

  func pushed() -> AsyncStream<PushedEvent>? {
    let (hub, memory, subject, setup) = (hub, memory, subject, setup)
    return AsyncStream { continuation in
      let task = Task {
        var follower = HomeFollower(hub, memory, subject, setup, continuation)
        await follower.run()
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

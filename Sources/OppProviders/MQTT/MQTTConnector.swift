internal import OppEngine
internal import OppModel
internal import OppSession

/// `mqtt("broker.lan", topic: "home/+room/climate")`: a source or a table from the messages of a broker
///
/// ```
/// >  CONNECT opp-5c7709ba3a0eb0c5, keeps its session     <  CONNACK, session present
/// >  SUBSCRIBE home/+/climate, QoS 1                     <  SUBACK
/// <  PUBLISH home/hall/climate, packet 7: {"temperature": 21.5}
///    the message is in the store
/// >  PUBACK 7
/// ```
///
/// The broker keeps messages while Opp does not run. A message is acknowledged once it is in the store, and a step takes it from there:
/// none is lost, and none counts twice.
struct MQTTConnector: Connector {
  let provider: Provider
  let hasPartialReadings = true
  private let setup: MQTTSetup

  /// The rows and the values that the messages so far have made
  private let memory: MessageMemory

  /// The longest and the shortest `keep`, in seconds
  private static let keepRange: ClosedRange<Double> = 60...31_536_000
  private static let usualKeep: Double = 86_400
  private static let usualGrace: Double = 300

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "mqtt", "Messages of an MQTT broker: readings, or a message for each notification.",
    serves: [.data, .notifications],
    options: BrokerSettings.options + [
      .text("fields"), .secret("password"), .text("user"), .text("ca"), .text("client"),
      ConnectorOption(
        "qos", .number, choices: [0, 1],
        reason: "with 1 no message is lost, and Opp itself sees to it that none counts twice"),
      .text("status"), ConnectorOption("lost", .duration),
      ConnectorOption("keep", .duration), .text("will"), .text("payload"),
      ConnectorOption("retain", .truth), ConnectorOption("within", .duration),
    ], isKnownAgain: true,
    connector: { settings throws(ConnectorProblem) in try MQTTConnector(settings) },
    notifier: { settings throws(ConnectorProblem) in try MQTTNotifier(settings) })

  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    try self.init(settings, ServicePace.broker)
  }

  init(_ settings: ConnectorSettings, _ pace: ServicePace) throws(ConnectorProblem) {
    for name in ["payload", "retain", "within"] where settings.options.has(name) {
      throw settings.problem("`\(name)` is for notifications")
    }
    let subject = try settings.subject()
    let filter = try Self.filter(settings, subject)
    let fields: MessageFields
    do throws(MessageFields.Mistake) {
      fields = try MessageFields(
        settings.text("fields"), of: subject.columns.filter { !filter.names.contains($0.name) })
    } catch {
      throw settings.problem("`fields`: \(error.reason)")
    }
    let keep = settings.options.scalar("keep")
    if let keep, !Self.keepRange.contains(keep) {
      throw settings.problem("`keep` is from a minute to a year")
    }
    let rows = MessageRows(
      subject, fields, zone: settings.zone, enumerations: settings.graph.enumerations)
    memory = MessageMemory(
      rows, filter, event: Self.event(subject, filter, fields),
      keep: Int64(keep ?? Self.usualKeep))
    if keep != nil, !memory.isOfEvents {
      throw settings.problem("`keep` is for a table with an Instant of the message in its key")
    }
    setup = try MQTTSetup(
      settings, filter, grace: settings.options.scalar("lost") ?? Self.usualGrace, pace)
    provider = Provider(
      name: settings.name, served: [subject.served], isPushed: true, cost: 0, latency: 0)
  }

  /// The topics, whose names are those of parameters and fields
  private static func filter(
    _ settings: ConnectorSettings, _ subject: ConnectionTarget
  ) throws(ConnectorProblem) -> TopicFilter {
    let text = try settings.requiredText("topic")
    do throws(TopicFilter.Mistake) {
      let filter = try TopicFilter(text)
      for name in filter.names where !subject.columns.contains(where: { $0.name == name }) {
        throw TopicFilter.Mistake(
          reason: "`\(settings.options.target)` has no field or parameter `\(name)`")
      }
      return filter
    } catch {
      throw settings.problem(error.reason)
    }
  }

  /// The field of a table's key that is the time of a message: an Instant that neither the topic nor `fields` gives
  private static func event(
    _ subject: ConnectionTarget, _ filter: TopicFilter, _ fields: MessageFields
  ) -> Int? {
    guard case .table(_, let table) = subject else { return nil }
    return table.key.first { index in
      let field = table.fields[index]
      return field.type == .instant && !filter.names.contains(field.name)
        && !fields.names(field.name)
    }
  }

  func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    let failure = FetchFailure(.misconfigured, "messages come by themselves")
    return FetchResponse(fetch: fetch, outcome: .failed(failure))
  }

  func arrivals(of kept: [KeptMessage]) -> [[Arrival]] { memory.arrivals(of: kept) }

  func pushed() -> AsyncStream<PushedEvent>? {
    let (setup, memory) = (setup, memory)
    return AsyncStream { continuation in
      let task = Task {
        var follower = MQTTFollower(setup, memory, continuation)
        await follower.run()
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

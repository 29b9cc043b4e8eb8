internal import OppEngine
internal import OppModel
internal import OppSession

/// `mqtt("broker.lan", topic: "home/notices")`: a message for each notification
///
/// The message is the JSON of `webhook`, or a constant `payload`, such as a command to a switch. It is delivered once the broker acknowledges it.
struct MQTTNotifier: Notifier {
  let name: String
  private let broker: BrokerSettings
  private let topic: String

  /// The constant message; `nil` for the JSON of the notification
  private let payload: String?
  private let isRetained: Bool

  /// The seconds after which a message is of no use any more; `nil` for none
  private let within: Int64?

  /// The exact identity to connect with; `nil` for one of its own for each delivery
  private let client: String?
  private let clock: @Sendable () -> Instant

  /// The time until the broker has acknowledged it
  private static let answerLimit = Duration.seconds(20)

  /// A command that comes later is worse than none, in seconds
  private static let usualWithin: Double = 120

  /// The number of the one message
  private static let packet: UInt16 = 1

  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    try self.init(settings, clock: PresentClock.now)
  }

  init(
    _ settings: ConnectorSettings, clock: @escaping @Sendable () -> Instant
  ) throws(ConnectorProblem) {
    for name in ["fields", "status", "lost", "keep", "will", "qos"]
    where settings.options.has(name) {
      throw settings.problem("`\(name)` is for sources and tables")
    }
    name = settings.name
    self.clock = clock
    broker = try BrokerSettings(settings)
    guard let topic = try MQTTSetup.topic("topic", settings) else {
      throw settings.problem("`topic` is empty")
    }
    self.topic = topic
    payload = settings.text("payload")
    isRetained = settings.options.isTrue("retain")
    client = settings.text("client")
    let within = settings.options.scalar("within") ?? (payload == nil ? nil : Self.usualWithin)
    if let within, within < 1 { throw settings.problem("`within` is at least a second") }
    self.within = within.map { Int64(min($0, 1e9)) }
  }

  func deliver(_ notice: Notice) async throws(DeliveryFailure) {
    if let within, clock().seconds(since: notice.at) > within {
      throw DeliveryFailure("too late: it is of use for \(within) s", isFinal: true)
    }
    let message = Array((payload ?? notice.json).utf8)
    guard message.count < MQTTReader.longest else {
      throw DeliveryFailure("the message is longer than 1 MiB", isFinal: true)
    }
    do throws(BrokerFault) {
      try await publish(message, for: notice)
    } catch {
      throw DeliveryFailure(error.failure(broker))
    }
  }

  private func publish(_ message: [UInt8], for notice: Notice) async throws(BrokerFault) {
    let identity =
      client ?? MQTTSetup.identity("\(UInt64.random(in: 0...UInt64.max))", notice.id)
    var session = try await BrokerSession.open(
      broker,
      .connect(
        client: identity, keepsSession: false, keepAlive: MQTTSetup.keepAlive, user: broker.user,
        password: broker.password?.revealed))
    defer { session.connection.end() }
    session.send(
      .publish(message, to: topic, packet: Self.packet, isRetained: isRetained))
    let deadline = ContinuousClock.now + Self.answerLimit
    while let packet = try await session.next(until: deadline) {
      guard packet == .acknowledged(Self.packet) else { continue }
      session.send(.disconnect)
      return
    }
    throw .silent
  }
}

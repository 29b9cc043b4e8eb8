internal import OppEngine
internal import OppSession

/// The reason why a connection to a broker ended, or was not made
enum BrokerFault: Error, Hashable {
  /// The transport under it
  case transport(WebFault)

  /// Bytes that no broker of MQTT 3.1.1 sends
  case malformed

  /// CONNACK with one of the codes 1 to 5 (section 3.2.2.3)
  case refused(UInt8)

  /// The broker does not let the client listen to a topic
  case topicRefused(String)

  /// A message on a topic that was not asked for
  case unasked(String)

  /// No answer to CONNECT, or to a ping
  case silent

  /// The connection was closed twice right after it was made
  case takenOver

  /// `true` if the task was cancelled, and nothing failed
  var isCancelled: Bool { self == .transport(.cancelled) }

  func failure(_ broker: BrokerSettings) -> FetchFailure {
    let name = "the broker \(broker.address.host)"
    switch self {
    case .transport(let fault): return Self.failure(fault, broker)
    case .malformed:
      return FetchFailure(
        .unreadable, "what responds at \(broker.address) is no broker of MQTT 3.1.1",
        remedy: "Check the port, and mqtt:// or mqtts://")
    case .refused(1):
      return FetchFailure(
        .misconfigured, "\(name) does not speak MQTT 3.1.1",
        remedy: "Allow version 3.1.1 in the broker")
    case .refused(2):
      return FetchFailure(
        .misconfigured, "\(name) refuses the identity of this client",
        remedy: "Write another `client`")
    case .refused(3): return FetchFailure(.unreachable, "\(name) is not ready")
    case .refused:
      return FetchFailure(
        .refused,
        "\(name) refuses the \(broker.user == nil ? "connection without a user" : "user or the password")",
        remedy: broker.user == nil
          ? "Write `user` and `password`" : "Check `user` and the variable of `password`")
    case .topicRefused(let topic):
      return FetchFailure(
        .misconfigured, "\(name) does not allow to listen to `\(topic)`",
        remedy: "Allow it in the broker")
    case .unasked(let topic):
      return FetchFailure(
        .unreadable, "\(name) sent a message on `\(topic)`, which nobody asked for")
    case .silent: return FetchFailure(.unreachable, "\(name) does not respond")
    case .takenOver:
      return FetchFailure(
        .misconfigured,
        "\(name) closes each connection at once: another client may use the same identity",
        remedy: "Write another `client`, or none")
    }
  }

  /// The words for the transport, if those for web services do not fit
  private static func failure(_ fault: WebFault, _ broker: BrokerSettings) -> FetchFailure {
    let host = broker.address.host
    guard fault != .notTLS else {
      return FetchFailure(
        .misconfigured, "\(host) does not speak TLS at port \(broker.address.port)",
        remedy: "Check the port, or write mqtt:// if the broker is in your home")
    }
    return broker.trust.map { fault.failure(host: host, trust: $0) } ?? fault.failure(host: host)
  }
}

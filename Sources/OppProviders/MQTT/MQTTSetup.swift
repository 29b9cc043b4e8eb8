internal import OppEngine
internal import OppModel

/// The constants of a connection to a broker that listens
struct MQTTSetup: Sendable {
  let broker: BrokerSettings
  let filter: TopicFilter

  /// The topic whose payload `offline` says that the device is gone; `nil` for none
  let status: String?

  /// The topic of the client's own will; `nil` for none
  let will: String?
  let quality: UInt8
  let client: String

  /// The name of the source or the table
  let target: String

  /// The time for which values count after the loss
  let grace: Duration
  let pace: ServicePace

  /// `true` if the broker is to keep messages while the client is away, for a run whose store knows the session again
  let keepsSession: Bool

  /// The seconds of silence after which a broker takes the client for gone, sent with CONNECT
  static let keepAlive: UInt16 = 60

  init(
    _ settings: ConnectorSettings, _ filter: TopicFilter, grace: Double, _ pace: ServicePace
  ) throws(ConnectorProblem) {
    broker = try BrokerSettings(settings)
    self.filter = filter
    self.pace = pace
    target = settings.options.target
    guard (0...31_536_000).contains(grace) else {
      throw settings.problem("`lost` is up to a year")
    }
    self.grace = .milliseconds(Int64(grace * 1000))
    // The checker refuses any other number.
    quality = settings.options.scalar("qos") == 0 ? 0 : 1
    status = try Self.topic("status", settings)
    will = try Self.topic("will", settings)
    keepsSession = !settings.installation.isEmpty
    let name = keepsSession ? settings.installation : "\(UInt64.random(in: 0...UInt64.max))"
    client =
      settings.text("client")
      ?? Self.identity(
        name, "\(broker.address) \(settings.options.target) \(filter.subscription)"
      )
  }

  /// A topic without `+` and `#`
  static func topic(
    _ name: String, _ settings: ConnectorSettings
  ) throws(ConnectorProblem) -> String? {
    guard let text = settings.text(name) else { return nil }
    guard let filter = try? TopicFilter(text), filter.isOneTopic else {
      throw settings.problem("`\(name)` is one topic, without `+` and `#`")
    }
    return text
  }

  /// The identity by which the broker knows the connection again: that of the store, and of the connection
  ///
  /// A connection with another topic is another client, so that no broker sends messages of a topic that is no longer subscribed to. It has
  /// 20 letters and digits: every broker takes 23 of them (section 3.1.3.1).
  static func identity(_ installation: String, _ connection: String) -> String {
    "opp-" + Fingerprint.text([installation, connection])
  }

  var connect: MQTTRequest {
    .connect(
      client: client, keepsSession: keepsSession, keepAlive: Self.keepAlive, user: broker.user,
      password: broker.password?.revealed, will: will)
  }
}

/// A number of 64 bits that distinguishes texts: FNV-1a
enum Fingerprint {
  /// 16 hexadecimal digits
  static func text(_ parts: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in parts {
      for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      // Between two parts: "ab", "c" is not "a", "bc".
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

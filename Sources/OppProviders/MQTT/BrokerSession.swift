/// A connection to a broker that has let the client in
struct BrokerSession {
  let connection: ByteConnection

  /// `true` if the broker kept the session of the client, with the messages that came meanwhile
  let isSessionPresent: Bool

  private var reader: MQTTReader

  /// The time that the broker has to answer
  static let answerLimit = Duration.seconds(10)

  /// Connects, and authenticates
  ///
  /// - Parameter request: the CONNECT.
  static func open(
    _ broker: BrokerSettings, _ request: MQTTRequest
  ) async throws(BrokerFault) -> BrokerSession {
    let connection: ByteConnection
    do throws(WebFault) {
      connection = try await ByteConnection.connect(to: broker.address, trust: broker.trust)
    } catch {
      throw .transport(error)
    }
    connection.send(request.bytes)
    var reader = MQTTReader()
    let deadline = ContinuousClock.now + answerLimit
    guard
      let packet = try await nextPacket(connection, &reader, until: deadline)
    else { throw .silent }
    guard case .connected(let isSessionPresent, let code) = packet else { throw .malformed }
    guard code == 0 else { throw .refused(code) }
    return BrokerSession(
      connection: connection, isSessionPresent: isSessionPresent, reader: reader)
  }

  private init(connection: ByteConnection, isSessionPresent: Bool, reader: MQTTReader) {
    self.connection = connection
    self.isSessionPresent = isSessionPresent
    self.reader = reader
  }

  func send(_ request: MQTTRequest) { connection.send(request.bytes) }

  /// The next packet; `nil` if none has come until the deadline
  mutating func next(
    until deadline: ContinuousClock.Instant
  ) async throws(BrokerFault) -> MQTTPacket? {
    try await Self.nextPacket(connection, &reader, until: deadline)
  }

  private static func nextPacket(
    _ connection: ByteConnection, _ reader: inout MQTTReader,
    until deadline: ContinuousClock.Instant
  ) async throws(BrokerFault) -> MQTTPacket? {
    while true {
      do throws(MQTTFault) {
        if let packet = try reader.next() { return packet }
      } catch {
        throw .malformed
      }
      do throws(WebFault) {
        guard let bytes = try await connection.receive(until: deadline) else { return nil }
        reader.add(bytes)
      } catch {
        throw .transport(error)
      }
    }
  }
}

internal import OppEngine
internal import OppJSON
internal import OppModel
internal import OppSession

/// Listens to a broker, and connects again for as long as it is wanted
///
/// | | |
/// | --- | --- |
/// | connected | the filter is subscribed again each time, so that the retained messages, the newest state, come again |
/// | lost | said once it lasts for some seconds; the values count for the time of `lost` |
/// | an `offline` on the topic of `status` | the same, though the broker is there |
struct MQTTFollower {
  private let setup: MQTTSetup
  private let memory: MessageMemory
  private let continuation: AsyncStream<PushedEvent>.Continuation

  /// The number of attempts in a row that failed
  private var failures = 0

  /// The number of connections in a row that were closed right after they were made
  private var shortLives = 0

  /// The time at which the connection or the device was lost; `nil` while it is there
  private var lostSince: (time: ContinuousClock.Instant, clock: Instant, failure: FetchFailure)?

  /// `true` once the loss was said
  private var isLossSaid = false

  /// `true` once a connection was made
  private var hasConnected = false

  /// `true` once the values have become unknown because of the loss
  private var isGraceOver = false

  /// The topics with messages that were too long, each of which is said once
  private var passedOver: Set<String> = []

  /// `true` while the device says that it is offline
  private var isOffline = false

  /// A connection that ends sooner was taken over by another client
  private static let shortLife = Duration.seconds(5)

  /// The interval at which time passes at least, however many messages come
  private static let tick = Duration.seconds(1)

  /// The most topics that are remembered as noted; a message on another one is passed over without a word
  private static let notedTopics = 1000

  /// A pause after which a session that the broker did not keep is a loss of messages
  private static let shortPause = Duration.seconds(60)

  init(
    _ setup: MQTTSetup, _ memory: MessageMemory,
    _ continuation: AsyncStream<PushedEvent>.Continuation
  ) {
    self.setup = setup
    self.memory = memory
    self.continuation = continuation
  }

  /// Listens until the task is cancelled
  mutating func run() async {
    while !Task.isCancelled {
      let password = setup.broker.password?.revealed
      let fault = await listen()
      guard !fault.isCancelled, !Task.isCancelled else { return }
      failures += 1
      let failure = fault.failure(setup.broker)
      lose(failure)
      guard await sleep(setup.pace.pause(failure, failures), used: password) else { return }
    }
  }

  // MARK: - A connection

  /// Follows one connection to its end
  private mutating func listen() async -> BrokerFault {
    var lifeBegins: ContinuousClock.Instant?
    do throws(BrokerFault) {
      var session = try await BrokerSession.open(setup.broker, setup.connect)
      defer { session.connection.end() }
      lifeBegins = .now
      begin(session)
      try await follow(&session)
    } catch {
      let isShort = lifeBegins.map { ContinuousClock.now - $0 < Self.shortLife }
      // A connection that lasted resets the pauses: 1 s after it ends, then 2, 4 … 64.
      if isShort == false { failures = 0 }
      shortLives = isShort == true && error == .transport(.closed) ? shortLives + 1 : 0
      return shortLives >= 2 ? .takenOver : error
    }
  }

  /// Subscribes, and says that the client is there
  private mutating func begin(_ session: BrokerSession) {
    if let lost = lostSince, hasConnected, !session.isSessionPresent, setup.quality > 0,
      setup.keepsSession,
      ContinuousClock.now - lost.time > Self.shortPause
    {
      note(
        FetchFailure(
          .broken,
          "the broker did not keep the session: messages since \(lost.clock.rfc3339) are lost",
          remedy: "Have the broker keep sessions (`persistence true` in Mosquitto)"))
    }
    subscribe(session)
    if let will = setup.will {
      session.send(
        .publish(Array("online".utf8), to: will, packet: Packet.will, isRetained: true))
    }
  }

  /// The numbers of the packets that the client itself sends; each has its answer before it is used again
  private enum Packet {
    static let subscription: UInt16 = 1
    static let will: UInt16 = 2
  }

  private func subscribe(_ session: BrokerSession) {
    session.send(
      .subscribe(
        [setup.filter.subscription] + (setup.status.map { [$0] } ?? []), quality: setup.quality,
        packet: Packet.subscription))
  }

  /// Takes packets until the connection ends, which it says by an error
  private mutating func follow(_ session: inout BrokerSession) async throws(BrokerFault) -> Never {
    var pinged: ContinuousClock.Instant?
    // A broker drops a client that sends nothing, however much it sends itself (section 3.1.2.10).
    var nextPing = ContinuousClock.now + setup.pace.keepAlive
    var nextTick = ContinuousClock.now + Self.tick
    while true {
      let deadlines = [pinged.map { $0 + BrokerSession.answerLimit }, timeOfNextEvent]
      let deadline = deadlines.compactMap { $0 }.reduce(nextPing) { min($0, $1) }
      if let packet = try await session.next(until: deadline) {
        pinged = nil
        try take(packet, session)
        // While messages come without a pause, time passes too.
        if .now < nextTick { continue }
      }
      passTime()
      if let since = pinged, .now - since >= BrokerSession.answerLimit { throw .silent }
      if .now >= nextPing {
        session.send(.ping)
        pinged = pinged ?? .now
        nextPing = .now + setup.pace.keepAlive
      }
      nextTick = min(nextPing, .now + Self.tick)
    }
  }

  private mutating func take(
    _ packet: MQTTPacket, _ session: BrokerSession
  ) throws(BrokerFault) {
    switch packet {
    case .published(let message): try take(message, session)
    case .passedOver(let topic, let packet):
      if let packet { session.send(.acknowledge(packet)) }
      if passedOver.count < Self.notedTopics, passedOver.insert(topic).inserted {
        note(
          FetchFailure(
            .unreadable,
            "the message on `\(topic)` is longer than \(MQTTReader.longest >> 20) MiB, and passed over"
          ))
      }
    case .subscribed(_, let codes):
      if codes[0] == 0x80 { throw .topicRefused(setup.filter.subscription) }
      if let status = setup.status, codes.count > 1, codes[1] == 0x80 {
        throw .topicRefused(status)
      }
      connected()
    case .acknowledged, .unsubscribed, .alive: break
    case .connected: throw .malformed
    }
  }

  /// Notes that the subscription stands, so that lost values are there again
  private mutating func connected() {
    let isFirst = !hasConnected
    hasConnected = true
    if isOffline { return }
    find()
    // An earlier follower may have said a loss.
    if isFirst { continuation.yield(.arrived([])) }
  }

  private mutating func take(
    _ message: MQTTMessage, _ session: BrokerSession
  ) throws(BrokerFault) {
    let acknowledge: @Sendable () -> Void = { [connection = session.connection] in
      if let packet = message.packet { connection.send(MQTTRequest.acknowledge(packet).bytes) }
    }
    if message.topic == setup.status {
      acknowledge()
      takeStatus(message.payload, session)
      if setup.filter.match(message.topic) == nil { return }
    }
    let now = setup.pace.clock()
    guard let reading = memory.take(message, at: now) else { throw .unasked(message.topic) }
    if !reading.arrivals.isEmpty {
      continuation.yield(
        .received(
          ReceivedMessage(
            arrivals: reading.arrivals,
            identity: "\(message.packet ?? 0) "
              + Fingerprint.text([
                message.topic, String(decoding: message.payload, as: UTF8.self),
              ]),
            isRepeated: message.isRepeated, at: now,
            content: message.packet == nil ? nil : reading.content,
            keptUntil: reading.keptUntil, acknowledge: acknowledge)))
    } else {
      acknowledge()
    }
    if let failure = reading.failure { note(failure) }
    if isOffline, !message.isRetained, !reading.arrivals.isEmpty { find() }
  }

  /// Takes `online`, `offline`, or an object with one of them as its `state`
  private mutating func takeStatus(_ payload: [UInt8], _ session: BrokerSession) {
    var word = String(decoding: payload, as: UTF8.self)
    if let state = ParsedJSON(payload)?.root["state"]?.text { word = state }
    let isGone = word.lowercased() == MQTTRequest.offline
    guard isGone != isOffline else { return }
    isOffline = isGone
    if isGone {
      let failure = FetchFailure(
        .unreachable, "`\(setup.status ?? "")` says `offline`",
        remedy: "Look at the device, or at its bridge")
      lose(failure, isCertain: true)
      return
    }
    let wasUnknown = memory.isLost
    find()
    // The broker has the state still, and says it once more to a new subscription.
    if wasUnknown { subscribe(session) }
  }

  // MARK: - Loss

  /// Notes that the connection or the device is lost, and says it once that is certain enough
  private mutating func lose(_ failure: FetchFailure, isCertain: Bool = false) {
    if lostSince == nil { lostSince = (.now, setup.pace.clock(), failure) }
    guard let since = lostSince?.time, !isLossSaid else { return }
    let isBrief =
      !isCertain && hasConnected && failure.kind == .unreachable
      && .now - since < setup.pace.patience
    if !isBrief { say(failure) }
  }

  /// Tells people something, though the connection is there
  private func note(_ failure: FetchFailure) { continuation.yield(.noted(failure)) }

  private mutating func say(_ failure: FetchFailure) {
    isLossSaid = true
    continuation.yield(.lost(failure))
  }

  /// Notes that the connection and the device are there
  private mutating func find() {
    lostSince = nil
    isOffline = false
    isGraceOver = false
    guard isLossSaid else { return }
    isLossSaid = false
    continuation.yield(.arrived([]))
  }

  /// The next time at which something happens without a message
  private var timeOfNextEvent: ContinuousClock.Instant? {
    var next: [ContinuousClock.Instant] = []
    if let since = lostSince?.time, !isGraceOver { next.append(since + setup.grace) }
    if let expiry = memory.nextExpiry {
      let seconds = max(1, expiry.seconds(since: setup.pace.clock()))
      next.append(.now + .seconds(min(seconds, 3600)))
    }
    return next.min()
  }

  /// Expires values, and reports a loss, by time alone
  private mutating func passTime() {
    var arrivals = memory.expired(at: setup.pace.clock())
    if let lost = lostSince, !isGraceOver, .now - lost.time >= setup.grace {
      isGraceOver = true
      arrivals += memory.lose(setup.target, lost.failure.reason)
    }
    if !arrivals.isEmpty { continuation.yield(.lapsed(arrivals)) }
  }

  /// Sleeps, with the work that is due meanwhile; a password that is no longer the one of the last attempt ends the sleep
  ///
  /// - Returns: `false` if the task is cancelled.
  private mutating func sleep(_ duration: Duration, used password: String?) async -> Bool {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {
      passTime()
      var next = min(end, timeOfNextEvent.map { max($0, .now) } ?? end)
      if let secret = setup.broker.password, secret.isRenewable {
        if secret.isRenewed(since: password) {
          failures = 0
          break
        }
        next = min(next, .now + setup.pace.look)
      }
      guard (try? await Task.sleep(until: next, clock: .continuous)) != nil else { return false }
    }
    if let failure = lostSince?.failure { lose(failure) }
    return !Task.isCancelled
  }
}

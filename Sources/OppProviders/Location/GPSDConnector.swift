package import OppEngine
package import OppModel
package import OppSession

/// `gpsd("localhost:2947")`: the position that the daemon of GPS receivers reports
///
/// Its protocol is one of JSON in lines: https://gpsd.io/gpsd_json.html, also gpsd_json(5). gpsd greets
/// with `VERSION`, `?WATCH` has it report everything from then on, and a report `TPV` of `mode` 2 or 3 is a
/// fix. See ``FixThinning`` for the fixes that do not arrive.
///
/// ```
/// <  {"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}
/// >  ?WATCH={"enable":true,"json":true};
/// <  {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyS0",…}]}
/// <  {"class":"TPV","mode":3,"time":"2026-06-21T11:59:59.000Z","lat":36.07,"lon":-79.79,"epx":6,"epy":8,"speed":1.4}
/// ```
///
/// The report arrives as a position with an accuracy of 10 m (of 6 and 8) and a speed of 1.4 m/s.
package struct GPSDConnector: Connector {
  package let provider: Provider

  /// The source, and how a fix becomes a reading of it
  private let target: LocationTarget
  private let address: LineAddress

  /// The clock by which fixes are thinned and old ones recognized
  private let clock: @Sendable () -> Instant

  /// The pause after so many connections that brought no fix
  private let pause: @Sendable (_ failures: Int) -> Duration

  static let usualAddress = "localhost:2947"

  /// The port that gpsd has at IANA
  private static let usualPort: UInt16 = 2947

  /// The request to report everything as JSON, sent as soon as the connection is made
  private static let greeting = "?WATCH={\"enable\":true,\"json\":true};\n"

  /// The major version that is understood: `proto_major` of the greeting
  private static let protocolMajor = 3

  /// A receiver whose clock is farther off than this, in seconds, has it wrong (the weeks of GPS begin
  /// at 0 again every 1024): its reports get the time at which they come
  private static let believedLag: Int64 = 86_400

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "gpsd", "The position of a GPS receiver.", serves: [.data],
    options: [.text("address")],
    connector: { settings throws(ConnectorProblem) in try GPSDConnector(settings) })

  /// - Throws: if an option is not valid.
  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    try self.init(settings, clock: PresentClock.now) { failures in
      // 1, 2, 4 … 64 seconds
      .seconds(1 << min(max(failures - 1, 0), 6))
    }
  }

  init(
    _ settings: ConnectorSettings, clock: @escaping @Sendable () -> Instant,
    pause: @escaping @Sendable (_ failures: Int) -> Duration
  ) throws(ConnectorProblem) {
    target = try LocationTarget(settings)
    do throws(FetchFailure) {
      address = try LineAddress(
        settings.options.text("address") ?? Self.usualAddress, usualPort: Self.usualPort)
    } catch {
      throw ConnectorProblem(error.reason)
    }
    self.clock = clock
    self.pause = pause
    provider = Provider(
      name: settings.name, served: [.source(target.source)], isPushed: true, cost: 0,
      latency: 0)
  }

  package func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    let failure = FetchFailure(.misconfigured, "gpsd reports the position by itself")
    return FetchResponse(fetch: fetch, outcome: .failed(failure))
  }

  package func pushed() -> AsyncStream<PushedEvent>? {
    AsyncStream { continuation in
      let task = Task { await follow(continuation) }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Connects again and again, until the task is cancelled
  private func follow(_ continuation: AsyncStream<PushedEvent>.Continuation) async {
    var pushed = PushedFixes(continuation)
    var failures = 0
    while !Task.isCancelled {
      // A connection that brought a fix resets the pauses: 1 s after it ends, then 2, 4 … 64.
      let before = pushed.fixes
      let failure = await listen(&pushed)
      guard !Task.isCancelled else { break }
      pushed.lose(failure)
      failures = pushed.fixes > before ? 1 : failures + 1
      guard (try? await Task.sleep(for: pause(failures))) != nil else { break }
    }
    continuation.finish()
  }

  /// Follows one connection to its end
  private func listen(_ pushed: inout PushedFixes) async -> FetchFailure {
    var isGreeted = false
    for await event in LineConnection.lines(of: address, saying: Self.greeting) {
      switch event {
      case .ended(let fault): return failure(fault)
      case .line(let line):
        guard let report = GPSDReport(line) else { return notGPSD }
        switch report {
        case .version(let major):
          guard major == Self.protocolMajor else {
            return FetchFailure(
              .unreadable, "gpsd at \(address) speaks version \(major) of its protocol, not 3")
          }
          isGreeted = true
        case .error(let message): return FetchFailure(.broken, "gpsd says: \(Self.shown(message))")
        case .noReceiver:
          pushed.lose(FetchFailure(.misconfigured, "gpsd at \(address) has no receiver"))
        case .fix(let fix):
          guard isGreeted else { return notGPSD }
          let now = clock()
          pushed.deliver(fix, at: now) { target.reading(of: dated($0, at: now), at: now) }
        case .other: guard isGreeted else { return notGPSD }
        }
      }
    }
    return failure(.closed)
  }

  /// A fix with the present in place of a time that cannot be right
  ///
  /// A receiver that is 1024 weeks behind reports 2006-11-05 on 21 June 2026: its fixes are of now.
  private func dated(_ fix: Fix, at now: Instant) -> Fix {
    guard let instant = fix.instant, now.seconds(since: instant) > Self.believedLag else {
      return fix
    }
    return Fix(position: fix.position, accuracy: fix.accuracy, speed: fix.speed, instant: now)
  }

  // MARK: - Failures

  /// The failure of a service that speaks another protocol
  private var notGPSD: FetchFailure {
    FetchFailure(.unreadable, "what responds at \(address) is not gpsd")
  }

  /// The failure that the end of a connection means
  private func failure(_ fault: LineConnection.Fault) -> FetchFailure {
    switch fault {
    case .unknownHost: FetchFailure(.unreachable, "there is no host \(address.host)")
    case .noConnection: FetchFailure(.unreachable, "gpsd cannot be reached at \(address)")
    case .closed: FetchFailure(.unreachable, "gpsd at \(address) closed the connection")
    case .lineTooLong:
      FetchFailure(
        .unreadable,
        "gpsd at \(address) said a line longer than \(LineConnection.longestLine >> 10) KiB")
    }
  }

  /// A message of a service, short and without control characters
  private static func shown(_ message: String) -> String {
    let clean = message.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    return clean.prefix(100).map { String($0) }.joined()
  }
}

/// Yields the arrivals, and each loss once until it is mended
private struct PushedFixes {
  /// The stream of the connector
  private let continuation: AsyncStream<PushedEvent>.Continuation

  /// Compares each fix with the last one that arrived
  private var thinning = FixThinning()

  /// `true` if a loss was the last event, so that no other is reported before a fix
  private var isLost = false

  /// The number of fixes that have come, those that hardly differ included
  private(set) var fixes = 0

  init(_ continuation: AsyncStream<PushedEvent>.Continuation) {
    self.continuation = continuation
  }

  /// Yields a fix, unless it hardly differs; the first one after a loss always
  mutating func deliver(_ fix: Fix, at now: Instant, _ reading: (Fix) -> Arrival) {
    fixes += 1
    guard thinning.lets(fix, at: now) || isLost else { return }
    isLost = false
    continuation.yield(.arrived([reading(fix)]))
  }

  /// Yields a loss, unless one has been yielded since the last fix
  mutating func lose(_ failure: FetchFailure) {
    guard !isLost else { return }
    isLost = true
    continuation.yield(.lost(failure))
  }
}

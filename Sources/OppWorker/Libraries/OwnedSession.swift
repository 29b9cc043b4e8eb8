internal import OppJSON
package import OppKit

/// A session that belongs to the caller of a library, in the texts of the worker's protocol
///
/// It stays from one step to the next, and its caller keeps its memory as bytes.
package struct OwnedSession: Sendable {
  private var session: Session
  private let zones: Zones
  private let limits: WorkerLimits

  /// The most seconds of a step
  private let seconds: Double?

  /// The clock of the machine; `nil` for steps that are never late
  private let clock: (@Sendable () -> Double)?

  /// A session that begins, or goes on from a memory
  ///
  /// - Parameters:
  ///   - options: `at`, `zone` or `tzif`, `supplies`, `options` and `state`, each as in the worker's messages; `tzif` is a file of the
  ///     zone database in base64.
  ///   - memory: the bytes of ``memory()``; none for a session that begins.
  ///   - zones: the zones of the machine.
  ///   - clock: the seconds from any beginning, by which steps are late, or `nil`.
  /// - Throws: if the rules have errors, or the options or the memory are not valid.
  package init(
    _ rules: OwnedRules, options: [UInt8], memory: [UInt8],
    zones: @escaping @Sendable (String) -> ZoneRules?, limits: WorkerLimits = WorkerLimits(),
    clock: (@Sendable () -> Double)? = nil
  ) throws(WorkerFailure) {
    guard rules.rules.isRunnable else {
      throw WorkerFailure(.invalidRules, "the rules have errors")
    }
    let message = try Message(options, limits)
    let known = try Self.memory(message, memory, limits)
    let at = known.entries.isEmpty ? try message.requiredSecond("at") : try message.second("at")
    let supplies = try message.supplies()
    let zone = try Self.zone(message, rules.rules, zones)
    let settings = try SessionOptions(try message.object("options"), limits)
    self.zones = zones
    self.limits = limits
    self.clock = clock
    seconds = settings.timeLimit
    let bounds = StepBounds(limits, settings.timeLimit, clock)
    do throws(SessionFailure) {
      session = try Session(
        rules.rules, supplies: supplies, zone: zone, memory: known,
        at: at ?? Timestamp(secondsSince1970: 0), options: settings, isLate: bounds.isLate)
    } catch {
      throw WorkerFailure(error)
    }
  }

  /// Runs up to a second and decides it, as the worker's `step`
  ///
  /// - Parameters:
  ///   - second: in seconds since 1970.
  ///   - bytes: the rest of the message; `returns` is `none` if it is left out.
  package mutating func step(at second: Int64, _ bytes: [UInt8]) throws(WorkerFailure) -> String {
    let (message, step) = try message(second, bytes)
    let returns = try Returns(message) ?? Returns.none
    let reply = try session.take(step, StepBounds(limits, seconds, clock))
    let memory = returns.memory(of: &session)
    return JSONText.object { json in
      reply.write(to: &json)
      memory.write(to: &json)
    }
  }

  /// The requests that such a step would make, as the worker's `requests`
  package func requests(at second: Int64, _ bytes: [UInt8]) throws(WorkerFailure) -> String {
    let (_, step) = try message(second, bytes)
    let requests = try session.preview(step, StepBounds(limits, seconds, clock))
    return JSONText.object { $0.write(requests) }
  }

  /// The explanation why an Opp is true, false or unknown at the last second, as the worker's `explain`
  package func explanation(of opp: String, row: String?) throws(WorkerFailure) -> String {
    try requireResults()
    let explanation = try session.explained(opp, row: row)
    return JSONText.object { json in
      json.key("explanation")
      json.object { $0.write(explanation) }
    }
  }

  /// Forgets the requests under way, because the process that made them has ended
  ///
  /// - Parameter second: the present one, in seconds since 1970.
  /// - Returns: a reply without members.
  package mutating func forgetRequests(at second: Int64) throws(WorkerFailure) -> String {
    try requireResults()
    session.forgetRequests(at: try Self.timestamp(second))
    return JSONText.object { _ in }
  }

  /// The whole memory
  package func memory() throws(WorkerFailure) -> [UInt8] {
    try requireResults()
    return session.memory().bytes
  }

  // MARK: Messages

  /// The message of a step
  private func message(
    _ second: Int64, _ bytes: [UInt8]
  ) throws(WorkerFailure) -> (message: Message, step: StepMessage) {
    try requireResults()
    let message = try Message(bytes, limits)
    return (message, try StepMessage(message, at: try Self.timestamp(second), zones: zones))
  }

  private static func timestamp(_ second: Int64) throws(WorkerFailure) -> Timestamp {
    let timestamp = Timestamp(secondsSince1970: second)
    guard timestamp.isWritable else {
      throw WorkerFailure(.badMessage, "`at` is not a second of the years 1 to 9999")
    }
    return timestamp
  }

  /// - Throws: after a step over its work, which has left the session between two seconds.
  private func requireResults() throws(WorkerFailure) {
    guard !session.isOverWork else {
      throw WorkerFailure(
        .overWork, "a step was over its work: begin a session with the memory from before")
    }
  }

  /// The memory of bytes or of the member `state`
  private static func memory(
    _ message: Message, _ bytes: [UInt8], _ limits: WorkerLimits
  ) throws(WorkerFailure) -> Memory {
    let state = try message.texts("state") ?? [:]
    guard !bytes.isEmpty else { return try Memory(state: state, limit: limits.state) }
    guard bytes.count <= limits.state else {
      throw .overSize("memory", bytes.count, limits.state)
    }
    do throws(UnreadableBytes) {
      return try Memory(bytes: bytes)
    } catch {
      throw WorkerFailure(error)
    }
  }

  /// The zone of the file that was sent, else of the name in the rules, else in the options
  private static func zone(
    _ message: Message, _ rules: RuleSet, _ zones: Zones
  ) throws(WorkerFailure) -> ZoneRules {
    if let bytes = try message.base64("tzif") {
      do throws(UnreadableBytes) {
        return try ZoneRules(tzif: bytes)
      } catch {
        throw message.failure("tzif", "a file of the zone database: \(error.reason)")
      }
    }
    let given = try message.text("zone")
    guard let name = rules.zoneName ?? given else {
      throw message.missing("zone", "there, as the rules have none")
    }
    guard let zone = zones(name) else { throw .unknownZone(name) }
    return zone
  }
}

internal import OppJSON
package import OppKit

/// The worker: rules and sessions by key, and replies to messages
///
/// It has no clock and opens nothing; its caller gives it lines, zones and the files of recordings.
///
/// ```
/// hello      the versions and limits
/// rules      checks rules, and keeps them by the hash that the caller gives them
/// step       decides a second of one person's session, of a state that comes with the message or that is kept
/// requests   the requests that such a step would make, which is not taken
/// explain    why an Opp is true, false or unknown at the last second
/// replay     the firings of rules over a recording
/// drop       forgets a session, or rules
/// ```
package struct Worker {
  private let limits: WorkerLimits
  private let services: Services
  private var rules: RecentCache<KeptRules>
  private var sessions: RecentCache<KeptSession>

  /// The recordings that were replayed, by the paths of their folders
  private var recordings: RecentCache<Recording>

  /// The session that the present message has changed, as it was before it; `nil` for one that is not kept, or too small for that
  private var replaced: (key: String, session: KeptSession)?

  /// The services of the machine that a worker runs on
  package struct Services {
    /// The zone of an IANA name; nil if there is none
    let zone: @Sendable (String) -> ZoneRules?

    /// The edition of the zone database, such as `2025b`; nil if it does not say
    let zoneEdition: String?

    /// The files of a folder, by name; nil if it cannot be read
    let folder: (String) -> [String: [UInt8]]?

    /// The seconds from any beginning, by which steps are late; `nil` for steps that never are
    let clock: (@Sendable () -> Double)?

    package init(
      zone: @escaping @Sendable (String) -> ZoneRules?, zoneEdition: String?,
      folder: @escaping (String) -> [String: [UInt8]]?, clock: (@Sendable () -> Double)? = nil
    ) {
      self.zone = zone
      self.zoneEdition = zoneEdition
      self.folder = folder
      self.clock = clock
    }
  }

  /// Rules that were sent, with the supplies of those who run them
  private struct KeptRules {
    let rules: RuleSet
    let supplies: [String: Supply]

    /// The zone of the people, if the rules set none; nil if each step names it
    let zone: ZoneRules?
    let options: SessionOptions

    /// The hash that the caller gave them
    let hash: String
  }

  /// The session of a person
  private struct KeptSession {
    var session: Session

    /// The most seconds of a step, by the options of the rules
    let seconds: Double?
    let hash: String

    /// The name of the zone that the step which began it gave; nil for none
    let zoneName: String?
  }

  /// The version of the protocol
  package static let version = 1

  /// The most recordings that are kept
  private static let recordingLimit = 4

  package init(_ services: Services, limits: WorkerLimits = WorkerLimits()) {
    self.services = services
    self.limits = limits
    rules = RecentCache(limit: limits.ruleSets)
    sessions = RecentCache(limit: limits.sessions)
    recordings = RecentCache(limit: Self.recordingLimit)
  }

  // MARK: Messages

  /// The reply to an item of a stream
  package mutating func reply(to item: MessageStream.Item) -> String {
    switch item {
    case .message(let bytes): reply(to: bytes)
    case .tooLong(let size):
      Self.reply(nil, .failure(.overSize("message", size, limits.line)))
    }
  }

  /// The reply to a message, without a line feed
  package mutating func reply(to bytes: [UInt8]) -> String {
    let message: Message
    do throws(WorkerFailure) {
      message = try Message(bytes)
    } catch {
      return Self.reply(nil, .failure(error))
    }
    replaced = nil
    do throws(WorkerFailure) {
      let reply = Self.reply(message, .success(try perform(message)))
      guard reply.utf8.count <= limits.reply else {
        // The caller does not learn of the changes, so the session is put back.
        if let replaced { sessions.keep(replaced.session, as: replaced.key) }
        throw WorkerFailure.overSize("reply", reply.utf8.count, limits.reply)
      }
      return reply
    } catch {
      return Self.reply(message, .failure(error))
    }
  }

  /// Writes the members of a reply
  private typealias Writer = (inout JSONText) -> Void

  /// A reply, which begins with the members that identify its message
  private static func reply(_ message: Message?, _ result: Result<Writer, WorkerFailure>) -> String
  {
    JSONText.object { json in
      for name in ["op", "n", "key"] {
        if let raw = message?.raw(name) { json.member(name, raw: raw) }
      }
      switch result {
      case .success(let write): write(&json)
      case .failure(let failure): failure.write(to: &json)
      }
    }
  }

  private mutating func perform(_ message: Message) throws(WorkerFailure) -> Writer {
    switch try message.requiredText("op") {
    case "hello": return hello()
    case "rules": return try check(message)
    case "step": return try step(message)
    case "requests": return try requests(message)
    case "explain": return try explain(message)
    case "replay": return try replay(message)
    case "drop": return try drop(message)
    case let name:
      throw WorkerFailure(
        .unknownOperation,
        "there is no operation `\(name)`; there are hello, rules, step, requests, explain, replay and drop"
      )
    }
  }

  // MARK: Operations

  private func hello() -> Writer {
    let (limits, edition) = (limits, services.zoneEdition)
    return { json in
      json.member("protocol", raw: "\(Self.version)")
      json.member("opp", string: RuleSet.languageVersion)
      json.member("zones", raw: edition.map { JSONText.quoted($0) } ?? "null")
      json.key("limits")
      json.object { object in
        object.member("line", raw: "\(limits.line)")
        object.member("rules", raw: "\(limits.rules)")
        object.member("state", raw: "\(limits.state)")
        object.member("work", raw: "\(limits.work)")
        object.member("time", raw: Value.number(limits.time).json)
        object.member("firings", raw: "\(limits.firings)")
        object.member("texts", raw: "\(limits.texts)")
        object.member("reply", raw: "\(limits.reply)")
        object.member("span", raw: "\(limits.span)")
        object.member("rule_sets", raw: "\(limits.ruleSets)")
        object.member("sessions", raw: "\(limits.sessions)")
      }
    }
  }

  private mutating func check(_ message: Message) throws(WorkerFailure) -> Writer {
    let hash = try message.requiredText("rules")
    let files = try message.files(limit: limits.rules)
    let supplies = try message.supplies()
    let kept = KeptRules(
      rules: RuleSet(files), supplies: supplies, zone: try zone(try message.text("zone")),
      options: try SessionOptions(try message.object("options"), limits), hash: hash
    )
    // Supplies that name nothing are found now, and not by each step.
    if kept.rules.isRunnable {
      _ = try begin(
        kept, memory: nil, zone: .utc, at: Timestamp(secondsSince1970: 0), isLate: nil)
    }
    rules.keep(kept, as: hash)
    return { json in
      json.member("rules", string: hash)
      RulesReply(rules: kept.rules).write(to: &json)
    }
  }

  private mutating func step(_ message: Message) throws(WorkerFailure) -> Writer {
    let step = try StepMessage(message, zones: services.zone)
    let returns = try Returns(message) ?? .changes
    let keeps = try message.truth("keep")
    let key = try message.text("key")
    var opened = try open(message, at: step.at)
    // A session that is kept is changed in place, and stays as it was if the step goes beyond a limit.
    var before: KeptSession?
    if opened.isResident, let key {
      _ = sessions.take(key)
      if opened.kept.session.mayExceed(at: step.at, arriving: step.arrivingCount) {
        before = opened.kept
      }
    }
    do throws(WorkerFailure) {
      let reply = try opened.kept.session.take(step, opened.bounds)
      let memory = returns.memory(of: &opened.kept.session)
      if keeps ?? opened.isResident, let key { sessions.keep(opened.kept, as: key) }
      replaced = before.flatMap { before in key.map { (key: $0, session: before) } }
      return { json in
        reply.write(to: &json)
        memory.write(to: &json)
      }
    } catch {
      if opened.isResident, let key {
        if let before {
          sessions.keep(before, as: key)
        } else if !opened.kept.session.isOverWork {
          sessions.keep(opened.kept, as: key)
        }
      }
      throw error
    }
  }

  private mutating func requests(_ message: Message) throws(WorkerFailure) -> Writer {
    let step = try StepMessage(message, zones: services.zone)
    let opened = try open(message, at: step.at)
    let requests = try opened.kept.session.preview(step, opened.bounds)
    return { $0.write(requests) }
  }

  private mutating func explain(_ message: Message) throws(WorkerFailure) -> Writer {
    let opp = try message.requiredText("opp")
    let row = try message.text("row")
    let opened = try open(message, at: try message.second("at") ?? Timestamp(secondsSince1970: 0))
    let explanation = try opened.kept.session.explained(opp, row: row)
    return { json in
      json.key("explanation")
      json.object { $0.write(explanation) }
    }
  }

  private mutating func replay(_ message: Message) throws(WorkerFailure) -> Writer {
    let kept = try keptRules(message)
    let folder = try message.requiredText("data")
    let zone = try zone(try message.text("zone"))
    var period: Range<Timestamp>?
    if let from = try message.second("from"), let to = try message.second("to") {
      guard from < to else { throw message.failure("to", "after `from`") }
      period = from..<to
    } else if message.has("from") || message.has("to") {
      throw message.failure("from", "there with `to`, or both must be left out")
    }
    let recording: Recording
    if let known = recordings.use(folder) {
      recording = known
    } else {
      guard let files = services.folder(folder) else {
        throw WorkerFailure(.unreadableData, "the folder `\(folder)` cannot be read")
      }
      recording = Recording(files: files, folder: folder, zones: services.zone)
      recordings.keep(recording, as: folder)
    }
    let result: Replay
    do throws(InvalidRules) {
      result = try kept.rules.replay(recording, in: period, zone: zone ?? kept.zone)
    } catch {
      throw WorkerFailure(.invalidRules, "the rules have errors")
    }
    return { json in
      json.key("firings")
      json.array { array in
        for firing in result.firings { array.object { $0.write(firing) } }
      }
      json.write("rejected", result.rejections) { $0.write($1) }
    }
  }

  private mutating func drop(_ message: Message) throws(WorkerFailure) -> Writer {
    let key = try message.text("key")
    let hash = try message.text("rules")
    guard key != nil || hash != nil else { throw message.failure("key", "there, nor is `rules`") }
    let dropped = [
      key.flatMap { sessions.take($0) } != nil, hash.flatMap { rules.take($0) } != nil,
    ]
    return { $0.member("dropped", raw: dropped.contains(true) ? "true" : "false") }
  }

  // MARK: Sessions

  /// A session that a message is about
  private struct OpenedSession {
    var kept: KeptSession

    /// `true` if it was kept
    let isResident: Bool

    /// The limits of the message's step
    let bounds: StepBounds
  }

  /// The session of a message: of the state that it has, else the kept one
  private mutating func open(
    _ message: Message, at: Timestamp
  ) throws(WorkerFailure) -> OpenedSession {
    let zoneName = try message.text("zone")
    guard let state = try message.texts("state") else {
      let key = try message.requiredText("key")
      guard let kept = sessions.use(key) else {
        throw WorkerFailure(.unknownKey, "no session of `\(key)` is kept: send its state")
      }
      let hash = try message.text("rules")
      guard hash == nil || hash == kept.hash, zoneName == nil || zoneName == kept.zoneName else {
        throw WorkerFailure(
          .otherRules, "the session of `\(key)` has other rules or another zone: send its state")
      }
      let bounds = StepBounds(limits, kept.seconds, services.clock)
      return OpenedSession(kept: kept, isResident: true, bounds: bounds)
    }
    let memory = try Memory(state: state, limit: limits.state)
    let rules = try keptRules(message)
    let setZone = try zone(rules.rules.zoneName)
    let given = try self.zone(zoneName)
    guard let zone = setZone ?? given ?? rules.zone else {
      throw message.failure("zone", "there, nor have the rules one")
    }
    let bounds = StepBounds(limits, rules.options.timeLimit, services.clock)
    let session = try begin(rules, memory: memory, zone: zone, at: at, isLate: bounds.isLate)
    let kept = KeptSession(
      session: session, seconds: rules.options.timeLimit, hash: rules.hash, zoneName: zoneName)
    return OpenedSession(kept: kept, isResident: false, bounds: bounds)
  }

  private mutating func keptRules(_ message: Message) throws(WorkerFailure) -> KeptRules {
    let hash = try message.requiredText("rules")
    guard let kept = rules.use(hash) else {
      throw WorkerFailure(.unknownRules, "no rules of `\(hash)` are kept: send them")
    }
    guard kept.rules.isRunnable else {
      throw WorkerFailure(.invalidRules, "the rules have errors")
    }
    return kept
  }

  /// A session of kept rules
  private func begin(
    _ kept: KeptRules, memory: Memory?, zone: ZoneRules, at: Timestamp,
    isLate: (@Sendable () -> Bool)?
  ) throws(WorkerFailure) -> Session {
    do throws(SessionFailure) {
      return try Session(
        kept.rules, supplies: kept.supplies, zone: zone, memory: memory, at: at,
        options: kept.options, isLate: isLate)
    } catch {
      throw WorkerFailure(error)
    }
  }

  /// The zone of a name; nil for no name
  private func zone(_ name: String?) throws(WorkerFailure) -> ZoneRules? {
    guard let name else { return nil }
    guard let zone = services.zone(name) else { throw .unknownZone(name) }
    return zone
  }
}

extension JSONText {
  /// A text of JSON in quotes
  fileprivate static func quoted(_ text: String) -> String {
    var json = JSONText()
    json.string(text)
    return json.text
  }
}

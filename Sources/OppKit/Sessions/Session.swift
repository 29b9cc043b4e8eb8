internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppSession

/// A rule set that runs for a person: a state machine without clock, network and files
///
/// The program that holds it steps it: at each wake, when something arrives, and when responses to its requests have come.
///
/// ```swift
/// var session = try Session(
///   rules, supplies: ["weather": .fetched(cell: 0.1), "location": .pushed], zone: zone, at: now)
/// var step = session.step(at: now)
/// // request step.requests, then
/// step = session.step(at: later, responses: responses)
/// // keep session.takeChanges() and step.firings in one transaction, deliver them, and sleep until step.wake
/// ```
///
/// A step to a later second first runs through every second before it, so a step that comes late, up to
/// ``SessionOptions/latenessLimit``, changes when somebody is notified, never the firings nor ``Firing/at``. A copy that is
/// stepped ahead is a preview.
///
/// - Complexity: a step costs as much as changes; some 20 µs for thirty everyday rules.
public struct Session: Sendable {
  /// The rules that it runs
  public let rules: RuleSet

  /// The engine with its fetches
  private(set) var live: LiveSession

  /// The zone of the person
  let zone: Zone

  /// The supplies of its readings
  private let supplies: SupplyList

  /// The calendar that came last as text; nil for none
  private var calendar: KnownCalendar?

  /// The settings
  private let options: SessionOptions

  /// Makes the engine of these rules over a memory
  private let kept: KeptSession

  /// The clock by which ``SessionOptions/timeLimit`` is measured, in seconds from any beginning; `nil` for no limit
  ///
  /// A session has no clock of its own, so that its results never depend on one.
  public var clock: (@Sendable () -> Double)?

  /// The limit that a step went beyond, or `nil`
  public private(set) var excess: Excess?

  /// `true` if the second of ``present`` has been decided
  private var isDecided: Bool

  /// The firings that are held no longer and the notice of ``beginAnew(at:)``, for the next step
  private var beginning: (released: [Firing.ID], notice: String)?

  /// The keys of the memory before ``beginAnew(at:)``, until the changes are taken; `nil` at other times
  private var outdated: Set<String>?

  /// A session that begins now, or continues from its memory
  ///
  /// - Parameters:
  ///   - supplies: by the name of the source or table; a source or table without one is unknown.
  ///   - zone: the zone of the person, by which times of day count; it is `set zone` of the rules if these have one,
  ///     which the caller looks up by ``RuleSet/zoneName``.
  ///   - memory: the changes that ``takeChanges()`` gave before, of the same rules or of others.
  ///   - at: the first second, if there is no memory: earlier values are unknown.
  /// - Throws: if the rules have errors, a supply is of nothing that they know, or the memory cannot be read.
  public init(
    _ rules: RuleSet, supplies: [String: Supply], zone: ZoneRules, memory: Memory? = nil,
    at: Timestamp, options: SessionOptions = SessionOptions()
  ) throws(SessionFailure) {
    try self.init(
      rules, supplies: supplies, zone: zone, memory: memory, at: at, options: options, isLate: nil)
  }

  /// A session whose beginning counts for the time limit, too
  ///
  /// - Parameter isLate: `true` once the beginning and the first step have taken too long, or `nil`.
  package init(
    _ rules: RuleSet, supplies: [String: Supply], zone: ZoneRules, memory: Memory?,
    at: Timestamp, options: SessionOptions, isLate: (@Sendable () -> Bool)?
  ) throws(SessionFailure) {
    do throws(InvalidRules) {
      kept = KeptSession(try rules.requireRunnable(), zone.zone, options)
      self.supplies = try SupplyList(supplies, of: rules.graph)
    } catch {
      throw .invalidRules(error)
    }
    self.rules = rules
    self.zone = zone.zone
    self.options = options
    live = try kept.session(
      of: self.supplies.providers, over: memory, at: at.instant, isLate: isLate)
    isDecided = live.engine.hasBegun
  }

  /// The second up to which it has run
  public var present: Timestamp { Timestamp(live.present) }

  // MARK: Steps

  /// Runs up to a second, and decides it with the arrivals
  ///
  /// - Parameters:
  ///   - at: the second; one that was decided already is taken for the next after it.
  ///   - arrivals: the readings and rows that have come by themselves; of two readings of one source the later counts.
  ///   - responses: those to requests of earlier steps; responses to others change nothing.
  public mutating func step(
    at: Timestamp, arrivals: [Arrival] = [], responses: [Response] = []
  ) -> Step {
    step(at: at, arrivals: arrivals, responses: responses, isLate: deadline)
  }

  /// `true` once a step that begins now has taken too long; `nil` without a limit or without a clock
  private var deadline: (@Sendable () -> Bool)? {
    guard let clock, let seconds = options.timeLimit else { return nil }
    let end = clock() + seconds
    return { clock() >= end }
  }

  /// Runs up to a second, and decides it
  ///
  /// - Parameter isLate: `true` once the step has taken too long, or `nil`.
  package mutating func step(
    at: Timestamp, arrivals: [Arrival], responses: [Response], isLate: (@Sendable () -> Bool)?
  ) -> Step {
    let now = next(at)
    var step = Step(at: Timestamp(now))
    live.limits = options.limits(isLate)
    let fetches = open(now, arrivals, responses, &step.rejections)
    let result = live.close()
    isDecided = true
    step.work = result.work
    note(result)
    if let beginning {
      step.beginsAnew = true
      step.deliveries = beginning.released.map { Delivery(firing: $0, outcome: .due(step.at)) }
      step.notices = [beginning.notice]
      self.beginning = nil
    }
    let writer = ResultWriter(rules.graph, zone)
    step.firings = result.firings.map { writer.firing($0) }
    step.deliveries += result.deliveries.compactMap { writer.delivery($0) }
    step.records = result.records.map { writer.record($0) }
    step.missed = result.missed.map { writer.missed($0) }
    step.requests = fetches.map { request(for: $0) }
    let words = HealthText(zone: zone)
    step.notices +=
      result.health.map { words.text(of: $0, retry: live.retry(of: $0.provider)) }
      + result.problems.map { $0.message }
    step.wake = result.wake.map { Timestamp($0) }
    step.slack = Int(clamping: result.slack)
    return step
  }

  /// The requests of a step with these arguments, which is not taken
  ///
  /// A simulation that has the responses at hand adds them, calls this again, and steps when there are no requests left that it
  /// can respond to: the second is then decided with everything.
  public func requests(
    at: Timestamp, arrivals: [Arrival] = [], responses: [Response] = []
  ) -> [Request] {
    preview(at: at, arrivals: arrivals, responses: responses, isLate: deadline).requests
  }

  /// The requests of a step that is not taken, none if it would go beyond a limit
  ///
  /// - Parameter isLate: `true` once the step has taken too long, or `nil`.
  package func preview(
    at: Timestamp, arrivals: [Arrival], responses: [Response], isLate: (@Sendable () -> Bool)?
  ) -> (requests: [Request], excess: Excess?) {
    var preview = self
    var rejections: [Rejection] = []
    preview.live.limits = options.limits(isLate)
    let fetches = preview.open(preview.next(at), arrivals, responses, &rejections)
    // Reports that only a closed step makes cost nothing here.
    if preview.live.excess != nil { preview.note(preview.live.close()) }
    return (preview.excess == nil ? fetches.map { request(for: $0) } : [], preview.excess)
  }

  /// Takes note of a step beyond a limit
  private mutating func note(_ step: LiveStep) {
    guard excess == nil, let limit = step.excess else { return }
    excess = Excess(limit, reached: step.reached.map { Timestamp($0) })
  }

  /// The second that is decided next
  private func next(_ at: Timestamp) -> Instant {
    isDecided ? max(at.instant, live.present.advanced(by: 1)) : max(at.instant, live.present)
  }

  /// Begins a second with the arrivals
  private mutating func open(
    _ now: Instant, _ arrivals: [Arrival], _ responses: [Response], _ rejections: inout [Rejection]
  ) -> [Fetch] {
    var reader = ArrivalReader(rules.graph, zone, at: now, calendar: calendar)
    let arrived = reader.read(arrivals)
    let settled = responses.compactMap { response -> FetchResponse? in
      guard let fetch = rules.graph.fetch(ofMeaning: response.request) else { return nil }
      let outcome: FetchResponse.Outcome =
        switch response.outcome {
        case .arrived(let arrivals): .arrived(reader.read(arrivals))
        case .unchanged: .unchanged
        case .failed(let failure): .failed(failure.failure)
        }
      return FetchResponse(fetch: fetch, outcome: outcome)
    }
    let losses = reader.losses.compactMap { loss -> ProviderLoss? in
      guard let index = supplies.providers.firstIndex(where: { $0.name == loss.name }) else {
        return nil
      }
      return ProviderLoss(provider: index, failure: FetchFailure(.unreachable, loss.reason))
    }
    rejections += reader.rejections
    calendar = reader.calendar
    return live.open(at: now, arrived: arrived, responses: settled, lost: losses)
  }

  private func request(for fetch: Fetch) -> Request {
    let graph = rules.graph
    let schema = ValueSchema(graph)
    let id = graph.meaning(of: fetch)
    let provider = live.provider(of: fetch.subject)
    let isShared = provider.map { supplies.supplies[$0].isShared } ?? false
    let position = fetch.position.map { Value(.position($0), type: .position, schema) }
    func request(
      _ source: String, _ arguments: [String: Value] = [:], text: String? = nil
    ) -> Request {
      Request(
        id: id, source: source, arguments: arguments, text: text, position: position,
        isShared: isShared)
    }
    switch fetch.subject {
    case .source(let source, let values):
      var arguments: [String: Value] = [:]
      for (parameter, value) in zip(graph[source].parameters, values) {
        guard let value else { continue }
        arguments[parameter.name] = Value(value, type: parameter.type, schema)
      }
      return request(graph[source].name, arguments)
    case .table(let table): return request(graph[table].name)
    case .address(let text): return request(SupplyList.addresses, text: text)
    case .places(let category): return request(SupplyList.places, text: category)
    }
  }

  // MARK: The person

  /// Applies an override of the person, from the next second on; one of an Opp or a row that is not there changes nothing
  public mutating func perform(_ command: Command) {
    switch command.content {
    case .enable(let opp): live.control(.enable(opp: opp))
    case .disable(let opp): live.control(.disable(opp: opp))
    case .snooze(let opp, let row, let until):
      guard let key = key(of: row, of: opp) else { return }
      live.control(.snooze(opp: opp, row: key.row, until: until.instant))
    case .endSnooze(let opp, let row):
      guard let key = key(of: row, of: opp) else { return }
      live.control(.endSnooze(opp: opp, row: key.row))
    }
  }

  /// The key of a row by its text: nil inside for all rows, nil for one that is not there
  private func key(of row: String?, of opp: String) -> (row: [OppModel.Value]?, isKnown: Bool)? {
    guard let row else { return (nil, true) }
    guard let rule = rules.graph.rules.firstIndex(where: { $0.name == opp }) else { return nil }
    let texts = RowText(rules.graph)
    let found = live.engine.rows(ofRule: rule).first {
      RowText.isSpelling(row, of: texts.text(of: $0))
    }
    return found.map { ($0.key, true) }
  }

  // MARK: Limits

  /// `true` if a step is so large that it may go beyond a limit, so that the owner of the session takes a copy before it
  ///
  /// A copy costs as much as the session is large. The steps of everyday rules, which cost some microseconds, need none.
  ///
  /// - Parameters:
  ///   - second: that of the step.
  ///   - count: the number of rows, readings and events that arrive.
  package func mayExceed(at second: Timestamp, arriving count: Int) -> Bool {
    let span = second.secondsSince1970.subtractingReportingOverflow(present.secondsSince1970)
    let size = live.engine.instanceCount + count
    return span.overflow || span.partialValue > 3600 || count > 100 || size > 2000
      || size * Int(max(1, span.partialValue)) > 500_000
  }

  // MARK: Memory

  /// Forgets the requests under way, because the process that made them has ended: what is needed is requested again
  ///
  /// A program that makes its own requests calls it before the first step over the memory of an earlier process. Without it, a
  /// session waits a minute for a response before it requests again.
  ///
  /// - Parameter second: the present one.
  public mutating func forgetRequests(at second: Timestamp) {
    live.endEarlierRequests(at: max(second.instant, live.present))
  }

  /// Begins anew at a second, because the clock was far ahead: holds, windows and limits forget the seconds that were wrong
  ///
  /// Overrides of the person and rows of tables stay. A snooze lasts for the rest of its time. The next step is at this second,
  /// and has the held firings as due.
  package mutating func beginAnew(at second: Timestamp) throws(SessionFailure) {
    let writer = ResultWriter(rules.graph, zone)
    let released = live.engine.heldFirings.map { writer.id($0.opp, $0.row, $0.at) }
    let notice = HealthText(zone: zone).text(beginningAnewAfter: live.present)
    let snoozes = live.engine.snoozes(from: second.instant)
    let entries = live.memory(beginningAnewAt: second.instant).entries
    var past = Set(takeChanges().removed)
    past.formUnion(memory().entries.keys)
    live = try kept.session(
      of: supplies.providers, over: Memory(entries: entries), at: second.instant, isLate: nil)
    live.restart(at: second.instant, retriesFailed: true)
    for snooze in snoozes { live.control(snooze) }
    beginning = (released, notice)
    outdated = past
    calendar = nil
    isDecided = false
  }

  /// `true` if a second has been decided, so that arrivals of that second come too late
  public func hasDecided(_ second: Timestamp) -> Bool {
    isDecided ? second <= present : second < present
  }

  /// `true` if a step has gone beyond a limit, such as ``SessionOptions/workLimit``
  public var isOverWork: Bool { excess != nil }

  /// The whole memory
  public func memory() -> Memory { Memory(entries: SessionMemory(of: live).entries) }

  /// The changes of the memory since the last call; at the first, everything
  ///
  /// Keep it in the same transaction as the firings of the step, and deliver these after that.
  public mutating func takeChanges() -> Memory.Changes {
    let change = live.takeMemoryChange()
    guard let outdated else {
      return Memory.Changes(updated: change.set, removed: change.removed)
    }
    self.outdated = nil
    let entries = memory().entries
    return Memory.Changes(updated: entries, removed: outdated.filter { entries[$0] == nil })
  }
}

/// The reason why a session cannot begin
public enum SessionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The rules have errors, or a supply is of nothing that they know
  case invalidRules(InvalidRules)

  /// The memory is damaged, or a later version of the library has written it
  case unreadableMemory(UnreadableBytes)

  public var description: String {
    switch self {
    case .invalidRules(let problem): problem.description
    case .unreadableMemory(let problem): problem.description
    }
  }
}

internal import OppEngine
internal import OppModel
internal import OppRecordings
internal import OppSession
internal import Synchronization

/// Follows the entities of one source or table, for as long as it is wanted
///
/// | | |
/// | --- | --- |
/// | connected | all states come at once, then the changes |
/// | an entity is unavailable or gone | its value counts for the time of `lost`, then it is unknown |
/// | the connection is gone | said once it lasts; all values count for the time of `lost` |
struct HomeFollower {
  private let hub: HomeHub
  private let memory: HomeMemory
  private let subject: HomeSubject
  private let setup: HomeSetup
  private let continuation: AsyncStream<PushedEvent>.Continuation

  /// The start of a loss; `nil` while the connection is there
  private var lostSince: (time: ContinuousClock.Instant, failure: FetchFailure)?

  /// `true` once the loss was said
  private var isLossSaid = false
  private var hasConnected = false

  /// `true` until the first message of a subscription, which has all states
  private var awaitsStates = false

  /// The time at which entities that are missing are said; `nil` once they are
  private var check: ContinuousClock.Instant?

  /// The task that wakes the follower, and its time
  private var alarm: (time: ContinuousClock.Instant, task: Task<Void, Never>)?

  init(
    _ hub: HomeHub, _ memory: HomeMemory, _ subject: HomeSubject, _ setup: HomeSetup,
    _ continuation: AsyncStream<PushedEvent>.Continuation
  ) {
    (self.hub, self.memory, self.subject, self.setup) = (hub, memory, subject, setup)
    self.continuation = continuation
  }

  /// Follows until the task is cancelled
  mutating func run() async {
    var entities: [String] = []
    if case .readings(let readings) = subject { entities = readings.fields.entities }
    let (stream, wake) = hub.events(.entities(entities))
    for await event in stream {
      switch event {
      case .connected(let configuration): connected(configuration)
      case .event(let message): take(message)
      case .refused(let refusal):
        lose(FetchFailure(.refused, "\(hub.access.name) does not allow it: \(refusal.message)"))
      case .lost(let fault):
        if fault.isCancelled { break }
        check = nil
        lose(fault.failure(hub.access))
      case .tick: alarm = nil
      }
      await passTime()
      setAlarm(wake)
    }
    alarm?.task.cancel()
  }

  // MARK: - States

  private mutating func connected(_ configuration: HomeConfiguration) {
    memory.state.withLock { $0.configuration = configuration }
    awaitsStates = true
    check = .now + setup.checkDelay
    lostSince = nil
    let isFirst = !hasConnected
    hasConnected = true
    if isLossSaid || isFirst { continuation.yield(.arrived([])) }
    isLossSaid = false
  }

  /// Takes the event of a subscription
  private mutating func take(_ event: HomeMessage) {
    let isWhole = awaitsStates
    awaitsStates = false
    let now = setup.pace.clock()
    let (arrival, mistakes) = memory.state.withLock { state -> (Arrival?, [String]) in
      let touched = Self.apply(event, isWhole: isWhole, to: &state)
      state.isLost = false
      return subject.take(
        touched: touched, isWhole: isWhole, lost: setup.grace, &state, at: now, .now)
    }
    for mistake in mistakes {
      continuation.yield(.noted(FetchFailure(.unreadable, mistake)))
    }
    if let arrival { yield(arrival, at: now) }
  }

  /// Applies an event to the entities
  ///
  /// - Returns: the entities that have said something.
  private static func apply(
    _ event: HomeMessage, isWhole: Bool, to state: inout HomeMemory.State
  ) -> Set<String> {
    var touched: Set<String> = []
    let before = state.entities
    if isWhole {
      state.entities = [:]
      touched.formUnion(before.keys)
    }
    for (id, message) in event["a"]?.members ?? [] {
      let entity = HomeEntity(message)
      state.entities[id] = entity
      // After a new connection an entity that has said nothing has no news.
      if before[id] == entity { touched.remove(id) } else { touched.insert(id) }
    }
    for (id, difference) in event["c"]?.members ?? [] {
      guard var entity = state.entities[id] else { continue }
      entity.apply(difference)
      state.entities[id] = entity
      touched.insert(id)
    }
    for id in event["r"]?.elements?.compactMap({ $0.text }) ?? [] {
      state.entities[id] = nil
      touched.insert(id)
    }
    return touched
  }

  /// Hands over an arrival, which waits for a second of its own
  private func yield(_ arrival: Arrival, at now: Instant) {
    continuation.yield(
      .received(
        ReceivedMessage(
          arrivals: [arrival], identity: "", isRepeated: false, at: now, content: nil,
          keptUntil: nil, acknowledge: {})))
  }

  // MARK: - Time

  private mutating func lose(_ failure: FetchFailure) {
    lostSince = (lostSince?.time ?? .now, failure)
  }

  /// Reports a loss, and expires values, by time alone
  private mutating func passTime() async {
    sayLoss()
    let now = setup.pace.clock()
    let lost = lostSince
    let grace = setup.grace
    let arrival = memory.state.withLock { state -> Arrival? in
      if let lost, !state.isLost, .now - lost.time >= grace {
        state.isLost = true
        for index in state.fields.indices { state.fields[index] = HeldValue() }
        (state.rows, state.entities) = ([:], [:])
        (state.handedOver, state.handedOverRows) = (nil, nil)
        return .unavailable(name: setup.target, reason: lost.failure.reason)
      }
      guard !state.isLost, state.handedOver != nil || state.handedOverRows != nil else {
        return nil
      }
      return subject.expired(&state, at: now, .now)
    }
    if let arrival { continuation.yield(.lapsed([arrival])) }
    if let check, check <= .now { await sayMissing() }
  }

  private mutating func sayLoss() {
    guard let lost = lostSince, !isLossSaid else { return }
    let isBrief =
      hasConnected && lost.failure.kind == .unreachable && .now - lost.time < setup.pace.patience
    guard !isBrief else { return }
    isLossSaid = true
    continuation.yield(.lost(lost.failure))
  }

  /// Says which entities there are not, once Home Assistant has started
  private mutating func sayMissing() async {
    check = nil
    guard case .readings(let readings) = subject else { return }
    let missing = memory.state.withLock { state in
      readings.missing(in: state.entities).filter { !state.said.contains($0) }
    }
    guard !missing.isEmpty else { return }
    guard
      let result = try? await hub.result(of: .config, within: HomeSession.answerLimit),
      HomeConfiguration(result).isRunning
    else {
      check = .now + setup.checkDelay
      return
    }
    let states = try? await hub.result(of: .states, within: HomeSession.answerLimit)
    let all = states?.elements?.compactMap { $0["entity_id"]?.text } ?? []
    for entity in missing {
      memory.state.withLock { _ = $0.said.insert(entity) }
      continuation.yield(.noted(Self.missing(entity, among: all)))
    }
  }

  private static func missing(_ entity: String, among all: [String]) -> FetchFailure {
    let own = all.filter { EntityID.domain($0) == EntityID.domain(entity) }
    let near = Spelling.nearest(EntityID.object(entity), in: own.map { EntityID.object($0) })
      .map { EntityID.domain(entity) + "." + $0 }
    // The same name in another domain: `sensor.door` for `binary_sensor.door`.
    let namesake = all.first { EntityID.object($0) == EntityID.object(entity) }
    let proposal = (near ?? namesake).map { "; did you mean `\($0)`?" } ?? ""
    return FetchFailure(
      .misconfigured, "Home Assistant has no `\(entity)`\(proposal)", remedy: nil)
  }

  /// Has the follower be woken when something is due
  private mutating func setAlarm(_ wake: AsyncStream<HomeEvent>.Continuation) {
    var times = memory.state.withLock { $0.ends }
    if let lost = lostSince {
      if !isLossSaid { times.append(lost.time + setup.pace.patience) }
      if !memory.state.withLock({ $0.isLost }) { times.append(lost.time + setup.grace) }
    }
    if let check { times.append(check) }
    guard let next = times.min(), alarm.map({ next < $0.time }) ?? true else { return }
    alarm?.task.cancel()
    let task = Task<Void, Never> {
      guard (try? await Task.sleep(until: next, clock: .continuous)) != nil else { return }
      wake.yield(.tick)
    }
    alarm = (next, task)
  }
}

/// The constants of a connection that follows entities
struct HomeSetup: Sendable {
  /// The name of the source or the table
  let target: String

  /// The time for which values count after the loss
  let grace: Duration
  let pace: ServicePace

  /// The time after which entities that are missing are said
  var checkDelay = Duration.seconds(30)
}

public import OppKit
internal import OppSession

/// The loop around a session: it requests, waits, keeps and delivers
///
/// ```swift
/// let runner = try Runner(
///   rules, providers: [Thermometer()], store: store, zone: zone, clock: ContinuousClock()
/// ) { Timestamp(.now) }
/// Task { for await firing in runner.firings { notify(firing) } }
/// try await runner.run()
/// ```
///
/// It runs once: until its task is cancelled, or its store fails. Over the same store another runner continues from its last step.
///
/// ```
/// load → step → commit → deliver → request → wait for a response, an arrival or the wake → step …
/// ```
public actor Runner {
  /// The firings, each after its step was committed; they end with the runner
  ///
  /// One that ``Firing/isHeld`` is not to be delivered yet: ``Step/deliveries`` of a later step has its outcome. The stream
  /// has one reader, and keeps the firings that are not read yet.
  public nonisolated let firings: AsyncStream<Firing>

  /// The steps, each after it was committed, with its notices and rejections; they end with the runner
  ///
  /// Of steps that are not read yet the latest 1000 are kept.
  public nonisolated let steps: AsyncStream<Step>

  private let firingWriter: AsyncStream<Firing>.Continuation
  private let stepWriter: AsyncStream<Step>.Continuation

  // MARK: Settings

  private var rules: RuleSet
  private let services: Services
  private let store: (any MemoryStore)?
  private let zone: ZoneRules
  private let options: SessionOptions
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Timestamp

  /// The number of seconds that a request may take
  private let timeout: Int64

  /// The longest wait in seconds: then it looks at the time again, which may have been set, or gone on in a sleep of the
  /// device
  private static let longestWait: Int64 = 300

  // MARK: State

  private var session: Session

  /// Rules that take the place of the present ones at the next turn
  private var newRules: RuleSet?
  private var commands: [Command] = []
  private var arrivals: [Arrival] = []
  private var responses: [Response] = []
  private var requests = RequestQueue()

  /// The seconds that are stepped, and the time until the next
  private var loop = SessionLoop(after: nil, by: .given)

  /// `true` if something has come that a step is to be made for
  private var hasNews = true
  private var phase = Phase.new

  private enum Phase {
    case new
    case running
    case ended
  }

  /// Continues the loop while it waits
  private var waiting: CheckedContinuation<Void, Never>?

  /// - Parameters:
  ///   - providers: of two that supply the same source or table the first responds.
  ///   - pushed: the names of the sources and tables whose readings come by ``push(_:)``.
  ///   - store: without one nothing is kept.
  ///   - zone: the zone of the person, or that of `set zone`, if the rules name one.
  ///   - options: how the session requests and waits; `respondsAtOnce` is not used.
  ///   - timeout: the time that a request may take, in whole seconds.
  ///   - clock: the clock that it waits on.
  ///   - now: the second of the wall clock, as `Timestamp(.now)` of OppKitFoundation; while it is set back, nothing is stepped
  ///     a second time. One that was ahead by more than 26 hours is not waited for: the session begins anew (``Step/beginsAnew``).
  /// - Throws: if the rules have errors, or a supply is of nothing that they know.
  public init(
    _ rules: RuleSet, providers: [any Provider], pushed: [String] = [],
    store: (any MemoryStore)? = nil, zone: ZoneRules, options: SessionOptions = SessionOptions(),
    timeout: Duration = .seconds(30), clock: any Clock<Duration>,
    now: @escaping @Sendable () -> Timestamp
  ) throws(SessionFailure) {
    var options = options
    options.respondsAtOnce = false
    self.rules = rules
    services = Services(providers, pushed: pushed)
    self.store = store
    self.zone = zone
    self.options = options
    self.clock = clock
    self.now = now
    self.timeout = max(1, timeout.components.seconds)
    session = try Session(
      rules, supplies: services.supplies, zone: zone, at: now(), options: options)
    (firings, firingWriter) = AsyncStream.makeStream()
    (steps, stepWriter) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1000))
  }

  // MARK: Running

  /// Runs until the task is cancelled, or the store fails
  ///
  /// - Requires: that it was not called before.
  /// - Throws: `CancellationError`, the error of the store, or a ``SessionFailure`` if the memory of the store cannot be
  ///   read.
  public func run() async throws {
    precondition(phase == .new, "A runner runs once.")
    phase = .running
    defer {
      phase = .ended
      requests.cancelAll()
      firingWriter.finish()
      stepWriter.finish()
    }
    try begin(newRules ?? rules, over: try await store?.load() ?? Memory())
    while true {
      try Task.checkCancellation()
      if let newRules { try begin(newRules, over: session.memory()) }
      if let second = try secondToStep() { try await step(at: second) }
      await wait()
    }
  }

  /// Makes the session of rules, over the memory of an earlier one
  private func begin(_ rules: RuleSet, over memory: Memory) throws(SessionFailure) {
    newRules = nil
    forgetResponses()
    self.rules = rules
    session = try Session(
      rules, supplies: services.supplies, zone: zone, memory: memory, at: now(), options: options)
    session.forgetRequests(at: now())
    // The last second of the memory was stepped: a clock that shows an earlier one was set back.
    loop = SessionLoop(after: memory.entries.isEmpty ? nil : session.present.instant, by: .given)
  }

  /// Goes on at the true time, because the clock was far ahead
  private func beginAnew(at second: Timestamp) throws(SessionFailure) {
    forgetResponses()
    try session.beginAnew(at: second)
    loop.beginAnew()
  }

  /// Ends the requests of an earlier session; the present one is stepped as soon as possible
  private func forgetResponses() {
    requests.cancelAll()
    responses = []
    hasNews = true
  }

  /// The second to step now; nil if nothing is due, or the second of the clock was decided already
  private func secondToStep() throws(SessionFailure) -> Timestamp? {
    let present = now()
    for id in requests.expire(at: present) {
      let reason = "there was no response within \(timeout) s"
      responses.append(Response(to: id, failure: RequestFailure(.unreachable, reason)))
      hasNews = true
    }
    switch loop.turn(at: present.instant, present: session.present.instant) {
    case .step, .begin: break
    case .wait: return nil
    case .beginAnew: try beginAnew(at: present)
    }
    return hasNews || loop.isDue(at: present.instant) ? present : nil
  }

  /// Steps, commits, delivers and begins the requests, in this order
  private func step(at second: Timestamp) async throws {
    for command in commands { session.perform(command) }
    let step = session.step(at: second, arrivals: arrivals, responses: responses)
    let changes = session.takeChanges()
    (commands, arrivals, responses, hasNews) = ([], [], [], false)
    loop.processed(step.at.instant, wake: step.wake?.instant)
    if let store {
      // A task of its own is not cancelled with this one: half a step is of no use to anybody.
      try await Task { try await store.commit(changes, of: step) }.value
    }
    for firing in step.firings { firingWriter.yield(firing) }
    stepWriter.yield(step)
    // Other rules make other requests.
    guard newRules == nil, !Task.isCancelled else { return }
    for request in step.requests { begin(request) }
  }

  // MARK: Requests

  /// Makes a request in a task of its own, outside the actor
  private func begin(_ request: Request) {
    let provider = services.provider(of: request.source)
    requests.begin(request.id, deadline: now() + timeout) { number in
      Task { @concurrent in
        let response = await provider.response(to: request)
        await self.receive(response, number)
      }
    }
  }

  private func receive(_ response: Response, _ number: Int) {
    guard requests.end(response.request, number) else { return }
    responses.append(response)
    announceNews()
  }

  // MARK: Waiting

  /// Waits for the wake, for a request that takes too long and for news, and for the end of a second that was decided
  private func wait() async {
    let deadline = requests.deadline?.instant
    let next = loop.next(hasNews: hasNews, arrival: deadline).map { Timestamp($0) }
    let seconds = next.map { $0.secondsSince1970 - now().secondsSince1970 } ?? Self.longestWait
    guard seconds > 0 else { return }
    let sleeper = Task {
      guard (try? await clock.sleep(for: .seconds(min(seconds, Self.longestWait)))) != nil else {
        return
      }
      endWait()
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiting = $0 }
    } onCancel: {
      Task { await self.endWait() }
    }
    sleeper.cancel()
  }

  private func endWait() {
    waiting?.resume()
    waiting = nil
  }

  /// Ends the wait, unless it is already one for the next second, at which news are taken
  private func announceNews() {
    guard !hasNews else { return }
    hasNews = true
    endWait()
  }

  // MARK: The program and the person

  /// Takes something that has become known by itself, at the next step
  public func push(_ arrival: Arrival) {
    guard phase != .ended else { return }
    arrivals.append(arrival)
    announceNews()
  }

  /// Applies an override of the person, at the next step
  public func perform(_ command: Command) {
    guard phase != .ended else { return }
    commands.append(command)
    announceNews()
  }

  /// Runs other rules from the next step on, with the same memory; requests under way are cancelled
  ///
  /// - Throws: if they have errors, or a supply is of no source or table of theirs; the present rules then go on.
  public func replaceRules(_ rules: RuleSet) throws(SessionFailure) {
    _ = try Session(rules, supplies: services.supplies, zone: zone, at: now(), options: options)
    newRules = rules
    announceNews()
  }

  /// Explains an Opp at the last second that was stepped, as ``Session/explanation(of:row:)``
  public func explanation(of opp: String, row: String? = nil) -> Explanation? {
    session.explanation(of: opp, row: row)
  }
}

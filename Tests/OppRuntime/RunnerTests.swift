import OppKit
import OppRuntime
import OppTestLimits
import Synchronization
import Testing

/// 2026-06-01T12:00:00Z
private let noon = Timestamp(secondsSince1970: 1_780_315_200)

/// The loop around a session, on a clock of the test's own
@Suite(.limited) struct RunnerTests {
  private static let warm = RuleSet(
    #"opp "Warm" when temp > 20C for 10min notify "It is {temp}.""#)

  /// The seconds by which the clock of the wall was set back
  private final class SetBack: Sendable {
    let seconds = Atomic<Int64>(0)
  }

  /// A runner under way
  private struct Run {
    let runner: Runner
    let clock: ManualClock
    let task: Task<Void, any Error>
    var steps: AsyncStream<Step>.Iterator
    var firings: AsyncStream<Firing>.Iterator

    /// The next step
    mutating func step() async throws -> Step {
      guard let step = await nextStep() else { throw Unexpected() }
      return step
    }

    /// Goes from wake to wake, to the first step after one that is as it should be
    mutating func step(after last: Step, where isFound: (Step) -> Bool) async throws -> Step {
      var step = last
      repeat {
        try await advance(to: step.wake)
        step = try await self.step()
      } while !isFound(step)
      return step
    }

    mutating func nextStep() async -> Step? { await steps.next(isolation: #isolation) }
    mutating func nextFiring() async -> Firing? { await firings.next(isolation: #isolation) }

    /// Goes to a second after the present one of the clock
    func advance(to timestamp: Timestamp?) async throws {
      let second = try #require(timestamp).secondsSince1970 - noon.secondsSince1970
      await clock.advance(to: second)
    }

    /// The end of the run: its error
    func end() async -> any Error {
      do {
        try await task.value
        return Unexpected()
      } catch { return error }
    }

    struct Unexpected: Error {}
  }

  private static func run(
    _ providers: [any Provider], rules: RuleSet = warm, pushed: [String] = [],
    store: (any MemoryStore)? = nil, clock: ManualClock = ManualClock(),
    setBack: SetBack = SetBack()
  ) throws -> Run {
    let runner = try Runner(
      rules, providers: providers, pushed: pushed, store: store, zone: .utc, clock: clock
    ) { noon + (clock.seconds - setBack.seconds.load(ordering: .relaxed)) }
    return Run(
      runner: runner, clock: clock, task: Task { try await runner.run() },
      steps: runner.steps.makeAsyncIterator(), firings: runner.firings.makeAsyncIterator())
  }

  @Test func `it requests, waits and delivers what the store has`() async throws {
    let (provider, store) = (ScriptedProvider(.degrees(22)), ScriptedStore())
    var run = try Self.run([provider], store: store)
    #expect(try await run.step().requests.map(\.source) == ["weather"])
    await run.clock.advance(to: 1)
    #expect(try await run.step().wake == noon + 601)
    await run.clock.advance(to: 601)
    let firing = try #require(await run.nextFiring())
    #expect(firing.text == "It is 22°C." && firing.at == noon + 601)
    #expect(await store.firings.map(\.id) == [firing.id])
    #expect(provider.calls == 1)
    run.task.cancel()
    #expect(await run.end() is CancellationError)
    #expect(try await run.step().at == noon + 601)
    #expect(await run.nextStep() == nil)
    #expect(await run.nextFiring() == nil)
  }

  @Test func `a request that failed is made again, when the session says`() async throws {
    let provider = ScriptedProvider(
      .failure(RequestFailure(.limited, "too many requests", retryAfter: 120)), .degrees(22))
    var run = try Self.run([provider])
    _ = try await run.step()
    await run.clock.advance(to: 1)
    let failed = try await run.step()
    #expect(failed.requests.isEmpty)
    let again = try await run.step(after: failed) { !$0.requests.isEmpty }
    #expect(again.at >= noon + 120)
    try await run.advance(to: again.at + 1)
    let fired = try await run.step(after: try await run.step()) { !$0.firings.isEmpty }
    #expect(fired.at == again.at + 601)
    #expect(provider.calls == 2)
    run.task.cancel()
  }

  @Test func `a request that takes too long fails, and its late response counts for nothing`()
    async throws
  {
    let provider = ScriptedProvider(.stuck, .degrees(22))
    var run = try Self.run([provider])
    _ = try await run.step()
    await run.clock.advance(to: 30)
    var step = try await run.step()
    while step.at < noon + 30 { step = try await run.step() }
    let again = try await run.step(after: step) { !$0.requests.isEmpty }
    try await run.advance(to: again.at + 1)
    let warm = try await run.step()
    provider.open(5)
    let fired = try await run.step(after: warm) { !$0.firings.isEmpty }
    #expect(fired.at == again.at + 601)
    #expect(fired.firings.map(\.text) == ["It is 22°C."])
    run.task.cancel()
  }

  @Test func `a late response is not that of the next request`() async throws {
    let provider = ScriptedProvider(.stuck, .slow)
    let rules = RuleSet(#"opp "Cold" when temp < 20C"#)
    var run = try Self.run([provider], rules: rules)
    var step = try await run.step()
    await run.clock.advance(to: 30)
    while step.at < noon + 30 { step = try await run.step() }
    let again = try await run.step(after: step) { !$0.requests.isEmpty }
    while provider.calls < 2 { await Task.yield() }
    provider.open(5)
    for _ in 0..<1000 { await Task.yield() }
    try await run.advance(to: again.at + 30)
    step = again
    while step.at < again.at + 30 {
      step = try await run.step()
      #expect(step.firings.isEmpty)
    }
    run.task.cancel()
  }

  @Test func `a second is not stepped again where the clock was set back`() async throws {
    let (store, setBack) = (ScriptedStore(), SetBack())
    var run = try Self.run([], pushed: ["weather"], store: store, setBack: setBack)
    _ = try await run.step()
    await run.runner.push(weather(15))
    await run.clock.advance(to: 1)
    #expect(try await run.step().at == noon + 1)
    setBack.seconds.store(7, ordering: .relaxed)
    await run.runner.push(weather(22))
    for _ in 0..<1000 { await Task.yield() }
    #expect(await store.commits == 2)
    await run.clock.advance(to: 9)
    #expect(try await run.step().at == noon + 2)
    run.task.cancel()
  }

  /// The seconds from noon to 23:00 thirty days later
  private static let month: Int64 = 30 * 86_400 + 11 * 3600

  private static let quiet = RuleSet(
    """
    set quiet when time in 22:00..6:00
    opp "Warm" when temp > 20C for 10min notify "warm" at most once per day
    """)

  /// A runner whose clock is a month ahead, after a firing that it holds
  private static func runAhead(
    _ store: ScriptedStore, _ clock: ManualClock, _ setBack: SetBack
  ) async throws -> (run: Run, held: Firing) {
    setBack.seconds.store(-month, ordering: .relaxed)
    var run = try run(
      [], rules: quiet, pushed: ["weather"], store: store, clock: clock, setBack: setBack)
    _ = try await run.step()
    await run.runner.push(weather(22))
    await clock.advance(to: 1)
    _ = try await run.step()
    await clock.advance(to: 601)
    let held = try #require(await run.nextFiring())
    #expect(held.isHeld && held.at == noon + (month + 601))
    #expect(try await run.step().firings == [held])
    return (run, held)
  }

  @Test func `a clock that was a month ahead is not waited for, and what was held is due, once`()
    async throws
  {
    let (store, clock, setBack) = (ScriptedStore(), ManualClock(), SetBack())
    var (run, held) = try await Self.runAhead(store, clock, setBack)
    setBack.seconds.store(0, ordering: .relaxed)
    await run.runner.push(weather(22))
    let step = try await run.step()
    #expect(step.at == noon + 601 && step.beginsAnew && step.firings.isEmpty)
    #expect(step.deliveries.map(\.firing) == [held.id])
    #expect(step.deliveries.map(\.outcome) == [.due(noon + 601)])
    #expect(step.notices.count { $0.hasPrefix("the clock was far ahead, at 2026-07-01") } == 1)
    await clock.advance(to: 1201)
    let firing = try #require(await run.nextFiring())
    #expect(firing.at == noon + 1201 && !firing.isHeld)
    let last = try await run.step()
    #expect(last.firings == [firing] && last.deliveries.isEmpty && !last.beginsAnew)
    run.task.cancel()
    _ = await run.end()
    // What the store has is of this time alone.
    var next = try Self.run(
      [], rules: Self.quiet, pushed: ["weather"], store: store, clock: clock, setBack: setBack)
    await clock.advance(to: 1202)
    let continued = try await next.step()
    #expect(continued.at == noon + 1202 && !continued.beginsAnew && continued.firings.isEmpty)
    #expect(await store.firings.map(\.id) == [held.id, firing.id])
    next.task.cancel()
  }

  @Test(arguments: [false, true])
  func `a store of a month ahead is begun anew with, also after a kill in the midst of it`(
    isKilled: Bool
  ) async throws {
    let (clock, setBack) = (ManualClock(), SetBack())
    let store = ScriptedStore(failing: isKilled ? 4 : nil)
    var (run, held) = try await Self.runAhead(store, clock, setBack)
    if !isKilled { run.task.cancel() }
    setBack.seconds.store(0, ordering: .relaxed)
    if isKilled { await run.runner.push(weather(22)) }
    _ = await run.end()
    #expect(await run.nextStep() == nil)
    var next = try Self.run(
      [], rules: Self.quiet, pushed: ["weather"], store: store, clock: clock, setBack: setBack)
    let step = try await next.step()
    #expect(step.at == noon + 601 && step.beginsAnew)
    #expect(step.deliveries.map(\.firing) == [held.id])
    #expect(step.deliveries.map(\.outcome) == [.due(noon + 601)])
    #expect(await store.firings.map(\.id) == [held.id])
    next.task.cancel()
  }

  @Test func `a clock of 1970 is waited for where the store is of the present`() async throws {
    let (store, clock, setBack) = (ScriptedStore(), ManualClock(), SetBack())
    var run = try Self.run(
      [], pushed: ["weather"], store: store, clock: clock, setBack: setBack)
    _ = try await run.step()
    setBack.seconds.store(noon.secondsSince1970, ordering: .relaxed)
    await run.runner.push(weather(22))
    for _ in 0..<1000 { await Task.yield() }
    #expect(await store.commits == 1)
    // The clock is set, which the runner sees when it looks at it again.
    setBack.seconds.store(0, ordering: .relaxed)
    await clock.advance(to: 300)
    let step = try await run.step()
    #expect(step.at == noon + 300 && !step.beginsAnew)
    run.task.cancel()
  }

  @Test func `a slow call is cancelled at its timeout`() async throws {
    let provider = ScriptedProvider(.slow)
    var run = try Self.run([provider])
    _ = try await run.step()
    await run.clock.advance(to: 30)
    _ = try await run.step()
    while provider.cancelled == 0 { await Task.yield() }
    run.task.cancel()
  }

  @Test func `a response without news lets the last one count on`() async throws {
    let provider = ScriptedProvider(source: "box", freshness: 200, .degrees(22), .unchanged)
    let rules = RuleSet(
      """
      source box { temp: Temperature }
      opp "Warm" when box.temp > 20C for 10min
      """)
    var run = try Self.run([provider], rules: rules)
    var step = try await run.step()
    // At the end of its freshness it is requested again, and a second later there is the response.
    while step.firings.isEmpty {
      try await run.advance(to: step.requests.isEmpty ? step.wake : step.at + 1)
      step = try await run.step()
    }
    #expect(step.at == noon + 601)
    #expect(provider.calls >= 3)
    run.task.cancel()
  }

  // MARK: The store

  @Test func `where the store fails the runner ends, and delivers nothing more`() async throws {
    let store = ScriptedStore(failing: 3)
    var run = try Self.run([ScriptedProvider(.degrees(22))], store: store)
    _ = try await run.step()
    await run.clock.advance(to: 1)
    _ = try await run.step()
    await run.clock.advance(to: 601)
    #expect(await run.end() as? ScriptedStore.Full == ScriptedStore.Full())
    #expect(await run.nextStep() == nil)
    #expect(await run.nextFiring() == nil)
    #expect(await store.firings.isEmpty)
    // What comes after the end is of no use to anybody.
    await run.runner.push(weather(5))
    await run.runner.perform(.disable("Warm"))
  }

  @Test func `over its store another runner continues, and steps no second again`() async throws {
    let (store, clock) = (ScriptedStore(), ManualClock())
    var first = try Self.run([], pushed: ["weather"], store: store, clock: clock)
    _ = try await first.step()
    await first.runner.push(weather(22))
    await clock.advance(to: 1)
    _ = try await first.step()
    first.task.cancel()
    _ = await first.end()
    var second = try Self.run([], pushed: ["weather"], store: store, clock: clock)
    await clock.advance(to: 2)
    #expect(try await second.step().at == noon + 2)
    await clock.advance(to: 601)
    let firing = try #require(await second.nextFiring())
    #expect(firing.at == noon + 601)
    #expect(await store.firings.map(\.id) == [firing.id])
    second.task.cancel()
  }

  @Test func `a memory that cannot be read ends the runner`() async throws {
    let store = ScriptedStore(memory: Memory(entries: ["": "of another program"]))
    let run = try Self.run([], store: store)
    #expect(await run.end() is SessionFailure)
  }

  @Test func `nothing is delivered before it was committed`() async throws {
    let store = ScriptedStore(isShut: true)
    let rules = RuleSet(#"opp "Now" when time >= 12:00"#)
    var run = try Self.run([], rules: rules, store: store)
    await store.waitForCommit()
    // The runner responds meanwhile, and has delivered nothing.
    await run.runner.push(.lost("weather", reason: "away"))
    #expect(await store.firings.isEmpty)
    await store.open()
    let firing = try #require(await run.nextFiring())
    #expect(await store.firings.map(\.id) == [firing.id])
    run.task.cancel()
  }

  // MARK: Cancellation

  @Test func `cancelled, it commits the step that was begun, and ends its requests`() async throws {
    let (provider, store) = (ScriptedProvider(.slow), ScriptedStore())
    var run = try Self.run([provider], store: store)
    _ = try await run.step()
    while provider.calls == 0 { await Task.yield() }
    run.task.cancel()
    #expect(await run.end() is CancellationError)
    while provider.cancelled == 0 { await Task.yield() }

    let shut = ScriptedStore(isShut: true)
    var second = try Self.run(
      [], rules: RuleSet(#"opp "Now" when time >= 12:00"#), store: shut)
    await shut.waitForCommit()
    second.task.cancel()
    await shut.open()
    #expect(await second.end() is CancellationError)
    #expect(await shut.commits == 1)
    #expect(await second.nextFiring()?.opp == "Now")
    #expect(await second.nextFiring() == nil)
  }

  // MARK: The program and the person

  @Test func `pushes of one second are taken at the next, together`() async throws {
    var run = try Self.run([], pushed: ["weather"])
    #expect(try await run.step().at == noon)
    await run.runner.push(weather(15))
    await run.runner.push(weather(22))
    await run.clock.advance(to: 1)
    let step = try await run.step()
    #expect(step.at == noon + 1 && step.wake == noon + 601)
    await run.clock.advance(to: 601)
    #expect(await run.nextFiring()?.text == "It is 22°C.")
    run.task.cancel()
  }

  @Test func `an override holds, and an explanation is of the last step`() async throws {
    var run = try Self.run([], pushed: ["weather"])
    _ = try await run.step()
    await run.runner.push(weather(15))
    await run.clock.advance(to: 1)
    _ = try await run.step()
    let explanation = try #require(await run.runner.explanation(of: "Warm"))
    #expect(explanation.truth == .false && explanation.at == noon + 1)
    await run.runner.perform(.disable("Warm"))
    await run.runner.push(weather(22))
    await run.clock.advance(to: 2)
    _ = try await run.step()
    await run.runner.push(weather(23))
    await run.clock.advance(to: 3)
    var step = try await run.step()
    while let wake = step.wake, wake <= noon + 700 {
      try await run.advance(to: wake)
      step = try await run.step()
    }
    run.task.cancel()
    #expect(await run.nextFiring() == nil)
  }

  @Test func `other rules take over, and wrong ones do not`() async throws {
    let provider = ScriptedProvider(.degrees(22))
    var run = try Self.run([provider])
    _ = try await run.step()
    await run.clock.advance(to: 1)
    _ = try await run.step()
    await #expect(throws: SessionFailure.self) {
      try await run.runner.replaceRules(RuleSet(#"opp "Warm" when temp > 20"#))
    }
    try await run.runner.replaceRules(RuleSet(#"opp "Soon" on 12:00:30"#))
    await run.clock.advance(to: 2)
    let step = try await run.step(after: try await run.step()) { !$0.firings.isEmpty }
    #expect(step.firings.map(\.opp) == ["Soon"] && step.at == noon + 30)
    run.task.cancel()
  }

  @Test func `what the old rules had requested is requested by the new ones, at once`()
    async throws
  {
    let provider = ScriptedProvider(.slow, .degrees(22))
    var run = try Self.run([provider])
    _ = try await run.step()
    while provider.calls == 0 { await Task.yield() }
    try await run.runner.replaceRules(RuleSet(#"opp "Hot" when temp > 21C for 10min"#))
    await run.clock.advance(to: 1)
    #expect(try await run.step().requests.map(\.source) == ["weather"])
    run.task.cancel()
  }

  @Test func `rules with errors and unknown supplies make no runner`() {
    #expect(throws: SessionFailure.self) {
      try Self.run([], rules: RuleSet(#"opp "Warm" when temp > 20"#))
    }
    #expect(throws: SessionFailure.self) { try Self.run([], pushed: ["wether"]) }
  }

  @Test func `a provider of the calendar responds for the agenda as well`() async throws {
    struct Calendar: Provider {
      let supplies: [String: Supply] = ["calendar": .fetched()]

      func respond(to request: Request) async throws(RequestFailure) -> [Arrival]? {
        [
          .events([
            CalendarEvent(uid: "a", title: "Review", begins: noon + 1200, ends: noon + 3600)
          ])
        ]
      }
    }
    let rules = RuleSet(#"opp "Soon" for each e in agenda on e.begins - 10min notify "{e.title}""#)
    var run = try Self.run([Calendar()], rules: rules)
    _ = try await run.step()
    await run.clock.advance(to: 1)
    _ = try await run.step()
    await run.clock.advance(to: 600)
    #expect(await run.nextFiring()?.text == "Review")
    run.task.cancel()
  }
}

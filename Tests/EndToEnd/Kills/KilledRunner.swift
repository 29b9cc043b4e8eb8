import OppKit
import OppRuntime
import Synchronization
import Testing

/// A life in processes of a program of OppRuntime, which are killed
///
/// The program is as the articles have it: it keeps the changes of a step with its firings, delivers these after that, and
/// begins with the firings that an earlier process kept and did not deliver.
final class KilledRunner: Sendable {
  /// What is outside of the processes
  private let shared: Mutex<KilledWorld>

  /// The file of the program, which is written as one
  private let file = Mutex(File())

  /// A firing as the program keeps it
  struct Kept: Sendable {
    let id: Firing.ID
    let text: String
    fileprivate(set) var state: State

    enum State: Sendable { case waiting, held, superseded, told }
  }

  /// The content of the file
  private struct File: Sendable {
    var memory: Memory?

    /// In the order of the steps
    var firings: [Kept] = []

    mutating func set(_ state: Kept.State, of id: Firing.ID) {
      guard let index = firings.lastIndex(where: { $0.id == id }) else { return }
      firings[index].state = state
    }

    /// Takes the results of a step
    mutating func take(_ step: Step) {
      for firing in step.firings {
        let state: Kept.State = firing.isHeld ? .held : .waiting
        firings.append(Kept(id: firing.id, text: firing.text ?? "", state: state))
      }
      for delivery in step.deliveries {
        if case .due = delivery.outcome {
          set(.waiting, of: delivery.firing)
        } else {
          set(.superseded, of: delivery.firing)
        }
      }
    }
  }

  init(_ plan: KillPlan) { shared = Mutex(KilledWorld(plan)) }

  var world: KilledWorld { shared.withLock { $0 } }

  /// Lives through the day
  ///
  /// - Returns: the firings in the order of the steps.
  func live() async throws -> [Kept] {
    let rules = RuleSet(KilledDay.rules)
    while !world.isOver {
      shared.withLock { $0.begin() }
      try await Process(self).run(rules)
    }
    return file.withLock { $0.firings }
  }

  /// Kills the process, if it is to be killed at this place
  ///
  /// - Returns: whether it is dead now.
  private func passes(_ place: KillPoint.Place) -> Bool { shared.withLock { $0.passes(place) } }

  // MARK: - A process

  private final class Process: Sendable {
    private let life: KilledRunner

    /// What the runner does, in its order
    private let events: AsyncStream<Event>
    private let writer: AsyncStream<Event>.Continuation
    private let state = Mutex(State())

    private enum Event {
      case committed
      case requested
      case sleeps(until: Int64)
      case ended
    }

    private struct State {
      var sleeper: CheckedContinuation<Void, Never>?

      /// The calls that are under way, by the number of the request
      var calls: [Int: CheckedContinuation<Int?, Never>] = [:]
    }

    struct Dead: Error {}

    init(_ life: KilledRunner) {
      self.life = life
      (events, writer) = AsyncStream.makeStream()
    }

    func run(_ rules: RuleSet) async throws {
      let runner = try Runner(
        rules, providers: [Box(process: self)], pushed: ["hall"], store: FileStore(process: self),
        zone: .utc, clock: KilledClock(process: self)
      ) { [life] in Timestamp(secondsSince1970: life.world.now) }
      guard deliver() else { return }
      await push(to: runner)
      let task = Task {
        defer { writer.yield(.ended) }
        try await runner.run()
      }
      try await follow(runner)
      task.cancel()
      end()
      let result = await task.result
      #expect(throws: (any Error).self) { try result.get() }
    }

    /// Goes from one second to the next, whenever nothing is left to do at one
    private func follow(_ runner: Runner) async throws {
      var (steps, firings) = (runner.steps.makeAsyncIterator(), runner.firings.makeAsyncIterator())
      var requested = 0
      var wake: Int64?
      for await event in events {
        if life.world.isDead { return }
        switch event {
        case .committed:
          let step = try #require(await steps.next(isolation: #isolation))
          for firing in step.firings {
            #expect(await firings.next(isolation: #isolation) == firing)
          }
          requested += step.requests.count
          guard deliver() else { return }
        case .requested: requested -= 1
        case .sleeps(let until): wake = until
        case .ended:
          Issue.record("the runner ended by itself")
          return
        }
        guard requested == 0, let second = wake else { continue }
        if life.passes(.asleep) { return }
        wake = nil
        await pass(to: second, runner)
        if life.world.isOver { return }
      }
    }

    /// Passes time until a second or until something comes, and has the runner know
    private func pass(to second: Int64, _ runner: Runner) async {
      life.shared.withLock { $0.advance(to: second) }
      if life.world.isOver { return }
      if await push(to: runner) { return }
      if let (number, degrees) = life.shared.withLock({ $0.takeResponse() }) {
        state.withLock { $0.calls.removeValue(forKey: number) }?.resume(returning: degrees)
      } else {
        awake()
      }
    }

    /// - Returns: whether there was anything to push.
    @discardableResult
    private func push(to runner: Runner) async -> Bool {
      let readings = life.shared.withLock { $0.takeReadings() }
      for (second, degrees) in readings {
        let reading = Reading(
          "hall", ["temp": .celsius(Double(degrees))], at: Timestamp(secondsSince1970: second))
        await runner.push(.reading(reading))
      }
      return !readings.isEmpty
    }

    /// Delivers the firings of the file that wait, the oldest first
    ///
    /// - Returns: `false` if it was killed.
    private func deliver() -> Bool {
      for firing in life.file.withLock({ $0.firings }) where firing.state == .waiting {
        if life.passes(.beforeDelivery) { return false }
        life.shared.withLock { $0.tell(firing.id, firing.text) }
        if life.passes(.afterDelivery) { return false }
        life.file.withLock { $0.set(.told, of: firing.id) }
      }
      return true
    }

    /// Lets go of the calls of a process that has ended
    private func end() {
      awake()
      let calls = state.withLock { state in
        defer { state.calls = [:] }
        return state.calls
      }
      for call in calls.values { call.resume(returning: nil) }
    }

    // MARK: The store

    func load() throws -> Memory? {
      try life.file.withLock { try $0.memory.map { try Memory(bytes: $0.bytes) } }
    }

    func commit(_ changes: Memory.Changes, of step: Step) throws {
      defer { writer.yield(.committed) }
      if life.passes(.beforeCommit) { throw Dead() }
      life.file.withLock { file in
        file.memory = file.memory ?? Memory()
        file.memory?.apply(changes)
        file.take(step)
      }
      life.shared.withLock { $0.keeps() }
      if life.passes(.afterCommit) { throw Dead() }
    }

    // MARK: The service

    /// - Returns: `nil` if the process has ended.
    func degrees(of number: Int) async -> Int? {
      if life.passes(.beforeRequest) { return died() }
      life.shared.withLock { $0.request(number) }
      if life.passes(.afterRequest) { return died() }
      return await withCheckedContinuation { call in
        state.withLock { $0.calls[number] = call }
        writer.yield(.requested)
      }
    }

    private func died() -> Int? {
      writer.yield(.requested)
      return nil
    }

    // MARK: The clock

    var now: Int64 { life.world.now }

    func sleep(until second: Int64) async throws {
      await withTaskCancellationHandler {
        await withCheckedContinuation { sleeper in
          let isCancelled = state.withLock { state in
            if !Task.isCancelled { state.sleeper = sleeper }
            return Task.isCancelled
          }
          if isCancelled { return sleeper.resume() }
          writer.yield(.sleeps(until: second))
        }
      } onCancel: {
        awake()
      }
      try Task.checkCancellation()
    }

    private func awake() {
      state.withLock { state in
        defer { state.sleeper = nil }
        return state.sleeper
      }?.resume()
    }
  }

  private struct FileStore: MemoryStore {
    let process: Process

    func load() throws -> Memory? { try process.load() }

    func commit(_ changes: Memory.Changes, of step: Step) throws {
      try process.commit(changes, of: step)
    }
  }

  private struct Box: Provider {
    let process: Process
    let supplies: [String: Supply] = ["box": .fetched()]

    func respond(to request: Request) async throws(RequestFailure) -> [Arrival]? {
      let number = request.arguments["k"]?.number ?? 0
      guard let degrees = await process.degrees(of: Int(number)) else {
        throw RequestFailure(.unreachable, "the process was killed")
      }
      return [
        .reading(
          Reading(
            "box", ["temp": .celsius(Double(degrees))], arguments: ["k": .number(number)]))
      ]
    }
  }

  /// The clock of the world, on which the runner sleeps
  private struct KilledClock: Clock {
    let process: Process

    struct Instant: InstantProtocol {
      let seconds: Int64

      func advanced(by duration: Duration) -> Instant {
        Instant(seconds: seconds + duration.components.seconds)
      }

      func duration(to other: Instant) -> Duration { .seconds(other.seconds - seconds) }
      static func < (left: Instant, right: Instant) -> Bool { left.seconds < right.seconds }
    }

    var now: Instant { Instant(seconds: process.now) }
    var minimumResolution: Duration { .seconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      try await process.sleep(until: deadline.seconds)
    }
  }
}

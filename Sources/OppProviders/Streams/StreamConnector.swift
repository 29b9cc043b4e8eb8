internal import OppEngine
internal import OppModel
internal import OppSession
internal import OppSystem
internal import Synchronization

/// A source or a table from a program that keeps running, and prints a line whenever there is something new
///
/// ```opp
/// source door { open: Bool }
/// connect door to command("watch-door --json", stream: true)
/// ```
///
/// prints `{"open": true}` when the door is opened, and `{"open": false}` when it is closed.
struct StreamConnector: Connector {
  let provider: Provider
  let hasPartialReadings = true
  private let program: Program

  /// The reader of the lines, before the first
  private let lines: LineReadings
  private let pace: StreamPace
  private let clock: @Sendable () -> Instant

  /// The programs that have been started
  private let followed = FollowedPrograms()

  init(
    _ settings: ConnectorSettings, pace: StreamPace = .usual,
    clock: @escaping @Sendable () -> Instant = PresentClock.now
  ) throws(ConnectorProblem) {
    let subject = try settings.subject()
    guard settings.options.scalar("timeout") == nil else {
      throw settings.problem("a program with `stream: true` keeps running, and has no `timeout`")
    }
    program = Program(
      words: try CommandWords.split(try settings.requiredText("command")),
      environment: ProcessVariables.all.filter { !settings.secretVariables.contains($0.key) },
      folder: settings.options.folder)
    lines = LineReadings(
      JSONRows(
        subject: subject, zone: settings.zone, enumerations: settings.graph.enumerations,
        origin: .program(program.name)))
    (self.pace, self.clock) = (pace, clock)
    provider = Provider(
      name: settings.name, served: [subject.served], isPushed: true, cost: 0, latency: 0)
  }

  func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    let failure = FetchFailure(.misconfigured, "\(program.name) reports by itself")
    return FetchResponse(fetch: fetch, outcome: .failed(failure))
  }

  func pushed() -> AsyncStream<PushedEvent>? {
    AsyncStream { continuation in
      guard let flags = followed.add() else {
        let failure = program.failure(
          .misconfigured, "cannot be run: \(StartFailure.tooManyFiles.reason)")
        continuation.yield(.lost(failure))
        return
      }
      continuation.onTermination = { _ in flags.stop.send() }
      let (program, lines, pace, clock) = (program, lines, pace, clock)
      do throws(SystemFailure) {
        try SystemThread.start {
          ProgramFollower(
            program, lines, pace, stop: flags.stop, taken: flags.taken, clock: clock,
            push: { continuation.yield($0) }
          ).follow()
          continuation.finish()
          flags.ended.send()
        }
      } catch {
        continuation.yield(
          .lost(
            program.failure(
              .misconfigured, "cannot be run: \(StartFailure.tooManyThreads.reason)")))
        flags.ended.send()
      }
    }
  }

  func end() { followed.end() }
}

/// The programs that a connector has started
private final class FollowedPrograms: Sendable {
  private let all = Mutex<[Flags]>([])

  /// The flags between the thread that follows a program and all others
  struct Flags: Sendable {
    /// Ends the program
    let stop: WakeFlag

    /// Raised when an event has been taken
    let taken: WakeFlag

    /// Raised when the program has ended for good
    let ended: WakeFlag
  }

  /// The flags of another program, or `nil` if there are too many open files
  func add() -> Flags? {
    guard let stop = WakeFlag(), let taken = WakeFlag(), let ended = WakeFlag() else {
      return nil
    }
    let flags = Flags(stop: stop, taken: taken, ended: ended)
    all.withLock { $0.append(flags) }
    return flags
  }

  /// Ends all programs, and waits for it
  func end() {
    let flags = all.withLock { all in
      defer { all = [] }
      return all
    }
    for flag in flags { flag.stop.send() }
    for flag in flags { flag.ended.wait() }
  }
}

internal import OppEngine
internal import OppModel
internal import OppSession
internal import OppSystem

/// Runs a program again and again, and hands over the readings and rows of its lines; it blocks the thread that runs it
///
/// ```
/// start ─▶ lines ─▶ LineReadings ─▶ one event at a time ─▶ taken ─▶ the next event
///   ▲                                                                (while much waits, nothing is read:
///   └── pause ◀── the program ends                                    the program is held up by its pipe)
/// ```
///
/// The pauses are 1, 2, 4 … 64 s, and start from 1 s again once the program has run for a minute. That it ends is said once: again only
/// after it has run for a minute, or without any line.
final class ProgramFollower {
  /// Ends it
  private let stop: WakeFlag

  /// Raised when an event has been taken
  private let taken: WakeFlag
  private let program: Program
  private let pace: StreamPace

  /// The clock by which readings have their times
  private let clock: @Sendable () -> Instant
  private let push: (PushedEvent) -> Void
  private var lines: LineReadings

  /// The program while it runs
  private var run: ProgramRun?

  /// The time at which it is started again
  private var restart = ContinuousClock.now

  /// The number of runs in a row that have ended within a minute
  private var failures = 0

  /// `true` if an event has not been taken yet
  private var isWaiting = false

  /// The loss that was said
  private var loss = Loss.none

  private enum Loss {
    case none
    /// Nothing has come since
    case lasting
    /// Lines have come since, but the program has not run for a minute
    case mended
  }

  /// - Parameters:
  ///   - stop: ends the program.
  ///   - taken: raised here when an event has been taken.
  init(
    _ program: Program, _ lines: LineReadings, _ pace: StreamPace, stop: WakeFlag,
    taken: WakeFlag, clock: @escaping @Sendable () -> Instant,
    push: @escaping (PushedEvent) -> Void
  ) {
    (self.program, self.lines, self.pace) = (program, lines, pace)
    (self.stop, self.taken, self.clock, self.push) = (stop, taken, clock, push)
  }

  /// Follows the program until it is stopped
  func follow() {
    while !stop.isRaised {
      if run == nil, ContinuousClock.now >= restart { start() }
      deliver()
      wait()
    }
    run?.stop(within: pace.grace)
  }

  // MARK: - The program

  /// Starts the program
  private func start() {
    lines.begin()
    do throws(StartFailure) {
      run = try ProgramRun(program)
    } catch {
      lose(program.failure(.misconfigured, "cannot be run: \(error.reason)"), after: nil)
    }
  }

  /// The program has ended: takes its last lines, and plans its next start
  private func end(_ run: ProgramRun) {
    let (end, error) = run.finish { take($0) }
    self.run = nil
    lose(program.loss(by: end, error), after: run)
  }

  /// Says that the program does not run, unless it is known, and plans its next start
  private func lose(_ failure: FetchFailure, after run: ProgramRun?) {
    if let run, run.age >= pace.steady { (failures, loss) = (0, .none) }
    failures += 1
    restart = ContinuousClock.now + pace.pause(failures)
    let isNews: Bool =
      switch loss {
      case .none: true
      case .lasting: false
      case .mended: run?.hasRead != true
      }
    guard isNews else { return }
    deliver()
    loss = .lasting
    push(.lost(failure))
  }

  // MARK: - Events

  /// Takes a line
  private func take(_ line: LineSplitter.Line) {
    guard lines.take(line, at: clock()) else { return }
    run?.hasRead = true
    if loss == .lasting { loss = .mended }
  }

  /// Hands over the waiting readings or rows, unless the last event has not been taken
  private func deliver() {
    guard !isWaiting else { return }
    let taken = taken
    guard let news = lines.next(at: clock(), taken: { taken.send() }) else { return }
    isWaiting = true
    push(.lines(news))
  }

  /// Waits for the first of these: the stop, an event that is taken, output, an end, a start, a turn of a row
  private func wait() {
    var descriptors = [stop.reading, taken.reading]
    if let run { descriptors += run.descriptors(reads: !lines.isFull) }
    var waits = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = poll(&waits, nfds_t(waits.count), timeout)
    if taken.isRaised {
      taken.lower()
      isWaiting = false
    }
    guard let run else { return }
    if run.hasEnded { return end(run) }
    let ready = Set(waits.lazy.filter { $0.revents != 0 }.map { $0.fd })
    run.read(ready) { take($0) }
  }

  /// The longest wait in milliseconds; -1 for any
  private var timeout: Int32 {
    var rest: [Int64] = []
    if run == nil { rest.append(Self.milliseconds(restart - .now)) }
    if let turn = lines.nextTurn, !isWaiting {
      rest.append(max(0, turn.seconds(since: clock())) * 1000)
    }
    return rest.min().map { Int32(clamping: min($0, 3_600_000)) } ?? -1
  }

  /// A duration in whole milliseconds, rounded up, at least 0
  private static func milliseconds(_ duration: Duration) -> Int64 {
    let parts = duration.components
    return max(0, parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000 + 1)
  }
}

/// The times of a program that keeps running
struct StreamPace: Sendable {
  /// The pause after so many runs in a row that have ended soon
  let pause: @Sendable (_ failures: Int) -> Duration

  /// The time after which a run counts as one that keeps running
  let steady: Duration

  /// The time that the program has to end, once it was asked to
  let grace: Duration

  static let usual = StreamPace(
    pause: { .seconds(1 << min(max($0 - 1, 0), 6)) }, steady: .seconds(60), grace: .seconds(5))
}

extension Program {
  /// The loss of a program that has ended, though it should keep running
  fileprivate func loss(by end: ProcessEnd, _ error: [UInt8]) -> FetchFailure {
    // It may come back by itself: a round waits for it.
    FetchFailure(.unreachable, failure(of: end, error).reason, remedy: "Check the program")
  }
}

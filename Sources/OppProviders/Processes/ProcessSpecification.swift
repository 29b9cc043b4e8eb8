internal import OppEngine
internal import OppSession
internal import OppSystem

/// A program to be run for its output, within limits
///
/// It gets no input, runs in a process group of its own, and is ended with all processes that it has
/// started when its time is over or the task is cancelled. Processes that it leaves in the background when it
/// ends by itself continue to run.
///
/// ```
/// task ──▶ end() ──▶ a thread: ProgramProcess.run() ──▶ ProcessOutcome ──▶ output(): bytes or a failure
///   └─ cancelled ──▶ WakeFlag ──▶ wakes the thread, which kills the program with all it has started
/// ```
package struct ProcessSpecification: Sendable {
  let program: Program

  /// The time from its start to its end
  let timeLimit: Duration

  /// The most that is read of its output, in bytes
  let sizeLimit: Int

  package init(
    words: [String], environment: [String: String], folder: String, timeLimit: Duration,
    sizeLimit: Int
  ) {
    program = Program(words: words, environment: environment, folder: folder)
    self.timeLimit = timeLimit
    self.sizeLimit = sizeLimit
  }

  /// The output of the program; a failure if its exit status is not 0
  func output() async -> Result<[UInt8], FetchFailure> {
    switch await end() {
    case .exited(0, let output, _): .success(output)
    case .exited(let status, _, let error):
      .failure(program.failure(of: .exited(status), error))
    case .signalled(let signal, let error):
      .failure(program.failure(of: .signalled(signal), error))
    case .tookTooLong:
      .failure(program.failure(.unreachable, "did not end within \(seconds) s"))
    case .saidTooMuch:
      .failure(program.failure(.unreadable, "printed more than \(sizeLimit >> 20) MiB"))
    case .cancelled: .failure(program.failure(.unreachable, "was given up"))
    case .notStarted(let reason):
      .failure(program.failure(.misconfigured, "cannot be run: \(reason)"))
    }
  }

  /// The end of the run
  func end() async -> ProcessOutcome {
    guard let stop = WakeFlag() else { return .notStarted(StartFailure.tooManyFiles.reason) }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        do throws(SystemFailure) {
          // Waiting for a program would hold up the other tasks here.
          try SystemThread.start {
            continuation.resume(returning: ProgramProcess(self, stop).run())
          }
        } catch {
          continuation.resume(returning: .notStarted(StartFailure.tooManyThreads.reason))
        }
      }
    } onCancel: {
      stop.send()
    }
  }

  /// The end of the run, for which this thread waits
  package func run() -> ProcessOutcome {
    guard let stop = WakeFlag() else { return .notStarted(StartFailure.tooManyFiles.reason) }
    return ProgramProcess(self, stop).run()
  }

  /// The program without its folders
  var name: String { program.name }

  /// ``timeLimit`` in seconds, in tenths if it is not whole: `10`, `0.5`
  private var seconds: String {
    let tenths =
      timeLimit.components.seconds * 10
      + timeLimit.components.attoseconds / 100_000_000_000_000_000
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

/// The end of a program's run
package enum ProcessOutcome: Equatable, Sendable {
  /// It ended by itself, with a status from 0 to 255
  case exited(Int32, output: [UInt8], error: [UInt8])

  /// A signal that was not sent from here ended it
  case signalled(Int32, error: [UInt8])

  /// It was ended, after the time limit
  case tookTooLong

  /// It was ended, or had ended, with more output than the limit
  case saidTooMuch

  /// It was ended because no caller waits for it any more
  case cancelled

  /// The program could not be started; the text is the reason
  case notStarted(String)
}

internal import OppSystem

/// The process of a program, from its start to its end; it blocks the thread that runs it
///
/// ```
/// this thread    start ─▶ poll: stop, ended, output, error ─▶ rest of the output ─▶ reap ─▶ outcome
/// another        reads and drops the later output of background processes
/// ```
struct ProgramProcess {
  /// The program and its limits
  private let program: ProcessSpecification

  /// Raised when the task is cancelled
  private let stop: WakeFlag

  /// The number of bytes kept of a program's error output
  private static let keptError = 8 << 10

  init(_ program: ProcessSpecification, _ stop: WakeFlag) {
    self.program = program
    self.stop = stop
  }

  /// Starts the program and follows it to its end
  func run() -> ProcessOutcome {
    guard let output = OutputPipe(), let error = OutputPipe() else {
      return .notStarted(StartFailure.tooManyFiles.reason)
    }
    // The writing ends are the program's from now on: only without ours do the pipes end when it does.
    defer {
      output.closeWriting()
      error.closeWriting()
    }
    let process: StartedProcess
    do throws(StartFailure) {
      process = try StartedProcess(
        program.program, output: output.writing, error: error.writing)
    } catch let failure {
      return .notStarted(failure.reason)
    }
    output.closeWriting()
    error.closeWriting()
    return follow(process, output: output, error: error)
  }

  /// Reads the output of the program until it has ended, or must end
  ///
  /// The end of the program counts, not that of its output, because a background process may hold the output open for long.
  private func follow(
    _ process: StartedProcess, output: OutputPipe, error: OutputPipe
  ) -> ProcessOutcome {
    let deadline = ContinuousClock.now + program.timeLimit
    var (printed, said): ([UInt8], [UInt8]) = ([], [])
    var open = [output, error]
    while true {
      // Wait for the first of these: the cancellation, the end, output, or the time limit.
      let rest = Self.milliseconds(until: deadline)
      // By position: 0 the cancellation, 1 the end of the program, from 2 on the pipes that are open.
      var waits = ([stop.reading, process.ended.reading] + open.map(\.reading)).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let count = poll(&waits, nfds_t(waits.count), rest ?? 0)
      if count < 0, errno != EINTR { return end(process, .cancelled) }
      if count > 0, waits[0].revents != 0 { return end(process, .cancelled) }
      if count > 0, waits[1].revents != 0 { break }
      guard rest != nil else { return end(process, .tookTooLong) }
      guard count > 0 else { continue }
      for (pipe, wait) in zip(open, waits.dropFirst(2)) where wait.revents != 0 {
        guard let bytes = pipe.read() else {
          open.removeAll { $0 === pipe }
          continue
        }
        if pipe === error {
          said = (said + bytes).suffix(Self.keptError)
        } else {
          printed += bytes
        }
        guard printed.count <= program.sizeLimit else { return end(process, .saidTooMuch) }
      }
    }
    // It has ended: the rest in the pipes was printed before that.
    printed += output.rest()
    said = (said + error.rest()).suffix(Self.keptError)
    OutputPipe.discard([output, error])
    let status = process.reap()
    guard printed.count <= program.sizeLimit else { return .saidTooMuch }
    return switch status {
    case .exited(let status): .exited(status, output: printed, error: said)
    case .signalled(let signal): .signalled(signal, error: said)
    }
  }

  /// Ends the program and the processes that it has started
  private func end(_ process: StartedProcess, _ end: ProcessOutcome) -> ProcessOutcome {
    process.end()
    return end
  }

  /// Nil if the time is over
  private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32? {
    let rest = (deadline - ContinuousClock.now).components
    guard rest.seconds > 0 || rest.seconds == 0 && rest.attoseconds > 0 else { return nil }
    let milliseconds = rest.seconds * 1000 + rest.attoseconds / 1_000_000_000_000_000
    return Int32(clamping: milliseconds + 1)
  }
}

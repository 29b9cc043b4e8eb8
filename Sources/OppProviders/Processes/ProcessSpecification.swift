internal import OppEngine
internal import OppSystem

/// A program to be run for what it prints, within limits
///
/// It gets nothing to read, runs in a process group of its own, and is ended with everything it has
/// started when its time is over or the task is cancelled. What it leaves in the background when it
/// ends by itself continues to run.
///
/// ```
/// task ──▶ end() ──▶ a thread: ProgramProcess.run() ──▶ ProcessOutcome ──▶ output(): bytes or a failure
///   └─ cancelled ──▶ CancellationFlag ──▶ wakes the thread, which kills the program with all it has started
/// ```
package struct ProcessSpecification: Sendable {
  /// The program and its arguments; it is looked for in `PATH`
  ///
  /// - Requires: at least one.
  let words: [String]

  /// The variables that the program gets, and no others
  let environment: [String: String]

  /// The folder in which it runs; empty for that of this process
  let folder: String

  /// The time from its start to its end
  let timeLimit: Duration

  /// The most that is read of its output, in bytes
  let sizeLimit: Int

  /// The longest part of an error that is repeated, in characters
  private static let longestError = 200

  package init(
    words: [String], environment: [String: String], folder: String, timeLimit: Duration,
    sizeLimit: Int
  ) {
    self.words = words
    self.environment = environment
    self.folder = folder
    self.timeLimit = timeLimit
    self.sizeLimit = sizeLimit
  }

  /// The output of the program; a failure where its exit status is not 0
  func output() async -> Result<[UInt8], FetchFailure> {
    switch await end() {
    case .exited(0, let output, _): .success(output)
    case .exited(let status, _, let error):
      failure(.broken, "ended with status \(status)" + Self.suffix(error))
    case .signalled(let signal, let error):
      failure(.broken, "was ended by signal \(signal)" + Self.suffix(error))
    case .tookTooLong: failure(.unreachable, "did not end within \(seconds) s")
    case .saidTooMuch: failure(.unreadable, "printed more than \(sizeLimit >> 20) MiB")
    case .cancelled: failure(.unreachable, "was given up")
    case .notStarted(let reason): failure(.misconfigured, "cannot be run: \(reason)")
    }
  }

  /// - Parameter end: the rest of the sentence about the program.
  private func failure(_ kind: FetchFailure.Kind, _ end: String) -> Result<[UInt8], FetchFailure> {
    .failure(FetchFailure(kind, "\(name) \(end)", remedy: "Check the program"))
  }

  /// The end of the run
  func end() async -> ProcessOutcome {
    guard let stop = CancellationFlag() else { return .notStarted(ProgramProcess.filesReason) }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        do throws(SystemFailure) {
          // Waiting for a program would hold up what else runs here.
          try SystemThread.start {
            continuation.resume(returning: ProgramProcess(self, stop).run())
          }
        } catch {
          continuation.resume(returning: .notStarted(ProgramProcess.threadsReason))
        }
      }
    } onCancel: {
      stop.send()
    }
  }

  /// The end of the run, for which this thread waits
  package func run() -> ProcessOutcome {
    guard let stop = CancellationFlag() else { return .notStarted(ProgramProcess.filesReason) }
    return ProgramProcess(self, stop).run()
  }

  /// The program without its folders
  var name: String {
    words.first.map { FilePath($0).name } ?? ""
  }

  /// ``timeLimit`` in seconds, in tenths where it is not whole: `10`, `0.5`
  private var seconds: String {
    let tenths =
      timeLimit.components.seconds * 10
      + timeLimit.components.attoseconds / 100_000_000_000_000_000
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// The last line of a program's output on its failure
  ///
  /// `first\nno\tsuch room\n\n` gives `: nosuch room`: control characters are left out, empty lines passed over.
  private static func suffix(_ error: [UInt8]) -> String {
    // Programs say what is wrong in their last line, behind traces and warnings.
    let lines = String(decoding: error, as: UTF8.self).split { $0.isNewline }
    let line = lines.last { !$0.trimming(" \t").isEmpty } ?? ""
    let shown = line.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    guard !shown.isEmpty else { return "" }
    let text = shown.prefix(longestError).map { String($0) }.joined()
    return ": " + text + (shown.count > longestError ? "…" : "")
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

  /// It was ended because nobody waits for it any more
  case cancelled

  /// The program could not be started, for this reason
  case notStarted(String)
}

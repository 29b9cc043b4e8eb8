internal import Dispatch
internal import OppLanguageServer
internal import OppLint
internal import OppModel
internal import OppProviders
internal import OppSemantics
internal import OppSyntax
internal import OppSystem
internal import Synchronization

/// Threads for the checks of large rule sets
///
/// A thread shares nothing with the loop: it gets texts, and hands over the results of checking them.
///
/// ```
/// loop      start ──▶ poll … poll: nil, the work is under way ──▶ poll: the outcome
/// thread          └─▶ work(isCancelled) ──▶ outcome ──▶ isDone, bell
/// ```
enum EditorThreads {
  /// The functions by which the language server starts work beside its loop
  static var services: BackgroundServices {
    BackgroundServices(
      check: { files in
        start { _ in CheckedRules.analyze(files, recordsSymbols: true) }
      },
      lint: { files, settings, memory in
        // The loop leaves the memory alone until the work has ended.
        nonisolated(unsafe) let memory = memory
        return start { isCancelled in lint(files, settings, memory, isCancelled) }
      })
  }

  /// Lints files on a thread, and looks after each step whether that is still wanted
  ///
  /// - Returns: nil if it is not.
  private static func lint(
    _ files: [SourceFile], _ settings: LintSettings, _ memory: LintMemory,
    _ isCancelled: () -> Bool
  ) -> LintReport? {
    let analysis = CheckedRules.analyze(files)
    if isCancelled() { return nil }
    var run = LintRunner(LintSubject(analysis, settings: settings, memory: memory))
    while run.step() {
      if isCancelled() { return nil }
    }
    return run.report
  }

  /// The stack of a thread, in bytes: as large as that of the main thread, because rules may be nested deeply
  private static let stackSize = 8 << 20

  /// The state that a thread and the loop share
  private final class Exchange<Outcome>: Sendable {
    /// Written by the thread before ``isDone``, and read by the loop after it: never by both at once
    nonisolated(unsafe) var outcome: Outcome?
    let isDone = Atomic<Bool>(false)
    let isCancelled = Atomic<Bool>(false)
    let bell = DispatchSemaphore(value: 0)
  }

  /// Begins work on a thread of its own
  private static func start<Outcome>(
    _ work: @escaping @Sendable (_ isCancelled: () -> Bool) -> sending Outcome
  ) -> Background<Outcome> {
    let exchange = Exchange<Outcome>()
    @Sendable func run() {
      exchange.outcome = work { exchange.isCancelled.load(ordering: .relaxed) }
      exchange.isDone.store(true, ordering: .releasing)
      exchange.bell.signal()
    }
    do throws(SystemFailure) {
      try SystemThread.start(stackSize: stackSize, run)
    } catch {
      // There are too many threads: the editor waits for the outcome.
      run()
    }
    func poll() -> Outcome? {
      exchange.isDone.load(ordering: .acquiring) ? exchange.outcome : nil
    }
    return Background(
      poll: poll,
      wait: {
        while true {
          if let found = poll() { return found }
          exchange.bell.wait()
        }
      },
      cancel: { exchange.isCancelled.store(true, ordering: .relaxed) })
  }
}

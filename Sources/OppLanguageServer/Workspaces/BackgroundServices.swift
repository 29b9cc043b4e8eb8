package import OppLint
package import OppSemantics
package import OppSyntax

/// Work that runs beside the server's loop, on another thread
///
/// The loop calls ``poll`` between messages. The outcome is made once, and every later call has the same.
package struct Background<Outcome> {
  /// The outcome; nil while the work is under way
  package let poll: () -> Outcome?

  /// Waits for the outcome
  package let wait: () -> Outcome

  /// Says that the outcome is not wanted any more, so that the work may end early
  package let cancel: () -> Void

  package init(
    poll: @escaping () -> Outcome?, wait: @escaping () -> Outcome, cancel: @escaping () -> Void
  ) {
    self.poll = poll
    self.wait = wait
    self.cancel = cancel
  }
}

/// The work on large rule sets that does not hold up requests, if there are threads
package struct BackgroundServices {
  /// Checks files as one rule set
  package var check: (_ files: [SourceFile]) -> Background<Analysis>

  /// Lints files, which are checked again for it
  ///
  /// The outcome is nil if the work was cancelled. Until it is there, nothing else uses the memory.
  package var lint:
    (_ files: [SourceFile], _ settings: LintSettings, _ memory: LintMemory) -> Background<
      LintReport?
    >

  package init(
    check: @escaping ([SourceFile]) -> Background<Analysis>,
    lint: @escaping ([SourceFile], LintSettings, LintMemory) -> Background<LintReport?>
  ) {
    self.check = check
    self.lint = lint
  }
}

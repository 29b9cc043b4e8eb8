internal import OppLint

/// The linter beside the loop, for one large rule set
///
/// One run is under way at most, and each passes the memory on to the next. The first run of all is not cancelled when the
/// texts change: it takes long, and the results that it leaves in the memory make the next short.
///
/// | event | run |
/// | --- | --- |
/// | check ends, findings are wanted | begins ``delay`` later, all Opps |
/// | key | the first run continues, its findings are dropped |
/// | next check ends | begins when the first has ended: the edited Opps alone |
/// | key | cancelled; the memory is as before |
final class BackgroundLinting {
  /// The time after a check at which a run begins, in milliseconds, so that it does not compete with the next keys
  private static let delay: Int64 = 200

  /// Used by the run that is under way alone
  private let memory = LintMemory()

  /// `true` once a run has left its outcome in the memory
  private var hasRun = false

  /// The run over the last check
  private var pending: Background<LintReport?>?

  /// A run over texts that have changed since
  private var ending: Background<LintReport?>?

  /// The time of the last check, in milliseconds; `nil` if no run is wanted
  private var checkTime: Int64?

  /// `true` while a run is under way or waits for its beginning
  var isUnderWay: Bool { pending != nil || ending != nil || isAwaited }

  /// `true` while the findings of the last check are wanted
  private var isAwaited = false

  /// Notes that there is a new check
  func begin(at time: Int64) {
    drop()
    checkTime = time
  }

  /// Notes that the texts have changed
  func drop() {
    checkTime = nil
    isAwaited = false
    guard let pending else { return }
    if hasRun { pending.cancel() }
    ending = pending
    self.pending = nil
  }

  /// Begins a run over a check when its time has come, and hands over its outcome
  ///
  /// - Returns: `true` while the findings are not there.
  func advance(
    _ snapshot: RuleSetSnapshot, _ background: BackgroundServices, at now: Int64
  ) -> Bool {
    isAwaited = true
    if let ending {
      guard let report = ending.poll() else { return true }
      if report != nil { hasRun = true }
      self.ending = nil
    }
    if let pending {
      guard let report = pending.poll() else { return true }
      self.pending = nil
      guard let report else { return true }
      hasRun = true
      isAwaited = false
      snapshot.take(report)
      return false
    }
    if let checkTime, now - checkTime < Self.delay { return true }
    let files = snapshot.files.indices.map { snapshot.source(at: $0) }
    pending = background.lint(files, snapshot.settings, memory)
    return true
  }
}

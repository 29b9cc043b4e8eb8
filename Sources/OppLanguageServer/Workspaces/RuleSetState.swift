internal import OppLint
internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// A rule set that is being edited: the files on the disk, the open texts before them, and the last check
///
/// Small rule sets are checked and linted in the server's loop. From ``backgroundSize`` on, a thread does both: then
/// ``snapshot`` may be of texts that have changed since, while the check of the present ones is under way.
///
/// ```
/// key          markStale       isStale, a check of v1 is the last
/// due          checkAside      v2 is being checked; early() decides an edited Opp
/// key          markStale       the check of v2 is outdated, and continues
/// ended        takeFinishedCheck   v2 is the last check, still stale; the next is of v3
/// ```
package final class RuleSetState {
  /// The folder of the rule set, or the URI of a text that has no file
  package let root: String

  /// The texts of the files on the disk, by path
  private(set) var diskTexts: [String: [UInt8]] = [:]

  /// The last check
  package private(set) var snapshot: RuleSetSnapshot?

  /// `true` if a text has changed since the last check
  package private(set) var isStale = true

  /// The URI of the only text that has changed since the last check, or `nil` if there is none or several have
  private var changedText: String?

  /// The mistake in the `.opplint` that holds, as of the last check
  private(set) var configurationProblem: (path: String, problem: LintConfiguration.Problem)?

  /// The duration of the last check, in milliseconds
  private(set) var lastDuration: Int64 = 0

  /// The number of checks so far
  private(set) var generation = 0

  /// The findings of the last check that was linted in the loop
  private let memory = LintMemory()

  /// The runs of the linter beside the loop
  private let linting = BackgroundLinting()

  /// - Parameter root: the folder of the rule set.
  init(root: String) {
    self.root = root
  }

  /// Notes that a text has changed
  ///
  /// The outcome of a check that is under way is still taken: it is nearer to the present than the last one.
  ///
  /// - Parameter uri: the only text that has changed, or `nil` for any.
  func markStale(by uri: String? = nil) {
    changedText = !isStale || changedText == uri ? uri : nil
    isStale = true
    earlyProblems = .notDecided
    pendingCheck?.isOutdated = true
    linting.drop()
  }

  /// Sets the text of a file on the disk; `nil` if there is none any more
  func setDisk(_ path: String, _ bytes: [UInt8]?) {
    guard diskTexts[path] != bytes else { return }
    diskTexts[path] = bytes
    savedSnapshot = nil
    markStale()
  }

  /// The last check, if it is of the present texts but for one, or if a check of the present ones would take long
  ///
  /// - Parameter uri: the text that a person writes in.
  func latest(besides uri: String, _ services: FileServices) -> RuleSetSnapshot? {
    guard let snapshot, isStale, changedText != uri, !isLarge(snapshot.size, services) else {
      return snapshot
    }
    return nil
  }

  /// The check of the texts as they are now
  func current(_ open: [OpenDocument], _ services: FileServices) -> RuleSetSnapshot {
    if !isStale, let snapshot { return snapshot }
    if let check = pendingCheck, !check.isOutdated {
      pendingCheck = nil
      return take(check.work.wait(), of: check.texts, since: check.start, services)
    }
    // The outcome of a check that is under way would be older than this one.
    pendingCheck = nil
    let start = services.milliseconds()
    let texts = texts(open)
    return take(services.analyze(texts.sources), of: texts, since: start, services)
  }

  /// Makes a check of the present texts the last one
  private func take(
    _ analysis: Analysis, of texts: RuleTexts, since start: Int64, _ services: FileServices
  ) -> RuleSetSnapshot {
    let made = snapshot(of: analysis, texts, services, memory: memory)
    snapshot = made
    isStale = false
    earlyProblems = .notDecided
    generation += 1
    lintTime = 0
    let now = services.milliseconds()
    lastDuration = now - start
    linting.begin(at: now)
    return made
  }

  /// The texts of all files as they are now
  private func texts(_ open: [OpenDocument]) -> RuleTexts {
    RuleTexts(open: open, disk: diskTexts, root: root)
  }

  /// A check with the settings of the linter for its folder, and the findings of the check before at their places now
  private func snapshot(
    of analysis: Analysis, _ texts: RuleTexts, _ services: FileServices, memory: LintMemory?
  ) -> RuleSetSnapshot {
    let folder = services.lintFolder(root)
    configurationProblem = folder.problem
    var settings = folder.configuration.settings(paths: texts.paths(from: folder.folder))
    settings.today = services.today()
    settings.zone = analysis.graph.settings.zone.flatMap(services.zone)
    return RuleSetSnapshot(
      texts: texts.snapshot(analysis.files), analysis: analysis, settings: settings,
      baseline: folder.baseline, keptFindings: snapshot?.findings(in: texts.bytes) ?? [],
      memory: isLarge(texts.size, services) ? nil : memory)
  }

  // MARK: Work beside the loop

  /// The size of the texts from which on work is done beside the loop, in bytes
  static let backgroundSize = 1 << 17

  /// `true` for texts that are checked and linted on a thread
  private func isLarge(_ size: Int, _ services: FileServices) -> Bool {
    services.background != nil && size >= Self.backgroundSize
  }

  /// A check beside the loop
  private struct PendingCheck {
    let work: Background<Analysis>
    let texts: RuleTexts
    let start: Int64

    /// `true` if a text has changed since it began; its outcome still replaces an older one
    var isOutdated = false
  }

  /// The check that is under way; there is one at most, because two take longer than one after the other
  private var pendingCheck: PendingCheck?

  /// `true` while something is under way beside the loop
  var isWorkingAside: Bool { pendingCheck != nil || linting.isUnderWay }

  /// Takes the outcome of a check beside the loop, if there is one
  func takeFinishedCheck(_ services: FileServices) {
    guard let check = pendingCheck, let analysis = check.work.poll() else { return }
    pendingCheck = nil
    _ = take(analysis, of: check.texts, since: check.start, services)
    // The texts have changed meanwhile; this check is still nearer to the present than the one before.
    if check.isOutdated { markStale() }
  }

  /// Begins to check large texts beside the loop
  ///
  /// - Returns: `true` while that is under way; `false` if the check is done, or has to be done in the loop.
  func checkAside(_ open: [OpenDocument], _ services: FileServices) -> Bool {
    takeFinishedCheck(services)
    guard isStale, let background = services.background else { return false }
    if pendingCheck != nil { return true }
    let texts = texts(open)
    guard isLarge(texts.size, services) else { return false }
    pendingCheck = PendingCheck(
      work: background.check(texts.sources), texts: texts, start: services.milliseconds())
    return true
  }

  /// The problems of texts before they are checked as a whole
  struct EarlyProblems {
    let texts: SnapshotTexts

    /// The problems of the compiler as an excerpt decides them, and the findings of the linter as far as they are known
    let problems: [Diagnostic]
  }

  /// The outcome of looking for problems before the check
  private enum EarlyOutcome {
    case notDecided

    /// Nil if only a check of the whole can decide them
    case decided(EarlyProblems?)
  }

  /// The problems of the present texts by an excerpt, which are looked for once
  private var earlyProblems = EarlyOutcome.notDecided

  /// The problems of large texts that are not checked as a whole yet
  ///
  /// - Returns: nil if only a check of the whole can decide them.
  func early(_ open: [OpenDocument], _ services: FileServices) -> EarlyProblems? {
    if case .decided(let known) = earlyProblems { return known }
    let found = findEarly(open, services)
    earlyProblems = .decided(found)
    return found
  }

  /// Looks for the problems of large texts by an excerpt
  private func findEarly(_ open: [OpenDocument], _ services: FileServices) -> EarlyProblems? {
    guard isStale, let snapshot else { return nil }
    let texts = texts(open)
    guard isLarge(texts.size, services) else { return nil }
    let sources = texts.sources
    guard let check = ExcerptCheck(of: sources, since: snapshot),
      let problems = check.diagnostics(services.analyze)
    else { return nil }
    let prelude = snapshot.analysis.files.suffix(1)
    return EarlyProblems(
      texts: texts.snapshot(sources + prelude),
      problems: RuleSetSnapshot.sorted(problems + snapshot.findings(in: texts.bytes)))
  }

  // MARK: The linter

  /// The time that the linter took over the last snapshot it has finished, in milliseconds
  private(set) var lintDuration: Int64 = 0

  /// The time that the linter has taken over the present snapshot, in milliseconds
  private var lintTime: Int64 = 0

  /// Lints the last check further, for about some milliseconds
  ///
  /// - Returns: `true` while there is more to do.
  func lint(for time: Int64, _ services: FileServices) -> Bool {
    guard let snapshot, !snapshot.isLinted else { return false }
    if let background = services.background, snapshot.size >= Self.backgroundSize {
      return linting.advance(snapshot, background, at: services.milliseconds())
    }
    let start = services.milliseconds()
    var now = start
    var hasMore = true
    while hasMore, now - start < time {
      hasMore = snapshot.lintOn()
      now = services.milliseconds()
    }
    lintTime += now - start
    if !hasMore { lintDuration = lintTime }
    return hasMore
  }

  // MARK: Saved texts

  /// The check of the texts as they are on the disk; `nil` if no open text differs from them
  func saved(_ open: [OpenDocument], _ services: FileServices) -> RuleSetSnapshot? {
    let isChanged = open.contains { document in
      FileURI.path(of: document.uri).flatMap { diskTexts[$0] }.map { $0 != document.text.bytes }
        ?? false
    }
    guard isChanged else { return nil }
    if let savedSnapshot { return savedSnapshot }
    let texts = texts([])
    let made = self.snapshot(of: services.analyze(texts.sources), texts, services, memory: nil)
    savedSnapshot = made
    return made
  }

  /// The check of the texts on the disk; `nil` if they have changed since
  private var savedSnapshot: RuleSetSnapshot?
}

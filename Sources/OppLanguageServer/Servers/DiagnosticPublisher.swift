internal import OppJSON
internal import OppSemantics
internal import OppSyntax

/// Pushes the diagnostics of rule sets that have changed, to clients that do not pull them
///
/// Changes are marked; ``publishDue(_:)`` and ``lintOn(_:)``, called in turn between messages, do the work that is due.
///
/// A client gets the diagnostics of a text up to three times, each time only if they differ from the last:
///
/// 1. of a large rule set, ``publishDue(_:)`` sends the problems that an excerpt decides while the whole is being checked;
/// 2. with the check, the compiler's problems, and the linter's findings of the text before at their places now;
/// 3. when the linter has run, ``lintOn(_:)`` sends its findings; short texts are linted at once, without step 2.
final class DiagnosticPublisher {
  /// The longest run of the linter that the diagnostics of the checker wait for, in milliseconds
  static let quickLint: Int64 = 50

  /// The time for which the linter runs between two looks at the messages, in milliseconds
  static let lintSlice: Int64 = 10

  /// The size of the texts of a rule set that is linted at once the first time, in bytes
  static let quickSize = 1 << 16

  /// The longest check that is made right after a key, in milliseconds: it shows whether there are fewer errors now
  static let quickCheck: Int64 = 30

  /// The rule sets that are due
  private var schedule = DiagnosticSchedule()

  /// The diagnostics that the client has of each file
  private var sent: [String: SentDiagnostics] = [:]

  /// The number of errors that the client has been sent of each rule set
  private var errorCounts: [String: Int] = [:]

  /// A list of diagnostics as it was sent: the same list for a later version is sent again, since clients drop those
  /// of an older version
  private struct SentDiagnostics: Hashable {
    let version: Int?
    let items: String
    let root: String
  }

  /// The earliest time at which something is due
  var due: Int64? { schedule.due }

  /// Makes everything due
  func hasten() { schedule.hasten() }

  // MARK: Marking

  /// Marks a rule set as changed
  func mark(_ state: RuleSetState, at now: Int64) { schedule.mark(state, at: now) }

  /// Marks the rule set of a text that the client has changed or opened
  func markChanged(_ uri: String, isOpening: Bool, _ context: RequestContext) {
    guard !context.client.pullsDiagnostics, let state = context.workspace.ruleSet(ofURI: uri) else {
      return
    }
    schedule.mark(state, at: context.now, isUrgent: isOpening)
  }

  /// Marks all rule sets of which files have changed
  func markStale(_ context: RequestContext) {
    guard !context.client.pullsDiagnostics else { return }
    for state in context.workspace.orderedRuleSets where state.isStale {
      schedule.mark(state, at: context.now, isUrgent: true)
    }
    withdraw(context)
  }

  // MARK: Publishing

  /// Pushes the diagnostics of one rule set if they are due, or if it has fewer errors than the client shows
  ///
  /// A key that takes an error away is rewarded at once: the check runs right after the key if the last one was
  /// quick.
  ///
  /// - Returns: `true` if there may be more to do at once.
  func publishDue(_ context: RequestContext) -> Bool {
    let next = schedule.next(at: context.now) { root in
      context.workspace.ruleSets[root].map { $0.lastDuration <= Self.quickCheck } ?? true
    }
    guard let (root, isDue) = next else { return false }
    guard let state = context.workspace.ruleSets[root], !context.client.pullsDiagnostics else {
      schedule.finish(root)
      return true
    }
    if context.workspace.checkAside(state) {
      publishEarly(state, isDue: isDue, context)
      return false
    }
    let snapshot = context.workspace.snapshot(of: state)
    let errors = snapshot.analysis.diagnostics.count { $0.severity == .error }
    guard isDue || errors < errorCounts[root] ?? 0 else {
      schedule.look(at: root)
      return true
    }
    // The findings of the linter come with the rest, unless that would hold it up.
    if !snapshot.isLinted, isLintedAtOnce(snapshot, state) {
      _ = state.lint(for: .max, context.workspace.services)
    }
    if !snapshot.isLinted { schedule.awaitFindings(of: root) }
    publish(snapshot, of: state, context)
    errorCounts[root] = errors
    schedule.finish(root)
    return true
  }

  /// `true` if the linter's findings are worth waiting for: the texts are short, and the last run was
  private func isLintedAtOnce(_ snapshot: RuleSetSnapshot, _ state: RuleSetState) -> Bool {
    snapshot.size <= Self.quickSize
      && state.lintDuration <= Self.quickLint
  }

  /// Does a slice of the linter's work, and pushes its findings when it is done
  ///
  /// - Returns: `true` if there may be more to do at once.
  func lintOn(_ context: RequestContext) -> Bool {
    guard let root = schedule.unlinted.min() else { return false }
    guard let state = context.workspace.ruleSets[root], !state.isStale,
      let snapshot = state.snapshot
    else {
      schedule.receiveFindings(of: root)
      return true
    }
    if state.lint(for: Self.lintSlice, context.workspace.services) {
      return !state.isWorkingAside
    }
    publish(snapshot, of: state, context)
    schedule.receiveFindings(of: root)
    return true
  }

  /// Pushes the diagnostics of a large rule set while its check is under way, if an excerpt decides them
  private func publishEarly(_ state: RuleSetState, isDue: Bool, _ context: RequestContext) {
    guard isDue, schedule.beginEarly(state.root, state.generation),
      let early = context.workspace.early(state)
    else { return }
    let reports = DiagnosticReports(early.texts, problems: early.problems, context)
    publish(reports, early.texts.files, of: state, context)
  }

  /// Sends the problems of a check, those of its configuration, and empty lists for files that are gone
  private func publish(
    _ snapshot: RuleSetSnapshot, of state: RuleSetState, _ context: RequestContext
  ) {
    let reports = DiagnosticReports(snapshot, problems: snapshot.knownProblems, context)
    publish(reports, snapshot.files, of: state, context)
    if let (path, problem) = state.configurationProblem {
      let uri = FileURI.uri(of: path)
      let items = DiagnosticReports.item(of: problem)
      let new = SentDiagnostics(version: nil, items: items, root: state.root)
      if sent[uri] != new { send(items, uri: uri, version: nil, context) }
      sent[uri] = new
    }
    withdraw(context)
  }

  /// Sends the reports that the client does not have yet
  private func publish(
    _ reports: DiagnosticReports, _ files: [RuleSetSnapshot.File], of state: RuleSetState,
    _ context: RequestContext
  ) {
    for (file, items) in zip(files, reports.items) {
      let new = SentDiagnostics(version: file.version, items: items, root: state.root)
      // An empty list for a file that has never had one says nothing.
      let isNews = sent[file.uri] != new
      guard isNews, items != "[]" || file.version != nil || sent[file.uri] != nil else {
        continue
      }
      sent[file.uri] = new
      send(items, uri: file.uri, version: file.version, context)
    }
  }

  /// Withdraws the diagnostics that were sent of files that are gone
  func withdraw(_ context: RequestContext) {
    for (uri, last) in sent.sorted(by: { $0.key < $1.key }) {
      let state = context.workspace.ruleSets[last.root]
      if let state, state.isStale || state.snapshot?.index(ofURI: uri) != nil { continue }
      if let state, state.configurationProblem.map({ FileURI.uri(of: $0.path) }) == uri { continue }
      sent[uri] = nil
      if last.items != "[]" { send("[]", uri: uri, version: nil, context) }
    }
  }

  /// Sends one list of diagnostics, even if it is the one that was sent last
  private func send(_ items: String, uri: String, version: Int?, _ context: RequestContext) {
    context.outbox.notify("textDocument/publishDiagnostics") { json in
      json.member("uri", string: uri)
      if let version { json.member("version", raw: "\(version)") }
      json.member("diagnostics", raw: items)
    }
  }
}

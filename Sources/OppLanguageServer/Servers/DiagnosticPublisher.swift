internal import OppJSON
internal import OppSemantics
internal import OppSyntax

/// The rule sets whose diagnostics are to be pushed, and what the client has been sent
struct DiagnosticPublisher {
  /// The time after the last key at which diagnostics are pushed, in milliseconds
  static let delay: Int64 = 120

  /// The longest run of the linter that the diagnostics of the checker wait for, in milliseconds
  static let quickLint: Int64 = 50

  /// The time for which the linter runs between two looks at the messages, in milliseconds
  static let lintSlice: Int64 = 10

  /// The size of the texts of a rule set that is linted at once the first time, in bytes
  static let quickSize = 1 << 16

  /// The longest check that is made right after a key, in milliseconds: it shows whether there are fewer errors now
  static let quickCheck: Int64 = 30

  /// The times at which the diagnostics of rule sets are due, by root
  private(set) var dueTimes: [String: Int64] = [:]

  /// The rule sets that have been looked at since their last change
  private var seen: Set<String> = []

  /// The rule sets of which the findings of the linter are to follow
  private(set) var unlinted: Set<String> = []

  /// The diagnostics that the client has of each file
  var sent: [String: SentDiagnostics] = [:]

  /// The number of errors that the client has been sent of each rule set
  var errorCounts: [String: Int] = [:]

  struct SentDiagnostics: Hashable {
    let version: Int?
    let items: String
    let root: String
  }

  /// Marks a rule set as changed
  ///
  /// - Parameter isUrgent: for a change that no one types: the diagnostics are due at once.
  mutating func mark(_ state: RuleSetState, at now: Int64, isUrgent: Bool = false) {
    dueTimes[state.root] = isUrgent ? now : now + Self.delay
    seen.remove(state.root)
    unlinted.remove(state.root)
  }

  mutating func awaitFindings(of root: String) { unlinted.insert(root) }

  mutating func receiveFindings(of root: String) { unlinted.remove(root) }

  /// Makes everything due
  mutating func hasten() {
    for root in dueTimes.keys { dueTimes[root] = .min }
  }

  /// The earliest time at which something is due
  var due: Int64? { dueTimes.values.min() }

  /// The root of a rule set that is due, or that should be looked at
  func next(at now: Int64, isQuick: (String) -> Bool) -> (root: String, isDue: Bool)? {
    if let due = dueTimes.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }), due.value <= now {
      return (due.key, true)
    }
    let root = dueTimes.keys.filter { !seen.contains($0) && isQuick($0) }.min()
    return root.map { ($0, false) }
  }

  mutating func look(at root: String) { seen.insert(root) }

  mutating func finish(_ root: String) {
    dueTimes[root] = nil
    seen.remove(root)
  }
}

extension LanguageServer {
  /// Pushes the diagnostics of one rule set if they are due, or if it has fewer errors than the client shows
  ///
  /// - Returns: `true` if there may be more to do at once.
  func publishDue() -> Bool {
    guard phase == .running else { return false }
    let next = publisher.next(at: now) { root in
      workspace.ruleSets[root].map { $0.lastDuration <= DiagnosticPublisher.quickCheck } ?? true
    }
    guard let (root, isDue) = next else { return false }
    guard let state = workspace.ruleSets[root], !client.pullsDiagnostics else {
      publisher.finish(root)
      return true
    }
    if workspace.checkAside(state) { return false }
    let snapshot = workspace.snapshot(of: state)
    let errors = snapshot.analysis.diagnostics.count { $0.severity == .error }
    guard isDue || errors < publisher.errorCounts[root] ?? 0 else {
      publisher.look(at: root)
      return true
    }
    // The findings of the linter come with the rest, unless that would hold it up.
    if !snapshot.isLinted, isLintedAtOnce(snapshot, state) {
      _ = state.lint(for: .max, workspace.services)
    }
    if !snapshot.isLinted { publisher.awaitFindings(of: root) }
    publish(snapshot, of: state)
    publisher.errorCounts[root] = errors
    publisher.finish(root)
    return true
  }

  private func isLintedAtOnce(_ snapshot: RuleSetSnapshot, _ state: RuleSetState) -> Bool {
    snapshot.size <= DiagnosticPublisher.quickSize
      && state.lintDuration <= DiagnosticPublisher.quickLint
  }

  /// Does a slice of the linter's work, and pushes its findings when it is done
  ///
  /// - Returns: `true` if there may be more to do at once.
  func lintOn() -> Bool {
    guard let root = publisher.unlinted.min() else { return false }
    guard let state = workspace.ruleSets[root], !state.isStale, let snapshot = state.snapshot
    else {
      publisher.receiveFindings(of: root)
      return true
    }
    if state.lint(for: DiagnosticPublisher.lintSlice, workspace.services) {
      return !state.isWorkingAside
    }
    publish(snapshot, of: state)
    publisher.receiveFindings(of: root)
    return true
  }

  private func publish(_ snapshot: RuleSetSnapshot, of state: RuleSetState) {
    let reports = DiagnosticReports(
      snapshot, problems: snapshot.knownProblems, self)
    for (file, items) in zip(snapshot.files, reports.items) {
      let sent = DiagnosticPublisher.SentDiagnostics(
        version: file.version, items: items, root: state.root)
      // An empty list for a file that has never had one says nothing.
      let isNews = publisher.sent[file.uri] != sent
      guard isNews, items != "[]" || file.version != nil || publisher.sent[file.uri] != nil else {
        continue
      }
      publisher.sent[file.uri] = sent
      send(items, uri: file.uri, version: file.version)
    }
    if let (path, problem) = state.configurationProblem {
      let uri = FileURI.uri(of: path)
      let items = DiagnosticReports.item(of: problem)
      let sent = DiagnosticPublisher.SentDiagnostics(version: nil, items: items, root: state.root)
      if publisher.sent[uri] != sent { send(items, uri: uri, version: nil) }
      publisher.sent[uri] = sent
    }
    withdrawDiagnostics()
  }

  /// Withdraws what was sent of files that are gone
  func withdrawDiagnostics() {
    for (uri, sent) in publisher.sent.sorted(by: { $0.key < $1.key }) {
      let state = workspace.ruleSets[sent.root]
      if let state, state.isStale || state.snapshot?.index(ofURI: uri) != nil { continue }
      if let state, state.configurationProblem.map({ FileURI.uri(of: $0.path) }) == uri { continue }
      publisher.sent[uri] = nil
      if sent.items != "[]" { send("[]", uri: uri, version: nil) }
    }
  }

  private func send(_ items: String, uri: String, version: Int?) {
    outbox.notify("textDocument/publishDiagnostics") { json in
      json.member("uri", string: uri)
      if let version { json.member("version", raw: "\(version)") }
      json.member("diagnostics", raw: items)
    }
  }
}

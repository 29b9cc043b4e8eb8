internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppSession
internal import OppStore

/// Reports each failure once, and keeps it for `opp list`
///
/// Its tokens are kept for `opp list`, and deleted when the provider works again, or a run begins:
///
/// ```
/// health weather (openmeteo)     weather (openmeteo): there is no host api.open-meteo.com; "Walk" waits for it. …
/// ```
final class LiveHealth {
  /// The tokens
  private let store: Store

  /// Standard error, and the zone of times in messages
  private let output: LiveOutput

  /// The names that fail, each of which has been reported
  private var reporter = HealthReporter()

  /// The failures of services that several of them are pushed from
  private var shared = SharedFailures()

  /// The prefix of the names of failing parts, among the store's tokens
  static let token = "health "

  init(_ store: Store, _ output: LiveOutput) {
    self.store = store
    self.output = output
  }

  /// The words of messages, in the zone of the rules
  var text: HealthText { HealthText(zone: output.zone) }

  /// Forgets the failures of an earlier run: they are detected again
  func forgetAll(at now: Instant) throws(StoreFailure) {
    #if Relapses
      if Relapse.isOn(.serviceHealthOutlivesStart) { return }
    #endif
    var record = StepRecord(at: now)
    for name in try store.loadTokens().keys where name.hasPrefix(Self.token) {
      record.tokens[name] = .some(nil)
    }
    try store.commit(record)
  }

  /// Forgets the failures of providers that a session over changed rules does not go on with
  func forgetProviders(but failing: Set<String>, at now: Instant) throws(StoreFailure) {
    var record = StepRecord(at: now)
    for name in reporter.forgetProviders(but: failing) {
      shared.forget(name)
      record.tokens[Self.token + name] = .some(nil)
    }
    try store.commit(record)
  }

  /// Forgets that nothing connects a source or table, unless the first step of a session has found so
  func forgetConnected(but changes: [HealthChange], in record: inout StepRecord) {
    let lacking = changes.filter { $0.state == .notConnected }.map { $0.provider }
    for name in reporter.forgetConnected(but: Set(lacking)) {
      record.tokens[Self.token + name] = .some(nil)
    }
  }

  /// `true` if a name has been reported as failing, and not as working since
  func isFailing(_ name: String) -> Bool { reporter.isFailing(name) }

  /// The messages on the changes that are news, which the record of a step keeps
  ///
  /// - Parameters:
  ///   - isPushed: `true` for a provider whose service pushes.
  ///   - retry: the next retry of a provider.
  func messages(
    on changes: [HealthChange], in record: inout StepRecord, isPushed: (String) -> Bool,
    retry: (String) -> Instant?
  ) -> [String] {
    #if Relapses
      let changes = changes.filter { change in
        !Relapse.isOn(.serviceHealthIsNotCleared) || !change.state.isHealthy
      }
    #endif
    let news = reporter.news(in: changes)
    for change in news {
      let message = text.text(of: change, retry: retry(change.provider))
      record.tokens[Self.token + change.provider] = .some(change.state.isHealthy ? nil : message)
    }
    return shared.lines(of: news, at: record.at, isShared: isPushed).map { line in
      text.text(of: line, retry: line.first.flatMap { retry($0.provider) })
    }
  }

  /// Takes note of a part that failed in an earlier run and is kept elsewhere, such as a notifier
  func resume(_ name: String) { reporter.resume(name) }

  /// Forgets that something fails, without a message
  func forget(_ name: String) { reporter.forget(name) }

  /// Reports that a notifier fails, unless it was reported before; the store has it for `opp list`
  func fail(
    notifier name: String, at now: Instant, message: () throws(StoreFailure) -> String
  ) throws(StoreFailure) {
    guard reporter.fail(name) else { return }
    output.say(try message(), at: now)
  }

  /// Reports that a notifier works again, if it was reported as failing
  func recover(notifier name: String, at now: Instant) {
    if reporter.recover(name) { output.say("\(name) works again.", at: now) }
  }

  /// Reports and keeps that something fails, unless it was reported before
  func fail(
    _ name: String, at now: Instant, message: () throws(StoreFailure) -> String
  ) throws(StoreFailure) {
    guard reporter.fail(name) else { return }
    let message = try message()
    output.say(message, at: now)
    try keep(message, of: name, at: now)
  }

  /// Keeps a message for `opp list`
  private func keep(_ message: String, of name: String, at now: Instant) throws(StoreFailure) {
    var record = StepRecord(at: now)
    record.tokens[Self.token + name] = .some(message)
    try store.commit(record)
  }
}

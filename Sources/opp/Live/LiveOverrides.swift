internal import OppEngine
internal import OppModel
internal import OppProviders
internal import OppSession
internal import OppStore

/// The states that people have set for Opps, as the session knows them
///
/// ```
/// known   Tea enabled 9:00                     as last read
/// store   Tea enabled 9:00, Walk snoozed       after `opp snooze Walk`
/// changes .snooze(opp: "Walk", row: nil, until: 14:00)
/// ```
///
/// ``LiveDriver`` calls `mayHaveChanged` each turn, which costs no more than a counter of SQLite, and reads the states
/// only if it says so.
struct LiveOverrides {
  /// The states as they are now
  private let store: Store

  /// The states that the session has received, by the names of the Opps
  private var known: [String: OppOverrides] = [:]

  /// The count of the store's changes when the states were last read; nil if they must be read
  private var seenChanges: Int64?

  /// The number of the last answer that was read; nil if those are to be read that no step has taken
  private var lastAnswer: Int64?

  /// The refreshes that the session has received and not carried out
  private var refreshes: Set<StoredRefresh> = []

  /// A change of one Opp that a person has made
  struct Control {
    let change: ControlChange

    /// The second at which it was made; `nil` if it is not kept, as for a snooze that was ended
    let given: Instant?
  }

  /// The differences since the last reading
  struct Changes {
    /// In the order in which they were made, those of unknown times last
    var controls: [Control] = []

    /// In the order in which they were given
    var answers: [StoredAnswer] = []

    /// The sources and tables that are to be fetched again, by name; nil for everything
    var refreshes: [String?] = []
  }

  init(_ store: Store) {
    self.store = store
  }

  /// Takes the states that were set before the second of the engine's snapshot as known: the snapshot has them
  ///
  /// After a restart, a person's setting does not override a change that a rule made to the same Opp later. A change counts from
  /// the second after its own: a snapshot of its own second lacks it.
  mutating func restore(before present: Instant?) throws(StoreFailure) {
    guard let present else { return }
    for var status in try store.loadOverrides() {
      #if Relapses
        if Relapse.isOn(.commandIsForgotten), status.choice?.at == present {
          known[status.opp] = status
          continue
        }
      #endif
      if let choice = status.choice, choice.at >= present { status.choice = nil }
      status.snoozes.removeAll { $0.at >= present }
      known[status.opp] = status
    }
  }

  /// `true` if anybody has changed the store since this was last called
  mutating func mayHaveChanged() throws(StoreFailure) -> Bool {
    let count = try store.changeCount()
    defer { seenChanges = count }
    return count != seenChanges
  }

  /// Keeps the answer of a button that a person has pressed
  ///
  /// A firing that the store does not know is one of another Opp.
  mutating func answer(
    _ button: PressedButton, by notifier: String, _ rules: LiveRules, at now: Instant
  ) throws(StoreFailure) {
    guard let firing = try store.firing(button.firing)?.firing,
      let rule = rules.graph.rules.first(where: { $0.name == firing.opp })
    else { return }
    let until = button.answer == .snoozed ? now.advanced(by: rule.snooze) : nil
    try store.answer(
      firing.opp, row: firing.row.isEmpty ? nil : firing.row, button.answer, until: until,
      by: notifier, at: now)
    // The counter of changes does not count those of this process.
    seenChanges = nil
  }

  /// Reads the states
  mutating func changes(
    for session: LiveSession, _ rules: LiveRules
  ) throws(StoreFailure) -> Changes {
    var changes = Changes()
    let now = try store.loadOverrides()
    var last = Int64(0)
    if let lastAnswer { last = lastAnswer } else { last = try store.takenAnswers() }
    changes.answers = try store.answers(after: last)
    lastAnswer = changes.answers.last?.number ?? last
    for status in now {
      changes.controls += controls(
        from: known[status.opp], to: status, changes.answers, session, rules)
    }
    changes.answers = changes.answers.map { answer in
      guard let status = now.first(where: { $0.opp == answer.opp }) else { return answer }
      return answer.ended(by: status)
    }
    changes.controls.sort { ($0.given?.seconds ?? .max) < ($1.given?.seconds ?? .max) }
    known = Dictionary(uniqueKeysWithValues: now.map { ($0.opp, $0) })
    let stored = try store.refreshes()
    #if Relapses
      if Relapse.isOn(.refreshIsForgotten), !stored.isEmpty {
        var record = StepRecord(at: session.present)
        record.finishedRefreshes = Array(stored)
        try store.commit(record)
      }
    #endif
    changes.refreshes = stored.filter { !refreshes.contains($0) }.map(\.name)
    refreshes.formUnion(stored)
    return changes
  }

  /// The refreshes that the session has carried out, for the record of the step in which it did
  mutating func takeFinishedRefreshes(_ session: LiveSession) -> [StoredRefresh] {
    guard !refreshes.isEmpty else { return [] }
    let finished = refreshes.filter { !session.isRefreshing($0.name) }
    refreshes.subtract(finished)
    return finished.sorted { ($0.name ?? "", $0.requested) < ($1.name ?? "", $1.requested) }
  }

  /// Has the states read again, because the session is another one
  mutating func invalidate() {
    seenChanges = nil
    lastAnswer = nil
    refreshes = []
  }

  /// Forgets the known states, so that every state is a change for a session that begins anew
  mutating func beginAnew() {
    known = [:]
    seenChanges = nil
    refreshes = []
  }

  /// Forgets the snoozes that have ended, once the session has processed their end
  mutating func forgetSnoozes(at now: Instant) throws(StoreFailure) {
    guard known.values.contains(where: { $0.snoozes.contains { $0.until <= now } }) else { return }
    try store.forgetSnoozes(endedBy: now)
    for name in known.keys { known[name]?.snoozes.removeAll { $0.until <= now } }
  }

  /// The changes that lead from one state of an Opp to another: choices, snoozes, ends of snoozes
  ///
  /// A snooze of a row that is not there is left out: it cannot fire either. So is a change by an answer, which the
  /// session receives by itself.
  private func controls(
    from old: OppOverrides?, to new: OppOverrides, _ answers: [StoredAnswer],
    _ session: LiveSession, _ rules: LiveRules
  ) -> [Control] {
    let answers = answers.filter { $0.opp == new.opp }
    var changes: [Control] = []
    if let choice = new.choice, choice != old?.choice {
      changes.append(
        Control(
          change: choice.isEnabled ? .enable(opp: new.opp) : .disable(opp: new.opp),
          given: choice.at))
    }
    let before = old?.snoozes ?? []
    for snooze in new.snoozes where !before.contains(snooze) {
      if answers.contains(where: { $0.row == snooze.row && $0.until == snooze.until }) { continue }
      guard let row = key(ofRow: snooze.row, of: new.opp, session, rules) else { continue }
      changes.append(
        Control(
          change: .snooze(opp: new.opp, row: row.key, until: snooze.until), given: snooze.at))
    }
    for snooze in before where !new.snoozes.contains(where: { $0.row == snooze.row }) {
      if answers.contains(where: { $0.answer != .snoozed && $0.concerns(row: snooze.row) }) {
        continue
      }
      guard let row = key(ofRow: snooze.row, of: new.opp, session, rules) else { continue }
      changes.append(Control(change: .endSnooze(opp: new.opp, row: row.key), given: nil))
    }
    return changes
  }

  /// The key that the store's text of a row means: nil inside for all rows, nil for one that is not there
  private func key(
    ofRow text: String, of opp: String, _ session: LiveSession, _ rules: LiveRules
  ) -> (key: [Value]?, isAll: Bool)? {
    if text.isEmpty { return (nil, true) }
    guard let rule = rules.graph.rules.firstIndex(where: { $0.name == opp }) else { return nil }
    let records = FiringRecords(graph: rules.graph, zone: rules.zone)
    let rows = session.engine.rows(ofRule: rule)
    guard let found = rows.first(where: { records.row($0) == text }) else { return nil }
    return (found.key, false)
  }
}

extension StoredAnswer {
  /// The answer as it is after `opp enable`, which ends the snoozes of an Opp
  ///
  /// The session receives both at once if they were given while no process ran.
  fileprivate func ended(by status: OppOverrides) -> StoredAnswer {
    guard answer == .snoozed, let until, let choice = status.choice, choice.isEnabled,
      at <= choice.at, !status.snoozes.contains(where: { $0.row == row && $0.until == until })
    else { return self }
    return StoredAnswer(
      number: number, at: at, opp: opp, row: row, answer: answer, until: min(until, choice.at),
      by: by)
  }
}

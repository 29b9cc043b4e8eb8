internal import OppModel
internal import OppOutputs
internal import OppStore

extension Command {
  /// ```console
  /// $ opp done "Renew the passport"
  /// "Renew the passport" is disabled by opp done at 2026-06-21 12:00:00.
  /// ```
  static let done = Command(
    name: "done",
    summary: "says that an Opp is done: its firings are dismissed, and it is disabled",
    operands: "NAME|ID [FILE|DIR]…",
    operandCount: 1...Int.max,
    options: [.row, .store, .localZone, .format],
    discussion: """
      For what happens once. Dismissed are all its firings so far, those that were delivered and those that wait.
      A row of `for each`, or ID, the identity of its firing, means that row alone: it is left alone for
      good. `opp enable` takes it back. The name is looked for in the rules of FILE or
      DIR, else among the Opps of the daemon; a daemon takes notice at once.
      """,
    examples: [
      ("opp done \"Renew the passport\"", "it is renewed"),
      ("opp done \"Chore due\" --row dishes", "the dishes are done; the other chores stay enabled"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    try OverrideChange.run(invocation, context, console) {
      (store, subject, now) throws(CommandFailure) in
      try store.work { (store) throws(StoreFailure) in
        _ = try store.done(subject.opp.name, row: subject.row, by: "opp done", at: now)
      }
    }
  }
}

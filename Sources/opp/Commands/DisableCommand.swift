internal import OppOutputs
internal import OppStore

extension Command {
  /// ```console
  /// $ opp disable "Lunch walk"
  /// "Lunch walk" is disabled by opp disable at 2026-06-21 12:00:00.
  /// ```
  static let disable = Command(
    name: "disable",
    summary: "disables an Opp until it is enabled again",
    operands: "NAME|ID [FILE|DIR]…",
    operandCount: 1...Int.max,
    options: [.store, .localZone, .format],
    discussion: """
      It counts whatever the rules say, until `opp enable`. The name is looked for in the rules of FILE or
      DIR, else among the Opps of the daemon; a daemon takes notice at once.
      """,
    examples: [
      ("opp disable \"Lunch walk\"", "it does not fire until it is enabled")
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    try OverrideChange.run(invocation, context, console) {
      (store, subject, now) throws(CommandFailure) in
      try store.work { (store) throws(StoreFailure) in
        try store.setEnabled(subject.opp.name, false, by: "opp disable", at: now)
      }
    }
  }
}

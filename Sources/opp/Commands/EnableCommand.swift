internal import OppOutputs
internal import OppStore

extension Command {
  /// ```console
  /// $ opp enable Tea
  /// "Tea" is enabled.
  /// ```
  static let enable = Command(
    name: "enable",
    summary: "enables an Opp, and ends its snoozes",
    operands: "NAME|ID [FILE|DIR]…",
    operandCount: 1...Int.max,
    options: [.store, .localZone, .format],
    discussion: """
      It counts whatever the rules say, until `opp disable` or `opp done`. The name is looked for in the
      rules of FILE or DIR, else among the Opps of the daemon; a daemon takes notice at once.
      """,
    examples: [
      ("opp enable \"Lunch walk\"", "it may fire again")
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    try OverrideChange.run(invocation, context, console) {
      (store, subject, now) throws(CommandFailure) in
      try store.work { (store) throws(StoreFailure) in
        try store.enable(subject.opp.name, by: "opp enable", at: now)
      }
    }
  }
}

internal import OppStore

extension Command {
  static let done = Command(
    name: "done",
    summary: "says that an Opp is done: its firings are dismissed, and it is disabled",
    operands: "NAME [FILE|DIR]…",
    operandCount: 1...Int.max,
    options: [.store, .localZone, .format],
    discussion: """
      For what happens once. `opp enable` takes it back. The name is looked for in the rules of FILE or DIR,
      else among the Opps of the daemon; a daemon takes notice at once.
      """,
    examples: [
      ("opp done \"Renew the passport\"", "it is renewed")
    ]
  ) { (invocation, surroundings, console) throws(CommandFailure) in
    try StandingChange.run(invocation, surroundings, console) {
      (store, opp, now) throws(CommandFailure) in
      try store.work { (store) throws(StoreFailure) in
        _ = try store.done(opp.name, by: "opp done", at: now)
      }
    }
  }
}

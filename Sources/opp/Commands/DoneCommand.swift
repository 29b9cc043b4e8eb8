internal import OppModel
internal import OppOutputs
internal import OppStore

extension Command {
  /// ```console
  /// $ opp done "Renew the passport"
  /// "Renew the passport" is done.
  /// ```
  static let done = Command(
    name: "done",
    summary: "answers what an Opp has fired: it is done",
    operands: "NAME|ID [FILE|DIR]…",
    operandCount: 1...Int.max,
    options: [.row, .store, .localZone, .format],
    discussion: """
      It answers all firings so far that have no answer for good, those that were delivered and those that
      wait, which are delivered no more. It ends a snooze and the repetitions of `again every`; the Opp
      fires again when it next has reason to. With `--row`, or ID, the identity of a firing, it is of that
      row alone. Rules read it in `firings`. The name is looked for in the rules of FILE or DIR, else among
      the Opps of the daemon; a daemon takes notice at once. `opp disable` is for good.
      """,
    examples: [
      ("opp done \"Renew the passport\"", "it is renewed"),
      ("opp done \"Chore due\" --row dishes", "the dishes are done; the other chores are not"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    try OverrideChange.run(invocation, context, console, saysAnswer: true) {
      (store, subject, now) throws(CommandFailure) in
      try store.work { (store) throws(StoreFailure) in
        _ = try store.done(subject.opp.name, row: subject.row, by: "opp done", at: now)
      }
    }
  }
}

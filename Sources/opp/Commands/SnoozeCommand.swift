internal import OppModel
internal import OppOutputs
internal import OppStore

extension Command {
  /// ```console
  /// $ opp snooze "Lunch walk" for 2h
  /// "Lunch walk" is snoozed until 2026-06-21 14:00:00.
  /// ```
  static let snooze = Command(
    name: "snooze",
    summary: "leaves an Opp alone for a while",
    operands: "NAME|ID [[for] DURATION] [FILE|DIR]…",
    operandCount: 1...Int.max,
    options: [.row, .store, .localZone, .format],
    discussion: """
      At the end of the snooze the Opp fires at once if its condition is true, else when it next comes
      true. `opp done` and `opp dismiss` end it. Without DURATION it is what the rule's `snooze` says, one hour where it says nothing. The name
      is looked for in the rules of FILE or DIR, else among the Opps of the daemon; a daemon takes notice
      at once. ID is the identity of a firing, as its notification carries it: it means the Opp that
      fired, of `for each` its row. `opp enable` ends a snooze.
      """,
    examples: [
      ("opp snooze \"Lunch walk\" for 2h", "not in the next two hours"),
      ("opp snooze \"Chore due\" --row dishes", "one row, for as long as the rule says"),
      ("opp snooze 2026-06-21T19:00:00Z/Lunch%20walk", "what this firing was of"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    let (wanted, rest) = try SnoozeLength.read(invocation)
    return try OverrideChange.run(rest, context, console) {
      (store, subject, now) throws(CommandFailure) in
      try store.work { (store) throws(StoreFailure) in
        try store.snooze(
          subject.opp.name, row: subject.row ?? "",
          until: now.advanced(by: wanted ?? subject.opp.snooze), by: "opp snooze", at: now)
      }
    }
  }
}

/// The length of a snooze on the command line
private enum SnoozeLength {
  /// The longest snooze, in seconds: as long as the rules may state
  private static let longest: Double = 100 * 366 * 86_400

  /// Takes `[for] DURATION` out of the operands
  ///
  /// ```
  /// Walk for 2h rules    7200, Walk rules
  /// Walk 2h              7200, Walk
  /// Walk rules           nil, Walk rules
  /// Walk for rules       a failure
  /// ```
  static func read(
    _ invocation: Invocation
  ) throws(CommandFailure) -> (seconds: Int64?, rest: Invocation) {
    guard invocation.operands.count > 1 else { return (nil, invocation) }
    guard invocation.operands[1] == "for" else {
      // As in the language, `for` may be left out: a file is never named like a duration.
      guard let seconds = seconds(invocation.operands[1]) else { return (nil, invocation) }
      return (seconds, invocation.removing(1...1))
    }
    guard invocation.operands.count > 2 else {
      throw .usage("`for` needs a duration", help: "for example `for 2h`")
    }
    let text = invocation.operands[2]
    guard let seconds = seconds(text) else {
      throw .usage(
        "`\(text)` is not a duration", help: "write for example `90s`, `45min`, `1h30min` or `2d`")
    }
    return (seconds, invocation.removing(1...2))
  }

  /// The seconds of a duration of at least one second; nil for any other text
  private static func seconds(_ text: String) -> Int64? {
    let literal = try? QuantityLiteral.parse(text)
    guard let seconds = literal?.value(as: .duration), seconds >= 1, seconds <= longest else {
      return nil
    }
    return Int64(seconds)
  }
}

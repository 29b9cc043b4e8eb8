internal import OppModel
internal import OppOutputs
internal import OppStore

extension Command {
  /// It prints the dismissed firings as `opp history` does, to people only the last ``shownCount``
  static let dismiss = Command(
    name: "dismiss",
    summary: "answers what an Opp has fired: it was seen, and is not done",
    operands: "NAME|ID [FILE|DIR]…",
    operandCount: 1...Int.max,
    options: [.row, .store, .localZone, .format],
    discussion: """
      It answers all firings of the Opp so far, those that were delivered and those that wait; they
      are delivered no more. It ends a snooze and the repetitions of `again every`. With `--row`, or ID, the
      identity of a firing as its notification carries it, it is of that row alone. The Opp fires again when
      it next has reason to.
      """,
    examples: [
      ("opp dismiss \"Lunch walk\"", "it was seen"),
      ("opp dismiss \"Chore due\" --row dishes", "only that of one row"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    let store = try OpenedStore.open(invocation, isMade: true, in: context)
    guard let subject = try OppReference.find(invocation, store, context, console) else {
      return .problems
    }
    let zone = try ShownZone.find(invocation, rules: subject.zoneName, in: context)
    let now = context.present
    let dismissed = try store.work { (store) throws(StoreFailure) in
      try dismiss(subject, store, at: now)
    }
    try store.notifyDaemon(console)
    let output = HistoryOutput(
      zone: zone, now: now, console: console, isJSON: invocation.wantsJSON)
    let shown = invocation.wantsJSON ? dismissed : dismissed.suffix(shownCount)
    output.print(Array(shown))
    if dismissed.count > shown.count {
      console.line("… and \(dismissed.count - shown.count) earlier")
    }
    if dismissed.isEmpty, !invocation.wantsJSON {
      console.line("\(ValueNotation.textLiteral(subject.opp.name)) has nothing to dismiss.")
    }
    return .success
  }

  /// The number of dismissed firings that are shown to people
  private static let shownCount = 10

  /// Dismisses the firings of a row, or all of an Opp, as the operand says
  ///
  /// - Returns: the dismissed firings, in their present state.
  private static func dismiss(
    _ subject: OppReference, _ store: Store, at now: Instant
  ) throws(StoreFailure) -> [StoredFiring] {
    var firings: [StoredFiring] = []
    for before in try store.dismiss(subject.opp.name, row: subject.row, at: now) {
      if let changed = try store.firing(before.id) { firings.append(changed) }
    }
    return firings
  }
}

internal import OppModel
internal import OppOutputs
internal import OppStore

extension Command {
  /// It prints the dismissed firings as `opp history` does, to people only the last ``shownCount``
  static let dismiss = Command(
    name: "dismiss",
    summary: "says that the notifications of an Opp are dealt with; the Opp continues",
    operands: "NAME|ID [FILE|DIR]…",
    operandCount: 1...Int.max,
    options: [.row, .store, .localZone, .format],
    discussion: """
      Dismissed are all firings of the Opp so far, those that were delivered and those that wait; they
      are delivered no more. With `--row` only those of the row are; with ID, the identity of a firing as its
      notification carries it, that one alone is. The Opp fires again when it next has reason to.
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

  /// Dismisses one firing, those of a row, or all of an Opp, as the operand says
  ///
  ///
  /// - Returns: the dismissed firings, in their present state.
  private static func dismiss(
    _ subject: OppReference, _ store: Store, at now: Instant
  ) throws(StoreFailure) -> [StoredFiring] {
    var ids: [String] = []
    if let firing = subject.firing {
      if firing.state != .dismissed {
        try store.dismiss(id: firing.id, at: now)
        ids.append(firing.id)
      }
    } else {
      ids = try store.dismiss(subject.opp.name, row: subject.row, at: now).map(\.id)
    }
    var firings: [StoredFiring] = []
    for id in ids {
      if let changed = try store.firing(id) { firings.append(changed) }
    }
    return firings
  }
}

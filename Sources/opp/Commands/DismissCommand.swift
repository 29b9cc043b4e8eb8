internal import OppModel
internal import OppStore

extension Command {
  static let dismiss = Command(
    name: "dismiss",
    summary: "says that what an Opp told is dealt with; the Opp goes on",
    operands: "NAME [FILE|DIR]…",
    operandCount: 1...Int.max,
    options: [.row, .store, .localZone, .format],
    discussion: """
      Dismissed are the last firing of the Opp, and those that wait to be told; they are told no more. The
      Opp fires again when it next has reason to.
      """,
    examples: [
      ("opp dismiss \"Lunch walk\"", "it was seen"),
      ("opp dismiss \"Chore due\" --row dishes", "only that of one row"),
    ]
  ) { (invocation, surroundings, console) throws(CommandFailure) in
    let zone = try LocalZone.find(invocation, in: surroundings)
    let store = try OpenedStore.open(invocation, isMade: true, in: surroundings)
    let files = Array(invocation.operands.dropFirst())
    guard
      let opp = try StandingChange.find(
        invocation.operands[0], files, store, surroundings, console)
    else { return .problems }
    let row = try RowKey.read(invocation, of: opp.name, store)
    let now = surroundings.present
    let dismissed = try store.work { (store) throws(StoreFailure) in
      var firings: [StoredFiring] = []
      for firing in try store.dismiss(opp.name, row: row, at: now) {
        if let changed = try store.firing(firing.id) { firings.append(changed) }
      }
      return firings
    }
    try store.tellDaemon(console)
    let output = HistoryOutput(
      zone: zone, now: now, console: console, isJSON: invocation.wantsJSON)
    output.print(dismissed)
    if dismissed.isEmpty, !invocation.wantsJSON {
      console.line("\(ValueNotation.textLiteral(opp.name)) has nothing to dismiss.")
    }
    return .success
  }
}

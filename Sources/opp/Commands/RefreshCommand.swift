internal import OppOutputs
internal import OppStore

extension Command {
  /// The request is left in the store as a token, and the daemon is woken by SIGHUP; it takes the token when it reads
  /// the settings of people
  static let refresh = Command(
    name: "refresh",
    summary: "has the running daemon fetch everything again now, or one source or table",
    operands: "[NAME]",
    operandCount: 0...1,
    options: [.store],
    discussion: """
      NAME is a source or table that the rules read: `weather`, `calendar`, `chores`. What is pushed, such
      as a position, is not fetched. Quotas, the budget and the time for which a service wants to be left
      alone hold: what they do not allow now follows as soon as they do. The signal SIGUSR1 to the daemon
      does the same for everything.
      """,
    examples: [
      ("opp refresh", "everything that the rules read"),
      ("opp refresh calendar", "an appointment that was just made"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    let opened = try OpenedStore.open(invocation, isMade: false, in: context)
    let name = invocation.operands.first
    let (isRunning, names) = try opened.work { (store) throws(StoreFailure) in
      (try store.runningDaemon() != nil, try store.refreshable())
    }
    guard isRunning else {
      throw .outside("`opp run` is not running on this store, so nothing is fetched")
    }
    if let name, !names.contains(name) {
      throw .usage(
        "`opp run` fetches nothing that is called `\(name)`",
        help: names.isEmpty
          ? "its rules read nothing that is fetched"
          : Invocation.suggestion(for: name, among: names)
            ?? "it fetches \(names.map { "`\($0)`" }.joined(separator: ", "))")
    }
    try opened.work { (store) throws(StoreFailure) in
      try store.refresh(name, at: context.present)
    }
    try opened.notifyDaemon(console)
    console.line("\(name ?? "Everything") is fetched again, as far as quotas and services allow.")
    return .success
  }
}

internal import OppModel
internal import OppStore

/// A command that changes how one Opp stands
enum StandingChange {
  /// Finds the Opp of the first operand, changes it, tells a daemon, and prints how it stands
  static func run(
    _ invocation: Invocation, _ surroundings: Surroundings, _ console: Console,
    _ change: (OpenedStore, DeclaredOpp, Instant) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> ExitStatus {
    let files = Array(invocation.operands.dropFirst())
    let zone = try LocalZone.find(invocation, in: surroundings)
    let store = try OpenedStore.open(invocation, isMade: true, in: surroundings)
    guard let opp = try find(invocation.operands[0], files, store, surroundings, console) else {
      return .problems
    }
    let now = surroundings.present
    try change(store, opp, now)
    try store.tellDaemon(console)
    let listed = try store.work { (store) throws(StoreFailure) in
      try store.list().first { $0.standing.opp == opp.name }
    }
    let output = StandingOutput(zone: zone, console: console, isJSON: invocation.wantsJSON)
    let standing = OppStanding(opp: opp, listed: listed, now: now)
    if invocation.wantsJSON {
      output.print([standing])
    } else {
      console.line("\(ValueNotation.textLiteral(opp.name)) is \(output.state(standing)).")
    }
    return .success
  }

  /// - Returns: nil where the rules named have errors, which have been told.
  static func find(
    _ name: String, _ files: [String], _ store: OpenedStore, _ surroundings: Surroundings,
    _ console: Console
  ) throws(CommandFailure) -> DeclaredOpp? {
    try KnownOpps.find(files, store, in: surroundings, console)?.opp(named: name)
  }
}

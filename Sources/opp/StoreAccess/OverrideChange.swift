internal import OppModel
internal import OppOutputs
internal import OppStore

/// A command that changes the state of one Opp
///
/// Shared by `enable`, `disable`, `snooze` and `done`, which differ in `change` alone:
///
/// ```console
/// $ opp snooze "Lunch walk"
/// "Lunch walk" is snoozed until 2026-06-21 14:00:00.
/// ```
enum OverrideChange {
  /// Finds the Opp that the first operand names, changes it, notifies a daemon, and prints the new state
  ///
  /// - Parameters:
  ///   - saysAnswer: whether the answer that was given is printed in place of the state.
  ///   - change: changes the store; the instant is the present.
  /// - Returns: status 1 if the rules that are named have errors.
  static func run(
    _ invocation: Invocation, _ context: CommandContext, _ console: Console,
    saysAnswer: Bool = false,
    _ change: (OpenedStore, OppReference, Instant) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> ExitStatus {
    let store = try OpenedStore.open(invocation, isMade: true, in: context)
    guard let subject = try OppReference.find(invocation, store, context, console) else {
      return .problems
    }
    let zone = try ShownZone.find(invocation, rules: subject.zoneName, in: context)
    let opp = subject.opp
    let now = context.present
    try change(store, subject, now)
    try store.notifyDaemon(console)
    let listed = try store.work { (store) throws(StoreFailure) in
      try store.list().first { $0.overrides.opp == opp.name }
    }
    let output = OppStatusOutput(zone: zone, console: console, isJSON: invocation.wantsJSON)
    let status = OppStatus(opp: opp, listed: listed, now: now)
    if invocation.wantsJSON {
      output.print([status])
    } else {
      let state = output.state(status, saysAnswer: saysAnswer)
      console.line("\(ValueNotation.textLiteral(opp.name)) is \(state).")
      if output.hasTimes(status) { zone.report(console) }
    }
    return .success
  }
}

package import OppEngine
package import OppModel

/// The surroundings of a live run: everything that happens to it from outside, except for its files
///
/// ``CommandContext`` has them if a program takes the place of the machine, as a simulation does. `opp run` then takes time,
/// responses and deliveries from there, and hears no signals of the process.
package struct LiveSurroundings: Sendable {
  /// The clock that the run follows
  package let clock: any LiveClock

  /// The receiver of events: of pushes, outcomes of deliveries, signals
  package let mailbox: LiveMailbox

  /// Makes the services of a rule set, with the providers that it connects and the number of the set
  package let makeWorld: @Sendable (ConditionGraph, [Provider], Int) -> any LiveWorld

  /// Makes the deliveries
  package let deliverer: any Deliverer

  package init(
    clock: any LiveClock, mailbox: LiveMailbox, deliverer: any Deliverer,
    makeWorld: @escaping @Sendable (ConditionGraph, [Provider], Int) -> any LiveWorld
  ) {
    self.clock = clock
    self.mailbox = mailbox
    self.deliverer = deliverer
    self.makeWorld = makeWorld
  }
}

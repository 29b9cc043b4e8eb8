/// The limits of a worker, which keep one person from costing the others anything
package struct WorkerLimits: Hashable, Sendable {
  /// The most bytes of a message
  package var line = 16 << 20

  /// The most bytes of all files of a rule set
  package var rules = 1 << 20

  /// The most bytes of a state, as keys and contents
  package var state = 1 << 20

  /// The most work of one step (``OppKit/Step/work``)
  package var work = 5_000_000

  /// The most rule sets that are kept; of more, those that were used least recently are forgotten
  package var ruleSets = 5_000

  /// The most sessions that are kept, likewise
  package var sessions = 20_000

  package init() {}
}

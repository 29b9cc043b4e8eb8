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

  /// The most seconds of one step, with the restoring of its session, unless the options of the rules name others
  package var time = 2.0

  /// The most seconds that the options of rules may name
  package var longestTime = 60.0

  /// The most firings of one step
  package var firings = 50_000

  /// The most bytes of the texts of the firings of one step
  package var texts = 8 << 20

  /// The most bytes of a reply
  package var reply = 32 << 20

  /// The most seconds from the last second of a session to that of a step: ten years
  package var span = 10 * 366 * 86_400

  /// The most rule sets that are kept; of more, those that were used least recently are forgotten
  package var ruleSets = 5_000

  /// The most sessions that are kept, likewise
  package var sessions = 20_000

  package init() {}
}

/// The rule sets whose diagnostics are to be pushed, and when
///
/// A key at 0 ms and another at 80 ms make diagnostics due at 200 ms: the delay counts from the last key. A text that
/// is opened or changed on the disk is due at once.
struct DiagnosticSchedule {
  /// The time after the last key at which diagnostics are pushed, in milliseconds
  static let delay: Int64 = 120

  /// The times at which the diagnostics of rule sets are due, by root
  ///
  /// In milliseconds of the stopwatch; a rule set without an entry has nothing to be pushed.
  private(set) var dueTimes: [String: Int64] = [:]

  /// The rule sets that have been checked since their last change
  ///
  /// A check before the time that is due is made once a change.
  private var seen: Set<String> = []

  /// The rule sets of which the findings of the linter are to follow
  private(set) var unlinted: Set<String> = []

  /// The last check since which early diagnostics have been pushed, or were not available, of each rule set that has not
  /// changed again
  private var early: [String: Int] = [:]

  /// Marks a rule set as changed
  ///
  /// - Parameter isUrgent: for a change that no one types: the diagnostics are due at once.
  mutating func mark(_ state: RuleSetState, at now: Int64, isUrgent: Bool = false) {
    dueTimes[state.root] = isUrgent ? now : now + Self.delay
    seen.remove(state.root)
    early[state.root] = nil
    unlinted.remove(state.root)
  }

  /// Notes that early diagnostics of a rule set are pushed now
  ///
  /// - Parameter generation: the last check; after another one, of a text that has changed since, more may be known.
  /// - Returns: `false` if they have been already.
  mutating func beginEarly(_ root: String, _ generation: Int) -> Bool {
    early.updateValue(generation, forKey: root) != generation
  }

  /// Notes that the findings of the linter are to follow
  mutating func awaitFindings(of root: String) { unlinted.insert(root) }

  /// Notes that no findings are to follow any more
  mutating func receiveFindings(of root: String) { unlinted.remove(root) }

  /// Makes everything due
  mutating func hasten() {
    for root in dueTimes.keys { dueTimes[root] = .min }
  }

  /// The earliest time at which something is due
  var due: Int64? { dueTimes.values.min() }

  /// The root of a rule set that is due, or that should be looked at
  ///
  /// - Parameter isQuick: `true` for a rule set that may be looked at before its time.
  func next(at now: Int64, isQuick: (String) -> Bool) -> (root: String, isDue: Bool)? {
    if let due = dueTimes.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }), due.value <= now {
      return (due.key, true)
    }
    let root = dueTimes.keys.filter { !seen.contains($0) && isQuick($0) }.min()
    return root.map { ($0, false) }
  }

  /// Notes that a rule set was checked before its time and had nothing to push
  mutating func look(at root: String) { seen.insert(root) }

  /// Notes that the diagnostics of a rule set have been pushed
  mutating func finish(_ root: String) {
    dueTimes[root] = nil
    seen.remove(root)
  }
}

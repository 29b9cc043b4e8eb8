/// Finds assignments for which everything decided agrees, by the procedure of Davis, Putnam, Logemann
/// and Loveland
///
/// ```
///   draw conclusions ───────→ a contradiction? drop it
///          │                                                       Nothing is left: never.
///   ask the theories ──────→ no values agree? drop it
///          │
///   anything not yet justified by its operands? ─→ try one value of an operand, then the rest
///          │ no
///   a model
/// ```
///
/// A choice is made only if a truth does not follow yet: of `a or b` that is true, one of both has to be true. All
/// that nothing depends on is left open, so a model is a set of assignments rather than one. For
/// `(busy or charging) and temp > 30C`:
///
/// ```
/// conclude    `or` true, temp in (30, ∞)
/// open        busy true             ← taken first; charging stays open: a model
///             busy not true         ← remains on the pile for the next model: charging true follows
/// ```
///
/// Source: M. Davis, G. Logemann, D. Loveland, "A machine program for theorem-proving", CACM 5 (1962);
/// with theories as in A. Armando et al., "A SAT-based decision procedure for the Boolean combination of
/// difference constraints", SAT (2004).
struct Searcher: Sendable {
  /// The constraints to be satisfied
  let network: Network

  /// The judges of columns
  let theories: Theories

  /// The conclusions, with the work done so far
  private var propagator: Propagator

  /// The assignments still to be tried; the last one is next, so the search goes deep first
  private var open: [Assignment] = []

  /// The assignments taken off the pile
  private var decisions = 0

  /// Work of theories, in constraints met by others
  private var theoryWork = 0

  /// The greatest cost, beyond which the search gives up
  private let limit: Limit

  /// The greatest cost of a question
  struct Limit: Sendable {
    /// Assignments taken off the pile
    var decisions = 10_000

    /// The limit of visited variables: about 5 ms
    var work = 2_000_000
  }

  /// The outcome of looking for one more model
  enum Step: Sendable {
    /// An assignment, and the constraints that its decided atoms and definitions chose
    case model(Assignment, [LinearConstraint])
    /// There are no more
    case exhausted
    /// The limit was reached; nothing is proved
    case outOfBudget
  }

  /// - Parameter start: the widest assignment of the question, with its literals.
  init(_ network: Network, _ theories: Theories, start: Assignment, limit: Limit) {
    self.network = network
    self.theories = theories
    propagator = Propagator(network)
    self.limit = limit
    open = [start]
  }

  /// The next assignment that agrees
  ///
  /// Called again it continues behind the last model, since the other choices are still on the pile.
  mutating func next() -> Step {
    while var assignment = open.popLast() {
      decisions += 1
      guard decisions <= limit.decisions, propagator.work + theoryWork <= limit.work else {
        return .outOfBudget
      }
      guard conclude(&assignment), let active = active(assignment) else { continue }
      // Elimination may square the constraints at each column.
      let constraintCount = active.constraints.count + network.facts.count
      theoryWork += 4 * constraintCount * constraintCount
      guard
        theories.judge(assignment, active.constraints) != .impossible
      else { continue }
      if branch(assignment, active) { continue }
      return .model(assignment, active.constraints)
    }
    return .exhausted
  }

  /// Draws conclusions from the operators and from the clock
  private mutating func conclude(_ assignment: inout Assignment) -> Bool {
    while true {
      guard propagator.propagate(&assignment) else { return false }
      var isChanged = false
      guard theories.narrowTimes(&assignment, &isChanged) else { return false }
      if !isChanged { return true }
    }
  }

  // MARK: Judgements of theories

  /// The constraints that hold under an assignment
  private struct Active {
    var constraints: [LinearConstraint] = []

    /// Alternatives of which none is chosen yet
    var alternatives: (key: Int, conjunctions: [[LinearConstraint]])?
  }

  /// The constraints of decided atoms and definitions; `nil` if one has no alternative
  private func active(_ assignment: Assignment) -> Active? {
    var active = Active()
    for (index, variable) in network.variables.enumerated() {
      guard case .linear(let whenTrue, let whenFalse) = variable.atom else { continue }
      let mask = assignment.masks[index]
      guard mask == .true || mask == .false else { continue }
      let isPossible = add(
        mask == .true ? whenTrue : whenFalse, index, assignment, &active)
      guard isPossible else { return nil }
    }
    for (index, definition) in network.definitions.enumerated()
    where assignment.masks[definition.variable].isSubset(of: definition.when)
      && assignment.masks[definition.owner] == .true
    {
      let key = network.variables.count + index
      guard add(definition.alternatives, key, assignment, &active) else { return nil }
    }
    return active
  }

  /// Adds the only or the chosen alternative of an atom or definition; `false` if there is none to choose
  private func add(
    _ alternatives: [[LinearConstraint]], _ key: Int, _ assignment: Assignment,
    _ active: inout Active
  ) -> Bool {
    if alternatives.isEmpty { return false }
    if alternatives.count == 1 {
      active.constraints += alternatives[0]
    } else if let chosen = assignment.chosen[key] {
      active.constraints += alternatives[chosen]
    } else if active.alternatives == nil {
      active.alternatives = (key, alternatives)
    }
    return true
  }

  // MARK: Branching

  /// Puts the next candidates on the pile; `false` if nothing is left to decide
  ///
  /// In the order of choice: truths, alternatives of atoms, the day, the intervals of a column with holes.
  private mutating func branch(_ assignment: Assignment, _ active: Active) -> Bool {
    // A truth: the preferred value first, the others after it.
    if let (index, value) = unjustified(assignment) {
      var rest = assignment
      rest.masks[index].subtract(value)
      var chosen = assignment
      chosen.masks[index] = value
      open.append(rest)
      open.append(chosen)
      return true
    }
    // An alternative, such as `temp < feels_like` of `temp != feels_like`.
    if let (key, conjunctions) = active.alternatives {
      for choice in conjunctions.indices.reversed() {
        var chosen = assignment
        chosen.chosen[key] = choice
        open.append(chosen)
      }
      return true
    }
    // A day, if an interval of instants leaves few of them: times of day depend on it.
    let days = theories.daysToTry(assignment)
    if let today = theories.fields[.today], !days.isEmpty {
      for day in days.reversed() {
        var chosen = assignment
        chosen.numbers[today] = .point(Rational(day))
        open.append(chosen)
      }
      return true
    }
    return branchOnHoles(assignment, active.constraints + network.facts.map { $0.constraint })
  }

  /// Tries the intervals of a column of which sums know only the least and the greatest value
  ///
  /// `time` of `not (time in 8:00..9:00)` is 0:00 to 7:59:59 or 9:00 to 23:59:59; a sum knows 0:00 to 23:59:59.
  private mutating func branchOnHoles(
    _ assignment: Assignment, _ constraints: [LinearConstraint]
  ) -> Bool {
    for constraint in constraints {
      for term in constraint.form.terms {
        let intervals = assignment.numbers[term.column].intervals
        guard intervals.count > 1 else { continue }
        for interval in intervals.reversed() {
          var chosen = assignment
          chosen.numbers[term.column] = IntervalSet([interval])
          open.append(chosen)
        }
        return true
      }
    }
    return false
  }

  /// A variable to decide, and the value to try first; `nil` if all follow from their operands
  ///
  /// Nodes at the top are examined first, so that a choice serves the question and not a detail far below.
  private func unjustified(_ assignment: Assignment) -> (Int, TruthMask)? {
    for index in network.variables.indices.reversed() {
      if let found = unjustified(index, assignment) { return found }
    }
    // A definition of a needed value applies or not: the condition of `if` is decided for its value.
    for definition in network.definitions
    where assignment.masks[definition.owner] == .true
      && !assignment.masks[definition.variable].isSubset(of: definition.when)
      && !assignment.masks[definition.variable].isDisjoint(with: definition.when)
    {
      let mask = assignment.masks[definition.variable]
      return (definition.variable, mask.preferred(.true))
    }
    return nil
  }

  /// The operand of a variable to decide; nil if the variable's truths follow for all truths of its open operands
  private func unjustified(_ index: Int, _ assignment: Assignment) -> (Int, TruthMask)? {
    let mask = assignment.masks[index]
    let variable = network.variables[index]
    switch variable.shape {
    // Nothing below it decides: it may keep all its truths, or one of them, but not some.
    case .free, .partial:
      return mask.isSingle || mask.isFull(isBool: variable.isBool)
        ? nil : (index, mask.preferred(.true))
    case .strict(let parts):
      if mask == .unknown {
        guard !parts.contains(where: { assignment.masks[$0] == .unknown }) else { return nil }
        return open(among: parts, assignment, .unknown)
      }
      return mask.isSingle || mask.isFull(isBool: variable.isBool)
        ? nil : (index, mask.preferred(.true))
    case .and(let parts):
      return isJustified(index, assignment)
        ? nil : open(among: parts, assignment, mask.contains(.false) ? .false : .unknown)
    case .or(let parts):
      return isJustified(index, assignment)
        ? nil : open(among: parts, assignment, mask.contains(.true) ? .true : .unknown)
    case .not(let operand), .isKnown(let operand):
      return isJustified(index, assignment) ? nil : open(among: [operand], assignment, .true)
    case .conditional(let condition, let then, let otherwise):
      return isJustified(index, assignment)
        ? nil : open(among: [condition, then, otherwise], assignment, .true)
    case .otherwise(let first, let second):
      return isJustified(index, assignment)
        ? nil : open(among: [first, second], assignment, .true)
    case .sameTruth(let left, let right, _):
      return isJustified(index, assignment)
        ? nil : open(among: [left, right], assignment, .true)
    }
  }

  /// `true` if the truths that the operands leave are all among those that the variable has
  private func isJustified(_ index: Int, _ assignment: Assignment) -> Bool {
    propagator.possible(index, assignment).isSubset(of: assignment.masks[index])
  }

  /// The first part that is not decided, with the truth to try first
  private func open(
    among parts: [Int], _ assignment: Assignment, _ wanted: TruthMask
  ) -> (Int, TruthMask)? {
    for part in parts where !assignment.masks[part].isSingle {
      return (part, assignment.masks[part].preferred(wanted))
    }
    return nil
  }
}

extension TruthMask {
  /// One of the values: the wanted one, else a known one
  fileprivate func preferred(_ wanted: TruthMask) -> TruthMask {
    for value in [wanted, .true, .false, .unknown] where contains(value) { return value }
    return self
  }

  /// `true` if no truth was excluded
  fileprivate func isFull(isBool: Bool) -> Bool {
    self == (isBool ? .all : [.unknown, .true])
  }
}

internal import OppModel

/// Two parts of a condition that are never true together, or one that is never true
struct Contradiction: Hashable {
  /// The first part in the order of the text
  let first: NodeID

  /// Nil where the first part alone is never true
  let second: NodeID?
}

/// Finds contradictions that reasoning on one signal at a time can see
///
/// The condition is read as a conjunction: each comparison of a signal with a constant narrows the
/// values that the signal may have (``ConjunctionReading``), and when none are left the two last
/// comparisons on it contradict each other. `or` of comparisons on one signal is the union of their
/// values; any other `or` is tried branch by branch, up to ``branchLimit`` in all.
///
///     temp > 30C  and  temp < 10C       (30, ∞) ∩ (-∞, 10) = nothing
///
/// Nodes are shared, and so is what is found out about them: each is read once in a conjunction, and
/// looked through once as a condition of its own.
///
/// - Complexity: n log n in the nodes of the condition, but for the branches.
struct ContradictionFinder {
  /// How many combinations of alternatives are tried; beyond, a condition counts as possible
  static let branchLimit = 64

  /// How many alternatives on one signal are put together; the work grows with their square
  static let unionLimit = 500

  /// How deep conditions are followed
  static let depthLimit = 200

  let graph: ConditionGraph
  private let reader: ConstraintReader

  /// The findings in each condition that was looked through
  private var found: [NodeID: Contradiction?] = [:]

  init(graph: ConditionGraph) {
    self.graph = graph
    self.reader = ConstraintReader(graph: graph)
  }

  /// A contradiction in a condition; nil where it may be true
  mutating func contradiction(in condition: NodeID) -> Contradiction? {
    contradiction(in: condition, depth: 0)
  }

  private mutating func contradiction(in condition: NodeID, depth: Int) -> Contradiction? {
    guard depth < Self.depthLimit else { return nil }
    if let known = found[condition] { return known }
    var reading = ConjunctionReading()
    var result = read(condition, holds: true, as: nil, into: &reading, depth: depth)
    result = reading.settle() ?? result
    if result == nil {
      var branches = Self.branchLimit
      result = tryBranches(reading, from: 0, remaining: &branches, depth: depth)
    }
    found[condition] = .some(result)
    return result
  }

  // MARK: Conjunctions

  /// Reads what a condition says
  ///
  /// - Parameter part: the part of the conjunction, as the text has it, that the condition comes from;
  ///   nil where it is one itself.
  /// - Returns: a contradiction that needs nothing else of the conjunction; what comes before it in the
  ///   reading may hold another.
  private mutating func read(
    _ condition: NodeID, holds: Bool, as part: NodeID?, into reading: inout ConjunctionReading,
    depth: Int
  ) -> Contradiction? {
    guard depth < Self.depthLimit, reading.begin(condition, holds: holds) else { return nil }
    let named = part ?? condition
    switch graph[condition].operation {
    case .and(let parts) where holds, .or(let parts) where !holds:
      for operand in parts {
        if let found = read(operand, holds: holds, as: part, into: &reading, depth: depth + 1) {
          return found
        }
      }
      return nil
    case .and(let parts), .or(let parts):
      if let union = union(of: parts, holds: holds) {
        return narrow(by: union, part: named, in: &reading)
      }
      reading.alternatives.append((part, parts, holds))
      return nil
    case .not(let operand):
      return read(operand, holds: !holds, as: named, into: &reading, depth: depth + 1)
    case .lasting(let operand, _) where holds:
      // The present second is one of those that it looks at.
      return read(operand, holds: true, as: named, into: &reading, depth: depth + 1)
    case .withinLast(let operand, _) where holds, .withinNext(let operand, _) where holds:
      return contradiction(in: operand, depth: depth + 1)
    case .aggregate(.any, let query) where holds:
      guard let predicate = query.predicate else { return nil }
      return contradiction(in: predicate, depth: depth + 1)
    default:
      if let truth = reader.truthOfConstants(condition), truth != holds {
        return Contradiction(first: named, second: nil)
      }
      guard let constraint = reader.constraint(of: condition, holds: holds) else { return nil }
      return narrow(by: constraint, part: named, in: &reading)
    }
  }

  private func narrow(
    by constraint: Constraint, part: NodeID, in reading: inout ConjunctionReading
  ) -> Contradiction? {
    if constraint.values.isEmpty { return Contradiction(first: part, second: nil) }
    reading.narrow(by: constraint, part: part)
    return nil
  }

  // MARK: Alternatives

  /// What alternatives say together, where all of them are comparisons on one signal
  private func union(of parts: [NodeID], holds: Bool) -> Constraint? {
    guard parts.count <= Self.unionLimit else { return nil }
    var result: Constraint?
    for part in parts {
      guard let next = reader.constraint(of: part, holds: holds) else { return nil }
      guard let known = result else {
        result = next
        continue
      }
      guard known.signal == next.signal, let values = known.values.union(next.values) else {
        return nil
      }
      result = Constraint(signal: known.signal, values: values)
    }
    return result
  }

  /// Tries every combination of alternatives; a contradiction where none of them is possible
  private mutating func tryBranches(
    _ reading: ConjunctionReading, from index: Int, remaining: inout Int, depth: Int
  ) -> Contradiction? {
    guard index < reading.alternatives.count, depth + index < Self.depthLimit else { return nil }
    let (part, branches, holds) = reading.alternatives[index]
    var first: Contradiction?
    for branch in branches {
      remaining -= 1
      guard remaining > 0 else { return nil }
      var tried = reading
      var found = read(branch, holds: holds, as: part, into: &tried, depth: depth + 1)
      found = tried.settle() ?? found
      if found == nil {
        found = tryBranches(tried, from: index + 1, remaining: &remaining, depth: depth)
      }
      guard let found else { return nil }
      first = first ?? found
    }
    return first
  }
}

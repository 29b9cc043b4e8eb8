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
/// values that the signal may have, and when none are left the two last comparisons on it contradict
/// each other. `or` of comparisons on one signal is the union of their values; any other `or` is tried
/// branch by branch, up to ``branchLimit`` in all.
///
///     temp > 30C  and  temp < 10C       (30, ∞) ∩ (-∞, 10) = nothing
///
/// - Complexity: linear in the nodes of the condition, but for the branches.
struct ContradictionFinder {
  /// How many combinations of alternatives are tried; beyond, a condition counts as possible
  static let branchLimit = 64

  /// How many alternatives on one signal are put together; the work grows with their square
  static let unionLimit = 500

  /// How deep conditions are followed
  static let depthLimit = 200

  let graph: ConditionGraph
  private let reader: ConstraintReader

  init(graph: ConditionGraph) {
    self.graph = graph
    self.reader = ConstraintReader(graph: graph)
  }

  /// A contradiction in a condition; nil where it may be true
  func contradiction(in condition: NodeID) -> Contradiction? {
    contradiction(in: condition, depth: 0)
  }

  private func contradiction(in condition: NodeID, depth: Int) -> Contradiction? {
    guard depth < Self.depthLimit else { return nil }
    var reading = Reading()
    if let found = read(condition, holds: true, as: nil, into: &reading, depth: depth) {
      return found
    }
    var branches = Self.branchLimit
    return tryBranches(reading, from: 0, remaining: &branches, depth: depth)
  }

  /// What a conjunction has said so far
  private struct Reading {
    /// The values that each signal may still have, and the parts that said so
    var values: [Signal: (allowed: AllowedValues, by: [(NodeID, AllowedValues)])] = [:]

    /// Alternatives, to be tried when everything else is read
    var alternatives: [(part: NodeID?, branches: [NodeID], holds: Bool)] = []
  }

  // MARK: Conjunctions

  /// Reads what a condition says
  ///
  /// - Parameter part: the part of the conjunction, as the text has it, that the condition comes from;
  ///   nil where it is one itself.
  private func read(
    _ condition: NodeID, holds: Bool, as part: NodeID?, into reading: inout Reading, depth: Int
  ) -> Contradiction? {
    guard depth < Self.depthLimit else { return nil }
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
    by constraint: Constraint, part: NodeID, in reading: inout Reading
  ) -> Contradiction? {
    if constraint.values.isEmpty { return Contradiction(first: part, second: nil) }
    guard var known = reading.values[constraint.signal] else {
      reading.values[constraint.signal] = (constraint.values, [(part, constraint.values)])
      return nil
    }
    guard let both = known.allowed.intersection(constraint.values) else { return nil }
    if both.isEmpty {
      // The part that alone contradicts this one, else any other that narrowed the signal.
      let other =
        known.by.first { $0.1.intersection(constraint.values)?.isEmpty ?? false }
        ?? known.by.first { $0.0 != part }
      guard let other, other.0 != part else { return Contradiction(first: part, second: nil) }
      return Contradiction(first: other.0, second: part)
    }
    known.allowed = both
    known.by.append((part, constraint.values))
    reading.values[constraint.signal] = known
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
  private func tryBranches(
    _ reading: Reading, from index: Int, remaining: inout Int, depth: Int
  ) -> Contradiction? {
    guard index < reading.alternatives.count, depth + index < Self.depthLimit else { return nil }
    let (part, branches, holds) = reading.alternatives[index]
    var first: Contradiction?
    for branch in branches {
      remaining -= 1
      guard remaining > 0 else { return nil }
      var tried = reading
      let found =
        read(branch, holds: holds, as: part, into: &tried, depth: depth + 1)
        ?? tryBranches(tried, from: index + 1, remaining: &remaining, depth: depth)
      guard let found else { return nil }
      first = first ?? found
    }
    return first
  }
}

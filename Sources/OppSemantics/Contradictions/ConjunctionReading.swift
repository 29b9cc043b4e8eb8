internal import OppModel

/// The constraints of a conjunction so far
///
/// Constraints are collected and put together when all of them are there, by halves: one at a time,
/// `x != 1 and x != 2 and …` would cost the square of its length.
///
/// ```
///   all        (1 ∩ 2) ∩ (3 ∩ 4)        nothing is left? Then the first constraint that leaves
///   halves     1 ∩ 2      3 ∩ 4         nothing lies in the left half, or in the right one with
///   one each   1    2     3    4        all of the left
/// ```
struct ConjunctionReading {
  /// Alternatives, to be tried when everything else is read
  var alternatives: [(part: NodeID?, branches: [NodeID], holds: Bool)] = []

  private var subjects: [Signal: Subject] = [:]

  /// The signals of which not everything is put together
  private var touched: [Signal] = []
  private var seen: Set<Reading> = []
  private var count = 0

  /// The constraints on one signal
  private struct Subject {
    /// The values that it may still have, as far as they are put together
    var allowed: AllowedValues?
    var settled = 0
    var constraints: [Narrowing] = []
  }

  private struct Narrowing {
    let part: NodeID
    let values: AllowedValues

    /// Its place in the order of reading
    let order: Int
  }

  private struct Reading: Hashable {
    let node: NodeID
    let holds: Bool
  }

  /// Takes note that a condition is read
  ///
  /// - Returns: false where it was read before, and says nothing new.
  mutating func begin(_ condition: NodeID, holds: Bool) -> Bool {
    seen.insert(Reading(node: condition, holds: holds)).inserted
  }

  mutating func narrow(by constraint: Constraint, part: NodeID) {
    let signal = constraint.signal
    if subjects[signal] == nil { subjects[signal] = Subject() }
    if let subject = subjects[signal], subject.settled == subject.constraints.count {
      touched.append(signal)
    }
    subjects[signal]?.constraints.append(
      Narrowing(part: part, values: constraint.values, order: count))
    count += 1
  }

  /// Puts together what was said since this was last asked
  ///
  /// - Returns: the first two parts that leave a signal no value; nil where each has some.
  mutating func settle() -> Contradiction? {
    var first: (order: Int, contradiction: Contradiction)?
    for signal in touched {
      guard let subject = subjects[signal] else { continue }
      let tree = HalvedConstraints(subject.constraints[subject.settled...].map { $0.values })
      let allowed = tree.all(within: subject.allowed)
      subjects[signal]?.allowed = allowed
      subjects[signal]?.settled = subject.constraints.count
      guard let allowed, allowed.isEmpty,
        let index = tree.firstThatLeavesNothing(of: subject.allowed)
      else { continue }
      let place = subject.settled + index
      let order = subject.constraints[place].order
      if let first, first.order < order { continue }
      first = (order, Self.contradiction(of: place, among: subject.constraints))
    }
    touched = []
    return first?.contradiction
  }

  /// The part that alone contradicts a constraint, else any other before it
  private static func contradiction(
    of place: Int, among constraints: [Narrowing]
  ) -> Contradiction {
    let last = constraints[place]
    let other =
      constraints[..<place].first { $0.values.intersection(last.values)?.isEmpty ?? false }
      ?? constraints[..<place].first { $0.part != last.part }
    guard let other, other.part != last.part else {
      return Contradiction(first: last.part, second: nil)
    }
    return Contradiction(first: other.part, second: last.part)
  }
}

/// Sets of values and what is in all of them, by halves
private struct HalvedConstraints {
  /// The node at 1 is of all, those at 2 and 3 of its halves; nil of none
  private var nodes: [AllowedValues?]
  private let leaves: Int

  init(_ values: [AllowedValues]) {
    var leaves = 1
    while leaves < values.count { leaves *= 2 }
    self.leaves = leaves
    nodes = Array(repeating: nil, count: 2 * leaves)
    for (index, value) in values.enumerated() { nodes[leaves + index] = value }
    for node in stride(from: leaves - 1, to: 0, by: -1) {
      nodes[node] = Self.both(nodes[2 * node], nodes[2 * node + 1])
    }
  }

  /// What is in all of them, and in some more
  func all(within values: AllowedValues?) -> AllowedValues? { Self.both(values, nodes[1]) }

  /// The first that leaves nothing together with those before it; nil where something is left
  func firstThatLeavesNothing(of values: AllowedValues?) -> Int? {
    guard all(within: values)?.isEmpty ?? false else { return nil }
    var before = values
    var node = 1
    while node < leaves {
      let left = Self.both(before, nodes[2 * node])
      if left?.isEmpty ?? false {
        node = 2 * node
      } else {
        before = left
        node = 2 * node + 1
      }
    }
    return node - leaves
  }

  /// What is in both; those of another kind say nothing
  private static func both(_ left: AllowedValues?, _ right: AllowedValues?) -> AllowedValues? {
    guard let left, let right else { return left ?? right }
    return left.intersection(right) ?? left
  }
}

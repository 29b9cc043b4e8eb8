/// Draws conclusions from the decided truths, until there are no more
///
/// One round goes through the network four times over, and rounds repeat until one changes nothing:
///
/// ```
/// 1. backwards    the truth of `a and b` narrows a and b       true: a true, b true
/// 2. forwards     the truths of a and b narrow `a and b`       a false: false
/// 3. relations    orders and implications                      `c for 1h` true: c true
/// 4. columns      decided atoms narrow a column, and the column narrows the other atoms on it
///                                                              temp > 30C true: temp in (30, ∞): temp < 10C not true
/// ```
///
/// It never guesses, so each conclusion is one that every assignment within the given one agrees with.
///
/// - Complexity: O(*n*) a round; rounds end, since possibilities only become fewer.
struct Propagator: Sendable {
  /// The network, which does not change
  let network: Network

  /// The variables with an atom on each column
  ///
  /// By the index of the column; atoms on several columns are in none.
  private let atoms: [[Int]]

  /// The number of variables visited
  private(set) var work = 0

  init(_ network: Network) {
    self.network = network
    var atoms: [[Int]] = network.columns.map { _ in [] }
    for (index, variable) in network.variables.enumerated() {
      switch variable.atom {
      case .numbers(let column, _), .texts(let column, _): atoms[column].append(index)
      case .linear, nil: break
      }
    }
    self.atoms = atoms
  }

  /// Narrows an assignment as far as it follows, in place
  ///
  /// - Returns: `false` if nothing is possible.
  mutating func propagate(_ assignment: inout Assignment) -> Bool {
    while true {
      work += network.variables.count
      var isChanged = false
      for index in network.variables.indices.reversed() {
        guard narrowOperands(of: index, &assignment, &isChanged) else { return false }
      }
      for index in network.variables.indices {
        guard narrow(index, to: possible(index, assignment), &assignment, &isChanged) else {
          return false
        }
      }
      guard narrowRelations(&assignment, &isChanged), narrowColumns(&assignment, &isChanged) else {
        return false
      }
      if !isChanged { return true }
    }
  }

  /// Leaves a variable only the truths of a mask
  ///
  /// - Returns: `false` if none is left.
  private func narrow(
    _ index: Int, to mask: TruthMask, _ assignment: inout Assignment, _ isChanged: inout Bool
  ) -> Bool {
    let narrowed = assignment.masks[index].intersection(mask)
    if narrowed != assignment.masks[index] {
      assignment.masks[index] = narrowed
      isChanged = true
    }
    return !narrowed.isEmpty
  }

  // MARK: From operands

  /// The truths that the operands of a variable leave it
  ///
  /// ```
  /// and   {true} and {true, unknown}       {true, unknown}
  /// or    {false} or {false, unknown}      {false, unknown}
  /// strict with an unknown operand         {unknown}
  /// partial with known operands            every truth
  /// ```
  func possible(_ index: Int, _ assignment: Assignment) -> TruthMask {
    let masks = assignment.masks
    let variable = network.variables[index]
    let values: TruthMask = variable.isBool ? .knownTruths : .true
    // A value that is no Bool is `true` if it is known.
    switch variable.shape {
    case .free: return .all
    case .not(let operand): return masks[operand].negated
    case .and(let parts): return parts.reduce(.true) { $0.minimum(masks[$1]) }
    case .or(let parts): return parts.reduce(.false) { $0.maximum(masks[$1]) }
    case .conditional(let condition, let then, let otherwise):
      var result: TruthMask = masks[condition].intersection(.unknown)
      if masks[condition].contains(.true) { result.formUnion(masks[then]) }
      if masks[condition].contains(.false) { result.formUnion(masks[otherwise]) }
      return result
    case .otherwise(let first, let second):
      var result = masks[first].subtracting(.unknown)
      if masks[first].mayBeUnknown { result.formUnion(masks[second]) }
      return result
    case .isKnown(let operand):
      var result: TruthMask = masks[operand].mayBeUnknown ? .false : []
      if masks[operand] != .unknown { result.insert(.true) }
      return result
    case .sameTruth(let left, let right, let isEqual):
      return sameTruth(masks[left], masks[right], isEqual)
    case .strict(let parts):
      if parts.contains(where: { masks[$0] == .unknown }) { return .unknown }
      return parts.contains { masks[$0].mayBeUnknown } ? values.union(.unknown) : values
    case .partial(let parts):
      return parts.contains { masks[$0] == .unknown } ? .unknown : values.union(.unknown)
    }
  }

  /// The truths of `left == right` of two Bools, or of `left != right`
  ///
  /// `{true} == {true, unknown}` is true or unknown.
  private func sameTruth(_ left: TruthMask, _ right: TruthMask, _ isEqual: Bool) -> TruthMask {
    var result = left.union(right).intersection(.unknown)
    let (first, second) = (
      left.intersection(.knownTruths), right.intersection(.knownTruths)
    )
    if !first.intersection(second).isEmpty { result.insert(isEqual ? .true : .false) }
    if !first.intersection(second.negated).isEmpty { result.insert(isEqual ? .false : .true) }
    return result
  }

  // MARK: To operands

  /// Leaves the operands of a variable only the truths that its own truth allows
  ///
  /// Each case is that of ``possible(_:_:)`` read the other way round. Returns false if an operand has none left.
  private func narrowOperands(
    of index: Int, _ assignment: inout Assignment, _ isChanged: inout Bool
  ) -> Bool {
    let mask = assignment.masks[index]
    switch network.variables[index].shape {
    case .free: return true
    case .not(let operand): return narrow(operand, to: mask.negated, &assignment, &isChanged)
    case .and(let parts):
      return narrowParts(parts, mask, isAnd: true, &assignment, &isChanged)
    case .or(let parts):
      return narrowParts(parts, mask, isAnd: false, &assignment, &isChanged)
    case .conditional(let condition, let then, let otherwise):
      return narrowConditional(
        mask, condition, then: then, otherwise: otherwise, &assignment, &isChanged)
    case .otherwise(let first, let second):
      return narrowOtherwise(mask, first, second, &assignment, &isChanged)
    // `known(x)` true leaves x its known values, and false leaves it unknown.
    case .isKnown(let operand):
      if mask == .true { return narrow(operand, to: .knownTruths, &assignment, &isChanged) }
      return mask != .false || narrow(operand, to: .unknown, &assignment, &isChanged)
    case .sameTruth(let left, let right, let isEqual):
      guard !mask.mayBeUnknown else { return true }
      guard narrow(left, to: .knownTruths, &assignment, &isChanged),
        narrow(right, to: .knownTruths, &assignment, &isChanged)
      else { return false }
      guard mask.isSingle else { return true }
      let isSame = (mask == .true) == isEqual
      let (first, second) = (assignment.masks[left], assignment.masks[right])
      return narrow(left, to: isSame ? second : second.negated, &assignment, &isChanged)
        && narrow(right, to: isSame ? first : first.negated, &assignment, &isChanged)
    // A strict value is unknown only through an operand: the last one that can be unknown has to be.
    case .strict(let parts):
      guard mask == .unknown else {
        return narrowKnown(parts, mask, &assignment, &isChanged)
      }
      let open = parts.filter { assignment.masks[$0].mayBeUnknown }
      return open.count != 1 || narrow(open[0], to: .unknown, &assignment, &isChanged)
    case .partial(let parts): return narrowKnown(parts, mask, &assignment, &isChanged)
    }
  }

  /// Makes all operands known if the value is
  private func narrowKnown(
    _ parts: [Int], _ mask: TruthMask, _ assignment: inout Assignment, _ isChanged: inout Bool
  ) -> Bool {
    guard !mask.mayBeUnknown else { return true }
    for part in parts
    where !narrow(part, to: .knownTruths, &assignment, &isChanged) { return false }
    return true
  }

  /// Narrows the operands of `and`, and of `or` with the order of truths reversed
  ///
  /// `a and b` is the least of both: none may be below the truth of the whole, and one has to be as low.
  private func narrowParts(
    _ parts: [Int], _ mask: TruthMask, isAnd: Bool, _ assignment: inout Assignment,
    _ isChanged: inout Bool
  ) -> Bool {
    // No part may be below the least truth of an `and`, or above the greatest of an `or`.
    for part in parts {
      let own = assignment.masks[part]
      let left = isAnd ? own.notBelow(mask) : own.notAbove(mask)
      guard narrow(part, to: left, &assignment, &isChanged) else { return false }
    }
    // One part alone may have to bring the truth about.
    let bringing = parts.filter { part in
      let own = assignment.masks[part]
      return !(isAnd ? own.notAbove(mask) : own.notBelow(mask)).isEmpty
    }
    guard bringing.count <= 1 else { return true }
    guard let only = bringing.first else { return false }
    let own = assignment.masks[only]
    return narrow(
      only, to: isAnd ? own.notAbove(mask) : own.notBelow(mask), &assignment, &isChanged)
  }

  /// Narrows `if condition then … else …`: a branch that cannot give the truth excludes its condition
  private func narrowConditional(
    _ mask: TruthMask, _ condition: Int, then: Int, otherwise: Int,
    _ assignment: inout Assignment, _ isChanged: inout Bool
  ) -> Bool {
    var allowed = TruthMask.all
    if !mask.mayBeUnknown { allowed.remove(.unknown) }
    if assignment.masks[then].isDisjoint(with: mask) { allowed.remove(.true) }
    if assignment.masks[otherwise].isDisjoint(with: mask) { allowed.remove(.false) }
    guard narrow(condition, to: allowed, &assignment, &isChanged) else { return false }
    switch assignment.masks[condition] {
    case .true: return narrow(then, to: mask, &assignment, &isChanged)
    case .false: return narrow(otherwise, to: mask, &assignment, &isChanged)
    default: return true
    }
  }

  /// Narrows `first otherwise second`: a known first is the value, an unknown one leaves it to the second
  private func narrowOtherwise(
    _ mask: TruthMask, _ first: Int, _ second: Int, _ assignment: inout Assignment,
    _ isChanged: inout Bool
  ) -> Bool {
    // The first has the truth itself, or is unknown and leaves it to the second.
    var allowed = mask.union(.unknown)
    if assignment.masks[second].isDisjoint(with: mask) { allowed.remove(.unknown) }
    guard narrow(first, to: allowed, &assignment, &isChanged) else { return false }
    guard assignment.masks[first] == .unknown else { return true }
    return narrow(second, to: mask, &assignment, &isChanged)
  }

  // MARK: Relations and columns

  /// Narrows both ends of each order, and follows implications forwards and, if the conclusion fails, backwards
  private func narrowRelations(_ assignment: inout Assignment, _ isChanged: inout Bool) -> Bool {
    for order in network.orders {
      let lower = assignment.masks[order.lower].notAbove(assignment.masks[order.upper])
      guard narrow(order.lower, to: lower, &assignment, &isChanged) else { return false }
      let upper = assignment.masks[order.upper].notBelow(assignment.masks[order.lower])
      guard narrow(order.upper, to: upper, &assignment, &isChanged) else { return false }
    }
    for rule in network.implications {
      if assignment.masks[rule.left].isSubset(of: rule.when) {
        guard narrow(rule.right, to: rule.then, &assignment, &isChanged) else { return false }
      } else if assignment.masks[rule.right].isDisjoint(with: rule.then) {
        let rest = TruthMask.all.subtracting(rule.when)
        guard narrow(rule.left, to: rest, &assignment, &isChanged) else { return false }
      }
    }
    return true
  }

  /// Narrows columns by their atoms, and atoms by their columns
  private func narrowColumns(_ assignment: inout Assignment, _ isChanged: inout Bool) -> Bool {
    for column in atoms.indices where !atoms[column].isEmpty {
      guard applyAtoms(of: column, &assignment) else { return false }
      for index in atoms[column] where !assignment.applied[index] {
        let left = truths(of: index, assignment)
        guard narrow(index, to: left, &assignment, &isChanged) else { return false }
      }
    }
    return true
  }

  /// Leaves a column the values of each atom that has been decided, once each
  private func applyAtoms(of column: Int, _ assignment: inout Assignment) -> Bool {
    for index in atoms[column] where !assignment.applied[index] {
      let mask = assignment.masks[index]
      guard mask == .true || mask == .false else { continue }
      assignment.applied[index] = true
      switch network.variables[index].atom {
      case .numbers(_, let numbers):
        let wanted = mask == .true ? numbers : numbers.complement
        let left = assignment.numbers[column].intersection(wanted)
        assignment.numbers[column] = network.columns[column].isWhole ? left.wholeNumbers : left
        if assignment.numbers[column].isEmpty { return false }
      case .texts(_, let texts):
        let wanted = mask == .true ? texts : texts.complement
        assignment.texts[column] = assignment.texts[column].intersection(wanted)
        if assignment.texts[column].isEmpty { return false }
      case .linear, nil: break
      }
    }
    return true
  }

  /// The truths that the values left to its column leave an atom
  private func truths(of index: Int, _ assignment: Assignment) -> TruthMask {
    var result = TruthMask.all
    switch network.variables[index].atom {
    case .numbers(let column, let numbers):
      let left = assignment.numbers[column]
      if left.isDisjoint(with: numbers) { result.remove(.true) }
      if left.isSubset(of: numbers) { result.remove(.false) }
    case .texts(let column, let texts):
      let left = assignment.texts[column]
      if left.intersection(texts).isEmpty { result.remove(.true) }
      if left.intersection(texts.complement).isEmpty { result.remove(.false) }
    case .linear, nil: break
    }
    return result
  }
}

internal import OppModel

/// The readings that may precede the second of a witness, for conditions that look back
///
/// ```
///          earlier readings              the readings of the witness
///   ├───────────────────────────────┼──────────────────────────────────┤
///   earlierBegins                 begins                            instant
/// ```
///
/// In most examples the inputs have long been constant. If a condition needs an earlier change, so that
/// `c for D` is false while `c` is true, there are two intervals, and the change lies where a window
/// begins.
///
/// ```
/// not (raining for 1h) and raining      change 0 s before: not raining, then raining at the second itself
/// max(temp, last 3h) > 25C and temp < 10C      earlier temp = 30 °C, now 0 °C
/// ```
struct PastReadings: Sendable {
  let graph: ConditionGraph
  let theories: Theories
  let attempt: Attempt

  /// The zone of local times before the second
  let zone: Zone

  /// The number of models of earlier readings that are tried
  private static let modelLimit = 3

  /// One possible past
  struct Stretch: Sendable {
    /// The first second of the readings of the witness
    let begins: Instant
    let earlierBegins: Instant

    /// The earlier readings; `nil` if they were the same
    let readings: Earlier?
  }

  /// Values of readings that were others
  struct Earlier: Sendable {
    /// By the node of the field
    var values: [NodeID: Witness.Reading] = [:]

    /// The readings of this past, and the others as they are now
    func beside(_ present: [Witness.Reading]) -> [Witness.Reading] {
      var rest = values
      var result = present.map { rest.removeValue(forKey: $0.node) ?? $0 }
      result += rest.values.sorted { $0.node < $1.node }
      return result
    }
  }

  /// The longest time over which the conditions look back, in seconds
  var length: Int64 {
    lengths.max().map { $0 + 1 } ?? 0
  }

  /// The seconds that each operation looks back, each once, ascending
  private var lengths: [Int64] {
    var result: Set<Int64> = []
    for variable in theories.network.variables {
      if let seconds = graph[variable.node].operation.secondsBack { result.insert(seconds) }
    }
    return result.sorted()
  }

  /// The pasts to try: first that everything was constant, then that it changed at the start of a window
  ///
  /// - Parameter values: the readings of the second itself.
  func stretches(
    before instant: Instant, _ assignment: Assignment, _ values: ModelValues
  ) -> [Stretch] {
    let start = instant.advanced(by: -length)
    var result = [Stretch(begins: start, earlierBegins: start, readings: nil)]
    guard length > 0 else { return result }
    let literals = self.literals(assignment)
    let extremes = self.extremes(values)
    let durations = self.durations(values)
    guard !literals.isEmpty || !extremes.values.isEmpty || !durations.isEmpty else {
      return result
    }
    // A change at the second itself, or at the first second of each window.
    for distance in [0] + lengths {
      let change = instant.advanced(by: -distance)
      for earlier in self.earlier(literals, extremes, at: change.advanced(by: -1)) {
        result.append(
          Stretch(
            begins: change, earlierBegins: start.advanced(by: -distance), readings: earlier))
      }
    }
    // A condition that changed within a window, so that it was true for part of it.
    for duration in durations {
      let change = instant.advanced(by: -duration.distance)
      let changed = literals + [(duration.condition, duration.earlier)]
      for earlier in self.earlier(changed, extremes, at: change.advanced(by: -1)) {
        result.append(
          Stretch(
            begins: change, earlierBegins: start.advanced(by: -duration.distance),
            readings: earlier))
      }
    }
    return result
  }

  /// A condition that was otherwise until some seconds before
  private struct Duration {
    let condition: NodeID
    let earlier: Truthfulness
    let distance: Int64
  }

  /// The changes that give totals of conditions their values
  ///
  /// For `total(raining, last 3h) > 1h` of two hours: raining for the last two, or dry for the last one.
  private func durations(_ values: ModelValues) -> [Duration] {
    theories.network.columns.enumerated().flatMap { index, column -> [Duration] in
      let node = theories.network.variables[column.variable].node
      guard case .window(.total, let condition, .last(let seconds)) = graph[node].operation,
        graph[condition].type == .bool, let value = values.columns[index]?.floor,
        (0...seconds).contains(value)
      else { return [] }
      return [
        Duration(condition: condition, earlier: .isTrue, distance: seconds - value),
        Duration(condition: condition, earlier: .isFalse, distance: value),
      ]
    }
  }

  /// The conditions that must have been otherwise before
  private func literals(_ assignment: Assignment) -> [(NodeID, Truthfulness)] {
    var result: [(NodeID, Truthfulness)] = []
    for (index, variable) in theories.network.variables.enumerated() {
      let mask = assignment.masks[index]
      let operation = graph[variable.node].operation
      if case .lasting(let operand, _) = operation, mask == .false || mask == .unknown {
        result.append((operand, mask == .false ? .isFalse : .isUnknown))
      }
      if case .withinLast(let operand, _) = operation, mask == .true {
        result.append((operand, .isTrue))
      }
      if case .began(let operand) = operation { result.append((operand, .isFalse)) }
      if case .window(.ago, let operand, _) = operation, graph[operand].type == .bool,
        mask == .true || mask == .false
      {
        result.append((operand, mask == .true ? .isTrue : .isFalse))
      }
    }
    return result
  }

  /// The earlier readings that windows need for their least and greatest values
  private func extremes(_ values: ModelValues) -> Earlier {
    var result = Earlier()
    for (index, column) in theories.network.columns.enumerated() {
      let variable = theories.network.variables[column.variable]
      if let start = startOfWay(variable.node, values.columns[index], values) {
        result.values[start.node] = start
        continue
      }
      guard case .window(let function, let operand, let span) = graph[variable.node].operation,
        case .reading(let request, let field) = graph[operand].operation,
        let value = values.columns[index], let present = values.value(of: operand)
      else { continue }
      let then: Rational
      switch function {
      case .minimum, .maximum, .ago: then = value
      case .change, .increase: then = present - value
      // The average of the window from half of it at `then` and half at the present value.
      case .average: then = Rational(2) * value - present
      // The same rate until the second itself, at which it changed.
      case .total:
        guard case .last(let seconds) = span, seconds > 0 else { continue }
        then = value * Rational(graph[variable.node].type.secondsOfTotal) / Rational(seconds)
      case .travelled, .times, .changes: continue
      }
      guard then != present, then.isValid else { continue }
      result.values[operand] = Witness.Reading(
        node: operand, request: request, field: field, value: .scalar(then.double))
    }
    return result
  }

  /// The position from which `travelled` has its value; nil for other operations
  private func startOfWay(
    _ node: NodeID, _ length: Rational?, _ values: ModelValues
  ) -> Witness.Reading? {
    guard case .window(.travelled, let operand, _) = graph[node].operation, let length,
      case .reading(let request, let field) = graph[operand].operation,
      let leaf = theories.network.variables.firstIndex(where: { $0.node == operand }),
      case .position(let position)? = values.leaves[leaf],
      let start = PositionChoice.move(position, by: length.double, bearing: 0)
    else { return nil }
    return Witness.Reading(node: operand, request: request, field: field, value: .position(start))
  }

  /// The readings under which the literals held before, one for each model; the extremes alone without literals
  private func earlier(
    _ literals: [(NodeID, Truthfulness)], _ extremes: Earlier, at instant: Instant
  ) -> [Earlier] {
    // A question of its own: a model of the conditions as they have to have been.
    guard !literals.isEmpty else { return [extremes] }
    guard var searcher = attempt.question(literals) else { return [] }
    var result: [Earlier] = []
    for _ in 0..<Self.modelLimit {
      guard case .model(let assignment, let constraints) = searcher.next() else { break }
      guard
        let values = ModelValues(
          assignment, constraints, graph: graph, theories: searcher.theories,
          addresses: AddressBook(searcher.network, in: graph, isTogether: false),
          at: PresentSecond(instant, zone: zone))
      else { continue }
      // The readings of that model go before the extremes.
      var earlier = extremes
      for (index, variable) in searcher.network.variables.enumerated() {
        guard case .reading(let request, let field) = graph[variable.node].operation,
          let value = values.leaves[index]
        else { continue }
        earlier.values[variable.node] = Witness.Reading(
          node: variable.node, request: request, field: field, value: value)
      }
      result.append(earlier)
    }
    return result
  }
}

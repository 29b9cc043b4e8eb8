internal import OppModel

/// Values for all that a model leaves open, at one second
///
/// The second settles the values of the clock, the calendar and the sun, and the distances settle positions
/// that they must have; then the sums choose the rest, one column after another.
///
/// ```
/// near @51.5,-0.12 and temp > 30C, at 12:00      1. time = 43200 and the other fields of the second
///                                                2. moments, then the sun, from the second
///                                                3. the position, 0 m from the pin, and so its distance
///                                                4. places of categories, at the distance they need
///                                                5. temp = 31, by the sums or by the numbers that people like to read
/// ```
///
/// Each step settles columns that later ones take as given; a value outside the set that is left to its column ends the attempt.
struct ModelValues: Sendable {
  /// The value of each leaf by its variable; `nil` if it is unknown
  private(set) var leaves: [Int: Value] = [:]

  /// The value of each column
  private(set) var columns: [Int: Rational] = [:]
  /// The places of categories
  private(set) var places: [Witness.Nearby] = []

  /// The positions of addresses, chosen before
  private let addresses: AddressBook

  /// The graph of the question
  private let graph: ConditionGraph

  /// The network, with its sums
  private let theories: Theories

  /// The model: the truths and the values that are left
  private let assignment: Assignment

  /// The second for which values are sought
  private let present: PresentSecond

  /// The variables and columns of the question
  private var network: Network { theories.network }

  /// `true` if only the date of the second counts, and the sums choose the time of day
  private let isTimeOpen: Bool

  /// - Parameter isTimeOpen: whether only the date of the second counts, and the sums choose the time of day.
  /// - Returns: nil if the second does not agree with the model, or no values were found.
  init?(
    _ assignment: Assignment, _ constraints: [LinearConstraint], graph: ConditionGraph,
    theories: Theories, addresses: AddressBook, at present: PresentSecond, isTimeOpen: Bool = false
  ) {
    self.addresses = addresses
    self.graph = graph
    self.theories = theories
    self.assignment = assignment
    self.present = present
    self.isTimeOpen = isTimeOpen
    guard settleTime(), settleMoments(), settlePositions(), settleSun(),
      settleClockSums(), settlePlaces(), chooseNumbers(constraints)
    else {
      return nil
    }
    for index in network.variables.indices { addLeaf(index) }
  }

  /// `true` if some row is to count for an aggregate
  func counts(_ aggregate: Network.RowAggregate) -> Bool {
    if let column = aggregate.count {
      return columns[column].map { $0 >= .one } ?? false
    }
    return assignment.masks[aggregate.isAny] == .true
  }

  /// The number of a node outside all scopes
  func value(of node: NodeID) -> Rational? {
    network.variables.firstIndex { $0.node == node }.flatMap(number)
  }

  // MARK: Columns that the second settles

  /// Gives a column its value; false if the model does not leave it that one
  private mutating func settle(_ column: Int, _ value: Rational) -> Bool {
    columns[column] = value
    return assignment.numbers[column].contains(value)
  }

  /// Takes the fields of the clock and the calendar from the second
  private mutating func settleTime() -> Bool {
    for (index, column) in network.columns.enumerated() {
      guard case .time(let field) = column.kind, !isTimeOpen || field.isOfDate else { continue }
      guard settle(index, present.value(of: field)) else { return false }
    }
    return true
  }

  /// Takes the instants of local times from the zone, if date and time are settled
  private mutating func settleMoments() -> Bool {
    for moment in network.moments {
      guard let local = value(of: moment.local), local.isWhole else { continue }
      let instant = present.zone.instant(of: LocalDateTime(secondsSinceEpoch: local.numerator))
      guard settle(moment.column, Rational(instant.seconds)) else { return false }
    }
    return true
  }

  /// The value of a sum of settled columns
  private func value(of form: LinearForm) -> Rational? {
    var sum = form.constant
    for term in form.terms {
      guard let value = columns[term.column] else { return nil }
      sum = sum + term.factor * value
    }
    return sum.isValid ? sum : nil
  }

  /// Computes the sun over pins and chosen positions; `false` if it crosses and may not, or does not and must
  private mutating func settleSun() -> Bool {
    for (index, column) in network.columns.enumerated() {
      let node = network.variables[column.variable].node
      guard let place = graph[node].operation.placeOfSun,
        let position = graph.pin(place) ?? chosenPosition(place)
      else { continue }
      // The place of the sun follows from the time of day, which is found first.
      if isTimeOpen, case .sunAngle = graph[node].operation { continue }
      let mask = assignment.masks[column.variable]
      // No crossing today: right if the model has it unknown.
      guard let value = present.sun(graph[node].operation, over: position) else {
        if mask.mayBeUnknown { continue }
        return false
      }
      guard mask != .unknown, settle(index, value) else { return false }
    }
    return true
  }

  /// Moves settled times of day by constants, around midnight: `sunset - 1h`, once the sunset is known
  private mutating func settleClockSums() -> Bool {
    let day = Rational(86_400)
    for (index, column) in network.columns.enumerated() where columns[index] == nil {
      let node = network.variables[column.variable].node
      guard graph[node].type == .timeOfDay,
        case .arithmetic(let operation, let left, let right) = graph[node].operation,
        operation == .timeAdvance || operation == .timeRetreat, let time = value(of: left),
        case .constant(.scalar(let seconds)) = graph[right].operation
      else { continue }
      let shift = Rational(nearest: seconds)
      let sum = operation == .timeAdvance ? time + shift : time - shift
      guard sum.isValid, settle(index, sum - Rational((sum / day).floor) * day) else {
        return false
      }
    }
    return true
  }

  /// The position that was chosen for a reading of one, also as the last one known
  private func chosenPosition(_ node: NodeID) -> Position? {
    if case .lastKnown(let operand) = graph[node].operation { return chosenPosition(operand) }
    guard let index = network.variables.firstIndex(where: { $0.node == node }),
      case .position(let position)? = leaves[index]
    else { return nil }
    return position
  }

  // MARK: Positions

  /// Chooses a position for each reading of one, by its distances to pins; measures them afterwards
  private mutating func settlePositions() -> Bool {
    for (index, variable) in network.variables.enumerated()
    where graph[variable.node].type == .position && graph[variable.node].operation.role == .data {
      guard assignment.masks[index] != .unknown else { continue }
      let found = distances(of: index)
      let choice = PositionChoice(
        targets: found.map { distance in
          PositionChoice.Target(
            position: distance.pin, distances: assignment.numbers[distance.column])
        })
      guard let position = choice.position() else { return false }
      leaves[index] = .position(position)
      for distance in found {
        let length = Geodesic.distance(from: position, to: distance.pin)
        columns[distance.column] = Rational(rounding: length)
      }
    }
    return true
  }

  /// The columns of the distances between a position and pins, or positions that have been chosen
  private func distances(of leaf: Int) -> [(column: Int, pin: Position)] {
    func fixed(_ operand: Int, _ node: NodeID) -> Position? {
      if case .position(let position)? = leaves[operand] { return position }
      return addresses.pin(node, in: graph)
    }
    return network.columns.enumerated().compactMap { index, column in
      let variable = network.variables[column.variable]
      guard case .distance(let left, let right) = graph[variable.node].operation,
        case .strict(let operands) = variable.shape, operands.count == 2
      else { return nil }
      if operands[0] == leaf, let pin = fixed(operands[1], right) { return (index, pin) }
      if operands[1] == leaf, let pin = fixed(operands[0], left) { return (index, pin) }
      return nil
    }
  }

  /// Puts the nearest place of a category as far from a position as it is to be
  private mutating func settlePlaces() -> Bool {
    for (index, column) in network.columns.enumerated() {
      let variable = network.variables[column.variable]
      guard case .distance(let left, let right) = graph[variable.node].operation,
        let (category, from) = nearest(right) ?? nearest(left),
        let leaf = network.variables.firstIndex(where: { $0.node == from }),
        case .position(let origin)? = leaves[leaf],
        assignment.masks[column.variable] != .unknown
      else { continue }
      let known = places.first { $0.category == category }?.position
      guard let place = known ?? self.place(awayFrom: origin, index) else { return false }
      if known == nil { places.append(Witness.Nearby(category: category, position: place)) }
      guard settle(index, length(origin, place)) else { return false }
    }
    return true
  }

  /// A place whose distance is left to a column: at a round distance, or at one that is surely allowed
  private func place(awayFrom origin: Position, _ column: Int) -> Position? {
    let allowed = assignment.numbers[column]
    if let distance = choose(column, .everything),
      let place = PositionChoice.move(origin, by: distance.double, bearing: 0),
      allowed.contains(length(origin, place))
    {
      return place
    }
    let target = PositionChoice.Target(position: origin, distances: allowed)
    return PositionChoice(targets: [target]).position()
  }

  /// The distance that the engine measures
  private func length(_ first: Position, _ second: Position) -> Rational {
    Rational(rounding: Geodesic.distance(from: first, to: second))
  }

  /// The category of a nearest place, and the position it is nearest to
  private func nearest(_ node: NodeID) -> (String, NodeID)? {
    if let place = graph[node].operation.samePosition { return nearest(place) }
    guard case .nearest(let category, let from) = graph[node].operation,
      case .constant(.text(let name)) = graph[category].operation
    else { return nil }
    return (name, from)
  }

  // MARK: Numbers

  /// Chooses the columns that are left: those in sums together, then the others one by one
  private mutating func chooseNumbers(_ constraints: [LinearConstraint]) -> Bool {
    var all = constraints
    for (column, value) in columns.sorted(by: { $0.key < $1.key }) {
      all.append(.equal(LinearForm(column: column), LinearForm(constant: value)))
    }
    // Tried first with windows equal to the present value, then without.
    // A quantity has been constant for some time, unless something is said against it.
    all = all.filter { !$0.form.isConstant }
    guard let values = values(all + steadiness) ?? values(steadied(all)) else { return false }
    for (column, value) in values where columns[column] == nil { columns[column] = value }
    for index in network.columns.indices where columns[index] == nil {
      guard let value = choose(index, .everything) else { return false }
      columns[index] = value
    }
    return true
  }

  /// Values for the columns of constraints, beside those settled; `nil` if there are none
  private func values(_ constraints: [LinearConstraint]) -> [Int: Rational]? {
    let needed = constraints.filter { !$0.form.isConstant }
    guard constraints.allSatisfy({ $0.truthOfConstants ?? true }) else { return nil }
    if needed.isEmpty { return [:] }
    return theories.system(assignment, needed).values { choose($0, $1) }
  }

  /// Constraints with those of steadiness that agree with them, the first ones first
  private func steadied(_ constraints: [LinearConstraint]) -> [LinearConstraint] {
    steadiness.reduce(constraints) { chosen, next in
      values(chosen + [next]) == nil ? chosen : chosen + [next]
    }
  }

  /// The constraints that windows have the values of quantities that have long been constant
  private var steadiness: [LinearConstraint] {
    network.columns.indices.compactMap { index in
      let node = network.variables[network.columns[index].variable].node
      guard case .window(let function, let operand, let span) = graph[node].operation else {
        return nil
      }
      if function == .total { return steadyTotal(of: operand, index, span) }
      guard let other = column(of: operand, beside: index) else { return nil }
      switch function {
      case .minimum, .maximum, .average, .ago:
        return .equal(LinearForm(column: index), LinearForm(column: other))
      case .change, .travelled, .increase, .times, .changes:
        return .equal(LinearForm(column: index), LinearForm(constant: .zero))
      case .total: return nil
      }
    }
  }

  /// A total over a time in which the operand was constant: all of the time or none of it for a condition
  private func steadyTotal(of operand: NodeID, _ index: Int, _ span: Span) -> LinearConstraint? {
    guard case .last(let seconds) = span else { return nil }
    let total = LinearForm(column: index)
    if let rate = column(of: operand, beside: index) {
      let perUnit = graph[network.variables[network.columns[index].variable].node].type
        .secondsOfTotal
      return .equal(Rational(perUnit) * total, Rational(seconds) * LinearForm(column: rate))
    }
    guard let variable = network.variables.firstIndex(where: { $0.node == operand }),
      graph[operand].type == .bool
    else { return nil }
    let mask = assignment.masks[variable]
    if mask == .true { return .equal(total, LinearForm(constant: Rational(seconds))) }
    return mask == .false ? .equal(total, LinearForm(constant: .zero)) : nil
  }

  /// The column of a node other than the one of the window over it
  private func column(of node: NodeID, beside window: Int) -> Int? {
    network.columns.indices.first {
      $0 != window && network.variables[network.columns[$0].variable].node == node
    }
  }

  /// A value out of a set for a column: the settled one, else an everyday or a round one
  private func choose(_ column: Int, _ room: IntervalSet) -> Rational? {
    let own = network.columns[column]
    if let settled = columns[column] { return room.contains(settled) ? settled : nil }
    var set = room.intersection(assignment.numbers[column])
    if own.isWhole { set = set.wholeNumbers }
    let node = network.variables[own.variable].node
    return RoundNumbers.choose(
      from: set,
      preferring: RoundNumbers.everyday(node, in: graph, at: present.instant.seconds))
  }

  // MARK: Leaves

  /// Adds the value of a field of a source or of a row that the model has known
  private mutating func addLeaf(_ index: Int) {
    let variable = network.variables[index]
    guard graph[variable.node].operation.role == .data, leaves[index] == nil,
      assignment.masks[index] != .unknown
    else {
      return
    }
    // A Bool that may be anything is true only if false is excluded.
    switch graph[variable.node].type {
    case .bool: leaves[index] = .truth(!assignment.masks[index].contains(.false))
    case .text: leaves[index] = text(of: index).map(Value.text)
    case .place:
      leaves[index] = PositionChoice.anywhere.map {
        .place(Place(name: "somewhere", position: $0, radius: nil))
      }
    case .number, .percent, .duration, .length, .speed, .temperature, .temperatureDifference,
      .pressure, .angle, .elevation, .measure, .money, .timeOfDay, .date, .instant, .weekday,
      .month, .colour,
      .enumeration:
      leaves[index] = number(of: index).map { .scalar($0.double) }
    case .position, .row, .list: break
    }
  }

  /// The time of day that was chosen, if the question has one
  var secondOfDay: Int64? {
    theories.fields[.time].flatMap { columns[$0] }.map { $0.floor }
  }

  /// The value of the column of a variable
  private func number(of variable: Int) -> Rational? {
    network.columns.firstIndex { $0.variable == variable }.flatMap { columns[$0] }
  }

  /// A text of those left: the first by name, or one that is in no condition
  private func text(of variable: Int) -> String? {
    guard let column = network.columns.firstIndex(where: { $0.variable == variable }) else {
      return nil
    }
    switch assignment.texts[column] {
    case .only(let texts): return texts.sorted().first
    case .allBut(let texts):
      var text = "something else"
      while texts.contains(text) { text += "!" }
      return text
    }
  }
}

package import OppModel

/// Two versions of a rule set, compared by their meanings
///
/// Opps are matched by name; one that only changed its name is found by its meaning. Conditions are
/// compared by the decision procedure, all else by fingerprints: order, names of `let`s, units and layout
/// make no difference.
///
/// ```
/// old    opp "Kept" on 9:00   opp "Old name" when temp > 30C   opp "Gone" on 8:00
/// new    opp "New name" when temp > 30C   opp "Kept" on 9:00   opp "Fresh" on 7:00
/// changes    New name renamed, Kept same, Fresh added, Gone removed
/// ```
///
/// All is compared when it is made; both versions are in one graph, so that a question can be about both.
///
/// - Complexity: O(*n*) in the nodes, and two questions to the prover for each condition that is written otherwise.
package struct RuleSetComparison: Sendable {
  /// In the order of the new version, then those that are gone
  package private(set) var changes: [RuleChange] = []

  /// The settings that are others now, as the language names them: `zone`, `quiet`, `budget`
  package let settings: [String]

  /// The charts that differ
  package let charts: [ChartChange]

  /// The graph of both versions, which witnesses are of
  package let graph: ConditionGraph

  /// The old version; its nodes are the first ones of ``graph``
  private let old: ConditionGraph

  /// The new version, whose nodes are translated by ``newNodes``
  private let new: ConditionGraph

  /// For each node of the new version, its node in ``graph``
  private let newNodes: [NodeID]

  /// The meaning of each node of ``graph``
  private let fingerprints: [Fingerprint]

  /// The prover over ``graph``
  private var prover: Prover

  /// - Parameter zone: that of the new version; `nil` if it is not known.
  package init(old: ConditionGraph, new: ConditionGraph, zone: Zone?) {
    var union = GraphUnion(old)
    newNodes = union.add(new)
    graph = union.graph
    fingerprints = graph.fingerprints()
    prover = Prover(graph: graph, zone: zone)
    let (nodes, meanings) = (newNodes, fingerprints)
    let before = old.settings.quiet.map { meanings[Int($0.index)] }
    let after = new.settings.quiet.map { meanings[Int(nodes[Int($0.index)].index)] }
    settings = Self.settings(old.settings, new.settings, isQuietChanged: before != after)
    charts = ChartChange.changes(
      (old.charts, new.charts),
      ({ meanings[Int($0.index)] }, { meanings[Int(nodes[Int($0.index)].index)] }))
    (self.old, self.new) = (old, new)
    compare()
  }

  /// Fills ``changes``: by name, then by meaning among those whose name is gone
  private mutating func compare() {
    let oldNames = Self.indices(of: old)
    let newNames = Self.indices(of: new)
    var gone = old.rules.indices.filter { newNames[old.rules[$0].name] == nil }
    for index in new.rules.indices {
      let name = new.rules[index].name
      if let before = oldNames[name] {
        changes.append(change(of: name, before, index))
      } else if let before = gone.firstIndex(where: { isRenamed($0, index) }) {
        // Each old Opp that lost its name is the former self of one new Opp at most.
        changes.append(
          RuleChange(
            name: name, old: gone.remove(at: before), new: index, kind: .renamed, clauses: [],
            gained: nil, lost: nil))
      } else {
        changes.append(
          RuleChange(
            name: name, old: nil, new: index, kind: .added, clauses: [], gained: nil, lost: nil))
      }
    }
    for index in gone {
      changes.append(
        RuleChange(
          name: old.rules[index].name, old: index, new: nil, kind: .removed, clauses: [],
          gained: nil, lost: nil))
    }
  }

  /// The first Opp of each name
  private static func indices(of graph: ConditionGraph) -> [String: Int] {
    var result: [String: Int] = [:]
    for (index, rule) in graph.rules.enumerated() {
      result[rule.name] = result[rule.name] ?? index
    }
    return result
  }

  /// The settings that differ, by the words of the language
  ///
  /// - Parameter isQuietChanged: whether the conditions of `set quiet` differ in meaning.
  private static func settings(
    _ first: Settings, _ second: Settings, isQuietChanged: Bool
  ) -> [String] {
    var changed: [String] = []
    if first.zone != second.zone { changed.append("zone") }
    if first.usesTwelveHourClock != second.usesTwelveHourClock { changed.append("clock") }
    if first.units != second.units { changed.append("units") }
    if isQuietChanged { changed.append("quiet") }
    if first.addresses != second.addresses { changed.append("me") }
    if first.budget != second.budget { changed.append("budget") }
    return changed
  }

  // MARK: One Opp

  /// Compares two Opps of one name, clause by clause
  private mutating func change(of name: String, _ before: Int, _ after: Int) -> RuleChange {
    let (first, second) = (old.rules[before], new.rules[after])
    var direction = Direction.same
    var clauses: [RuleChange.Clause] = []
    // A clause that changed in a direction counts; words and actions follow below.
    func note(_ clause: RuleChange.Clause, _ found: Direction) {
      guard found != .same else { return }
      clauses.append(clause)
      direction = direction.combined(with: found)
    }
    let rows = rows(first.rows, second.rows)
    let events = events(first, second)
    let condition = condition(first.condition, second.condition.map(translated))
    note(.forEach, rows.direction)
    note(.on, events.direction)
    note(.when, condition.direction)
    note(.atMost, Self.limit(first.limit, second.limit))
    note(.again, Self.repetition(first, second))
    if first.isDisabled != second.isDisabled {
      note(.disabled, second.isDisabled ? .stricter : .looser)
    }
    let said = saidClauses(first, second)
    let kind = direction == .same && !said.isEmpty ? .worded : direction.kind
    let all = clauses + said
    // In the order of the language, not in that of the comparison.
    return RuleChange(
      name: name, old: before, new: after, kind: kind,
      clauses: RuleChange.Clause.allCases.filter { all.contains($0) },
      gained: condition.gained ?? events.gained ?? rows.gained,
      lost: condition.lost ?? events.lost ?? rows.lost)
  }

  /// The node of ``graph`` for a node of the new version
  package func node(ofNew node: NodeID) -> NodeID { translated(node) }

  /// The node of the union that a node of the new version became
  private func translated(_ node: NodeID) -> NodeID { newNodes[Int(node.index)] }

  /// The meaning of a node of the union; `nil` if there is none
  private func fingerprint(_ node: NodeID?) -> Fingerprint? {
    node.map { fingerprints[Int($0.index)] }
  }

  /// `true` if a node of the old version and one of the new mean the same
  private func isSame(_ first: NodeID?, _ second: NodeID?) -> Bool {
    fingerprint(first) == fingerprint(second.map(translated))
  }

  /// The clauses of the effects of an Opp that mean something else
  private func saidClauses(_ first: Rule, _ second: Rule) -> [RuleChange.Clause] {
    var clauses: [RuleChange.Clause] = []
    if !isSame(first.text, second.text) { clauses.append(.notify) }
    if !isSame(first.recipient, second.recipient) { clauses.append(.to) }
    // `with`: the names of the payload count, and the order.
    let payloads = [
      first.payload.map { [$0.name, fingerprint($0.node)?.text ?? ""] },
      second.payload.map { [$0.name, fingerprint(translated($0.node))?.text ?? ""] },
    ]
    if payloads[0] != payloads[1] { clauses.append(.with) }
    if !isSame(first.record, second.record) { clauses.append(.record) }
    if !isSame(first.colour, second.colour) { clauses.append(.colour) }
    if first.snooze != second.snooze { clauses.append(.snooze) }
    if first.expires != second.expires { clauses.append(.expires) }
    if first.isUrgent != second.isUrgent { clauses.append(.urgent) }
    return clauses
  }

  /// `true` if two actions write the same values to the fields of a table of one name, in any order of fields
  private func isSame(_ first: RecordAction?, _ second: RecordAction?) -> Bool {
    // The meanings are sorted, since fields may have moved in the declaration.
    // The table, then `field` and meaning of each value that is written.
    func meaning(_ action: RecordAction, _ graph: ConditionGraph, isNew: Bool) -> [String] {
      let table = graph.tables[Int(action.table.index)]
      return [table.name]
        + zip(table.fields, action.values).compactMap { field, value in
          guard let value else { return nil }
          return field.name + (fingerprint(isNew ? translated(value) : value)?.text ?? "")
        }.sorted()
    }
    return first.map { meaning($0, old, isNew: false) }
      == second.map { meaning($0, new, isNew: true) }
  }

  /// `true` if two Opps of different names have all else in common
  private mutating func isRenamed(_ before: Int, _ after: Int) -> Bool {
    let (first, second) = (old.rules[before], new.rules[after])
    return isSame(first.condition, second.condition)
      && events(first, second).direction == .same
      && rows(first.rows, second.rows).direction == .same
      && saidClauses(first, second).isEmpty && first.limit == second.limit
      && Self.repetition(first, second) == .same && first.isDisabled == second.isDisabled
  }

  // MARK: Conditions

  /// The change of a condition, with examples of a gained and a lost second
  private struct ConditionChange {
    var direction: Direction
    var gained: Witness?
    var lost: Witness?
  }

  /// The change of a condition; both nodes are of ``graph``, `nil` if there is none
  private mutating func condition(_ first: NodeID?, _ second: NodeID?) -> ConditionChange {
    if fingerprint(first) == fingerprint(second) { return ConditionChange(direction: .same) }
    let isTrue = [first, second].map { $0.map { [Literal($0, .isTrue)] } ?? [] }
    let gained = verdict(isTrue[1], unless: first)
    let lost = verdict(isTrue[0], unless: second)
    let direction: Direction
    switch (gained, lost) {
    case (.never, .never): direction = .same
    // They are written differently, so a proof of one direction only is taken for that direction.
    case (.never, .possible), (.never, .undecided): direction = .stricter
    case (.possible, .never), (.undecided, .never): direction = .looser
    case (.possible, .possible): direction = .different
    case (.undecided, .possible), (.possible, .undecided), (.undecided, .undecided):
      direction = .undecided
    }
    return ConditionChange(direction: direction, gained: gained.witness, lost: lost.witness)
  }

  /// Whether literals can hold at a second at which a condition is not true
  ///
  /// `temp > 28C` unless `temp > 30C`: possible, at 30 °C.
  private mutating func verdict(_ literals: [Literal], unless condition: NodeID?) -> Verdict {
    // Without a condition an Opp is always true.
    guard let condition else { return .never(core: [], axioms: []) }
    return prover.verdict(literals + [Literal(condition, .isNotTrue)])
  }

  /// The change of `for each … where …`: rows of another table are different
  private mutating func rows(_ first: RowQuery?, _ second: RowQuery?) -> ConditionChange {
    guard let first, let second else {
      return ConditionChange(direction: first == nil && second == nil ? .same : .different)
    }
    let tables = (old.tables[Int(first.table.index)].name, new.tables[Int(second.table.index)].name)
    guard tables.0 == tables.1 else { return ConditionChange(direction: .different) }
    return condition(first.predicate, second.predicate.map(translated))
  }

  // MARK: Events

  /// The change of the events after `on`, without regard to their order
  ///
  /// A single event `on temp > 30C` that became `on temp > 32C` is compared as its condition is.
  private mutating func events(_ first: Rule, _ second: Rule) -> ConditionChange {
    let before = first.events.map { meaning(of: $0, isNew: false) }
    let after = second.events.map { meaning(of: $0, isNew: true) }
    // As sets: an Opp with fewer events of the same ones fires at fewer occasions.
    guard Set(before) != Set(after) else { return ConditionChange(direction: .same) }
    if before.isEmpty || after.isEmpty { return ConditionChange(direction: .different) }
    if Set(after).isSubset(of: before) { return ConditionChange(direction: .stricter) }
    if Set(before).isSubset(of: after) { return ConditionChange(direction: .looser) }
    guard case .becomes(let one)? = first.events.first, first.events.count == 1,
      case .becomes(let other)? = second.events.first, second.events.count == 1
    else { return ConditionChange(direction: .different) }
    return condition(one, translated(other))
  }

  /// An event, less the order and the graph that it stands in
  private func meaning(of event: Event, isNew: Bool) -> String {
    func text(_ node: NodeID) -> String {
      fingerprint(isNew ? translated(node) : node)?.text ?? ""
    }
    switch event {
    case .becomes(let node): return "becomes " + text(node)
    case .timeOfDay(let node): return "time " + text(node)
    case .sun(let field, let place, let offset):
      let number = SunField.allCases.firstIndex(of: field) ?? 0
      return "sun \(number) \(offset) " + text(place)
    case .instant(let node): return "instant " + text(node)
    case .every(let seconds): return "every \(seconds)"
    case .changes(let node): return "changes " + text(node)
    case .rowAdded: return "added"
    case .rowRemoved: return "removed"
    }
  }

  // MARK: Limits

  /// The change of `at most`: fewer firings in the same period are stricter, other periods are not compared
  ///
  /// `2 per day` → `once per day` stricter, `2 per day` → `3 per week` different.
  private static func limit(_ first: RateLimit?, _ second: RateLimit?) -> Direction {
    switch (first, second) {
    case (nil, nil): return .same
    case (nil, _): return .stricter
    case (_, nil): return .looser
    case (let first?, let second?):
      if first == second { return .same }
      guard first.period == second.period, first.isInAll == second.isInAll else {
        return .different
      }
      return second.count < first.count ? .stricter : .looser
    }
  }

  /// The change of `again every`: nil is never again, and a longer time between two is stricter
  private static func repetition(_ first: Rule, _ second: Rule) -> Direction {
    let direction = repetition(first.repetition, second.repetition)
    guard first.repetition != nil, second.repetition != nil else { return direction }
    return direction.combined(with: span(first.repetitionSpan, second.repetitionSpan))
  }

  /// The direction of another time between repetitions
  private static func repetition(_ first: Int64?, _ second: Int64?) -> Direction {
    switch (first, second) {
    case (nil, nil): return .same
    case (nil, _): return .looser
    case (_, nil): return .stricter
    case (let first?, let second?):
      return first == second ? .same : second > first ? .stricter : .looser
    }
  }

  /// The direction of another end of a series: none is the latest
  private static func span(_ first: Int64?, _ second: Int64?) -> Direction {
    let (first, second) = (first ?? .max, second ?? .max)
    return first == second ? .same : second > first ? .looser : .stricter
  }
}

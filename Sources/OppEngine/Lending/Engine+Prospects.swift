package import OppModel

/// Opps at the present second, for a session that asks which of them may fire
extension Engine {
  // MARK: Their parts

  /// The whole condition of an Opp: `for each` and `when`
  package func condition(ofOpp opp: OppID) -> InstanceID? { monitor.opps[opp].whole }

  /// The `when` of an Opp alone
  package func ownCondition(ofOpp opp: OppID) -> InstanceID? { monitor.opps[opp].condition }

  /// The condition that the row of an Opp is in its list
  package func membership(ofOpp opp: OppID) -> InstanceID? { monitor.opps[opp].membership }

  /// The row of an Opp
  package func rowIndex(ofOpp opp: OppID) -> RowIndex? { monitor.opps[opp].row }

  /// The Opp, by its rule and row
  package func oppInstance(_ opp: OppID) -> OppInstance {
    monitor.oppInstance(opp, evaluator.facts.rows)
  }

  package func hasEvents(_ opp: OppID) -> Bool { !monitor.opps[opp].events.isEmpty }

  /// An input of an event that has to be known at every second
  package enum EventInput {
    /// A condition that must be decided
    case condition(InstanceID)
    /// A value that must be known
    case value(InstanceID)
  }

  /// The inputs of the events of an Opp, in their order
  package func eventInputs(ofOpp opp: OppID) -> [EventInput] {
    var inputs: [EventInput] = []
    for event in monitor.opps[opp].events {
      switch event.kind {
      case .becomes(let instance), .timeOfDay(let instance), .instant(let instance):
        inputs.append(.condition(instance))
      case .rowAdded, .rowRemoved:
        if let membership = monitor.opps[opp].membership { inputs.append(.condition(membership)) }
      case .sun(_, let instance, _), .changes(let instance): inputs.append(.value(instance))
      case .every: break
      }
    }
    return inputs
  }

  // MARK: Their states

  /// Whether an Opp can fire neither at this second nor at the next
  package mutating func isIdle(_ opp: OppID) -> Bool { monitor.isIdle(opp, &evaluator) }

  /// Whether a firing of an Opp has not ended, and something reads its end
  package func awaitsEnd(of opp: OppID) -> Bool { monitor.awaitsEnd(of: opp) }

  /// Whether anything reads the ends of firings
  package var followsEnds: Bool { monitor.log.followsAny }

  /// The Opps
  package var oppIDs: some RandomAccessCollection<OppID> { OppID.all(in: monitor.opps) }

  /// Whether an Opp fires only if its condition becomes true, and that was seen not to be true
  package func mustBecomeTrue(_ opp: OppID) -> Bool {
    monitor.opps[opp].events.isEmpty && monitor.opps[opp].lastKnown != .true
      && !monitor.opps[opp].isUntracked
  }

  /// Whether a firing of an Opp waits
  package func isPending(_ opp: OppID) -> Bool { monitor.isPending(opp) }

  /// Whether a firing of an Opp waits for its `when` alone, because its row has left its list
  package func awaitsRemoval(_ opp: OppID) -> Bool { monitor.isPending(opp, as: .removal) }

  /// Whether a firing of an Opp waits for its text or its record alone
  package func awaitsWords(_ opp: OppID) -> Bool { monitor.isPending(opp, as: .words) }

  /// Whether an Opp has the event that its row leaves its list, and the row has
  package func isRemoved(_ opp: OppID) -> Bool {
    evaluator.truth(monitor.opps[opp].membership) == .false
      && monitor.opps[opp].events.contains { $0.isRemoval }
  }

  /// The parts that a firing of an Opp waits for, whose condition is decided at present and would not need them
  package mutating func partsAwaited(by opp: OppID) -> [InstanceID] {
    var parts: [InstanceID] = []
    for event in monitor.pendingEvents where event.opp == opp {
      guard let condition = monitor.opps[opp].condition(of: event.kind),
        evaluator.truth(condition) != .unknown
      else { continue }
      parts += monitor.openParts(of: event, &evaluator)
    }
    return parts
  }

  /// The Opps that will fire at this second if their conditions are true
  package mutating func moments() -> BitSet<OppID> { monitor.findMoments(&evaluator) }

  // MARK: Texts

  /// Whether a rule says or records values that are evaluated when it fires
  package func hasWords(ofRule rule: Int) -> Bool {
    !evaluator.program.rules[rule].lazies.isEmpty
  }

  /// The values that an Opp says or records when it fires
  package mutating func words(ofOpp opp: OppID) -> [InstanceID] {
    let environment = monitor.opps[opp].environment
    var words: [InstanceID] = []
    for lazy in evaluator.program.rules[monitor.opps[opp].rule].lazies {
      words.append(evaluator.instance(of: lazy, in: environment))
    }
    return words
  }

  /// The condition of `set quiet`, if the firings of a rule wait for it
  package func quietCondition(ofRule rule: Int) -> InstanceID? {
    monitor.hold.condition(ofRule: rule)
  }

  /// The condition of `set quiet`, if any firing waits for it, and the rules of those that do
  package var awaitedQuiet: (condition: InstanceID, rules: [RuleID])? {
    guard let condition = monitor.hold.condition, !monitor.hold.isEmpty else { return nil }
    return (condition: condition, rules: monitor.hold.rules)
  }

  // MARK: Rules

  /// Whether a person or the rules have disabled a rule
  package func isDisabled(rule: Int) -> Bool { monitor.isDisabled(rule: rule, of: graph) }

  /// The rules that are `for each` of the rows of a table, and not disabled
  package func rules(ofRowsOf table: TableID) -> [Int] {
    evaluator.facts.tables[table].rules.filter { !isDisabled(rule: $0) }
  }

  /// Whether the rows of a rule are those of a list, and how its events follow them
  package func rowProspects(ofRule rule: Int) -> RowProspects {
    let compiled = evaluator.program.rules[rule]
    var parts: [InstanceID] = []
    if let condition = compiled.condition {
      var templates = [condition]
      if case .and = evaluator.code[condition].instruction {
        templates = Array(evaluator.program.operands(of: condition))
      }
      for part in templates where evaluator.program.templates[part].scopes.isEmpty {
        parts.append(InstanceID(part))
      }
    }
    return RowProspects(
      hasMembership: compiled.membership != nil, hasEvents: !compiled.events.isEmpty,
      forgetsRows: compiled.events.allSatisfy { $0.isForgotten }, parts: parts)
  }

  /// The parts of a rule that is `for each` by which no row may matter
  package struct RowProspects {
    /// Whether its rows are those of a list
    package let hasMembership: Bool
    package let hasEvents: Bool

    /// Whether none of its events remembers earlier seconds
    package let forgetsRows: Bool

    /// The parts of its condition that are the same for all rows
    package let parts: [InstanceID]
  }

  /// The lists of gaps for which rules have an Opp each, with those of the rules that are not disabled
  package func gapLists() -> [(list: InstanceID, rules: [RuleID])] {
    var lists: [(list: InstanceID, rules: [RuleID])] = []
    for (index, node) in evaluator.graph.nodes.enumerated() {
      guard case .gaps(let query) = node.operation, evaluator.graph.tables[query.table].isKept
      else { continue }
      let rules = rules(ofRowsOf: query.table).map { RuleID($0) }
      if !rules.isEmpty { lists.append((list: InstanceID(index), rules: rules)) }
    }
    return lists
  }
}

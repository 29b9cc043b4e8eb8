internal import OppModel

/// The parts of the condition of a waiting event that were known at its second
///
/// ```
/// opp "Completed" for each c in chores on c.done when c.owner == "Ann" and temp > 20C
///
/// 10:00:00   done: it waits for the temperature     c.owner == "Ann" is true
/// 10:00:01   the owner changes to Bo
/// 10:00:03   21 °C                                  true and temp > 20C: it fires
/// ```
///
/// A part counts as it was, and so does the clock. The others are evaluated when something arrives. What looks at several seconds or
/// rows, such as `for` or `count`, is one part.
struct WaitingCondition: Sendable {
  /// Whether the row of its Opp was in the table; nil if that was unknown
  private var hasRow: Bool?
  private var values = KnownValues()

  /// A condition of which nothing is known
  init() {}

  /// The parts that are known at this second
  init(_ condition: InstanceID?, _ evaluator: inout Evaluator) {
    var seen: Set<InstanceID> = []
    if let condition { take(condition, &seen, &evaluator) }
  }

  /// Adds the part that is known and has an instance at its top, or those below it
  private mutating func take(
    _ instance: InstanceID, _ seen: inout Set<InstanceID>, _ evaluator: inout Evaluator
  ) {
    // An operand of several parts is taken once: lets that are doubled thirty times have a billion paths.
    guard seen.insert(instance).inserted else { return }
    let template = evaluator.instances.template[instance]
    if case .constant = evaluator.code[template].instruction { return }
    if evaluator.instances.readings[instance].isKnown {
      if case .rowPresence = evaluator.code[template].instruction {
        hasRow = evaluator.truth(instance) == .true
        return
      }
      if let node = evaluator.graph.node(of: template) {
        guard let value = evaluator.value(of: instance, at: evaluator.now) else { return }
        return values.add(value, of: node)
      }
    }
    guard evaluator.code[template].traits.isComposed else { return }
    for index in 0..<evaluator.instances.operandCount(of: instance) {
      take(evaluator.instances.operand(index, of: instance), &seen, &evaluator)
    }
  }
}

// MARK: - Evaluation

extension WaitingCondition {
  /// The truth of the condition as of the second of its event
  func truth(
    of condition: InstanceID?, asOf second: Int64, _ evaluator: inout Evaluator
  ) -> Truth {
    guard let condition else { return .true }
    let before = evaluator.project(to: second, assuming: .remembered)
    let reading = reading(of: condition, &evaluator)
    evaluator.moment = before
    return reading.truth
  }

  /// The parts that are still undecided, or unknown, which keep the condition from being decided
  func openParts(
    of condition: InstanceID?, asOf second: Int64, _ evaluator: inout Evaluator
  ) -> [InstanceID] {
    guard let condition else { return [] }
    let before = evaluator.project(to: second, assuming: .remembered)
    _ = reading(of: condition, &evaluator)
    let projection = evaluator.exchange(for: before)
    var (open, seen, pending): ([InstanceID], Set<InstanceID>, [InstanceID]) = ([], [], [condition])
    // The last of the pending parts is the next one in the order of the text.
    while let part = pending.popLast() {
      guard projection.memo[part]?.isKnown == false, seen.insert(part).inserted else { continue }
      let count = evaluator.instances.operandCount(of: part)
      let isComposed = evaluator.code[evaluator.instances.template[part]].traits.isComposed
      if count == 0 || !isComposed {
        open.append(part)
        continue
      }
      for index in (0..<count).reversed() {
        pending.append(evaluator.instances.operand(index, of: part))
      }
    }
    return open
  }

  /// The reading of an instance in a projection, in whose memo the parts are as they were at the second of the event
  private func reading(of instance: InstanceID, _ evaluator: inout Evaluator) -> Reading {
    if let found = evaluator.moment.memo[instance] { return found }
    let reading = known(instance, &evaluator) ?? evaluated(instance, &evaluator)
    evaluator.moment.memo[instance] = reading
    return reading
  }

  /// The reading of a part that was known
  private func known(_ instance: InstanceID, _ evaluator: inout Evaluator) -> Reading? {
    let template = evaluator.instances.template[instance]
    if let hasRow, case .rowPresence = evaluator.code[template].instruction {
      return .truth(hasRow)
    }
    guard let value = evaluator.graph.node(of: template).flatMap({ values.value(of: $0) }) else {
      return nil
    }
    return evaluator.pool.reading(value)
  }

  /// The reading of a part that was not known
  private func evaluated(_ instance: InstanceID, _ evaluator: inout Evaluator) -> Reading {
    let count = evaluator.instances.operandCount(of: instance)
    let code = evaluator.code[evaluator.instances.template[instance]]
    guard count > 0, code.traits.isComposed else {
      return present(instance, asOf: evaluator.moment.second, &evaluator)
    }
    for index in 0..<count {
      _ = reading(of: evaluator.instances.operand(index, of: instance), &evaluator)
    }
    return evaluator.evaluate(instance)
  }

  /// The present reading of a part; one that changes each second is as it is now
  ///
  /// The free time of a calendar ends when it does, so that it is known of the earlier second, too.
  private func present(
    _ instance: InstanceID, asOf second: Int64, _ evaluator: inout Evaluator
  ) -> Reading {
    let reading = evaluator.presentReading(of: instance)
    guard reading.drifts || reading.kind == .moving else { return reading }
    if case .reading = evaluator.code[evaluator.instances.template[instance]].instruction {
      return .scalar(Double(Seconds.subtract(reading.until, second)))
    }
    guard let value = evaluator.value(of: instance, at: evaluator.now) else { return .unknown }
    return evaluator.pool.reading(value)
  }
}

// MARK: - Persistence

extension WaitingCondition {
  var isEmpty: Bool { hasRow == nil && values.isEmpty }

  /// Whether it had its row, and the values of its parts: `T 1 389f423f… F`
  func write(to writer: inout MemoryWriter, _ meaning: RuleMeaning) {
    writer.add(hasRow.map { $0 ? Truth.true : .false } ?? .unknown)
    values.write(to: &writer, meaning.parts)
  }

  init(from reader: inout MemoryReader, _ meaning: RuleMeaning) {
    let truth = reader.truth()
    hasRow = truth == .unknown ? nil : truth == .true
    values = KnownValues(from: &reader, meaning.parts)
  }
}

extension ConditionGraph {
  /// The nodes of the condition and the list of a rule whose values its waiting events keep, without constants
  func partNodes(of rule: Rule) -> [NodeID] {
    guard !rule.events.isEmpty || rule.repetition != nil else { return [] }
    var found: [NodeID] = []
    var seen: Set<NodeID> = []
    var pending = [rule.condition, rule.rows?.predicate].compactMap { $0 }
    while let node = pending.popLast() {
      guard seen.insert(node).inserted else { continue }
      if case .constant = self[node].operation { continue }
      found.append(node)
      guard Instruction(self[node], in: self).traits.isComposed else { continue }
      forEachOperand(of: self[node].operation) { pending.append($0) }
    }
    return found
  }
}

internal import OppModel

/// The creation of instances with the rows that they are of
extension Evaluator {
  /// The instance of a template for the rows of an environment, made if there is none
  ///
  /// Of an environment with rows of two scopes, only those are used that the template depends on: `t.cost` inside
  /// `any(tasks as u where u.id != t.id)` has one instance for each t, for all u.
  ///
  /// - Returns: the template itself if there are too many instances: it is unknown for ever.
  mutating func instance(of template: TemplateID, in environment: EnvironmentID) -> InstanceID {
    if program.templates[template].scopes.isEmpty { return InstanceID(template) }
    let scopes = program.templates[template].scopes
    let restricted = instances.restrict(environment, to: scopes)
    if let known = instances.instance(of: template, in: restricted) { return known }
    work.preparations += 1
    guard instances.count < InstanceTable.limit else {
      if !problems.contains(.tooManyInstances) { problems.append(.tooManyInstances) }
      return InstanceID(template)
    }
    let made = instances.make(template, in: restricted)
    connect(made, environment: restricted)
    return made
  }

  /// Gives an instance its operands and its state, and has it evaluated
  ///
  /// An aggregate has no operands here: its rows follow in ``prepareAggregate(_:_:)``. What is evaluated only when a
  /// text needs it depends on nothing, and needs no state but that of its row or of its distance.
  mutating func connect(_ instance: InstanceID, environment: EnvironmentID) {
    let template = program.templates[instances.template[instance]]
    var operands: [InstanceID] = []
    let traits = template.instruction.traits
    if !traits.countsRows {
      for operand in program.operands(of: template) {
        operands.append(self.instance(of: operand, in: environment))
      }
    }
    instances.setOperands(operands, of: instance)
    if case .constant = template.instruction {
      // It is what it is from the beginning.
      instances.readings[instance] = constant(instances.template[instance])
    } else if template.isMaintained {
      follow(operands, of: instance, template)
      prepareState(of: instance, template, environment)
      markDirty(instance)
      marks.instance(instance)
    } else if traits.state.isOfTexts {
      prepareState(of: instance, template, environment)
    }
  }

  /// Makes an instance depend on its operands
  ///
  /// `temp > 20C` is evaluated when the temperature reaches 20 °C or leaves it, and not at every reading.
  mutating func follow(_ operands: [InstanceID], of instance: InstanceID, _ template: Template) {
    if let thresholds = thresholds(of: template), let operand = thresholds.operand {
      for threshold in thresholds.values {
        instances.addThreshold(threshold, of: instance, on: operand, thresholds.comparison)
      }
    } else {
      for operand in operands { instances.addDependent(instance, of: operand) }
    }
  }

  /// The constants with which a comparison outside all rows compares its one other operand
  private mutating func thresholds(
    of template: Template
  ) -> (operand: InstanceID?, values: [Double], comparison: Comparison?)? {
    var found: (operand: InstanceID?, values: [Double], comparison: Comparison?) = (nil, [], nil)
    if case .compare(let comparison) = template.instruction {
      found.comparison = comparison
    } else {
      guard case .inRange = template.instruction else { return nil }
    }
    guard template.scopes.isEmpty else { return nil }
    for operand in program.operands(of: template) {
      if case .constant = code[operand].instruction {
        let value = constant(operand)
        guard value.kind == .scalar else { return nil }
        found.values.append(value.first)
        // `20C < temp` is `temp > 20C`.
        if found.operand == nil { found.comparison = found.comparison?.mirrored }
      } else if found.operand == nil {
        found.operand = InstanceID(operand)
      } else {
        return nil
      }
    }
    return found
  }

  /// Makes a window, with the memory of its operand if there is none
  mutating func prepareWindow(
    _ instance: InstanceID, _ function: WindowFunction, _ span: WindowSpan
  ) {
    let operand = instances.operand(0, of: instance)
    let type = program.templates[instances.template[operand]].type
    let slot = windowStore.add(
      function, span, of: instance,
      over: WindowValue(
        operand: operand, environment: instances.environment[instance],
        kind: SignalMemory.Kind(function, of: type)),
      secondsPerUnit: program.templates[instances.template[instance]].type.secondsOfTotal)
    instances.setSlot(slot, of: instance)
  }

  /// Has an instance evaluated at this second, unless it is evaluated only when a text needs it
  mutating func markDirty(_ instance: InstanceID) {
    let template = instances.template[instance]
    guard code[template].isMaintained else { return }
    dirty.insert(instance, template: template)
  }

  /// Makes the state of an aggregate, with the rows that its table has by now
  mutating func prepareAggregate(_ instance: InstanceID, _ environment: EnvironmentID) {
    let template = instances.template[instance]
    guard graph.nodes.has(template),
      case .aggregate(let kind, let query) = graph.nodes[template].operation,
      facts.tables.has(query.table)
    else { return }
    if graph.tables[query.table].isComputed, !graph.tables[query.table].isKept {
      addRows(for: kind, query)
    }
    let slot = StateSlot(aggregates.count)
    instances.setSlot(slot, of: instance)
    aggregates.append(
      AggregateState(instance: instance, query: query, environment: environment))
    facts.tables[query.table].aggregates.append(slot)
    for row in facts.tables[query.table].ordered {
      if isOver() { return }
      add(row, to: slot)
    }
  }

  /// Adds a row to an aggregate
  ///
  /// `count(tasks where cost > 2)` gets for each row an instance of `cost > 2`, with the row itself noted in the link
  /// to the aggregate: a change of that instance is one of that row.
  mutating func add(_ row: RowIndex, to slot: StateSlot) {
    guard aggregates[slot].entries[row] == nil else { return }
    work.preparations += 1
    // Only what is needed of the aggregate: a copy of all of it would have its entries copied for each row.
    let (instance, query) = (aggregates[slot].instance, aggregates[slot].query)
    let inner = instances.environment(
      aggregates[slot].environment, scope: query.scope, row: row)
    var parts: [InstanceID?] = []
    for part in [query.predicate, query.value] {
      guard let part else {
        parts.append(nil)
        continue
      }
      let operand = self.instance(of: TemplateID(part), in: inner)
      instances.addDependent(instance, row: row, of: operand)
      parts.append(operand)
    }
    aggregates[slot].entries[row] = AggregateState.Entry(predicate: parts[0], value: parts[1])
    aggregates[slot].changed.append(row)
    markDirty(instance)
  }
}

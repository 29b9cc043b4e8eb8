internal import OppModel

/// The creation of instances with the rows that they are of
extension Evaluator {
  /// The instance of a template for the rows of an environment, made where there is none
  ///
  /// Of an environment with rows of two scopes, only those are used that the template depends on: `t.cost` inside
  /// `any(tasks as u where u.id != t.id)` has one instance for each t, whatever u is.
  ///
  /// - Returns: the template itself where there are too many instances: it is unknown for ever.
  mutating func instance(of template: Int32, in environment: Int32) -> Int32 {
    if program.templates[Int(template)].scopes.isEmpty { return template }
    let scopes = program.templates[Int(template)].scopes
    let restricted = instances.restrict(environment, to: scopes)
    if let known = instances.instance(of: template, in: restricted) { return known }
    guard instances.count < InstanceTable.limit else {
      if !problems.contains(.tooManyInstances) { problems.append(.tooManyInstances) }
      return template
    }
    let made = instances.make(template, in: restricted)
    connect(made, environment: restricted)
    return made
  }

  /// Gives an instance its operands and its state, and has it evaluated
  ///
  /// An aggregate has no operands here: its rows follow in ``prepareAggregate(_:_:)``. What is evaluated only when a
  /// text needs it depends on nothing, and needs no state but that of its row or of its distance.
  mutating func connect(_ instance: Int32, environment: Int32) {
    let template = program.templates[Int(instances.template[Int(instance)])]
    var operands: [Int32] = []
    let traits = template.instruction.traits
    if !traits.countsRows {
      for operand in template.operands {
        operands.append(self.instance(of: operand, in: environment))
      }
    }
    instances.setOperands(operands, of: instance)
    if template.isMaintained {
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
  mutating func follow(_ operands: [Int32], of instance: Int32, _ template: Template) {
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
  ) -> (operand: Int32?, values: [Double], comparison: Comparison?)? {
    var found: (operand: Int32?, values: [Double], comparison: Comparison?) = (nil, [], nil)
    if case .compare(let comparison) = template.instruction {
      found.comparison = comparison
    } else {
      guard case .inRange = template.instruction else { return nil }
    }
    guard template.scopes.isEmpty else { return nil }
    for operand in template.operands {
      if case .constant = code[Int(operand)].instruction {
        let value = constant(Int(operand))
        guard value.kind == .scalar else { return nil }
        found.values.append(value.first)
        // `20C < temp` is `temp > 20C`.
        if found.operand == nil { found.comparison = found.comparison?.mirrored }
      } else if found.operand == nil {
        found.operand = operand
      } else {
        return nil
      }
    }
    return found
  }

  /// Makes a window, with the memory of its operand where there is none
  mutating func prepareWindow(
    _ instance: Int32, _ function: WindowFunction, _ span: WindowSpan
  ) {
    let operand = instances.operand(0, of: instance)
    let type = program.templates[Int(instances.template[Int(operand)])].type
    instances.slot[Int(instance)] = windowStore.add(
      function, span,
      of: WindowValue(
        operand: operand, environment: instances.environment[Int(instance)],
        kind: SignalMemory.Kind(function, of: type)))
  }

  /// Has an instance evaluated at this second, unless it is evaluated only when a text needs it
  mutating func markDirty(_ instance: Int32) {
    let template = instances.template[Int(instance)]
    guard code[Int(template)].isMaintained else { return }
    dirty.insert(instance, template: template)
  }

  /// Makes the state of an aggregate, with the rows that its table has by now
  mutating func prepareAggregate(_ instance: Int32, _ environment: Int32) {
    let template = Int(instances.template[Int(instance)])
    guard template < graph.nodes.count,
      case .aggregate(_, let query) = graph.nodes[template].operation,
      facts.tables.indices.contains(Int(query.table.index))
    else { return }
    let index = Int32(truncatingIfNeeded: aggregates.count)
    instances.slot[Int(instance)] = index
    aggregates.append(
      AggregateState(instance: instance, query: query, environment: environment))
    facts.tables[Int(query.table.index)].aggregates.append(index)
    for row in facts.tables[Int(query.table.index)].ordered { add(row, to: Int(index)) }
  }

  /// Adds a row to an aggregate
  ///
  /// `count(tasks where cost > 2)` gets for each row an instance of `cost > 2`, with the row itself noted in the link
  /// to the aggregate: a change of that instance is one of that row.
  mutating func add(_ row: Int32, to index: Int) {
    let aggregate = aggregates[index]
    guard aggregate.entries[row] == nil else { return }
    let inner = instances.environment(
      aggregate.environment, scope: aggregate.query.scope, row: row)
    var parts: [Int32] = []
    for part in [aggregate.query.predicate, aggregate.query.value] {
      guard let part else {
        parts.append(-1)
        continue
      }
      let instance = self.instance(of: part.index, in: inner)
      instances.addDependent(aggregate.instance, row: row, of: instance)
      parts.append(instance)
    }
    aggregates[index].entries[row] = AggregateState.Entry(predicate: parts[0], value: parts[1])
    aggregates[index].changed.append(row)
    markDirty(aggregate.instance)
  }
}

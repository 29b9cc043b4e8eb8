internal import OppModel

/// Readings that wait for something that can be fetched
extension Evaluator {
  /// Whether the table is awaited whose row the operand of a node is
  func isAwaited(rowsBelow template: TemplateID) -> Bool {
    guard let operand = program.operand(of: template),
      case .row(let table) = program.templates[operand].type
    else { return false }
    return facts.isAwaited(table: table)
  }

  /// Whether an address, or the places of a category, are to be looked up still
  func isAwaited(place leaf: InstanceID) -> Bool {
    let text = pool.text(instances.readings[instances.operand(0, of: leaf)])
    guard let text else { return false }
    if case .address = code[instances.template[leaf]].instruction {
      return facts.isAwaited(.address(text))
    }
    let origin = instances.readings[instances.operand(1, of: leaf)]
    return origin.isKnown && facts.isAwaited(.places(category: text))
  }

  /// Makes the subjects of providers undecided while they are missing
  mutating func fetch(from providers: [Provider]) {
    let fetchable = Fetchable(providers)
    guard fetchable != facts.fetchable else { return }
    facts.fetchable = fetchable
    prepareDormancy()
    guard hasBegun else { return }
    for instance in instances.all { markDirty(instance) }
  }

  /// Whether the reading of an instance waits for something that can be fetched
  ///
  /// Inlined, as readers are: a call would be handed a copy of the whole engine.
  @inline(__always)
  func isUndecided(_ instance: InstanceID?) -> Bool {
    guard let instance else { return false }
    return instances.readings[instance].isUndecided
  }

  /// Whether anything that is evaluated only when a text needs it waits for something
  mutating func isUndecided(lazy instance: InstanceID) -> Bool {
    if code[instances.template[instance]].isMaintained { return isUndecided(instance) }
    for index in 0..<instances.operandCount(of: instance)
    where isUndecided(lazy: instances.operand(index, of: instance)) {
      return true
    }
    return false
  }
}

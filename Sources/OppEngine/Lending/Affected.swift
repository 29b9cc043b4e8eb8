internal import OppModel

/// The instances that depend on something missing or due, and the Opps above them
///
/// The leaves are inserted, and ``spread(in:)`` walks up from them.
@usableFromInline
package struct Affected: Sendable {
  /// The instances so far
  @usableFromInline
  private(set) var instances = BitSet<InstanceID>()

  /// The Opps that depend on any of them
  package private(set) var opps = BitSet<OppID>()

  /// Those of the instances that remember their operands
  package private(set) var memories: [InstanceID] = []

  /// The instances whose followers are still to be marked
  private var queue = BitSet<InstanceID>()

  /// The number of instances that there were at first: those that were made since are not among them
  private(set) var instanceCount = 0

  package init() {}

  /// Forgets all, and makes room for the instances and Opps that there are
  package mutating func reset(for engine: borrowing Engine) {
    instanceCount = engine.evaluator.instances.count
    instances.reset(below: instanceCount)
    opps.reset(below: engine.monitor.opps.count)
    queue.reset(below: instanceCount)
    memories.removeAll(keepingCapacity: true)
  }

  @inlinable
  package func contains(_ instance: InstanceID) -> Bool { instances.contains(instance) }

  /// The number of instances
  ///
  /// - Complexity: linear in the words of the set.
  package var count: Int { instances.count }

  /// The least instance; nil if there is none
  package var first: InstanceID? { instances.first }

  /// The least instance behind one
  package func first(after instance: InstanceID) -> InstanceID? {
    instances.first(after: instance)
  }

  /// Adds an instance; its followers are added by ``spread(in:)``
  @inline(__always)
  mutating func insert(_ instance: InstanceID) {
    if instances.insert(instance) { queue.insert(instance) }
  }

  /// Adds the instances that read a subject
  ///
  /// The rows of a table are left alone: there may be years of them, and their Opps wait for the table anyway.
  package mutating func insert(readersOf subject: OpenSubject, in engine: borrowing Engine) {
    switch subject.reader {
    case .source(let index):
      for leaf in engine.evaluator.facts.sources.subjects[index].leaves { insert(leaf) }
    case .table(let table):
      for aggregate in engine.evaluator.facts.tables[table].aggregates {
        insert(engine.evaluator.aggregates[aggregate].instance)
      }
      for listener in engine.evaluator.facts.tables[table].listeners { insert(listener) }
    case .leaf(let leaf): insert(leaf)
    }
  }

  /// Adds the leaves that are kept up to date and read the row of an Opp
  package mutating func insert(leavesOfRow row: RowIndex, in engine: borrowing Engine) {
    for leaf in engine.evaluator.facts.rows[row].leaves {
      let template = engine.evaluator.instances.template[leaf]
      if engine.evaluator.code[template].isMaintained { insert(leaf) }
    }
  }

  /// Adds every instance that depends on those there are
  ///
  /// The followers of an instance mostly have a greater index, so that this is one walk in ascending order; it goes back to
  /// the least index if the follower of an instance of a row has a lesser one.
  package mutating func spread(in engine: inout Engine) {
    var next = queue.first
    while let instance = next, !engine.evaluator.isOver() {
      queue.remove(instance)
      engine.evaluator.work.preparations += 1
      let least = pass(on: instance, engine.evaluator)
      next = queue.first(from: min(least, instance))
    }
  }

  /// Adds the followers of an instance
  ///
  /// - Returns: the least instance added.
  @inline(__always)
  private mutating func pass(
    on instance: InstanceID, _ evaluator: borrowing Evaluator
  ) -> InstanceID {
    var next = evaluator.instances.firstObserver(of: instance)
    while let link = next {
      let own = evaluator.instances.observer(link)
      next = own.next
      switch own.observer {
      case .opp(let opp), .oppAtEvents(let opp), .oppAtRises(let opp), .oppAtSun(let opp):
        opps.insert(opp)
      case .watch: break
      }
    }
    var least = InstanceID(index: .max)
    var following = evaluator.instances.firstDependent(of: instance)
    while let link = following {
      let dependent = evaluator.instances.dependent(link)
      following = dependent.next
      least = min(least, dependent.instance)
      insert(dependent.instance)
    }
    if evaluator.instances.hasThresholds(instance) {
      for comparison in evaluator.instances.comparisons(of: instance) {
        least = min(least, comparison)
        insert(comparison)
      }
    }
    let template = evaluator.instances.template[instance]
    if evaluator.code[template].traits.contains(.samples) { memories.append(instance) }
    return least
  }
}

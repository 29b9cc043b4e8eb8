internal import OppModel

/// The subjects that are missing or due, and the leaves that read them
extension FetchDemand {
  /// Adds all subjects that are missing or due, and marks the leaves that read them as affected
  mutating func findSubjects(
    _ due: Set<FetchKey>, _ withheld: Set<FetchKey>, _ evaluator: borrowing Evaluator
  ) {
    findSources(due, withheld, evaluator)
    findTables(due, withheld, evaluator)
    findPlaces(due, withheld, evaluator)
  }

  /// The marks of the requests of sources that have leaves: missing if no reading counts at present
  ///
  /// They are in the order of their keys: a restored session has its subjects in another order than that of first use,
  /// and is to choose the same of two plans that cost the same.
  private mutating func findSources(
    _ due: Set<FetchKey>, _ withheld: Set<FetchKey>, _ evaluator: borrowing Evaluator
  ) {
    sources = Array(repeating: nil, count: evaluator.facts.sources.subjects.count)
    var open: [(key: FetchKey, index: SubjectID, isMissing: Bool)] = []
    for index in SubjectID.all(in: sources)
    where !evaluator.facts.sources.subjects[index].leaves.isEmpty {
      let isMissing = !evaluator.facts.sources.subjects[index].isFresh
      guard isMissing || !due.isEmpty else { continue }
      let key = FetchKey.source(
        evaluator.facts.sources.subjects[index].source,
        evaluator.facts.sources.subjects[index].arguments)
      guard isMissing ? !withheld.contains(key) : due.contains(key) else { continue }
      open.append((key, index, isMissing))
    }
    open.sort { $0.key.comesBefore($1.key) }
    for (key, index, isMissing) in open {
      sources[index] = add(key, isMissing: isMissing, evaluator.facts)
      for leaf in evaluator.facts.sources.subjects[index].leaves { affect(leaf) }
    }
  }

  /// Tables that something depends on: missing while their rows are not known
  private mutating func findTables(
    _ due: Set<FetchKey>, _ withheld: Set<FetchKey>, _ evaluator: borrowing Evaluator
  ) {
    tables = Array(repeating: nil, count: evaluator.facts.tables.count)
    for index in TableID.all(in: tables) where evaluator.facts.tables[index].isRead {
      if evaluator.graph.tables[index].isComputed { continue }
      let isMissing = !evaluator.facts.tables[index].isKnown
      let subject = FetchKey.table(index)
      guard isMissing ? !withheld.contains(subject) : due.contains(subject) else { continue }
      tables[index] = add(subject, isMissing: isMissing, evaluator.facts)
      for aggregate in evaluator.facts.tables[index].aggregates {
        affect(evaluator.aggregates[aggregate].instance)
      }
      // Its rows are left alone: there may be years of them, and their Opps wait for the table anyway.
      for listener in evaluator.facts.tables[index].listeners { affect(listener) }
    }
  }

  /// Marks the readings that depend on rows of open tables, of Opps that could fire at this second or have open firings: their
  /// texts are about to use the readings, or their conditions are followed
  mutating func affectRows(of moments: BitSet<OppID>, _ engine: inout Engine) {
    var concerned = moments
    if engine.monitor.log.followsAny {
      for opp in OppID.all(in: engine.monitor.opps) where engine.monitor.awaitsEnd(of: opp) {
        concerned.insert(opp)
      }
    }
    var next = concerned.first
    while let opp = next {
      next = concerned.first(after: opp)
      guard let row = engine.monitor.opps[opp].row, engine.evaluator.facts.rows[row].isPresent,
        mark(ofTable: engine.evaluator.facts.rows[row].table) != nil
      else { continue }
      for leaf in engine.evaluator.facts.rows[row].leaves {
        let template = engine.evaluator.instances.template[leaf]
        if engine.evaluator.code[template].isMaintained { affect(leaf) }
      }
    }
    spread(&engine.evaluator)
  }

  /// Addresses, by their text, and the places of a category around the person, where the text and the person's position
  /// are known
  private mutating func findPlaces(
    _ due: Set<FetchKey>, _ withheld: Set<FetchKey>, _ evaluator: borrowing Evaluator
  ) {
    var open: [(key: FetchKey, leaf: InstanceID, isMissing: Bool)] = []
    func find(_ key: FetchKey, isMissing: Bool, _ leaf: InstanceID) {
      guard isMissing ? !withheld.contains(key) : due.contains(key) else { return }
      open.append((key, leaf, isMissing))
    }
    for leaf in evaluator.facts.places.addressListeners {
      let reading = note(0, of: leaf, .content, evaluator.instances)
      guard let text = evaluator.pool.text(reading) else { continue }
      find(.address(text), isMissing: !evaluator.facts.places.hasResponded(text), leaf)
    }
    for leaf in evaluator.facts.places.nearestListeners {
      let reading = note(0, of: leaf, .content, evaluator.instances)
      let origin = note(1, of: leaf, .isKnown, evaluator.instances)
      guard let name = evaluator.pool.text(reading), origin.isKnown else { continue }
      find(.places(category: name), isMissing: !evaluator.facts.places.has(name), leaf)
    }
    open.sort { $0.key.comesBefore($1.key) }
    for (key, leaf, isMissing) in open {
      if placeMarks[key] == nil {
        placeMarks[key] = add(key, isMissing: isMissing, evaluator.facts)
      }
      places[leaf] = placeMarks[key]
      affect(leaf)
    }
  }

  /// Notes the reading of an operand, which needs depend on although nothing affects it
  private mutating func note(
    _ index: Int, of leaf: InstanceID, _ aspect: NotedReading.Aspect,
    _ instances: borrowing InstanceTable
  ) -> Reading {
    let operand = instances.operand(index, of: leaf)
    let reading = instances.readings[operand]
    noted.append(NotedReading(instance: operand, reading: reading, aspect: aspect))
    return reading
  }

  /// Adds a subject that is missing or due
  private mutating func add(
    _ subject: FetchKey, isMissing: Bool, _ facts: borrowing Facts
  ) -> SubjectMark {
    needs.subjects.append(subject)
    // What is missing and not awaited is unknown to the engine, and not undecided.
    let isAwaited = facts.isAwaited(subject)
    if !isMissing || !isAwaited { isAnythingProvisional = true }
    return SubjectMark(subject: needs.subjects.count - 1, isDue: !isMissing)
  }
}

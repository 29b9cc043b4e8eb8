internal import OppModel

/// The subjects that are missing or due, and the leaves that read them
extension Engine {
  /// Adds all subjects that are missing or due, and marks the leaves that read them as affected
  mutating func findSubjects(
    _ due: Set<FetchKey>, _ withheld: Set<FetchKey>, _ work: inout DemandBuilder
  ) {
    findSources(due, withheld, &work)
    findTables(due, withheld, &work)
    findPlaces(due, withheld, &work)
  }

  /// Requests of sources that have leaves: missing where no reading counts at present
  private mutating func findSources(
    _ due: Set<FetchKey>, _ withheld: Set<FetchKey>, _ work: inout DemandBuilder
  ) {
    for index in sources.subjects.indices where !sources.subjects[index].leaves.isEmpty {
      let isMissing = !sources.subjects[index].isFresh
      guard isMissing || !due.isEmpty else { continue }
      let subject = FetchKey.source(
        sources.subjects[index].source, sources.subjects[index].arguments)
      guard isMissing ? !withheld.contains(subject) : due.contains(subject) else { continue }
      work.sourceMarks[index] = work.add(
        subject, isDue: !isMissing, isProvisional: isMissing && !isAwaited(subject))
      for leaf in sources.subjects[index].leaves { work.affect(leaf) }
    }
  }

  /// Tables that something depends on: missing while their rows are not known
  private mutating func findTables(
    _ due: Set<FetchKey>, _ withheld: Set<FetchKey>, _ work: inout DemandBuilder
  ) {
    for index in tables.indices where isFetched(table: index) {
      let isMissing = !tables[index].isKnown
      let subject = FetchKey.table(TableID(index: Int32(truncatingIfNeeded: index)))
      guard isMissing ? !withheld.contains(subject) : due.contains(subject) else { continue }
      work.tableMarks[index] = work.add(
        subject, isDue: !isMissing, isProvisional: isMissing && !isAwaited(table: index))
      for aggregate in tables[index].aggregates {
        work.affect(aggregates[Int(aggregate)].instance)
      }
      // Its rows are left alone: there may be years of them, and their Opps wait for the table anyway.
      for listener in tables[index].listeners { work.affect(listener) }
    }
  }

  /// Marks what depends on the rows of Opps that could fire at this second, where their tables are open:
  /// their texts are about to use it
  mutating func affectRows(of moments: [Int32], _ work: inout DemandBuilder) {
    for opp in moments where opps[Int(opp)].row >= 0 {
      let row = Int(opps[Int(opp)].row)
      guard rows[row].isPresent, work.mark(ofTable: Int(rows[row].table)) != nil else { continue }
      for leaf in rows[row].leaves where code[Int(instances.template[Int(leaf)])].isMaintained {
        work.affect(leaf)
      }
    }
    spread(&work)
  }

  /// Whether anything in the rules depends on a table
  func isFetched(table: Int) -> Bool {
    !tables[table].aggregates.isEmpty || !tables[table].listeners.isEmpty
      || !tables[table].rules.isEmpty
  }

  /// Addresses, by their text, and the places of a category around the person, where the text and the person's position
  /// are known
  private mutating func findPlaces(
    _ due: Set<FetchKey>, _ withheld: Set<FetchKey>, _ work: inout DemandBuilder
  ) {
    for leaf in places.addressListeners {
      let operand = instances.operand(0, of: leaf)
      work.note(operand, instances.readings[Int(operand)], .content)
      guard let text = pool.text(instances.readings[Int(operand)]) else { continue }
      find(.address(text), isMissing: !places.hasResponded(text), leaf, due, withheld, &work)
    }
    for leaf in places.nearestListeners {
      let (operand, origin) = (instances.operand(0, of: leaf), instances.operand(1, of: leaf))
      work.note(operand, instances.readings[Int(operand)], .content)
      work.note(origin, instances.readings[Int(origin)], .isKnown)
      guard let name = pool.text(instances.readings[Int(operand)]),
        instances.readings[Int(origin)].isKnown
      else { continue }
      find(.places(category: name), isMissing: !places.has(name), leaf, due, withheld, &work)
    }
  }

  /// Adds an address or places for a leaf, where they are missing or due
  private func find(
    _ subject: FetchKey, isMissing: Bool, _ leaf: Int32, _ due: Set<FetchKey>,
    _ withheld: Set<FetchKey>, _ work: inout DemandBuilder
  ) {
    guard isMissing ? !withheld.contains(subject) : due.contains(subject) else { return }
    work.add(
      subject, isDue: !isMissing, isProvisional: isMissing && !isAwaited(subject), of: leaf)
    work.affect(leaf)
  }
}

internal import OppModel

/// What is missing or due, and the leaves that ask for it
extension Engine {
  mutating func findSubjects(
    _ due: Set<FetchSubject>, _ withheld: Set<FetchSubject>, _ work: inout NeedsWork
  ) {
    findSources(due, withheld, &work)
    findTables(due, withheld, &work)
    findPlaces(due, withheld, &work)
  }

  private mutating func findSources(
    _ due: Set<FetchSubject>, _ withheld: Set<FetchSubject>, _ work: inout NeedsWork
  ) {
    for index in sources.subjects.indices where !sources.subjects[index].leaves.isEmpty {
      let isMissing = !sources.subjects[index].isFresh
      guard isMissing || !due.isEmpty else { continue }
      let subject = FetchSubject.source(
        sources.subjects[index].source, sources.subjects[index].arguments)
      guard isMissing ? !withheld.contains(subject) : due.contains(subject) else { continue }
      work.sourceMarks[index] = work.add(subject, isDue: !isMissing)
      for leaf in sources.subjects[index].leaves { work.affect(leaf) }
    }
  }

  private mutating func findTables(
    _ due: Set<FetchSubject>, _ withheld: Set<FetchSubject>, _ work: inout NeedsWork
  ) {
    for index in tables.indices where isAskedFor(table: index) {
      let isMissing = !tables[index].isKnown
      let subject = FetchSubject.table(TableID(index: Int32(truncatingIfNeeded: index)))
      guard isMissing ? !withheld.contains(subject) : due.contains(subject) else { continue }
      work.tableMarks[index] = work.add(subject, isDue: !isMissing)
      for aggregate in tables[index].aggregates {
        work.affect(aggregates[Int(aggregate)].instance)
      }
      for listener in tables[index].listeners { work.affect(listener) }
      // Rows that have left ask for nothing, and there may be years of them.
      for row in tables[index].ordered where rows[Int(row)].isPresent {
        for leaf in rows[Int(row)].leaves where code[Int(instances.template[Int(leaf)])].isLive {
          work.affect(leaf)
        }
      }
    }
  }

  func isAskedFor(table: Int) -> Bool {
    !tables[table].aggregates.isEmpty || !tables[table].listeners.isEmpty
      || !tables[table].rules.isEmpty
  }

  private mutating func findPlaces(
    _ due: Set<FetchSubject>, _ withheld: Set<FetchSubject>, _ work: inout NeedsWork
  ) {
    for leaf in places.addressListeners {
      guard let text = pool.text(instances.readings[Int(instances.operand(0, of: leaf))]) else {
        continue
      }
      find(.address(text), isMissing: !places.hasAnswered(text), leaf, due, withheld, &work)
    }
    for leaf in places.nearestListeners {
      let category = instances.readings[Int(instances.operand(0, of: leaf))]
      guard let name = pool.text(category),
        instances.readings[Int(instances.operand(1, of: leaf))].isKnown
      else { continue }
      find(.places(category: name), isMissing: !places.has(name), leaf, due, withheld, &work)
    }
  }

  private func find(
    _ subject: FetchSubject, isMissing: Bool, _ leaf: Int32, _ due: Set<FetchSubject>,
    _ withheld: Set<FetchSubject>, _ work: inout NeedsWork
  ) {
    guard isMissing ? !withheld.contains(subject) : due.contains(subject) else { return }
    work.add(subject, isDue: !isMissing, of: leaf)
    work.affect(leaf)
  }
}

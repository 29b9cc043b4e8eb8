internal import OppEngine
internal import OppModel

/// The subjects that are missing or due, and the leaves that read them
extension FetchDemand {
  /// Adds all subjects that are missing or due, and marks what reads them as affected
  mutating func findSubjects(
    _ due: Set<FetchKey>, _ withheld: Set<FetchKey>, _ engine: borrowing Engine
  ) {
    sources = Array(repeating: nil, count: engine.subjectCount)
    tables = Array(repeating: nil, count: engine.graph.tables.count)
    for subject in engine.openSources(due, withheld) { mark(subject, engine) }
    for subject in engine.openTables(due, withheld) { mark(subject, engine) }
    for subject in engine.openPlaces(due, withheld, noting: &noted) { mark(subject, engine) }
  }

  /// Adds a subject, and marks what reads it
  private mutating func mark(_ subject: OpenSubject, _ engine: borrowing Engine) {
    switch subject.reader {
    case .source(let index): sources[index] = add(subject)
    case .table(let table): tables[table] = add(subject)
    case .leaf(let leaf):
      // Several leaves may look up one address.
      let mark = placeMarks[subject.key] ?? add(subject)
      placeMarks[subject.key] = mark
      places[leaf] = mark
    }
    affected.insert(readersOf: subject, in: engine)
  }

  /// Adds a subject that is missing or due
  private mutating func add(_ subject: OpenSubject) -> SubjectMark {
    needs.subjects.append(subject.key)
    if !subject.isMissing || !subject.isAwaited { isAnythingProvisional = true }
    return SubjectMark(subject: needs.subjects.count - 1, isDue: !subject.isMissing)
  }

  /// Marks the readings that depend on rows of open tables, of Opps that could fire at this second or have open firings: their
  /// texts are about to use the readings, or their conditions are followed
  mutating func affectRows(of moments: BitSet<OppID>, _ engine: inout Engine) {
    var concerned = moments
    if engine.followsEnds {
      for opp in engine.oppIDs where engine.awaitsEnd(of: opp) { concerned.insert(opp) }
    }
    var next = concerned.first
    while let opp = next {
      next = concerned.first(after: opp)
      guard engine.hasPresentRow(opp), let row = engine.rowIndex(ofOpp: opp),
        mark(ofTable: engine.table(of: row)) != nil
      else { continue }
      affected.insert(leavesOfRow: row, in: engine)
    }
    affected.spread(in: &engine)
  }
}

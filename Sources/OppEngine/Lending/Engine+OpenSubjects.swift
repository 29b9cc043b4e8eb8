package import OppModel

/// A subject that is missing or due, for a session that may fetch it
package struct OpenSubject {
  package let key: FetchKey

  /// Whether nothing of it counts at present; else it is due
  package let isMissing: Bool

  /// `true` if a fetch may still bring it, so that its dependents are undecided; else they are unknown
  package let isAwaited: Bool

  package let reader: Reader

  /// The reader of a subject
  package enum Reader {
    /// The leaves of a source with the values of its parameters
    case source(SubjectID)
    /// All that counts the rows of a table, or reads one of them
    case table(TableID)
    /// A leaf that looks up an address or places
    case leaf(InstanceID)
  }
}

extension Engine {
  /// The number of sources with values of their parameters
  package var subjectCount: Int { evaluator.facts.sources.subjects.count }

  /// The sources that have leaves, and are missing and not withheld, or due
  ///
  /// They are in the order of their keys: a restored session has its subjects in another order than that of first use,
  /// and is to choose the same of two plans that cost the same.
  package func openSources(_ due: Set<FetchKey>, _ withheld: Set<FetchKey>) -> [OpenSubject] {
    var open: [OpenSubject] = []
    for index in SubjectID.all(in: evaluator.facts.sources.subjects)
    where !evaluator.facts.sources.subjects[index].leaves.isEmpty {
      let isMissing = !evaluator.facts.sources.subjects[index].isFresh
      guard isMissing || !due.isEmpty else { continue }
      let key = FetchKey.source(
        evaluator.facts.sources.subjects[index].source,
        evaluator.facts.sources.subjects[index].arguments)
      guard isMissing ? !withheld.contains(key) : due.contains(key) else { continue }
      open.append(openSubject(key, isMissing: isMissing, .source(index)))
    }
    return open.sorted { $0.key.comesBefore($1.key) }
  }

  /// The tables that something depends on, and whose rows are not known and not withheld, or due
  package func openTables(_ due: Set<FetchKey>, _ withheld: Set<FetchKey>) -> [OpenSubject] {
    var open: [OpenSubject] = []
    for index in TableID.all(in: evaluator.facts.tables) where evaluator.facts.tables[index].isRead
    {
      if evaluator.graph.tables[index].isComputed { continue }
      let isMissing = !evaluator.facts.tables[index].isKnown
      let key = FetchKey.table(index)
      guard isMissing ? !withheld.contains(key) : due.contains(key) else { continue }
      open.append(openSubject(key, isMissing: isMissing, .table(index)))
    }
    return open
  }

  /// The addresses, and the places of categories around the person, that are missing and not withheld, or due, where the
  /// text and the person's position are known; several leaves may need one
  ///
  /// - Parameter noted: gets the readings that this depends on.
  package func openPlaces(
    _ due: Set<FetchKey>, _ withheld: Set<FetchKey>, noting noted: inout [NotedReading]
  ) -> [OpenSubject] {
    var open: [OpenSubject] = []
    func find(_ key: FetchKey, isMissing: Bool, _ leaf: InstanceID) {
      guard isMissing ? !withheld.contains(key) : due.contains(key) else { return }
      open.append(openSubject(key, isMissing: isMissing, .leaf(leaf)))
    }
    for leaf in evaluator.facts.places.addressListeners {
      let text = operand(0, of: leaf)
      noted.append(note(text, .content))
      guard let text = evaluator.pool.text(evaluator.instances.readings[text]) else { continue }
      find(.address(text), isMissing: !evaluator.facts.places.hasResponded(text), leaf)
    }
    for leaf in evaluator.facts.places.nearestListeners {
      let (category, origin) = (operand(0, of: leaf), operand(1, of: leaf))
      noted.append(note(category, .content))
      noted.append(note(origin, .isKnown))
      let name = evaluator.pool.text(evaluator.instances.readings[category])
      guard let name, isKnown(origin) else { continue }
      find(.places(category: name), isMissing: !evaluator.facts.places.has(name), leaf)
    }
    return open.sorted { $0.key.comesBefore($1.key) }
  }

  private func openSubject(
    _ key: FetchKey, isMissing: Bool, _ reader: OpenSubject.Reader
  ) -> OpenSubject {
    OpenSubject(
      key: key, isMissing: isMissing, isAwaited: evaluator.facts.isAwaited(key), reader: reader)
  }
}

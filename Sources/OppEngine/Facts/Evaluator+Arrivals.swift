internal import OppModel

/// Arrivals, and the leaves that they change
extension Evaluator {
  /// Takes in what has become known; what depends on it is evaluated by ``propagate()``
  mutating func apply(_ arrival: Arrival) { ArrivalIntake().take(arrival, &self) }

  /// Ends what is known of a calendar or a table after a second
  mutating func limit(_ subject: FetchKey, to last: Int64) {
    ArrivalIntake().limit(subject, to: last, &self)
  }

  /// Has the leaves of a subject evaluated again, and what looks ahead, which depends on what may become of them
  ///
  /// - Parameter fields: those that may have changed.
  mutating func markLeaves(_ subject: SubjectID, ofFields fields: FieldSet = .all) {
    for leaf in facts.sources.subjects[subject].leaves {
      if case .reading(_, let field) = code[instances.template[leaf]].instruction {
        guard fields.contains(Int(field)) else { continue }
        if Counting().moves(leaf, ofField: Int(field), of: subject, &self) { continue }
      }
      markDirty(leaf)
    }
    if facts.sources.subjects[subject].schedule != nil || !aheadInstances.isEmpty {
      markLookingAhead()
    }
  }

  /// The requests of live leaves whose readings are missing or too old
  mutating func missingRequests() -> [RequestID] {
    var result: [RequestID] = []
    for request in RequestID.all(in: graph.requests) where facts.requestLeaves.has(request) {
      guard let leaf = facts.requestLeaves[request].wrapped,
        let subject = facts.sources.subjectOfLeaf[leaf],
        !facts.sources.subjects[subject].isFresh
      else { continue }
      result.append(request)
    }
    return result
  }
}

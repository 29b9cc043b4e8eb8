internal import OppEngine
internal import OppModel

/// Asks the engine whether literals hold at the second of a witness
struct Confirmation: Sendable {
  let graph: ConditionGraph
  let zone: Zone
  let literals: [(NodeID, Truthfulness)]

  /// How long before its second a witness has been so, in seconds
  let past: Int64

  func confirms(_ witness: Witness) -> Bool {
    var excerpt = GraphExcerpt(of: graph, below: literals.map(\.0))
    let plain = literals.filter { graph[$0.0].scopes.isEmpty }
    let scoped = literals.filter { !graph[$0.0].scopes.isEmpty }
    for (node, _) in scoped {
      // A condition has one row of `for each` at most.
      guard graph[node].scopes.count == 1, let scope = graph[node].scopes.first else {
        return false
      }
      excerpt.addRule(node, over: graph.scopes[Int(scope.index)], scope)
    }
    let begins = witness.instant.advanced(by: -past)
    let watched = plain.map { excerpt.node($0.0) }
    var engine = Engine(graph: excerpt.graph, zone: zone, begins: begins, watching: watched)
    _ = engine.step(at: begins, arrived: arrivals(of: witness, at: begins))
    if past > 0 { _ = engine.step(at: witness.instant) }
    for ((node, holds), own) in zip(plain, watched) {
      guard holds.mask.contains(truth(of: engine.value(of: own), graph[node].type)) else {
        return false
      }
    }
    guard !scoped.isEmpty else { return true }
    return confirms(engine.conditions(), witness, scoped)
  }

  private func confirms(
    _ conditions: [(rule: Int, row: RowID?, truth: Truth, reasons: [UnknownReason])],
    _ witness: Witness, _ scoped: [(NodeID, Truthfulness)]
  ) -> Bool {
    guard let row = witness.rows.first(where: { $0.scope != nil }) else { return false }
    let key = graph.tables[Int(row.table.index)].keyValues(of: row.values)
    return scoped.enumerated().allSatisfy { index, literal in
      conditions.contains { condition in
        guard condition.rule == index, condition.row?.key == key else { return false }
        return literal.1.mask.contains(TruthMask(condition.truth))
      }
    }
  }

  private func truth(of value: Value?, _ type: ValueType) -> TruthMask {
    switch value {
    case .truth(let isTrue): isTrue ? .true : .false
    case .some: .true
    case nil: .unknown
    }
  }

  // MARK: What arrives

  private func arrivals(of witness: Witness, at instant: Instant) -> [Arrival] {
    var arrivals = witness.addresses.map {
      Arrival.address(text: $0.text, position: $0.position)
    }
    arrivals += readings(of: witness, at: instant)
    for (index, table) in graph.tables.enumerated() {
      let id = TableID(index: Int32(truncatingIfNeeded: index))
      let rows = witness.rows.filter { $0.table == id }.map(\.values)
      guard rows.allSatisfy({ table.keyValues(of: $0).count == table.key.count }) else { continue }
      arrivals.append(
        .rows(TableChange(table: id, rows: rows, removedKeys: [], isWhole: true)))
    }
    return arrivals
  }

  private func readings(of witness: Witness, at instant: Instant) -> [Arrival] {
    var fields: [Subject: [FieldReading]] = [:]
    var order: [Subject] = []
    for reading in witness.readings {
      let request = graph.requests[Int(reading.request.index)]
      let subject = Subject(
        source: request.source,
        arguments: request.arguments.map { $0.flatMap { value($0, witness) } })
      if fields[subject] == nil {
        order.append(subject)
        let source = graph.sources[Int(request.source.index)]
        fields[subject] = source.fields.map { _ in .missing }
      }
      fields[subject]?[reading.field] = .known(reading.value)
    }
    return order.map { subject in
      .reading(
        SourceReading(
          source: subject.source, arguments: subject.arguments, instant: instant,
          fields: fields[subject] ?? [], freshness: nil, isLasting: true))
    }
  }

  private struct Subject: Hashable {
    let source: SourceID
    let arguments: [Value?]
  }

  /// The value of an argument: a constant, or a reading of the witness
  private func value(_ node: NodeID, _ witness: Witness) -> Value? {
    switch graph[node].operation {
    case .constant(let value): value
    case .reading: witness.readings.first { $0.node == node }?.value
    case .placePosition(let place), .lastKnown(let place): value(place, witness)
    case .address(let text):
      if case .text(let text) = value(text, witness) {
        witness.addresses.first { $0.text == text }.map {
          .place(Place(name: $0.text, position: $0.position, radius: nil))
        }
      } else {
        nil
      }
    default: nil
    }
  }
}

extension TruthMask {
  init(_ truth: Truth) {
    switch truth {
    case .false: self = .false
    case .unknown: self = .unknown
    case .true: self = .true
    }
  }
}

package import OppEngine
package import OppModel

extension Witness {
  /// The arrivals that bring an engine to the second of the witness, in the order of time
  ///
  /// One batch if all was read from the start, two if earlier readings were others.
  ///
  /// - Parameter graph: that of the question, or any in which sources and tables have the same indices.
  package func arrivals(in graph: ConditionGraph) -> [(at: Instant, arrived: [Arrival])] {
    let lasting = surroundings(in: graph)
    let present = Self.readings(readings, of: self, in: graph, at: begins)
    guard !earlier.isEmpty, earlierBegins < begins else { return [(begins, lasting + present)] }
    let past = Self.readings(earlier, of: self, in: graph, at: earlierBegins)
    return [(earlierBegins, lasting + past), (begins, present)]
  }

  /// The arrivals that do not change: addresses, places, and the rows of each table
  private func surroundings(in graph: ConditionGraph) -> [Arrival] {
    var arrivals = addresses.map { Arrival.address(text: $0.text, position: $0.position) }
    if !places.isEmpty {
      let known = places.map {
        KnownPlace(name: $0.category, category: $0.category, position: $0.position)
      }
      arrivals.append(.places(known))
    }
    for (index, table) in graph.tables.enumerated() {
      let id = TableID(index: Int32(truncatingIfNeeded: index))
      let own = rows.filter { $0.table == id }.map { $0.values }
      // A row without its key is none, so the table is left out.
      guard own.allSatisfy({ table.keyValues(of: $0).count == table.key.count }) else { continue }
      arrivals.append(.rows(TableChange(table: id, rows: own, removedKeys: [], isWhole: true)))
    }
    return arrivals
  }

  /// A source with its arguments: readings of one subject arrive together
  private struct Subject: Hashable {
    let source: SourceID

    /// Nil for a default, or for an argument that the witness does not know
    let arguments: [Value?]
  }

  /// One arrival for each subject, with its fields that the witness reads; the others are missing
  private static func readings(
    _ readings: [Reading], of witness: Witness, in graph: ConditionGraph, at instant: Instant
  ) -> [Arrival] {
    var fields: [Subject: [FieldReading]] = [:]
    var order: [Subject] = []
    for reading in readings {
      // Two requests with equal values of their arguments are one subject.
      let request = graph.requests[Int(reading.request.index)]
      let subject = Subject(
        source: request.source,
        arguments: request.arguments.map { $0.flatMap { witness.value(of: $0, in: graph) } })
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

  /// The value of an argument: a constant, or a reading of the witness
  private func value(of node: NodeID, in graph: ConditionGraph) -> Value? {
    let operation = graph[node].operation
    if case .constant(let value) = operation { return value }
    if case .reading = operation { return readings.first { $0.node == node }?.value }
    if case .placePosition(let place) = operation { return value(of: place, in: graph) }
    if case .lastKnown(let operand) = operation { return value(of: operand, in: graph) }
    guard case .address(let text) = operation, case .text(let text)? = value(of: text, in: graph),
      let address = addresses.first(where: { $0.text == text })
    else { return nil }
    return .place(Place(name: text, position: address.position, radius: nil))
  }
}

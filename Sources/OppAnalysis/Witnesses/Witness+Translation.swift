package import OppModel

/// Examples in other graphs of the same sources and tables
extension Witness {
  /// `true` if no row of it stands for a scope, which belongs to one graph
  package var isMovable: Bool { rows.allSatisfy { $0.scope == nil } }

  /// The same example with other nodes and requests
  ///
  /// - Returns: nil if `place` has none for a reading, or a row stands for a scope.
  package func translated(
    _ place: (Reading) -> (node: NodeID, request: RequestID)?
  ) -> Witness? {
    guard isMovable, let readings = Self.translated(readings, place),
      let earlier = Self.translated(earlier, place)
    else { return nil }
    return Witness(
      instant: instant, readings: readings, begins: begins, earlier: earlier,
      earlierBegins: earlierBegins, rows: rows, addresses: addresses, places: places)
  }

  /// The readings with other nodes and requests; `nil` if one has no counterpart
  private static func translated(
    _ readings: [Reading], _ place: (Reading) -> (node: NodeID, request: RequestID)?
  ) -> [Reading]? {
    var found: [Reading] = []
    for reading in readings {
      guard let (node, request) = place(reading) else { return nil }
      found.append(
        Reading(node: node, request: request, field: reading.field, value: reading.value))
    }
    return found
  }
}

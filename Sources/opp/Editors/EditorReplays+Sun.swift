internal import OppEngine
internal import OppLanguageServer
internal import OppModel
internal import OppSemantics

/// The place and the instant for hints about the sun
extension EditorReplays {
  /// The place `home` of the rules, else their first, at the instant that counts as now
  func sun(
    _ snapshot: RuleSetSnapshot, root: String, now: String?
  ) -> SunPlace? {
    let places = snapshot.analysis.places
    let graph = snapshot.analysis.graph
    for place in places.filter({ $0.name == "home" }) + places {
      guard let position = Self.position(of: place.node, graph) else { continue }
      let end = end(snapshot, root: root)
      return SunPlace(
        instant: now.flatMap { Instant(rfc3339: $0) } ?? end.instant, zone: end.zone,
        position: position, name: place.name)
    }
    return nil
  }

  /// The position of a place that is a constant; nil for one that is an address, or computed
  private static func position(of node: NodeID, _ graph: ConditionGraph) -> Position? {
    guard case .constant(let value) = graph[node].operation else { return nil }
    switch value {
    case .position(let position): return position
    case .place(let place): return place.position
    case .truth, .scalar, .text, .list, .row: return nil
    }
  }

  /// The end of the recording, which is read the first time; without one the present
  private func end(_ snapshot: RuleSetSnapshot, root: String) -> (instant: Instant, zone: Zone) {
    if ends[root] == nil, !snapshot.analysis.hasErrors { _ = run(snapshot, root: root) }
    return ends[root].map { ($0.end, $0.zone) } ?? (context.present, .utc)
  }
}

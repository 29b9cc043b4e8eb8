internal import OppModel
internal import OppSyntax

/// The requests that conditions lead to, as far as the rules alone say
///
/// ```
/// connect weather to openmeteo()       weather is connected: fresh for 3600 s, at most 24 requests a day
/// connect location to gpsd()           pushed: nothing is requested
/// opp "A" when temp > 30C and free > 1h       supplies: weather; calendar is not connected, so it costs nothing
/// ```
struct Demand {
  /// A source that a `connect` declaration serves, on request
  struct Supply: Hashable {
    /// The name of the source
    let source: SourceID
    let name: String

    /// In seconds; a source without one is fetched once
    let freshness: Int64

    /// The cost of one request
    let cost: Double
  }

  /// The graph of the rules
  private let graph: ConditionGraph

  /// The names behind `connect`, without those of connections that push
  private let requested: Set<String>

  init(_ subject: LintSubject) {
    graph = subject.graph
    requested = Set(subject.connections.filter { $0.value.reach != .pushed }.keys)
  }

  /// `true` if nothing is requested: a rule set has no connections, or each of them pushes
  var isEmpty: Bool { requested.isEmpty }

  /// The requested sources that a node reads, each once
  func supplies(below node: NodeID, of subject: LintSubject) -> Set<Supply> {
    var found: Set<Supply> = []
    subject.forEachOperation(below: node) { _, operation in
      guard case .reading(let request, _) = operation else { return }
      let id = graph.requests[Int(request.index)].source
      let source = graph.sources[Int(id.index)]
      guard requested.contains(source.name), let freshness = source.freshness, freshness > 0 else {
        return
      }
      found.insert(
        Supply(source: id, name: source.name, freshness: freshness, cost: source.cost))
    }
    return found
  }
}

extension LintSubject {
  /// The seconds of a day in which a condition waits for its readings
  ///
  /// `temp > 30C and time in 8:00..9:00` waits for 3600 seconds; 86,400 if the clock says nothing.
  func openSeconds(_ condition: NodeID) -> Int64 {
    guard let times = proofs.times(of: condition) else { return 86_400 }
    return times.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
  }

  /// `true` if a node reads a table, a place or an address, or anything that other requests come before
  func readsMoreThanSources(_ node: NodeID) -> Bool {
    contains(node) { operation in
      if case .aggregate = operation { return true }
      if case .rowField = operation { return true }
      if case .row = operation { return true }
      if case .nearest = operation { return true }
      if case .address = operation { return true }
      return false
    }
  }
}

internal import OppModel
internal import OppSyntax

extension LintRule {
  package static let requestPerRow = LintRule(
    name: "request-per-row", category: .cost, severity: .warning, precision: .high,
    page: LintPage(
      headline: "one request to weather for each row of happenings",
      why: """
        A source whose argument comes from a row is fetched once for each row, again whenever the readings are no
        longer fresh. The weather five kilometres away is mostly that of here: choose the rows by their distance, and
        fetch once.
        """,
      bad: """
        opp "Dry concert" for each h in happenings when weather(h.position).sky == sunny and h.begins - now in 1h..3h notify "{h.title}" at most 2 per day
        """,
      good: """
        opp "Dry concert" for each h in happenings where distance(h.position) < 5km when weather.sky == sunny and h.begins - now in 1h..3h notify "{h.title}" at most 2 per day
        """,
      related: ["fresher-than-needed", "over-budget"])
  ) { subject, findings in
    var reported: Set<SourceRange> = []
    for node in subject.nodes(.fieldAccess) {
      guard let id = subject.graphNode(node.expression),
        case .field(let access) = node.expression, case .call(let call) = access.base,
        let (source, table) = subject.rowRequest(below: id)
      else { continue }
      if subject.isLocal(source) || !reported.insert(call.range).inserted { continue }
      findings.report(
        call.range, "one request to \(source) for each row of \(table)",
        helps: ["choose the rows in `where`, and read `\(source)` without an argument of the row"])
    }
  }
}

extension LintSubject {
  /// A source that is read below a node and the table whose rows it is read for; nil where there is none
  fileprivate func rowRequest(below node: NodeID) -> (source: String, table: String)? {
    var found: (String, String)?
    forEachOperation(below: node) { _, operation in
      guard found == nil, case .reading(let request, let field) = operation,
        let table = rowTable(of: request)
      else { return }
      found = (reading(request, field).owner, table)
    }
    return found
  }

  /// The table whose rows the arguments of a request are taken of; nil where there is one request for all
  private func rowTable(of request: RequestID) -> String? {
    for case .some(let argument) in graph.requests[Int(request.index)].arguments {
      if let scope = graph[argument].scopes.first {
        return graph.tables[Int(graph.scopes[Int(scope.index)].index)].name
      }
    }
    return nil
  }

  fileprivate func isLocal(_ source: String) -> Bool {
    connector(of: source).map { $0 == "gpsd" || Self.localConnectors.contains($0) } ?? false
  }

  /// `true` for a source that a file, a program or a host of the house serves
  func isServedLocally(_ source: String) -> Bool {
    if connector(of: source).map({ Self.localConnectors.contains($0) }) ?? true { return true }
    return connectedTexts.contains {
      $0.target == source && LintedAddress($0.text)?.isLocal ?? false
    }
  }

  private static let localConnectors: Set<String> = [
    "csv", "jsonl", "geojson", "command", "fixed",
  ]

  /// The name of the connector of a source; nil for one without a connection
  private func connector(of source: String) -> String? {
    for case .connection(let view) in declarations where view.name?.text == source {
      return view.connector?.name?.text
    }
    return nil
  }
}

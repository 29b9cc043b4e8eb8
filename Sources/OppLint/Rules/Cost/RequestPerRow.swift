internal import OppModel
internal import OppSyntax

/// The rule `request-per-row`
///
/// ```
/// found     for each f in friends … when weather(place: f.position).raining       a request for each friend
/// silent    weather.raining                                                       one request for all
///           the same, if weather is connected to csv(…) or fixed(…)
///           stock(store: "A", item: w.item) for each w in wishes            the wish list has a key for each request
/// ```
enum RequestPerRow {
  static let rule = LintRule(
    name: "request-per-row", category: .cost, severity: .warning, precision: .high,
    page: LintPage(
      headline: "one request to weather for each row of happenings",
      why: """
        A source whose argument comes from a row is fetched once for each row, again whenever the readings are no
        longer fresh. The weather five kilometres away is mostly that of here: choose the rows by their distance, and
        fetch once. What is read by the key of a row of a table of one's own, such as the price of each thing on a list of
        wishes, has no other way, and is left alone.
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
    // The access `weather(…).raining`: the call in it is underlined, each once.
    for node in subject.nodes(.fieldAccess) {
      guard let id = subject.graphNode(node.expression),
        case .field(let access) = node.expression, case .call(let call) = access.base,
        let (source, table) = rowRequest(below: id, subject)
      else { continue }
      if isFree(source, subject) || !reported.insert(call.range).inserted { continue }
      findings.report(
        call.range, "one request to \(source) for each row of \(table)",
        helps: ["choose the rows in `where`, and read `\(source)` without an argument of the row"])
    }
  }
}

extension RequestPerRow {
  /// A source that is read below a node and the table whose rows it is read for; `nil` if there is none
  private static func rowRequest(below node: NodeID, _ subject: LintSubject) -> (
    source: String, table: String
  )? {
    var found: (String, String)?
    subject.forEachOperation(below: node) { _, operation in
      guard found == nil, case .reading(let request, let field) = operation,
        let table = rowTable(of: request, subject)
      else { return }
      found = (subject.reading(request, field).owner, table)
    }
    return found
  }

  /// The table whose rows the arguments of a request are taken of; `nil` if there is one request for all
  private static func rowTable(of request: RequestID, _ subject: LintSubject) -> String? {
    for case .some(let argument) in subject.graph.requests[Int(request.index)].arguments {
      if let scope = subject.graph[argument].scopes.first {
        let table = subject.graph.scopes[Int(scope.index)]
        // A key of a row of one's own list is read by no other request; the weather of a position is that of others near it.
        let isKey = subject.graph[argument].type == .text || subject.graph[argument].type == .number
        if isKey, !subject.isOfPrelude(table) { continue }
        return subject.graph.tables[Int(table.index)].name
      }
    }
    return nil
  }

  /// `true` if a source is pushed or served by this machine: a reading for each row costs no request
  private static func isFree(_ source: String, _ subject: LintSubject) -> Bool {
    switch subject.connections[source]?.reach {
    case .pushed, .machine: true
    case .house, .service, .secret, nil: false
    }
  }
}

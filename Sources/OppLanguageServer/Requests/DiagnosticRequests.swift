internal import OppJSON

/// `textDocument/diagnostic` and `workspace/diagnostic`
struct DiagnosticRequests {
  let context: RequestContext

  func documentDiagnostics(
    _ parameters: Parameters
  ) throws(ResponseError) -> LongRequest.Work {
    let file = try context.file(parameters)
    let previous = parameters["previousResultId"]?.text
    return LongRequest.Work(file) { () throws(ResponseError) -> String? in
      guard !context.lintsOn(file.state) else { return nil }
      let items = reports(of: file.snapshot, file.state).items[file.index]
      return JSONText.object { write(items, previous: previous, &$0) }
    }
  }

  func workspaceDiagnostics(
    _ parameters: Parameters
  ) throws(ResponseError) -> LongRequest.Work {
    var previous: [String: String] = [:]
    for result in parameters["previousResultIds"]?.elements ?? [] {
      if let uri = result["uri"]?.text { previous[uri] = result["value"]?.text }
    }
    let states = context.workspace.orderedRuleSets
    for state in states { _ = context.workspace.snapshot(of: state) }
    return LongRequest.Work(states) { () throws(ResponseError) -> String? in
      for state in states where context.lintsOn(state) { return nil }
      return workspaceReport(previous)
    }
  }

  /// The reports of all files of all rule sets; those that the client has are named by their id alone
  ///
  /// - Parameter previous: the ids of the reports that the client has, by the URI of the file.
  private func workspaceReport(_ previous: [String: String]) -> String {
    JSONText.object { json in
      json.key("items")
      json.array { array in
        for state in context.workspace.orderedRuleSets {
          let snapshot = context.workspace.snapshot(of: state)
          let items = reports(of: snapshot, state).items
          for (file, items) in zip(snapshot.files, items) {
            array.object { report in
              report.member("uri", string: file.uri)
              report.member("version", raw: file.version.map { "\($0)" } ?? "null")
              write(items, previous: previous[file.uri], &report)
            }
          }
        }
      }
    }
  }

  /// The reports of a check, made once
  private func reports(of snapshot: RuleSetSnapshot, _ state: RuleSetState) -> DiagnosticReports {
    if let known = context.memory.reports[state.root], known.generation == state.generation {
      return known.reports
    }
    let made = DiagnosticReports(snapshot, problems: snapshot.problems, context)
    context.memory.reports[state.root] = (state.generation, made)
    return made
  }

  /// The members of a report: all, or that nothing has changed
  private func write(_ items: String, previous: String?, _ json: inout JSONText) {
    let id = Self.resultID(of: items)
    json.member("kind", string: previous == id ? "unchanged" : "full")
    json.member("resultId", string: id)
    if previous != id { json.member("items", raw: items) }
  }

  /// A name for a list of diagnostics: equal lists have equal names
  private static func resultID(of items: String) -> String {
    // FNV-1a.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in items.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}

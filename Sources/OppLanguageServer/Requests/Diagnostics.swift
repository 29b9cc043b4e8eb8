internal import OppJSON

/// `textDocument/diagnostic` and `workspace/diagnostic`
extension LanguageServer {
  func documentDiagnostics(_ parameters: Parameters) throws(ResponseError) -> String {
    let file = try file(parameters)
    let items = reports(of: file.snapshot, file.state).items[file.index]
    return JSONText.object { json in
      write(items, previous: parameters["previousResultId"]?.text, &json)
    }
  }

  func workspaceDiagnostics(_ parameters: Parameters) -> String {
    var previous: [String: String] = [:]
    for result in parameters["previousResultIds"]?.elements ?? [] {
      if let uri = result["uri"]?.text { previous[uri] = result["value"]?.text }
    }
    return JSONText.object { json in
      json.key("items")
      json.array { array in
        for state in workspace.orderedRuleSets {
          let snapshot = workspace.snapshot(of: state)
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
    if let known = pulledReports[state.root], known.generation == state.generation {
      return known.reports
    }
    let made = DiagnosticReports(snapshot, client: client, services: workspace.services)
    pulledReports[state.root] = (state.generation, made)
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

internal import OppJSON

/// `textDocument/diagnostic` and `workspace/diagnostic`
///
/// A client that can be requested to pull again gets the known part at once, and the whole later:
///
/// | state of the rule set | report of a text |
/// | --- | --- |
/// | being checked, an excerpt decides the edit | the excerpt's problems and earlier findings |
/// | being checked otherwise | waits for the check |
/// | checked, being linted | the compiler's problems and earlier findings |
/// | linted | the whole |
///
/// Another client gets the whole only: it would never see the rest.
struct DiagnosticRequests {
  let context: RequestContext

  func documentDiagnostics(
    _ parameters: Parameters
  ) throws(ResponseError) -> LongRequest.Work {
    let file = try context.file(parameters)
    let start = context.now
    return LongRequest.Work(file) { () throws(ResponseError) -> String? in
      let isWhole = !context.lintsOn(file.state)
      if !isWhole, waits(for: file.state, since: start) { return nil }
      let reports =
        isWhole
        ? reports(of: file.snapshot, file.state)
        : DiagnosticReports(file.snapshot, problems: file.snapshot.knownProblems, context)
      let uri = file.snapshot.files[file.index].uri
      return report(
        reports.items[file.index], of: uri, file.state, isWhole: isWhole, parameters)
    }
  }

  /// `true` while a report waits for the linter
  ///
  /// A run that is short is waited for, so that most reports of small rule sets are the whole.
  private func waits(for state: RuleSetState, since start: Int64) -> Bool {
    guard context.client.refreshesDiagnostics else { return true }
    return !state.isWorkingAside && context.now - start < DiagnosticPublisher.quickLint
  }

  /// The report of a text whose rule set is being checked; nil if the client has to wait for that
  func earlyDiagnostics(_ parameters: Parameters) throws(ResponseError) -> String? {
    let uri = try parameters.documentURI()
    let canonical = FileURI.path(of: uri).map(FileURI.uri) ?? uri
    guard context.client.refreshesDiagnostics, let state = context.workspace.ruleSet(ofURI: uri),
      let early = context.workspace.early(state),
      let index = early.texts.index(ofURI: uri) ?? early.texts.index(ofURI: canonical)
    else { return nil }
    let reports = DiagnosticReports(early.texts, problems: early.problems, context)
    return report(
      reports.items[index], of: early.texts.files[index].uri, state, isWhole: false, parameters)
  }

  /// The report of one file, which is remembered
  private func report(
    _ items: String, of uri: String, _ state: RuleSetState, isWhole: Bool, _ parameters: Parameters
  ) -> String {
    context.memory.pulled.add(
      Self.resultID(of: items), of: uri, root: state.root, isWhole: isWhole)
    return JSONText.object { write(items, previous: parameters["previousResultId"]?.text, &$0) }
  }

  /// `true` if a report that the client has is not that of the last check
  ///
  /// - Requires: the last check is linted.
  func hasNews(of state: RuleSetState) -> Bool {
    let snapshot = context.workspace.snapshot(of: state)
    let items = reports(of: snapshot, state).items
    return zip(snapshot.files, items).contains { file, items in
      context.memory.pulled.isOutdated(
        file.uri, root: state.root, id: Self.resultID(of: items))
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
              context.memory.pulled.add(
                Self.resultID(of: items), of: file.uri, root: state.root, isWhole: true)
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

internal import OppJSON
internal import OppKit

/// The results of a check of rules
struct RulesReply {
  let rules: RuleSet

  func write(to json: inout JSONText) {
    json.member("runnable", raw: rules.isRunnable ? "true" : "false")
    json.member("opps", strings: rules.opps.map { $0.name })
    json.member("sources", strings: rules.sources)
    if let zone = rules.zoneName { json.member("zone", string: zone) }
    json.member("fingerprint", string: rules.fingerprint)
    json.key("diagnostics")
    json.array { array in
      for diagnostic in rules.diagnostics { array.object { $0.write(diagnostic) } }
    }
  }
}

extension JSONText {
  fileprivate mutating func write(_ diagnostic: Diagnostic) {
    member("severity", string: diagnostic.severity.rawValue)
    member("code", string: diagnostic.code)
    member("message", string: diagnostic.message)
    write(diagnostic.location)
    if !diagnostic.helps.isEmpty { member("helps", strings: diagnostic.helps) }
    if !diagnostic.notes.isEmpty { member("notes", strings: diagnostic.notes) }
    write("labels", diagnostic.labels) { item, label in
      item.write(label.location)
      item.member("text", string: label.text)
    }
  }

  private mutating func write(_ location: SourceLocation) {
    member("path", string: location.path)
    member("line", raw: "\(location.line)")
    member("column", raw: "\(location.column)")
  }
}

internal import OppJSON
internal import OppLint
internal import OppModel
package import OppSyntax

/// A SARIF 2.1.0 log of one run, for code scanning
///
/// ```
/// {"$schema":…,"version":"2.1.0","runs":[{
///   "tool":{"driver":{"name":"opp","rules":[{"id":"never-true",…}]}},
///   "automationDetails":{"id":"opp-lint/"},"columnKind":"unicodeCodePoints",
///   "results":[{"ruleId":"never-true","ruleIndex":0,"level":"warning","message":{…},"locations":[…],
///               "partialFingerprints":{"oppMeaning/v1":"4188e25f…"}}]}]}
/// ```
///
/// All rules that found something are described once; a result refers to its rule by index.
///
/// Source: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0" (2020).
package struct SARIFOutput {
  /// By the file index that ranges carry
  package let files: [SourceFile]

  /// Distinguishes the alerts of `check` from those of `lint`
  package let category: String

  package init(files: [SourceFile], category: String) {
    self.files = files
    self.category = category
  }

  /// The whole log on one line; rules sorted by name, results in the given order
  package func log(_ problems: [ReportedProblem]) -> String {
    let codes = Set(problems.map { $0.diagnostic.code }).sorted()
    return JSONText.object { log in
      log.member("$schema", string: "https://json.schemastore.org/sarif-2.1.0.json")
      log.member("version", string: "2.1.0")
      log.key("runs")
      log.array { runs in
        runs.object { run in
          // 1. The tool, with the rules that the results name.
          run.key("tool")
          run.object { tool in
            tool.key("driver")
            tool.object { add(rules: codes, &$0) }
          }
          run.key("automationDetails")
          run.object { $0.member("id", string: "\(category)/") }
          run.member("columnKind", string: "unicodeCodePoints")
          // 2. The results.
          run.key("results")
          run.array { results in
            for problem in problems {
              let index = codes.firstIndex(of: problem.diagnostic.code) ?? 0
              results.object { add(problem, rule: index, &$0) }
            }
          }
        }
      }
    }
  }

  // MARK: Rules

  /// Adds the tool with the rules of these codes
  private func add(rules codes: [String], _ driver: inout JSONText) {
    driver.member("name", string: "opp")
    driver.member("semanticVersion", string: Version.number)
    driver.key("rules")
    driver.array { rules in
      for code in codes { rules.object { add(rule: code, &$0) } }
    }
  }

  /// Adds a rule: its words and its severity; a code of the compiler has no more than its name
  private func add(rule code: String, _ json: inout JSONText) {
    json.member("id", string: code)
    json.member("name", string: code)
    guard let rule = LintCatalogue.rule(named: code) else { return }
    // The page of the rule in the places that dashboards show.
    json.key("shortDescription")
    json.object { $0.member("text", string: rule.page.headline) }
    json.key("fullDescription")
    json.object { $0.member("text", string: rule.page.why.plain) }
    json.key("help")
    json.object { help in
      help.member("text", string: rule.page.why.plain)
      help.member("markdown", string: RulePage(rule).markdown)
    }
    json.key("defaultConfiguration")
    json.object { configuration in
      configuration.member("enabled", raw: rule.isOnByDefault ? "true" : "false")
      configuration.member("level", string: level(rule.severity))
    }
    json.key("properties")
    json.object { properties in
      properties.member("tags", strings: [rule.category.name])
      properties.member("precision", string: rule.precision.name)
      properties.member("problem.severity", string: severity(rule.severity))
      if rule.category == .security { properties.member("security-severity", string: "6.0") }
    }
  }

  /// The level of SARIF for a severity
  private func level(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .style, .note: "note"
    }
  }

  /// The severity that GitHub's code scanning shows of an alert
  private func severity(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .style, .note: "recommendation"
    }
  }

  // MARK: Results

  /// Adds a result: message, places, identity, fixes, and the comment that accepts it
  private func add(_ problem: ReportedProblem, rule index: Int, _ result: inout JSONText) {
    let diagnostic = problem.diagnostic
    result.member("ruleId", string: diagnostic.code)
    result.member("ruleIndex", raw: "\(index)")
    result.member("level", string: level(diagnostic.severity))
    result.key("message")
    result.object { message in
      let words = [diagnostic.headline] + diagnostic.helps + diagnostic.notes
      message.member("text", string: words.joined(separator: "\n"))
    }
    result.key("locations")
    result.array { locations in
      locations.object { location in
        physicalLocation(diagnostic.range, &location)
        if let opp = problem.finding?.opp { logicalLocation(opp, &location) }
      }
    }
    addLabels(of: diagnostic, &result)
    // The identity follows the meaning of the rules, so an alert survives edits that move it.
    if let finding = problem.finding {
      result.key("partialFingerprints")
      result.object { $0.member("oppMeaning/v1", string: finding.fingerprint.text) }
    }
    let fixes = diagnostic.fixes.filter { !$0.edits.isEmpty }
    if !fixes.isEmpty {
      result.key("fixes")
      result.array { array in
        for fix in fixes { array.object { add(fix, of: diagnostic, &$0) } }
      }
    }
    guard let suppression = problem.suppression else { return }
    result.key("suppressions")
    result.array { suppressions in
      suppressions.object { object in
        object.member("kind", string: "inSource")
        object.member("justification", string: suppression.reason)
      }
    }
  }

  /// Adds the Opp that a result is in
  private func logicalLocation(_ opp: String, _ location: inout JSONText) {
    location.key("logicalLocations")
    location.array { array in
      array.object { logical in
        logical.member("name", string: opp)
        logical.member("kind", string: "declaration")
      }
    }
  }

  /// Adds the other places that a message points to
  private func addLabels(of diagnostic: Diagnostic, _ result: inout JSONText) {
    guard !diagnostic.labels.isEmpty else { return }
    result.key("relatedLocations")
    result.array { related in
      for (id, label) in diagnostic.labels.enumerated() {
        related.object { location in
          location.member("id", raw: "\(id)")
          physicalLocation(label.range, &location)
          // The place alone says enough; a message must have words.
          guard !label.text.isEmpty else { return }
          location.key("message")
          location.object { $0.member("text", string: label.text) }
        }
      }
    }
  }

  /// Adds a fix, whose edits are all of one file
  private func add(_ fix: Fix, of diagnostic: Diagnostic, _ object: inout JSONText) {
    guard let first = fix.edits.first, let file = file(of: first.range) else { return }
    let words = fix.applicability == .display ? fix.words(in: file) : nil
    object.key("description")
    object.object { $0.member("text", string: words ?? "\(fix.applicability.name) fix") }
    object.key("artifactChanges")
    object.array { changes in
      changes.object { change in
        artifact(file, &change)
        change.key("replacements")
        change.array { array in
          for edit in fix.edits { array.object { add(edit, in: file, &$0) } }
        }
      }
    }
  }

  /// Adds an edit; an empty `insertedContent` deletes
  private func add(_ edit: Edit, in file: SourceFile, _ json: inout JSONText) {
    json.key("deletedRegion")
    json.object { region(edit.range, in: file, &$0) }
    json.key("insertedContent")
    json.object { $0.member("text", string: edit.replacement) }
  }

  // MARK: Places

  /// The file of a range; `nil` if it is none of these
  private func file(of range: SourceRange) -> SourceFile? {
    DiagnosticOutput(files: files).file(of: range)
  }

  /// Adds the file and the region of a range
  private func physicalLocation(_ range: SourceRange, _ location: inout JSONText) {
    guard let file = file(of: range) else { return }
    location.key("physicalLocation")
    location.object { physical in
      artifact(file, &physical)
      physical.key("region")
      physical.object { region(range, in: file, &$0) }
    }
  }

  /// Adds the path of a file, as a URI relative to the working directory
  private func artifact(_ file: SourceFile, _ json: inout JSONText) {
    json.key("artifactLocation")
    json.object { $0.member("uri", string: Self.reference(to: file.path)) }
  }

  /// Adds lines and columns from 1; the end is the place after the last character
  private func region(_ range: SourceRange, in file: SourceFile, _ region: inout JSONText) {
    let start = file.position(at: range.start)
    let end = file.position(at: range.end)
    region.member("startLine", raw: "\(start.line)")
    region.member("startColumn", raw: "\(start.column)")
    region.member("endLine", raw: "\(end.line)")
    region.member("endColumn", raw: "\(end.column)")
  }

  /// A path as a relative URI
  ///
  /// `./rules/a b.opp` becomes `rules/a%20b.opp`, percent-encoded as in RFC 3986, 2.1.
  private static func reference(to path: String) -> String {
    let plain = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    let digits = Array("0123456789ABCDEF")
    return plain.utf8.reduce(into: "") { text, byte in
      if isUnreserved(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }

  /// `true` if a byte stands for itself in a path of a relative URI; `:` would end a scheme
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!$&'()*+,-./=@_~".utf8.contains(byte)
    }
  }
}

extension String {
  /// A paragraph on one line
  package var plain: String { replacingAll("\n", with: " ") }
}

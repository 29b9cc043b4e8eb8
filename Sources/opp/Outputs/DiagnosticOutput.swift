internal import OppSyntax

/// Prints diagnostics in the manner that `--format` names
struct DiagnosticOutput {
  /// By the file index that ranges carry
  let files: [SourceFile]

  private func file(of range: SourceRange) -> SourceFile? {
    files.first { $0.index == range.file }
  }

  /// One JSON object, on one line
  func json(_ diagnostic: Diagnostic) -> String {
    JSONText.object { json in
      json.member("type", string: "diagnostic")
      json.member("code", string: diagnostic.code)
      json.member("severity", string: diagnostic.severity.name)
      place(of: diagnostic.range, &json)
      json.member("message", string: diagnostic.headline)
      json.key("labels")
      json.array { array in
        for label in diagnostic.labels {
          array.object { object in
            place(of: label.range, &object)
            object.member("text", string: label.text)
          }
        }
      }
      json.member("help", strings: diagnostic.helps)
      json.member("note", strings: diagnostic.notes)
      if let fix = diagnostic.fix { add(fix, &json) }
    }
  }

  private func add(_ fix: Fix, _ json: inout JSONText) {
    json.key("fix")
    json.object { object in
      object.member("applicability", string: fix.applicability.name)
      object.key("edits")
      object.array { array in
        for edit in fix.edits {
          array.object { entry in
            place(of: edit.range, &entry)
            entry.member("replacement", string: edit.replacement)
          }
        }
      }
    }
  }

  /// Path, and lines and columns from 1; the end is the place after the last character
  private func place(of range: SourceRange, _ json: inout JSONText) {
    guard let file = file(of: range) else { return }
    let start = file.position(at: range.start)
    let end = file.position(at: range.end)
    json.member("path", string: file.path)
    json.member("line", raw: "\(start.line)")
    json.member("column", raw: "\(start.column)")
    json.member("end_line", raw: "\(end.line)")
    json.member("end_column", raw: "\(end.column)")
  }

  /// A workflow command of GitHub Actions, which shows the message beside the line
  func github(_ diagnostic: Diagnostic) -> String {
    guard let file = file(of: diagnostic.range) else { return "::error::\(diagnostic.headline)" }
    let start = file.position(at: diagnostic.range.start)
    let end = file.position(at: diagnostic.range.end)
    let place =
      "file=\(escapedProperty(file.path)),line=\(start.line),col=\(start.column),"
      + "endLine=\(end.line),endColumn=\(end.column)"
    let words = ([diagnostic.headline] + diagnostic.helps.map { "help: \($0)" }).joined(
      separator: "\n")
    return
      "::\(command(diagnostic.severity)) \(place),title=\(diagnostic.code)::\(escapedMessage(words))"
  }

  /// One SARIF 2.1.0 log of all diagnostics
  func sarif(_ diagnostics: [Diagnostic]) -> String {
    JSONText.object { log in
      log.member("$schema", string: "https://json.schemastore.org/sarif-2.1.0.json")
      log.member("version", string: "2.1.0")
      log.key("runs")
      log.array { runs in
        runs.object { run in
          run.key("tool")
          run.object { tool in
            tool.key("driver")
            tool.object { driver in
              driver.member("name", string: "opp")
              driver.key("rules")
              driver.array { rules in
                for code in Set(diagnostics.map(\.code)).sorted() {
                  rules.object { $0.member("id", string: code) }
                }
              }
            }
          }
          run.member("columnKind", string: "unicodeCodePoints")
          run.key("results")
          run.array { results in
            for diagnostic in diagnostics { results.object { add(diagnostic, &$0) } }
          }
        }
      }
    }
  }

  /// One result of a SARIF run
  private func add(_ diagnostic: Diagnostic, _ result: inout JSONText) {
    result.member("ruleId", string: diagnostic.code)
    result.member("level", string: level(diagnostic.severity))
    result.key("message")
    result.object { message in
      let words = [diagnostic.headline] + diagnostic.helps
      message.member("text", string: words.joined(separator: "\n"))
    }
    guard let file = file(of: diagnostic.range) else { return }
    let start = file.position(at: diagnostic.range.start)
    let end = file.position(at: diagnostic.range.end)
    result.key("locations")
    result.array { locations in
      locations.object { location in
        location.key("physicalLocation")
        location.object { physical in
          physical.key("artifactLocation")
          physical.object { $0.member("uri", string: file.path) }
          physical.key("region")
          physical.object { region in
            region.member("startLine", raw: "\(start.line)")
            region.member("startColumn", raw: "\(start.column)")
            region.member("endLine", raw: "\(end.line)")
            region.member("endColumn", raw: "\(end.column)")
          }
        }
      }
    }
  }

  /// The level that SARIF has for a severity
  private func level(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .style, .note: "note"
    }
  }

  /// The workflow command that GitHub has for a severity
  private func command(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .style, .note: "notice"
    }
  }

  /// What GitHub's workflow commands take for structure
  private func escapedMessage(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private func escapedProperty(_ text: String) -> String {
    escapedMessage(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}

import Foundation
import OppLint
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

/// Rule sets that are meant as they are written: no rule has anything to say of them
@Suite(.limited) struct LintCleanTests {
  private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test(arguments: ["live", "opportunity"])
  func `the examples are clean`(name: String) throws {
    let (findings, text) = try self.findings(ofExample: name)
    #expect(findings.isEmpty, "\(text)")
  }

  @Test func `the example of traps is found to have them, and accepts them`() throws {
    let (findings, text) = try findings(ofExample: "units-and-time")
    let names: Set = [
      "night-split-by-weekday", "sun-may-be-missing", "ends-at-midnight", "ambiguous-minutes",
      "measured-equality",
    ]
    let accepted = Set(try report(ofExample: "units-and-time").suppressed.map(\.finding.rule.name))
    #expect(accepted.isSubset(of: names) && !accepted.isEmpty)
    // Without a date and a zone, what is past and what the clock skips cannot be found.
    #expect(findings.allSatisfy { $0.rule.name == "unused-suppression" }, "\(text)")
  }

  private func report(ofExample name: String) throws -> LintReport {
    Linter.run(LintSubject(RuleSet.analyze(files: try sources(ofExample: name))))
  }

  private func findings(ofExample name: String) throws -> ([LintFinding], String) {
    let findings = try report(ofExample: name).findings
    return (findings, rendered(findings, of: try sources(ofExample: name)))
  }

  private func sources(ofExample name: String) throws -> [SourceFile] {
    let folder = Self.root.appending(path: "examples/\(name)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".opp") }.sorted()
    return try files.enumerated().map { index, file in
      SourceFile(
        path: file, text: try String(contentsOf: folder.appending(path: file), encoding: .utf8),
        index: Int32(index))
    }
  }

  @Test(arguments: pages(in: "Sources/opp/Opp.docc"))
  func `the programs of the manual are clean`(page: String) throws {
    for (line, program) in try Self.programs(ofPage: page) {
      let findings = Self.warnings(of: program)
      #expect(findings.isEmpty, "\(page):\(line)\n\(words(findings, of: program))")
    }
  }

  @Test func `hardly any of the programs that hold the language to its word is reported`() throws {
    var count = 0
    var reported = ""
    var reportedCount = 0
    for page in Self.pages(in: "Tests/Conformance/Pages") {
      for (line, program) in try Self.programs(ofPage: page) {
        count += 1
        let findings = Self.warnings(of: program)
        if findings.isEmpty { continue }
        reportedCount += 1
        reported += "\(page):\(line)\n\(words(findings, of: program))\n"
      }
    }
    #expect(reportedCount * 5 < count, "\(reportedCount) of \(count)\n\(reported)")
  }

  private static func warnings(of program: String) -> [LintFinding] {
    let analysis = checked(program)
    if analysis.hasErrors { return [] }
    let ignored = Set(
      program.split(separator: "\n").filter { $0.hasPrefix("// opp:ignore ") }
        .compactMap { $0.dropFirst(14).split(separator: " ").first.map { String($0) } })
    return Linter.run(LintSubject(analysis, settings: LintSettings())).findings
      .filter { !ignored.contains($0.rule.name) }
      .filter { $0.diagnostic.severity == .warning || $0.diagnostic.severity == .error }
  }

  private static func programs(ofPage page: String) throws -> [(line: Int, text: String)] {
    programs(in: try String(contentsOf: root.appending(path: page), encoding: .utf8))
  }

  @Test func `the prelude is clean`() {
    // As a text of a rule set, each of its names hides itself.
    let findings = lint(Prelude.text).filter { $0.rule.name != "hidden-name" }
    #expect(findings.isEmpty, "\(words(findings, of: Prelude.text))")
  }

  /// The pages below a folder, by their paths in the repository
  private static func pages(in folder: String) -> [String] {
    let files =
      FileManager.default.enumerator(atPath: root.appending(path: folder).path)?
      .compactMap { $0 as? String } ?? []
    // The pages of the linter show what it finds.
    return files.filter { $0.hasSuffix(".md") && !$0.hasPrefix("Lint") }.sorted()
      .map { "\(folder)/\($0)" }
  }

  /// The programs between lines of three backticks, with the line on which each begins
  private static func programs(in text: String) -> [(line: Int, text: String)] {
    var found: [(Int, String)] = []
    var program: [Substring]?
    var start = 0
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if let lines = program {
        if line.hasPrefix("```") {
          found.append((start, lines.joined(separator: "\n")))
          program = nil
        } else {
          program = lines + [line]
        }
      } else if line == "```opp" || line.hasPrefix("```opp ") {
        (program, start) = ([], index + 2)
      } else if line.hasPrefix("```") {
        program = nil
      }
    }
    return found
  }

  private func rendered(_ findings: [LintFinding], of files: [SourceFile]) -> String {
    DiagnosticRenderer(files: files).render(findings.map(\.diagnostic))
  }
}

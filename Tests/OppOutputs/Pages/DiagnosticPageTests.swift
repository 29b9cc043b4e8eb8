import Foundation
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

@testable import OppOutputs

/// The pages of the compiler's messages, as `opp explain` prints them
@Suite(.limited) struct DiagnosticPageTests {
  @Test(arguments: ["OppSyntax", "OppSemantics"])
  func `every message has a page`(module: String) throws {
    let folder = Repository.root.appending(path: "Sources/\(module)/Problems")
    let known = Set(DiagnosticPage.all.map(\.code))
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      for match in text.matches(of: /: "([a-z]+(?:-[a-z]+)+)"/) {
        #expect(known.contains(String(match.output.1)), "\(match.output.1)")
      }
    }
  }

  @Test func `following the help of the example of a page leaves its other messages only`() {
    for page in DiagnosticPage.all where !page.example.isEmpty {
      let before = RuleSet.analyze(page.example, connectors: .tool).diagnostics
      for (index, diagnostic) in before.enumerated() where diagnostic.code == page.code {
        var others = before.map(\.headline)
        others.remove(at: index)
        for help in FollowedHelp.all(of: diagnostic, in: page.example) {
          let left = help.texts.map {
            RuleSet.analyze($0, connectors: .tool).diagnostics.map(\.headline)
          }
          #expect(
            left.contains { $0.allSatisfy { others.contains($0) } },
            "\(page.code): \(help.advice): \(left[0])")
        }
      }
    }
  }

  @Test func `the example of a page gives its message`() {
    for page in DiagnosticPage.all where !page.example.isEmpty {
      let codes = RuleSet.analyze(page.example, connectors: .tool).diagnostics.map(\.code)
      #expect(codes.contains(page.code), "\(page.code): \(codes)")
    }
  }
}

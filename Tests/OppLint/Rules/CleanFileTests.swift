import Foundation
import OppLint
import OppSemantics
import OppTestLimits
import OppTesting
import Testing

/// Files as people with experience write them, full of what looks like a mistake and is none
@Suite(.limited) struct CleanFileTests {
  private static let folder = "Tests/Goldens/OppLint/Clean"

  private static var names: [String] {
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: folder).path)
    return (files ?? []).filter { $0.hasSuffix(".opp") }.sorted()
  }

  @Test func `there are as many as the aim of false reports is counted over`() {
    #expect(Self.names.count >= 60)
  }

  @Test(arguments: names)
  func `no rule has anything to say of it`(name: String) throws {
    let text = try Repository.text("\(Self.folder)/\(name)")
    try #require(checked(text).diagnostics.isEmpty, "\(checked(text).diagnostics)")
    let findings = lint(text)
    #expect(findings.isEmpty, "\(words(findings, of: text))")
  }
}

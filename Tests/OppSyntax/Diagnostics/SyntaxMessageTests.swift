import OppTesting
import OppTestLimits
import Testing

@testable import OppSyntax

@Suite(.limited) struct SyntaxMessageTests {
  private func messages() throws -> CaseFile {
    try CaseFile("Tests/Goldens/OppSyntax/messages.txt")
  }

  @Test func `messages read as the golden file has them`() throws {
    try messages().check { input in
      let (tree, diagnostics) = checkParse(input)
      let text = DiagnosticRenderer(files: [tree.source]).render(diagnostics)
      let fixes = diagnostics.compactMap { diagnostic -> String? in
        guard let fix = diagnostic.fix else { return nil }
        return "fix (\(fix.applicability)): \(applied(fix, to: input))"
      }
      return ([String(text.dropLast())] + fixes).joined(separator: "\n")
    } differs: { item, found in
      Issue.record("\(item.title)\n\(found)")
    }
  }

  /// A title ends with the number of mistakes where there are more than one: `semicolons (2)`
  @Test func `one mistake is one message, and what follows is still parsed`() throws {
    for item in try messages().cases {
      let count = item.title.hasSuffix(")") ? Int(item.title.suffix(2).prefix(1)) ?? 0 : 1
      let (_, diagnostics) = checkParse(item.input + "\nlet after = ( 1")
      let own = diagnostics.filter { $0.range.start <= item.input.utf8.count }
      #expect(own.count == count, "\(item.title)")
      #expect(diagnostics.count == own.count + 1, "\(item.title): what follows is lost")
    }
  }

  @Test func `a safe fix leaves no diagnostic`() throws {
    for item in try messages().cases {
      let (_, diagnostics) = checkParse(item.input)
      guard diagnostics.count == 1, let fix = diagnostics[0].fix, fix.applicability == .safe else {
        continue
      }
      let fixed = applied(fix, to: item.input)
      #expect(checkParse(fixed).diagnostics.isEmpty, "\(item.title): \(fixed)")
    }
  }

  private func applied(_ fix: Fix, to text: String) -> String {
    var bytes = Array(text.utf8)
    for edit in fix.edits.reversed() {
      let range = Int(edit.range.start)..<Int(edit.range.end)
      bytes.replaceSubrange(range, with: Array(edit.replacement.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

import Foundation
import OppTestLimits
import Testing

@testable import OppSyntax

@Suite(.limited) struct ParserLimitTests {
  private let isLong = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1"

  /// How often something is repeated
  private var many: Int { isLong ? 100_000 : 10_000 }

  private func check(_ text: String, location: SourceLocation = #_sourceLocation) -> [String] {
    let source = SourceFile(path: "deep.opp", text: text)
    let (tree, diagnostics) = Parser.parse(source)
    #expect(
      tree.nodes.allSatisfy { $0.height <= SyntaxTree.heightLimit },
      sourceLocation: location)
    return diagnostics.map(\.code)
  }

  @Test func `nesting up to the limit is accepted`() {
    let depth = Parser.nestingLimit - 1
    checkAccepted(
      "let a = " + String(repeating: "(", count: depth) + "1"
        + String(repeating: ")", count: depth))
  }

  @Test(arguments: ["(", "[", "-", "- ", "not ", "if ", "f(", "near ", "\"{", "(not -[f(x: "])
  func `what nests too deep is one error, and the next declaration is parsed`(opening: String) {
    let deep = "let a = " + String(repeating: opening, count: many)
    let codes = check(deep + "\nlet b = \n")
    let own = codes.filter { $0 != "unterminated-text" }
    #expect(own == ["nesting-too-deep", "missing-expression"], "\(codes.prefix(5))")
  }

  @Test(arguments: [".b", ".b(1)", " for 1h", " where c", " within last 1h"])
  func `what wraps too often is one error`(suffix: String) {
    let codes = check("let a = b" + String(repeating: suffix, count: many) + "\nlet c =")
    #expect(codes == ["nesting-too-deep", "missing-expression"])
  }

  @Test func `types nest as far as expressions`() {
    let codes = check("source s { a: " + String(repeating: "[", count: many) + "\nlet c =")
    #expect(codes == ["nesting-too-deep", "missing-expression"])
  }

  @Test(arguments: [" and b", " or b", " + b", " * b", " otherwise b"])
  func `chains of one operator may be as long as they like`(suffix: String) {
    #expect(check("let a = b" + String(repeating: suffix, count: many)) == [])
  }

  @Test func `ten megabytes of an opening parenthesis end in an error`() {
    let deep = String(repeating: "(", count: isLong ? 10_000_000 : 300_000)
    #expect(check("let a = " + deep) == ["nesting-too-deep"])
    #expect(check(deep) == ["not-a-declaration"])
  }

  @Test func `a file that is no text is one error at a place`() {
    func code(_ bytes: [UInt8]) -> String {
      let (tree, diagnostics) = Parser.parse(SourceFile(path: "x.opp", bytes: bytes))
      #expect(tree.tokenStarts.last == Int32(bytes.count))
      return diagnostics.map { "\($0.code)@\($0.range.start)" }.joined(separator: " ")
    }
    let a = UInt8(ascii: "a")
    #expect(code([a, 0, a]) == "nul-byte@1")
    #expect(code([a, a, 0xFF]) == "invalid-utf8@2")
    #expect(code([a, 0xC0, 0x80]) == "invalid-utf8@1")
    #expect(code([a, 0xED, 0xA0, 0x80]) == "invalid-utf8@1")
    #expect(code([a, 0xE2, 0x82]) == "invalid-utf8@1")
    #expect(code([a, 0xF5, 0x80, 0x80, 0x80]) == "invalid-utf8@1")
    if isLong { #expect(code([UInt8](repeating: 0x20, count: SourceFile.sizeLimit)) == "") }
    #expect(code([UInt8](repeating: 0x20, count: SourceFile.sizeLimit + 1)) == "file-too-large@0")
  }

  @Test func `a file of nothing but mistakes ends with a limit on messages`() {
    let codes = check(String(repeating: "opp\n", count: many))
    #expect(codes.count == Parser.problemLimit + 1)
    #expect(codes.last == "too-many-problems")
  }
}

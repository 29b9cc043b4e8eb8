import OppTestLimits
import Testing

@testable import OppOutputs

@Suite(.limited) struct ReplacingTests {
  @Test(arguments: [
    ("a-b-c", "-", "+", "a+b+c"), ("aaa", "aa", "b", "ba"), ("", "a", "b", ""),
    ("abc", "", "x", "abc"), ("]]]>", "]]>", "!", "]!"), ("é%é", "%", "%25", "é%25é"),
    ("a", "a", "aa", "aa"),
  ])
  func `every place is replaced once, from left to right`(
    text: String, piece: String, other: String, expected: String
  ) {
    #expect(text.replacingAll(piece, with: other) == expected)
  }
}

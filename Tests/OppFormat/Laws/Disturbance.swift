import OppSyntax
import OppTesting

/// Puts other white space and comments between the words of a text, where these mean nothing
struct Disturbance {
  private var random: SplitMix64
  private var commentCount = 0

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// A text with other white space, and with comments if wanted
  mutating func disturbed(_ text: String, withComments: Bool) -> String {
    var result = ""
    var textDepth = 0
    var isAfterComment = false
    for token in Parser.parse(SourceFile(path: "test.opp", text: text)).tree.tokens {
      if token.kind == .openingQuote { textDepth += 1 }
      if token.kind == .closingQuote { textDepth -= 1 }
      if textDepth == 0, token.kind == .whitespace {
        result += space(token.text, isAfterComment: isAfterComment, withComments: withComments)
      } else {
        result += token.text
        if textDepth == 0, isPunctuation(token.kind), oneIn(4) {
          result += space("", isAfterComment: false, withComments: withComments)
        }
      }
      isAfterComment = token.kind == .comment || token.kind == .documentation
    }
    return result
  }

  private func isPunctuation(_ kind: TokenKind) -> Bool {
    switch kind {
    case .openingParenthesis, .openingBracket, .openingBrace, .comma, .colon, .dotDot, .equalEqual:
      true
    default: false
    }
  }

  private mutating func space(_ old: String, isAfterComment: Bool, withComments: Bool) -> String {
    if oneIn(3) { return old }
    var space = isAfterComment ? "\n" : " "
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      switch Int.random(in: 0...6, using: &random) {
      case 0: space += "\n"
      case 1: space += "\r\n"
      case 2: space += "\t"
      case 3: space += "\u{A0}"
      case 4 where withComments:
        commentCount += 1
        space += "// comment \(commentCount) \t\n"
      case 5 where withComments:
        commentCount += 1
        space += "\n  /// documentation \(commentCount)\r\n"
      default: space += "  "
      }
    }
    return space
  }

  private mutating func oneIn(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }
}

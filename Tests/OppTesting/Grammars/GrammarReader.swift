/// Reads W3C-style EBNF
package struct GrammarReader {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private enum Token: Hashable {
    case name(String)
    case literal(String)
    case characters([ClosedRange<UInt32>])
    case mark(Character)
    case defines
    case eachOnce
  }

  private var tokens: [(token: Token, text: String)] = []
  private var position = 0

  static func productions(of text: String) throws(Failure) -> [Grammar.Production] {
    var reader = GrammarReader()
    reader.tokens = try tokens(of: Array(text.unicodeScalars))
    var productions: [Grammar.Production] = []
    while reader.position < reader.tokens.count {
      productions.append(try reader.production())
    }
    return productions
  }

  // MARK: Syntax

  private func peek(_ distance: Int = 0) -> Token? {
    let index = position + distance
    return tokens.indices.contains(index) ? tokens[index].token : nil
  }

  private mutating func production() throws(Failure) -> Grammar.Production {
    guard case .name(let name) = peek(), peek(1) == .defines else {
      throw Failure(description: "expected a production at token \(position)")
    }
    position += 2
    let first = position
    let part = try choice()
    let text = tokens[first..<position].filter { $0.token != .eachOnce }.reduce(into: "") {
      let isPostfix = ["?", "*", "+"].contains($1.text)
      $0 += ($0.isEmpty || isPostfix ? "" : " ") + $1.text
    }
    return Grammar.Production(name: name, part: part, text: text)
  }

  private mutating func choice() throws(Failure) -> Grammar.Part {
    var parts = [try sequence()]
    while peek() == .mark("|") {
      position += 1
      parts.append(try sequence())
    }
    return parts.count == 1 ? parts[0] : .choice(parts)
  }

  private mutating func sequence() throws(Failure) -> Grammar.Part {
    var parts: [Grammar.Part] = []
    while let part = try repetition() { parts.append(part) }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func repetition() throws(Failure) -> Grammar.Part? {
    guard let part = try primary() else { return nil }
    switch peek() {
    case .mark("?"):
      position += 1
      return .optional(part)
    case .mark("+"):
      position += 1
      return .repeated(part, atLeast: 1)
    case .mark("*"):
      position += 1
      guard peek() == .eachOnce else { return .repeated(part, atLeast: 0) }
      position += 1
      return .eachOnce(part)
    default: return part
    }
  }

  private mutating func primary() throws(Failure) -> Grammar.Part? {
    switch peek() {
    case .name(let name) where peek(1) != .defines:
      position += 1
      return .reference(name)
    case .literal(let text):
      position += 1
      return .literal(text)
    case .characters(let ranges):
      position += 1
      return .characters(ranges)
    case .mark("("):
      position += 1
      let part = try choice()
      guard peek() == .mark(")") else { throw Failure(description: "`)` is missing") }
      position += 1
      return part
    default: return nil
    }
  }

  // MARK: Words

  private static func tokens(
    of scalars: [Unicode.Scalar]
  ) throws(Failure) -> [(token: Token, text: String)] {
    var tokens: [(token: Token, text: String)] = []
    var index = 0
    func text(_ range: Range<Int>) -> String {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars[range])
      return String(view)
    }
    while index < scalars.count {
      let start = index
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case " ", "\n": continue
      case "'":
        while index < scalars.count, scalars[index] != "'" { index += 1 }
        index += 1
        tokens.append((.literal(text(start + 1..<index - 1)), text(start..<index)))
      case "[":
        while index < scalars.count, scalars[index] != "]" { index += 1 }
        index += 1
        let ranges = ranges(Array(scalars[start + 1..<index - 1]))
        tokens.append((.characters(ranges), text(start..<index)))
      case "/":
        while index < scalars.count, text(max(start + 2, index - 2)..<max(start + 2, index)) != "*/"
        { index += 1 }
        if text(start..<index) == "/* each at most once */" { tokens.append((.eachOnce, "")) }
      case ":":
        index += 2
        tokens.append((.defines, "::="))
      case _ where scalar.properties.isAlphabetic:
        while index < scalars.count, scalars[index].properties.isAlphabetic || scalars[index] == "_"
        { index += 1 }
        tokens.append((.name(text(start..<index)), text(start..<index)))
      case "(", ")", "?", "*", "+", "|":
        tokens.append((.mark(Character(scalar)), text(start..<index)))
      default: throw Failure(description: "`\(scalar)` is not EBNF")
      }
    }
    return tokens
  }

  /// The ranges of `a-z0-9_#xC0-#xD6`
  private static func ranges(_ scalars: [Unicode.Scalar]) -> [ClosedRange<UInt32>] {
    var ranges: [ClosedRange<UInt32>] = []
    var index = 0
    func next() -> UInt32 {
      guard scalars[index] == "#", index + 1 < scalars.count, scalars[index + 1] == "x" else {
        index += 1
        return scalars[index - 1].value
      }
      index += 2
      var value: UInt32 = 0
      while index < scalars.count, let digit = Character(scalars[index]).hexDigitValue {
        value = value << 4 | UInt32(digit)
        index += 1
      }
      return value
    }
    while index < scalars.count {
      let low = next()
      if index + 1 < scalars.count, scalars[index] == "-" {
        index += 1
        ranges.append(low...next())
      } else {
        ranges.append(low...low)
      }
    }
    return ranges
  }
}

/// Variables of the environment as other languages read them: each is one message that shows `env("NAME")`
///
/// ```
/// token: $NTFY_TOKEN      token: ${NTFY_TOKEN}              token: %NTFY_TOKEN%
/// token: env.NTFY_TOKEN   token: process.env.NTFY_TOKEN     token: ENV["NTFY_TOKEN"] token: !secret ntfy_token
/// token: env(NTFY_TOKEN)  token: os.getenv("NTFY_TOKEN")    token: ${{ secrets.NTFY_TOKEN }}
/// ```
package enum ForeignVariables {
  /// The most words that such a variable has
  private static let wordLimit = 16

  /// The variable that the value of an option ahead is, and how many words it has; `nil` for any other value
  static func variable(
    _ parser: borrowing Parser, ahead start: Int
  ) -> (name: String, words: Int)? {
    var end = start
    var depth = 0
    while end - start < wordLimit {
      let kind = parser.peek(end)
      if kind.opens { depth += 1 }
      if kind.closes { depth -= 1 }
      let isApart = depth == 0 && (kind == .comma || end > start && parser.startsLine(ahead: end))
      if depth < 0 || kind == .endOfFile || isApart { break }
      end += 1
    }
    guard end > start else { return nil }
    let range = parser.wordRange(ahead: start).union(parser.wordRange(ahead: end - 1))
    return name(in: parser.source.text(range)).map { ($0, end - start) }
  }

  /// Parses the variable of an option as an expression which cannot be checked
  static func parse(_ parser: inout Parser, _ variable: (name: String, words: Int)) {
    let range = parser.wordRange().union(parser.wordRange(ahead: variable.words - 1))
    // The lexer reported `$` and `%` as signs that begin no word.
    parser.problems.removeAll { range.contains($0.range) }
    parser.takePhrase(variable.words, meant: "env(\"\(variable.name)\")")
  }

  /// The name of the variable that a value reads; `nil` for a value that reads none, and for a text, which may be anything
  private static func name(in value: String) -> String? {
    if value.hasPrefix("\"") { return nil }
    if value.hasPrefix("env(\"") { return inside(value, "env(", ")").flatMap { name(inText: $0) } }
    return name(behindMarks: value)
  }

  /// The name of the variable that a secret in quotes reads; `nil` for any other text
  ///
  ///     "$NTFY_TOKEN", "${NTFY_TOKEN}", "%NTFY_TOKEN%" → NTFY_TOKEN
  package static func name(inText text: String) -> String? {
    guard let inner = inside(text, "\"", "\""), inner.hasPrefix("$") || inner.hasPrefix("%") else {
      return nil
    }
    return name(behindMarks: inner)
  }

  /// The marks that are around a name, with the pair that is longer first
  private static let pairs = [
    ("${{", "}}"), ("${", "}"), ("{{", "}}"), ("%", "%"), ("$ENV{", "}"), ("ENV[", "]"),
    ("env[", "]"), ("process.env[", "]"), ("os.environ[", "]"), ("ENV.fetch(", ")"),
    ("os.environ.get(", ")"),
    ("os.getenv(", ")"), ("getenv(", ")"), ("secret(", ")"), ("secrets[", "]"), ("env(", ")"),
    ("$env:", ""), ("process.env.", ""), ("os.environ.", ""), ("import.meta.env.", ""),
    ("secrets.", ""), ("secret.", ""), ("env.", ""), ("ENV.", ""), ("env:", ""), ("$", ""),
    ("!secret ", ""), ("!env_var ", ""), ("!env ", ""), ("env ", ""),
  ]

  /// The name inside one pair of marks or several; `nil` if there is none
  private static func name(behindMarks text: String) -> String? {
    for (opening, closing) in pairs {
      guard let inner = inside(text, opening, closing) else { continue }
      let word = inside(inner, "\"", "\"") ?? inside(inner, "'", "'") ?? inner
      return isName(word) ? word.uppercased() : name(behindMarks: word)
    }
    return nil
  }

  /// The text between an opening and a closing mark, without the spaces around it; `nil` if they are not there
  private static func inside(_ text: String, _ opening: String, _ closing: String) -> String? {
    guard text.hasPrefix(opening), text.hasSuffix(closing),
      text.utf8.count > opening.utf8.count + closing.utf8.count
    else { return nil }
    var inner = text.dropFirst(opening.count).dropLast(closing.count)
    while inner.first == " " { inner.removeFirst() }
    while inner.last == " " { inner.removeLast() }
    return String(inner)
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, first < 0x30 || first > 0x39 else { return false }
    return text.utf8.allSatisfy {
      $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x5F
    }
  }
}

/// Splits a command into words as a shell would, but for everything else that a shell does
///
/// Words are separated by spaces. `'…'` keeps everything as it is, `"…"` all but `\"` and `\\`, and a `\`
/// outside takes the character after it as it is. Nothing is replaced: `$HOME`, `*`, `|` and `;` are
/// letters like any other.
///
/// | command | words |
/// | --- | --- |
/// | `notify-send {title} {text}` | `notify-send`, `{title}`, `{text}` |
/// | `a 'b c' "d \"e\" \x" f\ g ''` | `a`, `b c`, `d "e" \x`, `f g`, the empty word |
/// | `a'b'"c"d` | `abcd` |
/// | `'a` | a problem: the quote is never closed |
enum CommandWords {
  /// In bytes: 64 KiB
  static let maximumLength = 64 << 10

  /// The words, the first of which is the program
  ///
  /// - Throws: if there is no program, a quote is not closed, or something has no meaning in a word.
  static func split(_ command: String) throws(ConnectorProblem) -> [String] {
    guard command.utf8.count <= maximumLength else {
      throw ConnectorProblem("a command has at most \(maximumLength >> 10) KiB")
    }
    var words: [String] = []
    // Nil between words; empty within one such as '' that has no characters yet.
    var word: String?
    var rest = command.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case " ", "\t", "\n", "\r":
        if let ended = word { words.append(ended) }
        word = nil
      case "'", "\"":
        word = (word ?? "") + (try quoted(by: scalar, &rest))
      case "\\":
        guard let next = rest.popFirst() else {
          throw ConnectorProblem("a command cannot end with a `\\`")
        }
        word = (word ?? "") + String(next)
      case "\0": throw ConnectorProblem("a command cannot hold the character 0")
      default: word = (word ?? "") + String(scalar)
      }
    }
    if let word { words.append(word) }
    guard let program = words.first, !program.isEmpty else {
      throw ConnectorProblem("the command is empty")
    }
    return words
  }

  /// The text up to the closing quote, which is taken as well
  ///
  /// - Parameter rest: from behind the opening quote.
  private static func quoted(
    by quote: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView
  ) throws(ConnectorProblem) -> String {
    var text = ""
    while let scalar = rest.popFirst() {
      if scalar == quote { return text }
      if scalar == "\0" { throw ConnectorProblem("a command cannot hold the character 0") }
      if scalar == "\\", quote == "\"", let next = rest.first, next == "\"" || next == "\\" {
        rest.removeFirst()
        text.unicodeScalars.append(next)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    throw ConnectorProblem("a quote in the command is never closed")
  }
}

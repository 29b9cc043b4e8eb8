internal import OppSyntax

/// A text of rules as HTML, coloured by the language's own parser
enum RuleColours {
  /// Spans with the classes `tok-keyword`, `tok-text`, `tok-number`, `tok-unit` and `tok-comment`
  ///
  /// Neighbours of one class are one span. A text that is no rules is coloured as far as it is.
  static func markup(_ text: String) -> String {
    var writer = SpanWriter()
    let (tree, _) = Parser.parse(SourceFile(path: "rules.opp", text: text))
    for token in tree.tokens {
      if token.kind == .quantity {
        for part in parts(of: token.text) {
          writer.add(part.text, part.isUnit ? .unit : .number)
        }
      } else {
        writer.add(token.text, TokenClass(token.kind))
      }
    }
    return writer.finish()
  }

  /// A quantity as numbers and units: `1h30m` is `1`, `h`, `30`, `m`
  private static func parts(of text: String) -> [(text: String, isUnit: Bool)] {
    var parts: [(text: String, isUnit: Bool)] = []
    for character in text {
      let isUnit = !(character.isASCII && character.isNumber || "._".contains(character))
      if let last = parts.last, last.isUnit == isUnit {
        parts[parts.count - 1].text.append(character)
      } else {
        parts.append((String(character), isUnit))
      }
    }
    return parts
  }

  /// Joins neighbours of one class
  private struct SpanWriter {
    private var markup = ""
    private var open: TokenClass?
    private var text = ""

    mutating func add(_ piece: String, _ kind: TokenClass?) {
      if kind != open { close(kind) }
      text += piece
    }

    consuming func finish() -> String {
      close(nil)
      return markup
    }

    private mutating func close(_ next: TokenClass?) {
      if let open {
        markup += "<span class=\"tok-\(open.rawValue)\">\(text.escapedMarkup)</span>"
      } else {
        markup += text.escapedMarkup
      }
      (open, text) = (next, "")
    }
  }
}

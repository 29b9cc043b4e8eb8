extension StringProtocol {
  /// The text as HTML shows it, also within an attribute
  ///
  /// Unlike in reports, which are XML as well, every character stays, so that a snippet is the text of the manual.
  var escapedMarkup: String {
    var text = ""
    for character in unicodeScalars {
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      default: text.unicodeScalars.append(character)
      }
    }
    return text
  }

  /// The text as a part of a path: `The wash is done` is `the-wash-is-done`
  var slug: String {
    lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }

  /// Markup whose lines are elements of their own: one that is wrapped hangs behind its indentation
  var hangingLines: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { "<span class=\"line\">\($0)</span>" }.joined(separator: "\n")
  }
}

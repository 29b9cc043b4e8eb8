extension StringProtocol {
  /// The text as HTML shows it, also within an attribute
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
}

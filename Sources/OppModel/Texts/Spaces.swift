extension Substring {
  /// The text without the spaces at its ends
  package var withoutOuterSpaces: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

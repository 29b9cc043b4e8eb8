extension StringProtocol {
  /// The text without the characters at its ends for which a condition holds
  package func trimming(where isTrimmed: (Unicode.Scalar) -> Bool) -> String {
    var scalars = unicodeScalars[...]
    while let first = scalars.first, isTrimmed(first) { scalars.removeFirst() }
    while let last = scalars.last, isTrimmed(last) { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The text without some characters at its ends
  package func trimming(_ characters: String) -> String {
    trimming { characters.unicodeScalars.contains($0) }
  }

  /// The text without spaces and tabs at its ends
  package func trimmingSpaces() -> String { trimming(where: \.isSpace) }

  /// The text without line ends at its ends
  package func trimmingLineEnds() -> String { trimming(where: \.isLineEnd) }

  /// The text without spaces, tabs and line ends at its ends
  package func trimmingSpacesAndLineEnds() -> String {
    trimming { $0.isSpace || $0.isLineEnd }
  }
}

extension Unicode.Scalar {
  /// `true` for a tab, the spaces of Unicode, and the space without width that comes with copied text
  fileprivate var isSpace: Bool {
    self == "\t" || self == "\u{200B}" || properties.generalCategory == .spaceSeparator
  }

  /// `true` for the characters that Unicode, section 5.8, lists as ends of lines
  fileprivate var isLineEnd: Bool {
    switch self {
    case "\n"..."\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }
}

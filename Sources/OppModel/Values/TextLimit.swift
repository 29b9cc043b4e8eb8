/// The limit of a text
///
/// A rule set doubles a text with each line, `let b = "{a}{a}"`, and a reading may be a text of any length. A text that would be longer
/// ends with an ellipsis, at the end of a character:
///
/// ```
/// 65,540 bytes "x…x"   →   65,533 bytes "x…x", then the three bytes of "…"
/// ```
package enum TextLimit {
  /// The most bytes of a text, in UTF-8
  package static let bytes = 64 << 10

  /// The most elements of a list that is written out, those of the lists inside it too
  package static let elements = 100_000

  /// The end of a text that was cut
  static let mark = "…"

  /// The longest character that is left out whole; of a longer one the first scalars stay
  private static let longestCharacter = 64

  /// `true` if a text is longer than the limit
  @inline(__always)
  package static func isExceeded(by text: String) -> Bool { text.utf8.count > bytes }

  /// A text within the limit: itself, or its beginning with the mark
  package static func cut(_ text: String) -> String {
    guard isExceeded(by: text) else { return text }
    return marked(text.utf8.prefix(bytes))
  }

  /// The beginning of a text whose first bytes are known, with the mark
  ///
  /// - Parameter beginning: as many bytes as the limit, which may end within a character.
  static func marked(_ beginning: some Sequence<UInt8>) -> String {
    var kept = Array(beginning.prefix(bytes - mark.utf8.count))
    // The last scalar may be incomplete: its bytes up to the one that begins it.
    while let last = kept.last, last & 0xC0 == 0x80 { kept.removeLast() }
    if let last = kept.last, last >= 0xC0 { kept.removeLast() }
    var text = String(decoding: kept, as: UTF8.self)
    // So may be the last character, as of a letter and an accent.
    if let last = text.last, String(last).utf8.count <= longestCharacter { text.removeLast() }
    return text + mark
  }
}

extension Value {
  /// The value with each text in it within the limit; nil if all are
  package var cutToLimit: Value? {
    switch self {
    case .text(let text):
      return TextLimit.isExceeded(by: text) ? .text(TextLimit.cut(text)) : nil
    case .list(let values):
      guard values.contains(where: { $0.cutToLimit != nil }) else { return nil }
      return .list(values.map { $0.cutToLimit ?? $0 })
    case .truth, .scalar, .position, .place, .row: return nil
    }
  }
}

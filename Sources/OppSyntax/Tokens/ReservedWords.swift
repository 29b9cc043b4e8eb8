/// The words that are never names, except after `.` and before `:` in braces
package enum ReservedWords {
  /// Every reserved word and its token
  package static let all: [(spelling: StaticString, kind: TokenKind)] = [
    ("and", .and), ("or", .or), ("not", .not), ("is", .is), ("in", .in), ("if", .if),
    ("then", .then), ("else", .else), ("true", .true), ("false", .false), ("near", .near),
    ("within", .within), ("for", .for), ("last", .last), ("next", .next), ("since", .since),
    ("each", .each), ("where", .where), ("as", .as), ("otherwise", .otherwise), ("any", .any),
  ]

  /// The reserved words as integers; `otherwise`, which has nine bytes, is not among them
  private static let packed: [(word: UInt64, kind: TokenKind)] = all.compactMap { word in
    word.spelling.withUTF8Buffer { bytes in
      PackedWord.packed(bytes).map { (word: $0, kind: word.kind) }
    }
  }

  /// Whether a word is reserved
  package static func contains(_ word: String) -> Bool {
    kind(of: Array(word.utf8)[...]) != .name
  }

  /// The token of a word: a name, or a reserved word
  ///
  ///     and → .and     otherwise → .otherwise     And → .name     sky → .name
  static func kind(of bytes: ArraySlice<UInt8>) -> TokenKind {
    guard bytes.count >= 2, bytes.count <= 9 else { return .name }
    guard let word = PackedWord.packed(bytes) else {
      return StaticString("otherwise").matches(bytes) ? .otherwise : .name
    }
    for candidate in packed where candidate.word == word { return candidate.kind }
    return .name
  }
}

/// Up to eight bytes of a word in one integer, to compare words in one step
///
///     or → 0x6F72     and → 0x616E64
///
/// Words have no zero byte, so different words give different integers.
enum PackedWord {
  /// Nil for a word of more than eight bytes
  static func packed(_ bytes: some Collection<UInt8>) -> UInt64? {
    guard bytes.count <= 8 else { return nil }
    var word: UInt64 = 0
    for byte in bytes { word = word << 8 | UInt64(byte) }
    return word
  }
}

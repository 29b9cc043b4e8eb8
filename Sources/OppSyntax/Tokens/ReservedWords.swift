/// The words that are never names, except after `.` and before `:` in braces
package enum ReservedWords {
  /// Every reserved word and its token
  package static let all: [(spelling: StaticString, kind: TokenKind)] = [
    ("and", .and), ("or", .or), ("not", .not), ("is", .is), ("in", .in), ("if", .if),
    ("then", .then), ("else", .else), ("true", .true), ("false", .false), ("near", .near),
    ("within", .within), ("for", .for), ("last", .last), ("next", .next), ("since", .since),
    ("each", .each), ("where", .where), ("as", .as), ("otherwise", .otherwise), ("any", .any),
  ]

  /// `true` if a word is reserved
  package static func contains(_ word: String) -> Bool {
    kind(of: Array(word.utf8)[...]) != .name
  }

  /// The token of a word: a name, or a reserved word
  ///
  ///     and → .and     otherwise → .otherwise     And → .name     sky → .name
  static func kind(of bytes: ArraySlice<UInt8>) -> TokenKind {
    guard let word = PackedWord.packed(bytes) else {
      return StaticString("otherwise").matches(bytes) ? .otherwise : .name
    }
    return WordTable.all.meaning(of: word).kind
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

/// The reserved and the contextual words by their letters, found in one step
///
/// A table with open addressing: a word is at the place that the high bits of a product of its letters name, or at
/// one of the next places. `otherwise`, which has nine bytes, is not in it.
struct WordTable {
  /// The meaning of a word
  struct Meaning {
    var kind = TokenKind.name
    var contextual: ContextualWord?
  }

  /// The words of the language
  static let all = WordTable()

  /// A power of two, some four times as many as there are words
  private static let capacity = 256

  /// The words at their places; 0 if there is none
  private var words = [UInt64](repeating: 0, count: capacity)

  /// The meaning of the word at each place
  private var meanings = [Meaning](repeating: Meaning(), count: capacity)

  private init() {
    for (spelling, kind) in ReservedWords.all { add(spelling, Meaning(kind: kind)) }
    for word in ContextualWord.allCases { add(word.spelling, Meaning(contextual: word)) }
  }

  private mutating func add(_ spelling: StaticString, _ meaning: Meaning) {
    guard let word = spelling.withUTF8Buffer({ PackedWord.packed($0) }) else { return }
    var place = Self.place(of: word)
    while words[place] != 0 { place = (place + 1) % Self.capacity }
    (words[place], meanings[place]) = (word, meaning)
  }

  /// The meaning of a word of at most eight bytes: that of a mere name for any other
  func meaning(of word: UInt64) -> Meaning {
    var place = Self.place(of: word)
    while words[place] != 0 {
      if words[place] == word { return meanings[place] }
      place = (place + 1) % Self.capacity
    }
    return Meaning()
  }

  /// The first place of a word: its product with the golden ratio's fraction of 2⁶⁴, of which the high bits count
  private static func place(of word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }
}

/// The words of a phrase of another language, with places for values
///
/// ```
/// $x exists                  an operand and a word
/// [the] $w speed             a word that may be missing, a name, a word
/// state_attr ( "$s" , "$f" )   the characters of two texts
/// $x[5min]                   written `$x [ $d ]`: each sign is a word of its own
/// $x [@be] @more than $y     any of the words of ``PhraseWords``
/// $f ( $w , $$c )            an aggregate of rows; `$q` is a sign that compares
/// $p @more than $y           `$p` is an operand that is no literal
/// ```
struct PhrasePattern {
  /// The number of a choice of words
  typealias Choice = UInt16

  /// The number of the name of a place
  typealias Name = UInt16

  /// A part of a pattern, in a few bytes: there are some ten thousand
  enum Part {
    /// One of the words of a choice
    case words(Choice)

    /// The same as ``words(_:)``, but it may be missing
    case optional(Choice)

    /// An operand: a name with its fields and arguments, a literal, a text, or anything in parentheses
    case operand(Name)

    /// An operand that is no literal, because a literal is compared with nothing
    case subject(Name)

    /// A number, with its unit if it has one
    case number(Name)

    /// A duration, as in `2h`, `2 hours` and `an hour`
    case duration(Name)

    /// A name without fields
    case name(Name)

    /// The name of an aggregate of rows: `count`, `any`
    case aggregate(Name)

    /// A sign that compares two values
    case comparison(Name)

    /// A text without braces, of which the characters are taken
    case text(Name)

    /// Everything up to the end of the clause, or of the parentheses around
    case rest(Name)
  }

  let parts: [Part]

  /// The rank among the patterns: those of more words, with all of a clause and without places are tried first
  let rank: Int

  /// - Parameter words: counts the choices and the names that the pattern has.
  init(_ text: Substring, _ words: inout PhraseVocabulary) {
    var parts: [Part] = []
    var rank = 0
    for element in text.utf8.split(separator: 0x20) {
      let element = Substring(element)
      let part = Self.part(element, &words)
      parts.append(part)
      // A set of words that may be missing makes no phrase rarer.
      if !element.hasPrefix("[@") { rank += 1 }
      if case .rest = part { rank += 4 }
    }
    // A phrase without places means one thing: `wind speed` comes before the `$x is $y` of its line.
    self.parts = parts
    self.rank = parts.allSatisfy { if case .words = $0 { true } else { false } } ? rank + 3 : rank
  }

  /// The part that an element of a line of the phrasebook is
  private static func part(_ element: Substring, _ words: inout PhraseVocabulary) -> Part {
    let bytes = element.utf8
    guard bytes.count > 1 else { return .words(words.choice(element)) }
    let (first, second) = (bytes[bytes.startIndex], bytes[bytes.index(after: bytes.startIndex)])
    let isLong = bytes.count > 2
    if first == UInt8(ascii: "["), isLong, bytes.last == UInt8(ascii: "]") {
      return .optional(words.choice(Substring(bytes.dropFirst().dropLast())))
    }
    if first == UInt8(ascii: "\""), second == UInt8(ascii: "$"), isLong {
      return .text(words.name(Substring(bytes.dropFirst(2).dropLast())))
    }
    guard first == UInt8(ascii: "$") else { return .words(words.choice(element)) }
    if second == UInt8(ascii: "$") { return .rest(words.name(Substring(bytes.dropFirst(2)))) }
    let name = words.name(Substring(bytes.dropFirst()))
    switch second {
    case UInt8(ascii: "n"): return .number(name)
    case UInt8(ascii: "d"): return .duration(name)
    case UInt8(ascii: "w"): return .name(name)
    case UInt8(ascii: "f"): return .aggregate(name)
    case UInt8(ascii: "q"): return .comparison(name)
    case UInt8(ascii: "p"): return .subject(name)
    default: return .operand(name)
    }
  }
}

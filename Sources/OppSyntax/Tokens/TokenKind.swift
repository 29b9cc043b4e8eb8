/// The kind of a token
///
/// The lexer knows words only as names and reserved words. The parser turns a name that it reads as the
/// word of a declaration or a clause into ``keyword``, and a reserved word in the place of a name into
/// ``name``, so that the tree shows the role of each word.
///
/// ```opp
/// opp "Warm" when temp > 20C   // outside
/// ```
///
/// has, but for white space: keyword, openingQuote, textSegment, closingQuote, keyword, name, greater, quantity,
/// comment, endOfFile.
///
/// The order of the cases matters to ``isTrivia``, ``isReserved`` and ``isLiteral``.
package enum TokenKind: UInt8, Hashable, Sendable, CaseIterable {
  // Trivia: everything between the words
  /// A run of spaces, tabs and line ends
  case whitespace
  /// `// …`, without its line end
  case comment
  /// `/// …`, without its line end
  case documentation

  // Words
  /// A word that is not reserved: `temp`, `home`
  case name
  /// A contextual word in its role: `opp`, `when`, `notify`, …
  case keyword

  // Literals
  /// `12`, `3.5`, `1_000`
  case number
  /// A number with a unit or several: `80%`, `30min`, `1h30m`, `10m/s`, `20°C`; the unit may be unknown
  case quantity
  /// `12:00`, `23:59:30`, `7am`
  case timeOfDay
  /// `2026-06-21`
  case date
  /// `2026-06-21T12:00`, `2026-06-21T12:00-07:00`
  case instant
  /// `@48.4284,-123.3656`
  case pin
  /// `#RRGGBB`
  case colour

  // Texts: an opening quote, segments and interpolations in any number, a closing quote
  case openingQuote
  case closingQuote
  /// The characters between the quotes and braces, with escapes as written
  case textSegment
  /// `{` in a text
  case openingInterpolation
  /// `}` that ends an interpolation
  case closingInterpolation
  /// `:` before the format in an interpolation
  case formatColon
  /// `.1`, `km/h`, `.1 km`: all between that `:` and the end of the interpolation
  case format

  // Marks
  case plus
  case minus
  case star
  case slash
  case equalEqual
  case notEqual
  case less
  case lessOrEqual
  case greater
  case greaterOrEqual
  case equal
  /// `..` of a range
  case dotDot
  /// `.` before the name of a field
  case dot
  case comma
  case colon
  /// `|` between the names of one case of an enum
  case bar
  case openingParenthesis
  case closingParenthesis
  case openingBracket
  case closingBracket
  case openingBrace
  case closingBrace

  // Marks of other languages, which the parser understands as mistakes
  /// `&&` or `&`
  case ampersands
  /// `||`
  case bars
  /// `!`
  case exclamation
  case semicolon

  // Reserved words
  case and
  case or
  case not
  case `is`
  case `in`
  case `if`
  case then
  case `else`
  case `true`
  case `false`
  case near
  /// `near park within 200m`, `raining within last 2h`
  case within
  /// `near office for 9h`, `for each`
  case `for`
  /// `max(temp, last 3h)`; `next` and `since` likewise
  case last
  case next
  case since
  case each
  case `where`
  /// `agenda as e where e.busy`
  case `as`
  /// `temp otherwise 15C`
  case otherwise
  /// `any(agenda as e where e.busy)`, `any "bakery"`
  case any

  /// Characters that begin no word
  case unexpected
  case endOfFile

  /// `true` if the token is between words
  package var isTrivia: Bool { rawValue <= TokenKind.documentation.rawValue }

  /// `true` if the token is a reserved word
  package var isReserved: Bool {
    rawValue >= TokenKind.and.rawValue && rawValue <= TokenKind.any.rawValue
  }

  /// `true` if the token is a word of any kind
  package var isWord: Bool { self == .name || self == .keyword || isReserved }

  /// `true` if the token is a literal that is one token (texts are several)
  package var isLiteral: Bool {
    rawValue >= TokenKind.number.rawValue && rawValue <= TokenKind.colour.rawValue
      || self == .true || self == .false
  }
}

extension TokenKind {
  var opens: Bool {
    self == .openingParenthesis || self == .openingBracket || self == .openingBrace
      || self == .openingInterpolation || self == .openingQuote
  }

  var closes: Bool {
    self == .closingParenthesis || self == .closingBracket || self == .closingBrace
      || self == .closingInterpolation || self == .closingQuote
  }
}

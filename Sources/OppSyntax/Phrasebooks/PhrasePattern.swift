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
  /// A part of a pattern
  enum Part {
    /// One of several words, in small letters
    case words([String])

    /// The same as ``words(_:)``, but it may be missing
    case optional([String])

    /// An operand: a name with its fields and arguments, a literal, a text, or anything in parentheses
    case operand(String)

    /// A number, with its unit if it has one
    case number(String)

    /// A duration, as in `2h`, `2 hours` and `an hour`
    case duration(String)

    /// A name without fields
    case name(String)

    /// The name of an aggregate of rows: `count`, `any`
    case aggregate(String)

    /// A sign that compares two values
    case comparison(String)

    /// A text without braces, of which the characters are taken
    case text(String)

    /// Everything up to the end of the clause, or of the parentheses around
    case rest(String)

    /// The part that an element of a line of the phrasebook is
    init(_ element: Substring) {
      let small = element.dropFirst()
      if element.hasPrefix("\"$"), element.hasSuffix("\""), element.utf8.count > 3 {
        self = .text(String(small.dropFirst().dropLast()))
      } else if element.hasPrefix("$$") {
        self = .rest(String(small.dropFirst()))
      } else if element.hasPrefix("$n") {
        self = .number(String(small))
      } else if element.hasPrefix("$d") {
        self = .duration(String(small))
      } else if element.hasPrefix("$w") {
        self = .name(String(small))
      } else if element.hasPrefix("$f") {
        self = .aggregate(String(small))
      } else if element.hasPrefix("$q") {
        self = .comparison(String(small))
      } else if element.hasPrefix("$"), element.utf8.count > 1 {
        self = .operand(String(small))
      } else if element.hasPrefix("["), element.hasSuffix("]"), element.utf8.count > 2 {
        self = .optional(PhrasePattern.choices(small.dropLast()))
      } else {
        // Spreadsheets of many countries write `;` between arguments.
        self = .words(element == "," ? [",", ";"] : PhrasePattern.choices(element))
      }
    }
  }

  let parts: [Part]

  /// The words of which a line must have one, if it has the phrase
  let signs: [String]

  /// The rank among the patterns: those of more words, and with all of a clause, are tried first
  let rank: Int

  init(_ text: Substring) {
    parts = text.split(separator: " ").map { Part($0) }
    var signs: [String] = []
    for part in parts {
      guard case .words(let words) = part else { continue }
      let isWord = words[0].utf8.contains { $0 >= 0x61 && $0 <= 0x7A }
      if signs.isEmpty || isWord && signs[0].utf8.count < words[0].utf8.count { signs = words }
    }
    self.signs = signs
    var rank = 0
    for (element, part) in zip(text.split(separator: " "), parts) {
      // A set of words that may be missing makes no phrase rarer.
      if !element.hasPrefix("[@") { rank += 1 }
      if case .rest = part { rank += 4 }
    }
    self.rank = rank
  }

  /// `a` and `b` of `a|b`; the sign `|` alone is written `BAR`
  private static func choices(_ text: Substring) -> [String] {
    text == "BAR" || text == "BARS"
      ? [text == "BAR" ? "|" : "||"]
      : text.split(separator: "|").flatMap { PhraseWords.all[String($0)] ?? [String($0)] }
  }

  // MARK: Matching

  /// The words that a pattern was found in, and the texts of its places
  struct Match {
    let words: Range<Int>
    var values: [(name: String, text: String)] = []
  }

  /// The phrase that begins at a word; `nil` if none does
  func match(_ line: PhraseLine, at start: Int) -> Match? {
    var match = Match(words: start..<start)
    return find(&match, line, part: 0, at: start) ? match : nil
  }

  /// Finds the parts from one on in the words from one on; `false` if they are not there
  private func find(_ match: inout Match, _ line: PhraseLine, part: Int, at next: Int) -> Bool {
    guard part < parts.count else {
      match = Match(words: match.words.lowerBound..<next, values: match.values)
      return next > match.words.lowerBound
    }
    let known = match.values.count
    for (end, value) in choices(of: part, line, at: next) {
      if let value { match.values.append(value) }
      if find(&match, line, part: part + 1, at: end) { return true }
      match.values.removeSubrange(known...)
    }
    return false
  }

  /// The words that a part may take from one on: the index of their end, and their value
  private func choices(
    of part: Int, _ line: PhraseLine, at next: Int
  ) -> [(end: Int, value: (name: String, text: String)?)] {
    switch parts[part] {
    case .words(let words):
      return line.word(at: next, isOneOf: words) ? [(next + 1, nil)] : []
    case .optional(let words):
      return line.word(at: next, isOneOf: words) ? [(next + 1, nil), (next, nil)] : [(next, nil)]
    case .operand(let name):
      // A literal is compared with nothing.
      if name.hasPrefix("p"), line.kind(next)?.isLiteral ?? true { return [] }
      return line.endsOfOperand(at: next).reversed().map { ($0, (name, line.text(next..<$0))) }
    case .number(let name):
      return line.number(at: next).map { [($0.end, (name, $0.text))] } ?? []
    case .duration(let name):
      return line.duration(at: next).map { [($0.end, (name, $0.text))] } ?? []
    case .name(let name):
      return line.isName(at: next) ? [(next + 1, (name, line.text(next..<next + 1)))] : []
    case .aggregate(let name):
      return line.word(at: next, isOneOf: PhraseWords.aggregates)
        ? [(next + 1, (name, line.words[next].small))] : []
    case .comparison(let name):
      return line.comparison(at: next).map { [(next + 1, (name, $0))] } ?? []
    case .text(let name):
      return line.plainText(at: next).map { [($0.end, (name, $0.text))] } ?? []
    case .rest(let name):
      var end = line.endOfClause(from: next, before: wordsBehind(part))
      if part + 1 < parts.count, case .comparison = parts[part + 1] {
        end = line.lastComparison(in: next..<end) ?? next
      }
      return end > next ? [(end, (name, line.text(next..<end)))] : []
    }
  }

  /// The words that end the rest of a clause, of the part behind it
  private func wordsBehind(_ index: Int) -> [String] {
    guard index + 1 < parts.count, case .words(let words) = parts[index + 1] else { return [] }
    return words
  }
}

/// The words of a line, with the constructs that the places of a pattern take
struct PhraseLine {
  let file: SourceFile
  let words: [PhraseWord]

  init(_ file: SourceFile, line: Int) {
    self.file = file
    words = PhraseWord.words(of: file, line: line)
  }

  /// The text of words, with the spaces between them
  func text(_ range: Range<Int>) -> String { file.text(bytes(range)) }

  /// The bytes of words, which are one at least
  func bytes(_ range: Range<Int>) -> SourceRange {
    words[range.lowerBound].range.union(words[range.upperBound - 1].range)
  }

  /// `true` if a word touches the one before it
  func touches(_ index: Int) -> Bool {
    index > 0 && words[index - 1].range.end == words[index].range.start
  }

  /// `true` if a word touches the one before it, and neither is a mark around an expression
  func isJoined(at index: Int) -> Bool {
    touches(index) && index < words.count && !words[index - 1].kind.opens
      && !words[index].kind.closes && words[index].kind != .comma
  }

  /// `true` if a mark is opened in a range and not closed
  func leavesOpen(_ range: Range<Int>) -> Bool {
    var depth = 0
    for index in range {
      if words[index].kind.opens { depth += 1 }
      if words[index].kind.closes { depth -= 1 }
    }
    return depth > 0
  }

  func kind(_ index: Int) -> TokenKind? {
    words.indices.contains(index) ? words[index].kind : nil
  }

  /// `true` if a word is one of several, in small letters
  func word(at index: Int, isOneOf choices: [String]) -> Bool {
    index < words.count && choices.contains(words[index].small)
  }

  /// The sign of the language that a sign at a word means, if it compares two values
  func comparison(at index: Int) -> String? {
    guard let kind = kind(index) else { return nil }
    if kind == .equal || kind == .equalEqual { return "==" }
    let signs: [TokenKind] = [.less, .lessOrEqual, .greater, .greaterOrEqual, .notEqual]
    return signs.contains(kind) ? words[index].text : nil
  }

  /// The last sign that compares two values, in no brackets of a range; `nil` if there is none
  func lastComparison(in range: Range<Int>) -> Int? {
    var depth = 0
    var found: Int?
    for index in range {
      if words[index].kind.opens { depth += 1 }
      if words[index].kind.closes { depth -= 1 }
      if depth == 0, comparison(at: index) != nil { found = index }
    }
    return found
  }

  /// `true` if a word is a name that begins no clause
  func isName(at index: Int) -> Bool {
    index < words.count && words[index].kind == .name && !words[index].endsOperands
  }

  /// The ends of the operands that begin at a word, with more and more of their fields and arguments
  func endsOfOperand(at start: Int) -> [Int] {
    guard var end = endOfFirstPart(at: start) else { return [] }
    var ends = [end]
    while end < words.count {
      if words[end].kind == .dot, end + 1 < words.count, words[end + 1].kind.isWord {
        end += 2
      } else if words[end].kind == .openingParenthesis, touches(end), let close = closing(end) {
        end = close + 1
      } else {
        break
      }
      ends.append(end)
    }
    return ends
  }

  private func endOfFirstPart(at start: Int) -> Int? {
    guard start < words.count else { return nil }
    let word = words[start]
    if word.kind == .name { return word.endsOperands ? nil : start + 1 }
    if word.kind.isLiteral { return start + 1 }
    if word.kind == .minus, start + 1 < words.count, touches(start + 1),
      words[start + 1].kind.isLiteral
    {
      return start + 2
    }
    let opens = word.kind == .openingQuote || word.kind == .openingParenthesis
    return opens ? closing(start).map { $0 + 1 } : nil
  }

  /// The word that closes a bracket or quote that another opens
  func closing(_ start: Int) -> Int? {
    var depth = 0
    for index in start..<max(start, words.count) {
      if words[index].kind.opens { depth += 1 }
      if words[index].kind.closes { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// The number at a word, with its unit: `20`, `-5C`, `20 %`, which is `20%`
  func number(at start: Int) -> (end: Int, text: String)? {
    let isNegative = kind(start) == .minus
    let index = isNegative ? start + 1 : start
    guard let kind = kind(index), kind == .number || kind == .quantity else { return nil }
    let number = (isNegative ? "-" : "") + words[index].text
    if kind == .number, index + 1 < words.count, !words[index + 1].endsOperands,
      self.kind(index + 1) == .name || self.kind(index + 1) == .unexpected,
      let unit = unit(words[index + 1])
    {
      return (index + 2, number + unit)
    }
    return (index + 1, number)
  }

  /// The unit that a word means, which may be spelled wrong: `min` of `minuts`
  private func unit(_ word: PhraseWord) -> String? {
    if let unit = UnitSpellings.unit(meantBy: word.text) { return unit }
    guard word.text.utf8.count >= 5,
      let nearest = nearestSpelling(of: word.text, in: UnitSpellings.longNames)
    else { return nil }
    return UnitSpellings.unit(meantBy: nearest)
  }

  /// The duration at a word: `2h`, `2 hours`, `an hour`
  func duration(at start: Int) -> (end: Int, text: String)? {
    guard start < words.count else { return nil }
    let word = words[start]
    if word.kind == .quantity {
      guard UnitSpellings.isDuration(word.text) else { return nil }
      let digits = word.text.utf8.prefix { $0 >= 0x30 && $0 <= 0x39 }.count
      // `5m` is five metres here.
      let isMetre = word.text.utf8.count == digits + 1 && word.text.hasSuffix("m")
      return (start + 1, isMetre ? word.text + "in" : word.text)
    }
    let number: String
    if word.kind == .number {
      number = word.text
    } else if let count = ForeignPhrases.number(of: Spelling(Array(word.small.utf8)[...])) {
      number = "\(count)"
    } else {
      return nil
    }
    guard start + 1 < words.count,
      let unit = unit(words[start + 1]), UnitSpellings.unitOfTime(meantBy: unit) != nil
    else { return nil }
    return (start + 2, number + unit)
  }

  /// The characters of the text without braces at a word
  func plainText(at start: Int) -> (end: Int, text: String)? {
    guard kind(start) == .openingQuote else {
      guard kind(start) == .unexpected, words[start].text.hasPrefix("'"),
        words[start].text.hasSuffix("'"), words[start].text.utf8.count > 2
      else { return nil }
      return (start + 1, String(words[start].text.dropFirst().dropLast()))
    }
    guard kind(start + 1) == .textSegment, kind(start + 2) == .closingQuote else { return nil }
    return (start + 3, words[start + 1].text)
  }

  /// The first word from a word on that is no part of its clause
  ///
  /// - Parameter ends: other words at which it ends.
  func endOfClause(from start: Int, before ends: [String]) -> Int {
    var depth = 0
    for index in start..<max(start, words.count) {
      if words[index].kind.opens { depth += 1 }
      if words[index].kind.closes { depth -= 1 }
      if depth < 0 { return index }
      guard depth == 0 else { continue }
      if words[index].endsOperands || ends.contains(words[index].small) { return index }
    }
    return words.count
  }
}

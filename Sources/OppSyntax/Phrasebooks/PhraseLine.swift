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
  /// - Parameter isEnd: `true` for the index of another word at which it ends.
  func endOfClause(from start: Int, before isEnd: (Int) -> Bool) -> Int {
    var depth = 0
    for index in start..<max(start, words.count) {
      if words[index].kind.opens { depth += 1 }
      if words[index].kind.closes { depth -= 1 }
      if depth < 0 { return index }
      guard depth == 0 else { continue }
      if words[index].endsOperands || isEnd(index) { return index }
    }
    return words.count
  }
}

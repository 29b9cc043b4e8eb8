/// Signs, brackets and comments of other languages: each is one message that shows how they are written
extension Parser {
  // MARK: Operators

  /// Parses `=> b` and its like behind an operand; false where there is none
  mutating func parseForeignSign(from mark: Int) -> Bool {
    guard !atArrow, let meant = foreignSign() else { return false }
    let range = wordRange().union(wordRange(ahead: 1))
    report(.foreignOperator(source.text(range), meant: meant), at: range)
    take()
    take()
    parseSum()
    close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// The operator that two touching signs mean
  private func foreignSign() -> String? {
    guard touchesPrevious(ahead: 1) else { return nil }
    switch (current, peek(1)) {
    case (.equal, .greater): return ">="
    case (.equal, .less): return "<="
    case (.less, .greater): return "!="
    case (.equalEqual, .equal): return "=="
    case (.notEqual, .equal): return "!="
    default: return nil
    }
  }

  /// Whether `->` or `=>` precedes a clause
  var atArrow: Bool {
    guard touchesPrevious(ahead: 1), peek(1) == .greater else { return false }
    return at(.minus) || at(.equal) && (contextualWord(ahead: 2)?.endsOperands ?? false)
  }

  /// Reports and skips an arrow; false where there is none
  mutating func parseArrow() -> Bool {
    guard atArrow else { return false }
    let range = wordRange().union(wordRange(ahead: 1))
    report(.needlessWord(source.text(range)), at: range)
    skip(2)
    return true
  }

  /// Reports and skips `++` behind an operand; false where there is none
  mutating func reportIncrement(from mark: Int) -> Bool {
    guard at(.plus), peek(1) == .plus, touchesPrevious(ahead: 1) else { return false }
    let range = wordRange().union(wordRange(ahead: 1))
    report(.changedValue(text(from: mark) + "++", "++"), at: range)
    skip(2)
    close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Whether `%` is between two operands
  var atRemainder: Bool {
    guard at(.unexpected), wordText(ahead: 0) == "%", !startsLine(ahead: 1) else { return false }
    switch peek(1) {
    case .number, .openingParenthesis: return true
    case .name: return contextualWord(ahead: 1) == nil && peek(2) != .colon
    default: return false
    }
  }

  /// Parses `% b` behind `a`; there is no such operator
  mutating func parseRemainder(from mark: Int) {
    let dividend = text(from: mark)
    let range = wordRange()
    // The lexer reported the sign as one that begins no word.
    problems.removeAll { $0.range == range }
    take()
    let right = self.mark
    parsePrefixed()
    report(.remainder("%", of: dividend, by: text(from: right)), at: self.range(from: mark))
    close(.comparisonChain, from: mark, isBroken: true)
  }

  // MARK: Lists

  /// Parses `, b, c` of `x in a, b, c`
  ///
  /// - Parameters:
  ///   - mark: where `a` begins.
  ///   - start: where the comparison begins.
  mutating func parseListWithoutBrackets(from mark: Int, in start: Int) {
    guard commaDepth == 0, at(.comma), beginsPlainOperand(ahead: 1) || peek(1) == .openingQuote
    else { return }
    while take(if: .comma) { parseSum() }
    let elements = text(from: mark)
    let subject = text(from: start).dropLast(elements.count)
    reportPhrase(from: start, meant: "\(subject)[\(elements)]")
    close(.comparisonChain, from: mark, isBroken: true)
  }

  /// Puts one message in place of those about the ranges of `x in [a..b, c..d]`
  ///
  /// - Parameter known: how many problems there were before the list.
  mutating func mendRangesInBrackets(from mark: Int, in start: Int, since known: Int) {
    guard builder.kind(at: mark) == .list, problems.count > known,
      problems[known...].allSatisfy({ $0.kind == .rangeOutsideIn })
    else { return }
    let list = text(from: mark)
    let subject = text(from: start).dropLast(list.count)
    let isNegated = subject.hasSuffix("not in ")
    let plain = subject.dropLast(isNegated ? "not in ".count : "in ".count)
    let elements = list.dropFirst().dropLast().split(separator: ",").map { element -> String in
      let text = element.drop { $0 == " " }
      let isRange = zip(text.utf8, text.utf8.dropFirst()).contains {
        $0 == UInt8(ascii: ".") && $1 == UInt8(ascii: ".")
      }
      return isRange
        ? "\(subject)\(text)" : "\(plain)\(isNegated ? "!=" : "==") \(text)"
    }
    problems.removeSubrange(known...)
    let joined = elements.joined(separator: isNegated ? " and " : " or ")
    reportPhrase(from: start, meant: elements.count > 1 ? "(\(joined))" : joined)
  }

  /// Parses `"Ann", "Bo"` or `"Ann" and "Bo"`; false where there is only one text
  mutating func parseNamesWithoutBrackets() -> Bool {
    var distance = 0
    var names: [String] = []
    while let length = plainTextLength(ahead: distance) {
      let range = wordRange(ahead: distance).union(wordRange(ahead: distance + length - 1))
      names.append(source.text(range))
      distance += length
      let separator = peek(distance)
      guard separator == .comma || separator == .and || separator == .ampersands,
        plainTextLength(ahead: distance + 1) != nil
      else { break }
      distance += 1
    }
    guard names.count > 1 else { return false }
    takePhrase(distance, meant: "[\(names.joined(separator: ", "))]")
    return true
  }

  /// The number of words of a text without braces that begins ahead; nil where none begins
  private func plainTextLength(ahead distance: Int) -> Int? {
    guard peek(distance) == .openingQuote else { return nil }
    if peek(distance + 1) == .closingQuote { return 2 }
    return peek(distance + 1) == .textSegment && peek(distance + 2) == .closingQuote ? 3 : nil
  }

  // MARK: Comments

  /// Whether `-- …` is here as other languages write a comment
  var atForeignComment: Bool {
    guard at(.minus), peek(1) == .minus, touchesPrevious(ahead: 1), !touchesPrevious(ahead: 2)
    else { return false }
    if startsLine { return !startsLine(ahead: 2) }
    return (2...4).allSatisfy { peek($0).isWord && !startsLine(ahead: $0) }
  }

  /// Reports and skips `-- …`; false where there is none
  mutating func parseForeignComment() -> Bool {
    guard atForeignComment else { return false }
    report(.foreignComment("--"), at: wordRange().union(wordRange(ahead: 1)))
    var length = 2
    while peek(length) != .endOfFile, !startsLine(ahead: length) { length += 1 }
    skip(length)
    return true
  }
}

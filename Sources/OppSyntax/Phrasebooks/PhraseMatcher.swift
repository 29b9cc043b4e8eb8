/// Finds patterns of the phrasebook in a line
struct PhraseMatcher {
  private let line: PhraseLine
  private let vocabulary: PhraseVocabulary

  /// The choices that each word of the line is in
  private let choices: [[PhrasePattern.Choice]]

  /// The choices of which the line has a word
  let presentChoices: Set<PhrasePattern.Choice>

  /// The ends of the operands that begin at each word
  private let endsOfOperands: [[Int]]

  init(_ line: PhraseLine, _ vocabulary: PhraseVocabulary) {
    self.line = line
    self.vocabulary = vocabulary
    choices = line.words.map { vocabulary.choices(of: $0.small) }
    presentChoices = Set(choices.joined())
    endsOfOperands = line.words.indices.map { line.endsOfOperand(at: $0) }
  }

  /// The words that a pattern was found in, and the texts of its places
  struct Match {
    let words: Range<Int>
    var values: [(name: String, text: String)]
  }

  /// The value of a place: words of the line, or a text that is made of them
  private enum Value {
    case words(Range<Int>)
    case text(String)
  }

  /// The places of a pattern that have values
  private typealias Values = [(name: PhrasePattern.Name, value: Value)]

  /// The occurrences of a pattern in the line, at most one from each word on
  ///
  /// - Complexity: that of reading the parts of the pattern, if the line lacks one of its words.
  func matches(of parts: ArraySlice<PhrasePattern.Part>) -> [Match] {
    for part in parts {
      if case .words(let choice) = part, !presentChoices.contains(choice) { return [] }
    }
    return line.words.indices.compactMap { match(parts, at: $0) }
  }

  private func match(_ parts: ArraySlice<PhrasePattern.Part>, at start: Int) -> Match? {
    var values: Values = []
    guard let end = end(of: parts, at: start, &values), end > start else { return nil }
    return Match(
      words: start..<end,
      values: values.map { place in
        let text =
          switch place.value {
          case .words(let words): line.text(words)
          case .text(let text): text
          }
        return (name: vocabulary.names[Int(place.name)], text: text)
      })
  }

  /// The end of the words from one on that are parts; `nil` if they are not there
  private func end(
    of parts: ArraySlice<PhrasePattern.Part>, at next: Int, _ values: inout Values
  ) -> Int? {
    guard let part = parts.first else { return next }
    let rest = parts.dropFirst()
    func take(_ name: PhrasePattern.Name, _ value: Value, upTo end: Int) -> Int? {
      values.append((name, value))
      if let last = self.end(of: rest, at: end, &values) { return last }
      values.removeLast()
      return nil
    }
    switch part {
    case .words(let choice):
      return has(choice, at: next) ? end(of: rest, at: next + 1, &values) : nil
    case .optional(let choice):
      if has(choice, at: next), let last = end(of: rest, at: next + 1, &values) { return last }
      return end(of: rest, at: next, &values)
    case .operand(let name), .subject(let name):
      guard next < line.words.count else { return nil }
      if case .subject = part, line.words[next].kind.isLiteral { return nil }
      for end in endsOfOperands[next].reversed() {
        if let last = take(name, .words(next..<end), upTo: end) { return last }
      }
      return nil
    case .number(let name):
      return line.number(at: next).flatMap { take(name, .text($0.text), upTo: $0.end) }
    case .duration(let name):
      return line.duration(at: next).flatMap { take(name, .text($0.text), upTo: $0.end) }
    case .name(let name):
      return line.isName(at: next) ? take(name, .words(next..<next + 1), upTo: next + 1) : nil
    case .aggregate(let name):
      guard has(vocabulary.aggregates, at: next) else { return nil }
      return take(name, .text(line.words[next].small), upTo: next + 1)
    case .comparison(let name):
      return line.comparison(at: next).flatMap { take(name, .text($0), upTo: next + 1) }
    case .text(let name):
      return line.plainText(at: next).flatMap { take(name, .text($0.text), upTo: $0.end) }
    case .rest(let name):
      let end = endOfRest(from: next, before: rest.first)
      return end > next ? take(name, .words(next..<end), upTo: end) : nil
    }
  }

  /// `true` if a word is one of a choice
  private func has(_ choice: PhrasePattern.Choice, at index: Int) -> Bool {
    index < choices.count && choices[index].contains(choice)
  }

  /// The end of the rest of a clause before another part
  private func endOfRest(from start: Int, before part: PhrasePattern.Part?) -> Int {
    let end = line.endOfClause(from: start) { index in
      if case .words(let choice) = part { has(choice, at: index) } else { false }
    }
    guard case .comparison = part else { return end }
    return line.lastComparison(in: start..<end) ?? start
  }
}

/// Phrases of other languages, and how they are written here
///
/// The grammar knows none of them. If a line has a mistake, its words are compared with these phrases, and a rewriting is
/// proposed only if the checker accepts the line then: so each line here may have several meanings, of which the one that
/// fits the types of its values is found.
///
/// ```
/// $x exists => known($x)
/// $x is in the past => $x < now => $x < today       an instant, or a date
/// weekday == 0 => weekday == sun || weekday == mon  one of two, which a person chooses
/// ```
package enum Phrasebook {
  /// The meanings of a phrase, the likeliest first
  private struct Entry {
    let meanings: [(meant: PhraseTemplate, also: PhraseTemplate?)]

    /// `true` if a meaning has the value behind `on`
    var needsEvent: Bool { meanings.contains { $0.meant.hasValue("event") } }

    /// `true` if a meaning has the name of the table that is declared
    var needsTable: Bool { meanings.contains { $0.meant.hasValue("table") } }
  }

  /// An edit that puts a meaning in place of a phrase
  package struct Rewriting {
    package let edit: Edit

    /// The text of another meaning, if the phrase has two
    package let also: String?
  }

  /// A line of the phrasebook; its meanings are read where its phrase is found
  private struct Phrase {
    /// The line, a part of the program's text
    let line: Substring

    /// The parts of its pattern among those of all
    let parts: Range<Int>
  }

  /// All phrases, those of higher ranks first
  ///
  /// Patterns are numbers, and some hundred kilobytes; with their words and meanings as texts they would be megabytes.
  private struct Phrases {
    var vocabulary = PhraseVocabulary()
    var parts: [PhrasePattern.Part] = []
    var phrases: [Phrase] = []

    /// The phrases by the rarest choice of their patterns, because a line without a word of it has none of them
    private var phrasesOfChoice: [[Int]] = []

    /// The phrases whose patterns have no word of their own
    private var phrasesOfPlaces: [Int] = []

    /// Files each phrase under its rarest choice
    mutating func index() {
      var counts = Array(repeating: 0, count: vocabulary.choiceCount)
      for case .words(let choice) in parts { counts[Int(choice)] += 1 }
      phrasesOfChoice = Array(repeating: [], count: vocabulary.choiceCount)
      for (index, phrase) in phrases.enumerated() {
        var rarest: Int?
        for case .words(let choice) in parts[phrase.parts]
        where counts[Int(choice)] < rarest.map({ counts[$0] }) ?? Int.max { rarest = Int(choice) }
        if let rarest {
          phrasesOfChoice[rarest].append(index)
        } else {
          phrasesOfPlaces.append(index)
        }
      }
    }

    /// The phrases whose rarest choice has a word in the line, those of higher ranks first
    func phrases(of matcher: PhraseMatcher) -> [Phrase] {
      var found = phrasesOfPlaces
      for choice in matcher.presentChoices { found += phrasesOfChoice[Int(choice)] }
      return found.sorted().map { phrases[$0] }
    }
  }

  private static let phrases: Phrases = {
    var all = Phrases()
    var ranked: [(phrase: Phrase, rank: Int)] = []
    let tables = [
      homeAutomations, languages, spreadsheets, sentences, clauses, calendar, declarations,
      comparatives, rows, steps,
    ]
    for table in tables {
      for line in table.utf8.split(separator: 0x0A) {
        let line = Substring(line)
        let pattern = PhrasePattern(Self.parts(of: line)[0], &all.vocabulary)
        let start = all.parts.count
        all.parts += pattern.parts
        ranked.append((Phrase(line: line, parts: start..<all.parts.count), pattern.rank))
      }
    }
    let order = ranked.indices.sorted { (ranked[$1].rank, $0) < (ranked[$0].rank, $1) }
    all.phrases = order.map { ranked[$0].phrase }
    all.index()
    return all
  }()

  /// The parts of a line between its arrows, without the spaces around them
  private static func parts(of line: Substring) -> [Substring] {
    var parts: [Substring] = []
    var words = words(of: line)[...]
    while let end = words.firstIndex(of: "=>") {
      parts.append(joined(words[..<end]))
      words = words[(end + 1)...]
    }
    return parts + [joined(words)]
  }

  /// The templates of `a || b`, of which a person chooses
  private static func meaning(
    _ text: Substring
  ) -> (meant: PhraseTemplate, also: PhraseTemplate?) {
    let words = words(of: text)
    guard let bars = words.firstIndex(of: "||") else { return (PhraseTemplate(text), nil) }
    return (
      PhraseTemplate(joined(words[..<bars])), PhraseTemplate(joined(words[(bars + 1)...]))
    )
  }

  private static func words(of text: Substring) -> [Substring] {
    text.utf8.split(separator: 0x20).map { Substring($0) }
  }

  private static func joined(_ words: ArraySlice<Substring>) -> Substring {
    guard let first = words.first, let last = words.last else { return "" }
    return first.base[first.startIndex..<last.endIndex]
  }

  /// The edits that put a meaning in place of a phrase on a line, the likeliest first
  ///
  /// - Parameter places: the places of mistakes, one of which a phrase is at, or beside.
  package static func rewritings(
    of file: SourceFile, line: Int, at places: [SourceRange]
  ) -> [Rewriting] {
    let words = PhraseLine(file, line: line)
    let all = phrases
    let matcher = PhraseMatcher(words, all.vocabulary)
    var rewritings = marks(of: file, line: line) + chains(of: words, at: places)
    for phrase in all.phrases(of: matcher) {
      let matches = matcher.matches(of: all.parts[phrase.parts])
        .filter { match in places.contains { meets($0, match.words, of: words) } }
      guard !matches.isEmpty else { continue }
      let entry = Entry(meanings: parts(of: phrase.line).dropFirst().map { meaning($0) })
      for var match in matches {
        let range = words.bytes(match.words)
        if entry.needsEvent, let event = event(of: file, line: line) {
          match.values.append((name: "event", text: event))
        }
        if entry.needsTable, let table = table(of: file, line: line) {
          match.values.append((name: "table", text: table))
        }
        for meaning in entry.meanings {
          guard let text = meaning.meant.text(match.values), text != file.text(range) else {
            continue
          }
          rewritings.append(
            Rewriting(
              edit: Edit(range: range, replacement: text),
              also: meaning.also?.text(match.values)))
        }
      }
    }
    rewritings += (namedValues(of: words) + otherOrders(of: words)).compactMap { found in
      guard places.contains(where: { meets($0, found.words, of: words) }) else { return nil }
      return Rewriting(
        edit: Edit(range: words.bytes(found.words), replacement: found.text), also: nil)
    }
    return rewritings + doubledWords(of: words, at: places) + wordsOfNames(of: words, at: places)
      + plainWords(of: words, at: places)
  }

  /// The edits that leave out the second of two equal words
  ///
  ///     within last last 2h → within last 2h
  private static func doubledWords(of line: PhraseLine, at places: [SourceRange]) -> [Rewriting] {
    line.words.indices.dropFirst().compactMap { index in
      let range = index - 1..<index + 1
      guard line.words[index].small == line.words[index - 1].small,
        line.words[index].text.utf8.first.map({ $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }) == true,
        places.contains(where: { meets($0, range, of: line) })
      else { return nil }
      let edit = Edit(range: line.bytes(range), replacement: line.words[index - 1].text)
      return Rewriting(edit: edit, also: nil)
    }
  }

  /// The edits that write the parts of an unknown name as words, which are then compared with the phrases
  ///
  ///     at_home → at home     isDark → is dark
  private static func wordsOfNames(of line: PhraseLine, at places: [SourceRange]) -> [Rewriting] {
    line.words.compactMap { word in
      guard word.kind == .name, places.contains(word.range) else { return nil }
      var spaced = ""
      for scalar in word.text.unicodeScalars {
        let isCapital = scalar.value >= 0x41 && scalar.value <= 0x5A
        if scalar == "_" || isCapital && !spaced.isEmpty { spaced += " " }
        if scalar != "_" { spaced.unicodeScalars.append(scalar) }
      }
      spaced = spaced.lowercased()
      guard spaced.utf8.contains(0x20) else { return nil }
      return Rewriting(edit: Edit(range: word.range, replacement: spaced), also: nil)
    }
  }

  /// The edits that write chains of methods as queries of rows
  private static func chains(of line: PhraseLine, at places: [SourceRange]) -> [Rewriting] {
    RowChain.chains(of: line).compactMap { chain in
      guard places.contains(where: { meets($0, chain.words, of: line) }) else { return nil }
      let edit = Edit(range: line.bytes(chain.words), replacement: chain.text)
      return Rewriting(edit: edit, also: nil)
    }
  }

  /// Words without a meaning of their own in a condition
  private static let fillers = [
    "the", "a", "an", "my", "our", "your", "currently", "really", "very", "just", "still",
    "already",
    "please", "exactly", "there", "actually",
  ]

  /// The edit that leaves out the words of a line that mean nothing here
  private static func plainWords(of line: PhraseLine, at places: [SourceRange]) -> [Rewriting] {
    let words = line.words
    func isFiller(_ index: Int) -> Bool {
      words[index].kind == .name && fillers.contains(words[index].small)
    }
    guard let first = words.indices.first(where: isFiller),
      let last = words.indices.last(where: isFiller), last + 1 < words.count,
      places.contains(where: { $0.start >= words[max(first - 1, 0)].range.start })
    else { return [] }
    var text = ""
    for index in first...last + 1 where !isFiller(index) {
      if !text.isEmpty, !line.touches(index) { text += " " }
      text += words[index].text
    }
    return [
      Rewriting(edit: Edit(range: line.bytes(first..<last + 2), replacement: text), also: nil)
    ]
  }

  /// `true` if a place is in a phrase, or at one of the words beside it
  private static func meets(
    _ place: SourceRange, _ range: Range<Int>, of line: PhraseLine
  ) -> Bool {
    let wider = max(range.lowerBound - 1, 0)..<min(range.upperBound + 1, line.words.count)
    let bytes = line.bytes(wider)
    return place.file == bytes.file && place.start <= bytes.end && bytes.start <= place.end
  }

  /// The greatest number of lines between `on` and a phrase that is about its value
  private static let linesOfOpp = 8

  /// The value behind `on` in the clauses of a line and of those before it
  private static func event(of file: SourceFile, line: Int) -> String? {
    for distance in 0...min(line, linesOfOpp) {
      let words = PhraseLine(file, line: line - distance)
      for index in words.words.indices where words.words[index].contextual == .on {
        if let end = words.endsOfOperand(at: index + 1).last { return words.text(index + 1..<end) }
      }
    }
    return nil
  }

  /// The table that is declared last before a line, or first behind it
  private static func table(of file: SourceFile, line: Int) -> String? {
    let before = stride(from: line, through: max(0, line - linesOfTable), by: -1)
    let behind = line..<min(file.lineCount, line + linesOfTable)
    for index in Array(before) + Array(behind) {
      let words = PhraseLine(file, line: index)
      if words.words.first?.small == "table", words.isName(at: 1) { return words.words[1].text }
    }
    return nil
  }

  /// The greatest number of lines between a phrase and the table that it is about
  private static let linesOfTable = 40

  // MARK: Comparisons

  /// `true` if a range of a line is within one comparison: no `and`, `or`, comma or clause begins in it
  package static func isOneComparison(
    _ range: SourceRange, of file: SourceFile, line: Int
  ) -> Bool {
    PhraseWord.words(of: file, line: line).allSatisfy { word in
      guard word.range.start > range.start, word.range.start < range.end else { return true }
      return !word.endsOperands && !word.joinsConditions
    }
  }

  /// `true` if a range of a line is within one clause
  package static func isOneClause(_ range: SourceRange, of file: SourceFile, line: Int) -> Bool {
    PhraseWord.words(of: file, line: line).allSatisfy { word in
      word.range.start <= range.start || word.range.start >= range.end || !word.endsOperands
    }
  }

  // MARK: Changes

  /// The words of a line that another text of it changes, and the words in their place; `nil` if there is no change
  ///
  ///     when current temp > 25, when temp > 25C → `current temp > 25`, `temp > 25C`
  package static func change(
    of file: SourceFile, to other: SourceFile, line: Int
  ) -> (range: SourceRange, text: String)? {
    let (old, new) = (PhraseLine(file, line: line), PhraseLine(other, line: line))
    let shorter = min(old.words.count, new.words.count)
    var start = 0
    while start < shorter, old.words[start].text == new.words[start].text { start += 1 }
    var end = 0
    while end < shorter - start,
      old.words[old.words.count - 1 - end].text == new.words[new.words.count - 1 - end].text
    {
      end += 1
    }
    // Words that touch stay together, and an opening bracket has its end: `zone.home`, `average(temp, last 1h)`.
    while start > 0, start < shorter, old.isJoined(at: start) || new.isJoined(at: start) {
      start -= 1
    }
    while end > 0,
      old.isJoined(at: old.words.count - end) || new.isJoined(at: new.words.count - end)
        || old.leavesOpen(start..<old.words.count - end)
        || new.leavesOpen(start..<new.words.count - end)
    {
      end -= 1
    }
    // A word that touches the one before it in one of the texts alone brings the space with it.
    if start > 0, start < shorter, old.touches(start) != new.touches(start) { start -= 1 }
    // A change that only takes words out or puts some in is shown with the word before it.
    while start > 0, start + end >= old.words.count || start + end >= new.words.count { start -= 1 }
    // A text is shown from its opening quote.
    while start > 0, start < old.words.count,
      old.words[start].kind == .closingQuote || old.words[start].kind == .textSegment
    {
      start -= 1
    }
    // And up to its closing quote.
    while end > 0,
      old.leavesOpen(start..<old.words.count - end) || new.leavesOpen(start..<new.words.count - end)
    {
      end -= 1
    }
    guard start + end < old.words.count, start + end < new.words.count else { return nil }
    var range = old.bytes(start..<old.words.count - end)
    // What follows the last word is a comment, unless it is the rest of an address: `https://…`.
    if end == 0, start < old.words.count, old.words[old.words.count - 1].kind == .colon {
      range = range.union(
        SourceRange(
          file: file.index, start: range.end,
          end: Int32(clamping: file.lineRange(at: line).upperBound)))
    }
    return (range, new.text(start..<new.words.count - end))
  }
}

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
  /// A phrase, and its meanings, the likeliest first
  struct Entry {
    let pattern: PhrasePattern
    let meanings: [(meant: PhraseTemplate, also: PhraseTemplate?)]

    /// `true` if a meaning has the value behind `on`
    var needsEvent: Bool { meanings.contains { $0.meant.hasValue("event") } }
  }

  /// An edit that puts a meaning in place of a phrase
  package struct Rewriting {
    package let edit: Edit

    /// The text of another meaning, if the phrase has two
    package let also: String?
  }

  /// All phrases, the higher ranks first
  private static let entries: [Entry] = {
    var entries: [Entry] = []
    let tables = [
      homeAutomations, languages, spreadsheets, sentences, clauses, calendar, declarations,
    ]
    for table in tables {
      for line in table.split(separator: "\n") {
        let parts = Self.parts(of: line)
        guard parts.count > 1 else { continue }
        entries.append(
          Entry(
            pattern: PhrasePattern(parts[0]),
            meanings: parts.dropFirst().map { Self.meaning($0) }))
      }
    }
    return entries.enumerated().sorted {
      ($0.element.pattern.rank, $1.offset) > ($1.element.pattern.rank, $0.offset)
    }.map { $0.element }
  }()

  /// The phrases that have each of their signs, in the order of ``entries``
  private static let entriesBySign: [String: [Int]] = {
    var found: [String: [Int]] = [:]
    for (index, entry) in entries.enumerated() {
      for sign in entry.pattern.signs { found[sign, default: []].append(index) }
    }
    return found
  }()

  /// The parts of a line between its arrows, without the spaces around them
  private static func parts(of line: Substring) -> [Substring] {
    var parts: [Substring] = []
    var words = line.split(separator: " ")[...]
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
    let words = text.split(separator: " ")
    guard let bars = words.firstIndex(of: "||") else { return (PhraseTemplate(text), nil) }
    return (
      PhraseTemplate(joined(words[..<bars])), PhraseTemplate(joined(words[(bars + 1)...]))
    )
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
    var found: Set<Int> = []
    var signs: Set<String> = []
    for word in words.words where signs.insert(word.small).inserted {
      found.formUnion(entriesBySign[word.small] ?? [])
    }
    var rewritings: [Rewriting] = []
    for index in found.sorted() {
      let entry = entries[index]
      for start in words.words.indices {
        guard var match = entry.pattern.match(words, at: start) else { continue }
        let range = words.bytes(match.words)
        guard places.contains(where: { meets($0, match.words, of: words) }) else { continue }
        if entry.needsEvent, let event = event(of: file, line: line) {
          match.values.append((name: "event", text: event))
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
    return rewritings
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
    guard start + end < old.words.count, start + end < new.words.count else { return nil }
    return (
      old.bytes(start..<old.words.count - end), new.text(start..<new.words.count - end)
    )
  }
}

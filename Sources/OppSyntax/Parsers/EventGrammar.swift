/// The productions of the events of `on`
enum EventGrammar {
  /// Grammar: event ::= place_event | every_event | row_event | changes_event
  ///
  /// An event is parsed tighter than `or`, which separates events.
  ///
  /// ```opp
  /// on entering home within 200m      // entering, with a place
  /// on entering == 3                  // a name: no place follows
  /// on every 90min
  /// on every 2w from 2026-01-06T19:00
  /// on visit added                    // a row of `for each visit in …`
  /// on event begins - 10min           // ten minutes before each event of the agenda
  /// on sky changes from rain to sunny
  /// on sunset - 20min or 12:00        // two conditions, whose types decide on their meaning
  /// ```
  static func parseEvent(_ parser: inout Parser) {
    let mark = parser.mark
    if ForeignCalendars.parseCron(&parser)
      || ForeignTimes.parseForeignSchedule(&parser, asClause: false)
      || ForeignCalendars.parseEvent(&parser, asClause: false)
    {
      return parser.close(.conditionEvent, from: mark)
    }
    if ForeignChanges.parseChange(&parser) { return parser.close(.changesEvent, from: mark) }
    // A word of an event is a name if no operand can follow it.
    switch parser.contextualWord() {
    case .entering where beginsPlace(parser): return parsePlaceEvent(&parser, .enteringEvent)
    case .leaving where beginsPlace(parser): return parsePlaceEvent(&parser, .leavingEvent)
    case .every where beginsPlace(parser): return parseEveryEvent(&parser)
    default: break
    }
    // `visit added`: a name, then a word, with nothing between.
    if parser.at(.name), let verb = parser.contextualWord(ahead: 1), verb.isRowVerb,
      !parser.atTextOperator(ahead: 1)
    {
      return parseRowEvent(&parser)
    }
    let isEvery = parser.contextualWord() == .every
    ExpressionGrammar.parseConjunction(&parser)
    // `every - 1d from x`: a name, but for the `from`, which nothing else has.
    if isEvery, parser.take(if: .from) {
      ExpressionGrammar.parseSum(&parser)
      return parser.close(.everyEvent, from: mark)
    }
    if parseTimeOfDate(&parser, from: mark) { return }
    if !parseChange(&parser, from: mark) { parser.close(.conditionEvent, from: mark) }
  }

  /// Parses `at 9:00` behind a date; `false` if there is none
  ///
  ///     on b.due - 3d at 9:00 → on b.due - 3d + 9:00
  private static func parseTimeOfDate(_ parser: inout Parser, from mark: Int) -> Bool {
    let kind = parser.builder.kind(at: mark)
    guard parser.at(.at), parser.peek(1) == .timeOfDay, !parser.startsLine,
      kind == .fieldAccess || kind == .sum
    else { return false }
    let date = ProblemMending.takeMendedText(&parser, from: mark)
    let time = parser.wordText(ahead: 1)
    parser.take()
    parser.take()
    parser.reportPhrase(from: mark, meant: "\(date) + \(time)")
    parser.close(.conditionEvent, from: mark, isBroken: true)
    return true
  }

  /// Parses `changes` behind a value, with `from A` and `to B` in that order
  ///
  /// Grammar: changes_event ::= conjunction ( 'changes' ( 'from' sum )? ( 'to' sum )? )?
  ///
  /// - Parameter mark: that of the value.
  /// - Returns: `false` if no such word is here.
  static func parseChange(_ parser: inout Parser, from mark: Int) -> Bool {
    // `sky change` is understood, and reported.
    if parser.at(.name), parser.spelling() == "change" || parser.spelling() == "changed" {
      parser.report(.misspelledWord(parser.word(), meant: "changes"), at: parser.wordRange())
      parser.take(as: .keyword)
    } else if !parser.take(if: .changes) {
      return false
    }
    let subject = parser.text(from: mark)
    let ends = parser.mark
    parseEnds(&parser)
    if parser.at(.for), parser.isInEvent, let value = subject.split(separator: " ").first,
      let hold = ForeignTriggers.takeHold(
        &parser, of: String(value), ends: parser.mark == ends ? "" : parser.text(from: ends))
    {
      parser.reportPhrase(from: mark, meant: hold)
      parser.close(.conditionEvent, from: mark, isBroken: true)
      return true
    }
    parser.close(.changesEvent, from: mark)
    return true
  }

  /// Parses `from A` and `to B` of a change, in that order
  ///
  /// Grammar: changes_event ::= conjunction ( 'changes' ( 'from' sum )? ( 'to' sum )? )?
  static func parseEnds(_ parser: inout Parser) {
    let mark = parser.mark
    if parser.take(if: .from) { ExpressionGrammar.parseSum(&parser) }
    if parser.spelling() == "into" {
      parser.report(.foreignOperator("into", meant: "to"), at: parser.wordRange())
      parser.take(as: .keyword)
      ExpressionGrammar.parseSum(&parser)
    } else if parser.take(if: .to) {
      ExpressionGrammar.parseSum(&parser)
    }
    if parser.at(.from) { ForeignChanges.parseFromBehindTo(&parser, from: mark) }
  }

  /// `true` if an operand follows the next word, so that the word is no name
  ///
  ///     entering home → true     entering (home) → true     every -1h → true     every - 1h → false
  private static func beginsPlace(_ parser: borrowing Parser) -> Bool {
    switch parser.peek(1) {
    case .openingParenthesis: true
    // `every -1h` has a literal, which is reported as too short; `every - 1h` is a difference.
    case .minus: parser.touchesPrevious(ahead: 2) && !parser.touchesPrevious(ahead: 1)
    default: parser.beginsOperand(ahead: 1)
    }
  }

  /// Grammar: place_event ::= ( 'entering' | 'leaving' ) postfixed radius?
  private static func parsePlaceEvent(_ parser: inout Parser, _ kind: SyntaxKind) {
    let mark = parser.mark
    parser.take(as: .keyword)
    DeclarationGrammar.parsePlaceOperand(&parser)
    OperandGrammar.parseRadius(&parser)
    parser.close(kind, from: mark)
  }

  /// Grammar: every_event ::= 'every' sum ( 'from' sum )?
  private static func parseEveryEvent(_ parser: inout Parser) {
    let mark = parser.mark
    parser.take(as: .keyword)
    ExpressionGrammar.parseSum(&parser)
    // `every 30min from 8:00 to 10:00` has hours, which are a condition.
    if ForeignPhrases.hours(parser) == nil, parser.take(if: .from) {
      ExpressionGrammar.parseSum(&parser)
    }
    parser.close(.everyEvent, from: mark)
  }

  /// Grammar: row_event ::= NAME ( 'added' | 'removed' | ( 'begins' | 'ends' ) ( ( '+' | '-' ) product )? )
  ///
  ///     visit added     event begins     event begins - 10min     event ends + 1h
  private static func parseRowEvent(_ parser: inout Parser) {
    let mark = parser.mark
    parser.take()
    let hasInstant = parser.at(.begins) || parser.at(.ends)
    parser.take(as: .keyword)
    if hasInstant, ExpressionGrammar.atSumOperator(parser) {
      parser.take()
      ExpressionGrammar.parseProduct(&parser)
    }
    parser.close(.rowEvent, from: mark)
  }
}

extension ContextualWord {
  /// `true` if the word is an event of a row
  fileprivate var isRowVerb: Bool {
    switch self {
    case .added, .removed, .begins, .ends: true
    default: false
    }
  }
}

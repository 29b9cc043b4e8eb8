extension Parser {
  /// Grammar: event ::= place_event | every_event | row_event | conjunction 'changes'?
  ///
  /// An event is parsed tighter than `or`, which separates events.
  mutating func parseEvent() {
    let mark = mark
    if parseForeignSchedule(asClause: false) { return close(.conditionEvent, from: mark) }
    switch contextualWord() {
    case .entering where beginsPlace: return parsePlaceEvent(.enteringEvent)
    case .leaving where beginsPlace: return parsePlaceEvent(.leavingEvent)
    case .every where beginsPlace: return parseEveryEvent()
    default: break
    }
    if at(.name), let verb = contextualWord(ahead: 1), verb.isRowVerb {
      return parseRowEvent()
    }
    parseConjunction()
    if at(.name), ["change", "changed"].contains(word()) {
      report(.misspelledWord(word(), meant: "changes"), at: wordRange())
      take(as: .keyword)
      return close(.changesEvent, from: mark)
    }
    close(take(if: .changes) ? .changesEvent : .conditionEvent, from: mark)
  }

  /// Whether what follows the next word can be its operand, so that the word is no name
  private var beginsPlace: Bool {
    switch peek(1) {
    case .openingParenthesis: true
    // `every -1h` has a literal, which is reported as too short; `every - 1h` is a difference.
    case .minus: touchesPrevious(ahead: 2) && !touchesPrevious(ahead: 1)
    default: beginsOperand(ahead: 1)
    }
  }

  /// Grammar: place_event ::= ( 'entering' | 'leaving' ) postfixed radius?
  private mutating func parsePlaceEvent(_ kind: SyntaxKind) {
    let mark = mark
    take(as: .keyword)
    parsePlaceOperand()
    parseRadius()
    close(kind, from: mark)
  }

  /// Grammar: every_event ::= 'every' sum
  private mutating func parseEveryEvent() {
    let mark = mark
    take(as: .keyword)
    parseSum()
    close(.everyEvent, from: mark)
  }

  /// Grammar: row_event ::= NAME ( 'added' | 'removed' | 'begins' | 'ends' )
  private mutating func parseRowEvent() {
    let mark = mark
    take()
    take(as: .keyword)
    close(.rowEvent, from: mark)
  }
}

extension ContextualWord {
  fileprivate var isRowVerb: Bool {
    switch self {
    case .added, .removed, .begins, .ends: true
    default: false
    }
  }
}

/// Lists in order as people write them first
///
/// ```
/// tasks sort by due     tasks ordered by due     → tasks by due
/// tasks by due desc     → tasks by due descending
/// trips group by mode   → distinct(trips each mode)
/// ```
enum ForeignRows {
  /// Parses `sort by x` and its like behind a list; `false` if there is none
  static func parseForeignStep(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.name), parser.contextualWord(ahead: 1) == .by, !parser.startsLine else {
      return false
    }
    let isGroup: Bool
    switch parser.spelling() {
    case "sort", "sorted", "order", "ordered", "sorting", "ordering": isGroup = false
    case "group", "grouped": isGroup = true
    default: return false
    }
    let list = parser.text(from: mark)
    parser.take()
    parser.take()
    let key = parser.mark
    ExpressionGrammar.parseConditional(&parser)
    var meant = "\(list) by \(parser.text(from: key))"
    if isGroup { meant = "distinct(\(list) each \(parser.text(from: key)))" }
    if !isGroup, atDescending(parser) {
      parser.take()
      meant += " descending"
    }
    if parser.lastProblemPosition != parser.position {
      parser.reportPhrase(from: mark, meant: meant)
    }
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `desc` behind the value of `by`, and skips `ascending`; false if the first is not there
  static func parseDirection(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.name), !parser.startsLine, parser.peek(1) != .colon else { return false }
    switch parser.spelling() {
    case "asc", "ascending":
      parser.report(.needlessWord(parser.word()), at: parser.wordRange())
      parser.skip(1)
      return false
    case "desc", "reverse", "reversed", "backwards":
      let meant = parser.text(from: mark) + " descending"
      parser.take()
      parser.reportPhrase(from: mark, meant: meant)
      parser.close(.comparisonChain, from: mark, isBroken: true)
      return true
    default: return false
    }
  }

  private static func atDescending(_ parser: borrowing Parser) -> Bool {
    parser.at(.descending) || parser.at(.name) && parser.spelling() == "desc"
  }
}

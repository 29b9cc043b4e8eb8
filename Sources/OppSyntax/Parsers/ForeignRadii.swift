/// Radii of places as people write them: each is one message that shows how they are written
///
/// ```
/// near home < 200m     near home within 200m       near home when raining within 3km    near home within 3km when raining
/// near home 200m       near home within 200m       raining within 3km of home           raining and near home within 3km
/// ```
enum ForeignRadii {
  /// Parses `< 200m`, `radius 200m` or `200m` behind a place; `false` if there is none
  static func parseRadius(_ parser: inout Parser) -> Bool {
    let isSign = parser.at(.less) || parser.at(.lessOrEqual)
    let words: [Spelling] = ["radius", "around", "under", "below"]
    let isWord = parser.at(.name) && !parser.startsLine && words.contains(parser.spelling())
    guard isSign || isWord || parser.at(.quantity) && !parser.startsLine else { return false }
    let lead = isSign || isWord ? 1 : 0
    guard parser.peek(lead) == .quantity, isLength(parser.wordText(ahead: lead), nearPlace: true)
    else { return false }
    let mark = parser.mark
    for _ in 0..<lead { parser.take() }
    let radius = parser.mark
    ExpressionGrammar.parseSum(&parser)
    let meant = "within \(ProblemMending.takeMendedText(&parser, from: radius))"
    parser.reportPhrase(from: mark, meant: meant)
    parser.close(.radius, from: mark, isBroken: true)
    return true
  }

  /// Parses `within 3km` behind a condition, which belongs behind a place; `false` if no length follows
  static func parseRadiusApart(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.within), parser.peek(1) == .quantity,
      isLength(parser.wordText(ahead: 1), nearPlace: parser.nearPlace != nil)
    else { return false }
    let condition = parser.range(from: mark)
    let radius = parser.wordText(ahead: 1)
    let start = parser.wordRange()
    parser.take()
    parser.take()
    if ["of", "from", "to"].contains(parser.spelling()), parser.peek(1) == .name {
      parser.take()
      let place = parser.mark
      OperandGrammar.parsePostfixed(&parser)
      parser.reportPhrase(
        from: mark,
        meant:
          "\(parser.source.text(condition)) and near \(parser.text(from: place)) within \(radius)")
    } else {
      let range = start.union(parser.endOfPrevious)
      let gap = SourceRange(file: range.file, start: condition.end, end: range.end)
      let place = parser.nearPlace
      parser.report(
        .radiusApart(
          radius, place: place, name: place.map { parser.source.text($0) } ?? "home", removed: gap),
        at: range)
    }
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// `true` if a quantity is a length; `200m` is one beside a place
  private static func isLength(_ text: String, nearPlace isNear: Bool) -> Bool {
    let unit = text.drop { $0.isNumber || $0 == "." || $0 == "_" }
    switch unit {
    case "km", "mi", "ft", "cm", "yd": return true
    case "m": return isNear
    default: return false
    }
  }
}

/// Queries and functions of other languages over rows: each is one message that shows the list
///
/// ```
/// SELECT * FROM tasks WHERE done        tasks where done              [t.title for t in tasks]     tasks as t each t.title
/// count(*) from tasks                   count(tasks)                  tasks.some(t => t.done)      any(tasks as t where t.done)
/// x in {a, b}                           x in [a, b]                   notify {name}                notify "{name}"
/// ```
enum ForeignQueries {
  /// Parses a query of SQL; `false` if there is none
  ///
  /// Only `*` and one column are understood, with `WHERE` and without.
  static func parseSelect(_ parser: inout Parser) -> Bool {
    if parseSelectOfFunction(&parser) { return true }
    guard parser.peek(1) == .star || parser.peek(1) == .name,
      parser.spelling(ahead: 2).lowercased == "from", parser.peek(3) == .name
    else { return false }
    let mark = parser.mark
    let column = parser.peek(1) == .star ? nil : parser.word(ahead: 1)
    let meant = takeTable(&parser, words: 4)
    parser.reportPhrase(from: mark, meant: column.map { "\(meant) each \($0)" } ?? meant)
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `SELECT COUNT(*) FROM tasks WHERE c` and `SELECT MAX(cost) FROM bills`; `false` if there is none
  private static func parseSelectOfFunction(_ parser: inout Parser) -> Bool {
    guard parser.peek(1) == .name, parser.peek(2) == .openingParenthesis,
      parser.peek(3) == .star || parser.peek(3) == .name, parser.peek(4) == .closingParenthesis,
      parser.spelling(ahead: 5).lowercased == "from", parser.peek(6) == .name
    else { return false }
    let name = parser.word(ahead: 1).lowercased()
    let function = name == "avg" ? "average" : name
    guard ["count", "average", "min", "max", "sum"].contains(function) else { return false }
    let column = parser.peek(3) == .star || function == "count" ? nil : parser.word(ahead: 3)
    let mark = parser.mark
    let rows = takeTable(&parser, words: 7)
    parser.reportPhrase(
      from: mark, meant: "\(function)(\(rows)\(column.map { " each \($0)" } ?? ""))")
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `(*) from tasks where c` behind `count`; `false` if there is none
  static func parseCountOfAll(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.openingParenthesis), parser.peek(1) == .star,
      parser.peek(2) == .closingParenthesis, parser.text(from: mark).lowercased() == "count",
      parser.spelling(ahead: 3).lowercased == "from", parser.peek(4) == .name
    else { return false }
    let meant = "count(\(takeTable(&parser, words: 5)))"
    parser.reportPhrase(from: mark, meant: meant)
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Takes words of which the last is a table, and the condition behind `WHERE`, and gives the list that they mean
  private static func takeTable(_ parser: inout Parser, words count: Int) -> String {
    let table = parser.word(ahead: count - 1)
    for _ in 0..<count { parser.take() }
    guard parser.spelling().lowercased == "where" else { return table }
    parser.take()
    let condition = parser.mark
    ExpressionGrammar.parseConditional(&parser)
    let known = parser.range(from: condition)
    parser.problems.removeAll { $0.kind == .singleEqual && known.contains($0.range) }
    let text = ProblemMending.takeMendedText(&parser, from: condition)
    return "\(table) where \(Self.compared(text))"
  }

  /// A condition in which `=` compares, as in SQL
  private static func compared(_ text: String) -> String {
    text.split(separator: " ").map { $0 == "=" ? "==" : String($0) }.joined(separator: " ")
  }

  /// Parses `t.title for t in tasks if c` in brackets, after the first value; `false` if there is none
  ///
  /// - Parameter opening: where the list begins.
  static func parseComprehension(_ parser: inout Parser, from opening: Int) -> Bool {
    guard parser.at(.openingBracket), ForeignOperands.lengthOfComprehended(parser, ahead: 1) != nil
    else {
      return false
    }
    parser.take()
    let list = parser.mark
    guard ForeignOperands.parseRowsAsComprehension(&parser) else { return false }
    let meant = ProblemMending.takeMendedText(&parser, from: list)
    _ = parser.take(if: .closingBracket)
    parser.reportPhrase(from: opening, meant: "(\(meant))")
    parser.close(.comparisonChain, from: opening, isBroken: true)
    return true
  }

  /// Parses `{a, b}` in place of `[a, b]`; `false` if there is none
  ///
  /// - Parameter start: where the comparison begins.
  static func parseSet(_ parser: inout Parser, in start: Int) -> Bool {
    guard parser.at(.openingBrace) else { return false }
    let mark = parser.mark
    parser.take()
    var elements: [String] = []
    parser.commaDepth += 1
    while !parser.at(.closingBrace), !parser.at(.endOfFile) {
      let position = parser.position
      let value = parser.mark
      ExpressionGrammar.parseSum(&parser)
      elements.append(ProblemMending.takeMendedText(&parser, from: value))
      _ = parser.take(if: .comma)
      if parser.position == position { break }
    }
    parser.commaDepth -= 1
    _ = parser.take(if: .closingBrace)
    let subject = parser.source.text(
      SourceRange(
        file: parser.source.index, start: parser.range(from: start).start,
        end: parser.range(from: mark).start))
    parser.reportPhrase(from: start, meant: "\(subject)[\(elements.joined(separator: ", "))]")
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `{name}` in place of a text; `false` if there is none
  static func parseBracesForText(_ parser: inout Parser) -> Bool {
    guard parser.at(.openingBrace), parser.peek(1) == .name else { return false }
    let mark = parser.mark
    parser.take()
    let value = parser.mark
    ExpressionGrammar.parseExpression(&parser)
    let text = ProblemMending.takeMendedText(&parser, from: value)
    _ = parser.take(if: .closingBrace)
    parser.reportPhrase(from: mark, meant: "\"{\(text)}\"")
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  // MARK: Functions of a row

  /// Parses `.some(t => t.done)` behind rows, and `.length` behind that; `false` if there is none
  ///
  ///     tasks.every(t => t.done) → all(tasks as t each t.done)     tasks.filter(t => !t.done).length → count(tasks as t where not t.done)
  static func parseLambda(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.dot), parser.peek(1).isWord, parser.peek(2) == .openingParenthesis,
      let (row, length) = arrow(parser, ahead: 3),
      let method = Method(String(parser.word(ahead: 1).lowercased()))
    else { return false }
    let rows = ProblemMending.takeMendedText(&parser, from: mark)
    for _ in 0..<3 + length { parser.take() }
    let body = parser.mark
    ExpressionGrammar.parseConditional(&parser)
    let text = ProblemMending.takeMendedText(&parser, from: body)
    _ = parser.take(if: .closingParenthesis)
    var meant = method.list(of: rows, named: row, body: text)
    if parser.at(.dot), ["length", "size", "count"].contains(parser.spelling(ahead: 1)) {
      parser.take()
      parser.take()
      meant = "count(\(meant))"
      if parser.at(.openingParenthesis), parser.peek(1) == .closingParenthesis {
        parser.take()
        parser.take()
      }
    }
    parser.reportPhrase(from: mark, meant: meant)
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// The functions of other languages that are handed a function of a row
  private enum Method {
    case any, all, none, filter, first, map

    init?(_ name: String) {
      switch name {
      case "any", "some", "exists", "contains": self = .any
      case "all", "every", "allsatisfy": self = .all
      case "none": self = .none
      case "filter", "where": self = .filter
      case "find", "first": self = .first
      case "map", "select": self = .map
      default: return nil
      }
    }

    func list(of rows: String, named row: String, body: String) -> String {
      switch self {
      case .any: "any(\(rows) as \(row) where \(body))"
      case .all: "all(\(rows) as \(row) each \(body))"
      case .none: "none(\(rows) as \(row) where \(body))"
      case .filter: "\(rows) as \(row) where \(body)"
      case .first: "first(\(rows) as \(row) where \(body))"
      case .map: "\(rows) as \(row) each \(body)"
      }
    }
  }

  /// The row of `t =>`, `(t) =>` or `lambda t:` ahead, and how many words it is
  private static func arrow(_ parser: borrowing Parser, ahead start: Int) -> (
    row: String, length: Int
  )? {
    let isInParentheses = parser.peek(start) == .openingParenthesis
    let isLambda = parser.spelling(ahead: start) == "lambda"
    let name = start + (isInParentheses || isLambda ? 1 : 0)
    guard parser.peek(name) == .name else { return nil }
    let row = parser.word(ahead: name)
    if isLambda { return parser.peek(name + 1) == .colon ? (row, 3) : nil }
    let sign = name + (isInParentheses ? 2 : 1)
    let isArrow =
      (parser.peek(sign) == .equal || parser.peek(sign) == .minus)
      && parser.peek(sign + 1) == .greater && parser.touchesPrevious(ahead: sign + 1)
    return isArrow ? (row, sign + 2 - start) : nil
  }
}

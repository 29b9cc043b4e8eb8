/// The productions of the options of a connector
///
///     csv("export.csv", columns: {"temp[F]": "Out °F", "time": ["Date", "Clock"]}, dates: "dmy")
enum OptionGrammar {
  /// Grammar: options ::= '(' ( option ( ',' option )* ','? )? ')'
  static func parseOptions(_ parser: inout Parser) {
    let mark = parser.mark
    let opening = parser.wordRange()
    parser.take()
    OperandGrammar.parseElements(&parser, until: .closingParenthesis) { parseOption(&$0) }
    let isClosed = parser.parseClosing(.closingParenthesis, ")", opened: opening)
    parser.close(.argumentList, from: mark, isBroken: !isClosed)
  }

  /// Grammar: option ::= ( NAME ':' )? entries | argument
  private static func parseOption(_ parser: inout Parser) {
    let isNamed = parser.current.isWord && parser.peek(1) == .colon
    let variable = ForeignVariables.variable(parser, ahead: isNamed ? 2 : 0)
    guard variable != nil || parser.peek(isNamed ? 2 : 0) == .openingBrace else {
      return OperandGrammar.parseArgument(&parser)
    }
    let mark = parser.mark
    if isNamed {
      parser.take(as: .name)
      parser.take()
    }
    if let variable {
      ForeignVariables.parse(&parser, variable)
    } else {
      parseEntries(&parser)
    }
    parser.close(.argument, from: mark)
  }

  /// Grammar: entries ::= '{' ( entry ( ',' entry )* ','? )? '}'
  private static func parseEntries(_ parser: inout Parser) {
    let mark = parser.mark
    let opening = parser.wordRange()
    parser.take()
    OperandGrammar.parseElements(&parser, until: .closingBrace) { parseEntry(&$0) }
    let isClosed = parser.parseClosing(.closingBrace, "}", opened: opening)
    parser.close(.entryList, from: mark, isBroken: !isClosed)
  }

  /// Grammar: entry ::= text ':' ( text | NUMBER | list )
  private static func parseEntry(_ parser: inout Parser) {
    let mark = parser.mark
    if parser.at(.openingQuote) {
      OperandGrammar.parseText(&parser)
    } else {
      parser.reportMissing { .missingName(of: .entryKey, before: $0) }
      parser.addMissing()
    }
    if !parser.take(if: .colon) {
      parser.reportMissing { .missingWord(":", after: "a key", before: $0) }
    }
    if !parser.at(.comma), !parser.at(.closingBrace) { OperandGrammar.parseOperand(&parser) }
    parser.close(.entry, from: mark)
  }
}

/// The sources and enums that a file declares, as far as words for the state of a source need them
///
/// A parser knows no names, so the words of the file are looked through when such a phrase is found.
///
/// ```
/// source train { late: Bool }        train late → train.late
/// source door { state: DoorState }   door open → door.state == open     if `enum DoorState` has a case `open`
/// ```
enum ForeignSources {
  /// A field with its type, as written
  private struct Field {
    let name: String
    let type: String
  }

  /// The condition that a word for the state of a source of the file means; `nil` if no field fits, or more than one
  static func condition(_ parser: borrowing Parser, _ source: String, is word: String) -> String? {
    let fields = fields(parser, of: source)
    let conditions = fields.filter { $0.type == "Bool" }
    if let field = conditions.first(where: { $0.name == word }) { return "\(source).\(field.name)" }
    let ofCase = fields.filter { cases(parser, of: $0.type).contains(word) }
    if ofCase.count == 1 { return "\(source).\(ofCase[0].name) == \(word)" }
    if word == "on" {
      let offs = fields.filter { cases(parser, of: $0.type).contains("off") }
      if offs.count == 1 { return "\(source).\(offs[0].name) != off" }
    }
    guard ofCase.isEmpty, conditions.count == 1, let isOn = truth(of: word) else { return nil }
    return "\(isOn ? "" : "not ")\(source).\(conditions[0].name)"
  }

  /// The type of a field of a source of the file, as written: `Bool` of `fridge.door`; `nil` if there is none
  static func type(_ parser: borrowing Parser, of path: String) -> String? {
    let parts = path.split(separator: ".").map { String($0) }
    guard parts.count == 2 else { return nil }
    return fields(parser, of: parts[0]).first { $0.name == parts[1] }?.type
  }

  /// `true` of a word for a condition that is true, `false` of one for its opposite; `nil` of any other
  private static func truth(of word: String) -> Bool? {
    switch word {
    case "on", "open", "opened", "active", "running": true
    case "off", "closed", "shut", "inactive", "stopped": false
    default: nil
    }
  }

  /// The fields of a source of the file
  private static func fields(_ parser: borrowing Parser, of source: String) -> [Field] {
    var fields: [Field] = []
    var names: [String] = []
    for index in body(parser, of: ContextualWord.source.text, named: source) {
      let word = parser.text(ofWord: index)
      guard parser.isName(index) else { continue }
      if parser.text(ofWord: index - 1) == ":" {
        fields += names.map { Field(name: $0, type: word) }
        names = []
      } else {
        names.append(word)
      }
    }
    return fields
  }

  /// The cases of an enum of the file
  private static func cases(_ parser: borrowing Parser, of type: String) -> [String] {
    body(parser, of: ContextualWord.enum.text, named: type).filter { parser.isName($0) }
      .map { parser.text(ofWord: $0) }
  }

  /// The indices of the words in the braces of a declaration of the file; none if there is no such declaration
  private static func body(
    _ parser: borrowing Parser, of keyword: String, named name: String
  ) -> Range<Int> {
    let count = parser.words.count - 1
    for index in 0..<max(count - 1, 0)
    where parser.words[index].startsLine && parser.text(ofWord: index + 1) == name
      && parser.text(ofWord: index) == keyword
    {
      var start = index + 2
      while start < count, parser.text(ofWord: start) != "{", !parser.words[start].startsLine {
        start += 1
      }
      var end = start
      while end < count, parser.text(ofWord: end) != "}" { end += 1 }
      return start + 1 <= end ? start + 1..<end : 0..<0
    }
    return 0..<0
  }
}

extension Parser {
  /// The text of a word by its index in the file
  fileprivate func text(ofWord index: Int) -> String {
    let token = words[index].token
    return source.text(range(ofTokens: token..<token + 1))
  }

  /// `true` if a word of the file, by its index, is a name
  fileprivate func isName(_ index: Int) -> Bool { words[index].kind == .name }
}

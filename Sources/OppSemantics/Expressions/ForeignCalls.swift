internal import OppModel
internal import OppSyntax

/// Functions of spreadsheets and of other languages, which are operators here
///
/// ```
/// AND(a, b)               a and b                      BETWEEN(temp, 10C, 20C)     temp in 10C..20C
/// IF(c, x, y)             if c then x else y           IFERROR(temp, 20C)          temp otherwise 20C
/// ISBLANK(temp)           not known(temp)              CONCAT("It is ", temp)      "It is {temp}"
/// HOUR(NOW())             now.hour                     tasks.filter(done)          tasks where done
/// ```
///
/// A function that a rule set declares has its own meaning: these names are tried when nothing else has them.
struct ForeignCalls: CheckerPart {
  let checker: Checker

  /// The text to write in place of a call of a function that is declared nowhere; `nil` if none is known
  func suggestion(_ call: CallSyntax) -> String? {
    meaning(of: call).map { text(of: $0, in: call) }
  }

  /// The operators to write for a function of one value that is called with several; `nil` for any other function
  ///
  ///     all(a, b) → a and b     any(a, b) → a or b     none(a, b) → not (a or b)     sum(a, b) → a + b
  ///     average(a, b, c) → (a + b + c) / 3     age(x, 2h) → age(x) > 2h
  func joined(_ function: Function, _ call: CallSyntax) -> String? {
    let kinds = call.arguments.map { kind(of: $0.value) }
    guard kinds.count > 1, !kinds.contains(where: { $0.isRows || $0 == .open }) else {
      return nil
    }
    let values = call.arguments.map { meaning(of: $0.value) }
    let sum = values.map(operand).joined(separator: " + ")
    let meanings: [Function: Meaning] = [
      .all: Meaning(text: joined(values, "and"), binds: .condition),
      .any: Meaning(text: joined(values, "or"), binds: .loosely),
      .none: Meaning(text: "not (\(joined(values, "or")))", binds: .condition),
      .sum: Meaning(text: sum, binds: .loosely),
      .average: Meaning(text: "(\(sum)) / \(values.count)", binds: .loosely),
      .age: Meaning(text: "age(\(values[0].text)) > \(operand(values[1]))", binds: .condition),
    ]
    return meanings[function].map { text(of: $0, in: call) }
  }

  /// The field of a source whose arguments stand behind the field; `nil` for any other call
  ///
  ///     sunset(office) → sun(office).sunset     weather.temp(cabin) → weather(cabin).temp
  private func fieldOfCalledSource(_ call: CallSyntax) -> String? {
    let field: String
    var owner: String?
    if case .field(let access) = call.callee, case .name(let base) = access.base,
      let name = access.field?.text
    {
      (field, owner) = (name, base.token?.text)
    } else if let name = call.name?.text {
      field = name
    } else {
      return nil
    }
    let texts = call.arguments.compactMap { argument in
      if case .name = argument.value { text(at: argument.range) } else { nil }
    }
    guard !texts.isEmpty, texts.count == call.arguments.count else { return nil }
    for (index, source) in nameTable.sources.enumerated() where source.fields[field] != nil {
      let name = builder.source(SourceID(index: Int32(index))).name
      guard owner == nil || owner == name, texts.count <= source.parameters.count else { continue }
      return "\(name)(\(texts.joined(separator: ", "))).\(field)"
    }
    return nil
  }

  /// A meaning as it is written in the place of a call
  private func text(of meant: Meaning, in call: CallSyntax) -> String {
    switch meant.binds {
    case .tightly: return meant.text
    case .condition:
      return standsAlone(call.range, besides: ["and", "or", "&&", "||"])
        ? meant.text : "(\(meant.text))"
    case .loosely: return standsAlone(call.range) ? meant.text : "(\(meant.text))"
    }
  }

  /// The need of an expression for parentheses beside an operator
  private enum Binding {
    /// An operand
    case tightly
    /// A condition that `and` and `or` may join without parentheses
    case condition
    /// `or`, `if`, `otherwise` and every other operator that needs parentheses
    case loosely
  }

  private struct Meaning {
    let text: String
    let binds: Binding
  }

  /// The meaning of a call, with the calls among its arguments replaced as well
  private func meaning(of call: CallSyntax) -> Meaning? {
    if let field = fieldOfCalledSource(call) { return Meaning(text: field, binds: .tightly) }
    if case .field(let method) = call.callee { return meaning(ofMethod: method, call) }
    if let meant = HomeCalls(checker: checker).condition(call) {
      return Meaning(text: meant, binds: .condition)
    }
    guard let name = call.name?.text, call.arguments.allSatisfy({ $0.name == nil }) else {
      return nil
    }
    let values = call.arguments.map { meaning(of: $0.value) }
    let texts = values.map { $0.text }
    switch (name.lowercased(), values.count) {
    case ("and", 2...): return Meaning(text: joined(values, "and"), binds: .condition)
    case ("or", 2...): return Meaning(text: joined(values, "or"), binds: .loosely)
    case ("not", 1): return Meaning(text: "not \(operand(values[0]))", binds: .condition)
    case ("xor", 2):
      return Meaning(text: "\(operand(values[0])) != \(operand(values[1]))", binds: .condition)
    case ("if", 3), ("iif", 3):
      if texts[1].lowercased() == "true", texts[2].lowercased() == "false" { return values[0] }
      return Meaning(text: "if \(texts[0]) then \(texts[1]) else \(texts[2])", binds: .loosely)
    case ("ifs", 3), ("cond", 3), ("ternary", 3):
      return Meaning(text: "if \(texts[0]) then \(texts[1]) else \(texts[2])", binds: .loosely)
    case ("coalesce", 2...), ("ifnull", 2), ("nvl", 2), ("iferror", 2), ("ifna", 2), ("default", 2):
      return Meaning(text: values.map(operand).joined(separator: " otherwise "), binds: .loosely)
    case ("unknown", 1), ("isunknown", 1), ("isblank", 1), ("isnull", 1), ("is_null", 1),
      ("isna", 1), ("isnone", 1), ("isempty", 1),
      ("iserror", 1), ("isnan", 1):
      return Meaning(text: "not known(\(texts[0]))", binds: .condition)
    case ("has", 1), ("isnumber", 1), ("notnull", 1), ("has_value", 1), ("is_defined", 1):
      return Meaning(text: "known(\(texts[0]))", binds: .tightly)
    case ("between", 3):
      return Meaning(
        text: "\(operand(values[0])) in \(operand(values[1]))..\(operand(values[2]))",
        binds: .condition)
    case ("contains", 2), ("includes", 2):
      return Meaning(
        text: "\(operand(values[0])) contains \(operand(values[1]))", binds: .condition)
    case ("startswith", 2), ("starts_with", 2):
      return Meaning(
        text: "\(operand(values[0])) starts with \(operand(values[1]))", binds: .condition)
    case ("endswith", 2), ("ends_with", 2):
      return Meaning(
        text: "\(operand(values[0])) ends with \(operand(values[1]))", binds: .condition)
    case ("ended", 1), ("stopped", 1), ("finished", 1):
      return Meaning(text: "began(not \(operand(values[0])))", binds: .tightly)
    case ("since", 1), ("time_since", 1), ("timesince", 1), ("elapsed", 1):
      return Meaning(text: "now - began(\(texts[0]))", binds: .loosely)
    case ("changed", 1), ("haschanged", 1), ("has_changed", 1), ("onchange", 1):
      return Meaning(text: "\(operand(values[0])) changes", binds: .loosely)
    case ("avg", 2), ("mean", 2), ("maximum", 2), ("minimum", 2), ("delta", 2), ("diff", 2):
      guard UnitSpellings.isDuration(texts[1]), let function = EverydayWords.function(meantBy: name)
      else { return nil }
      return Meaning(text: "\(function)(\(texts[0]), last \(texts[1]))", binds: .tightly)
    default: return meaning(named: name.lowercased(), call, values)
    }
  }

  /// The meaning of a function that makes a text, or takes a part of a time
  private func meaning(named name: String, _ call: CallSyntax, _ values: [Meaning]) -> Meaning? {
    switch (name, values.count) {
    case ("concat", 1...), ("concatenate", 1...):
      return Meaning(text: "\"\(values.map { part(of: $0.text) }.joined())\"", binds: .tightly)
    case ("str", 1), ("string", 1), ("text", 1), ("tostring", 1), ("to_string", 1):
      return Meaning(text: "\"\(part(of: values[0].text))\"", binds: .tightly)
    case ("cron", 1), ("schedule", 1):
      guard case .text(let text) = call.arguments[0].value, let line = text.plainText else {
        return nil
      }
      let (event, condition) = EventChecker.schedule(meantBy: line)
      return event.map { event in
        Meaning(text: condition.map { "\(event) when \($0)" } ?? event, binds: .tightly)
      }
    case ("now", 0), ("today", 0), ("time", 0), ("weekday", 0), ("month", 0):
      return Meaning(text: name, binds: .tightly)
    case ("weekday", 1), ("month", 1), ("day", 1), ("year", 1), ("hour", 1), ("minute", 1),
      ("date", 1):
      let hasPart = call.arguments[0].value.isOperand
      return hasPart
        ? Meaning(text: "\(partOwner(values[0].text, name)).\(name)", binds: .tightly) : nil
    case ("float", 1), ("number", 1), ("tonumber", 1), ("parsefloat", 1), ("bool", 1),
      ("boolean", 1),
      ("state", 1), ("states", 1), ("value", 1), ("get", 1):
      if case .text = call.arguments[0].value { return nil }
      return values[0]
    case ("countif", 2), ("countifs", 2):
      return Meaning(text: "count(\(values[0].text) where \(values[1].text))", binds: .tightly)
    case ("sumif", 3), ("averageif", 3), ("maxif", 3), ("minif", 3):
      let list = "\(values[0].text) where \(values[1].text) each \(values[2].text)"
      return Meaning(text: "\(name.dropLast(2))(\(list))", binds: .tightly)
    case ("int", 1), ("trunc", 1): return Meaning(text: "floor(\(values[0].text))", binds: .tightly)
    default: return nil
    }
  }

  /// `time` of `now` for the hour, and `today` for the day: parts of the present have names of their own
  private func partOwner(_ text: String, _ part: String) -> String {
    guard text == "now" else { return text }
    return part == "hour" || part == "minute" ? "time" : "today"
  }

  /// The meaning of `tasks.filter(done)` and `title.contains("milk")`, whose value comes first
  private func meaning(ofMethod method: FieldAccessSyntax, _ call: CallSyntax) -> Meaning? {
    guard let name = method.field?.text.lowercased() else { return nil }
    let owner = meaning(of: method.base)
    let value = operand(owner)
    let arguments = call.arguments.map { meaning(of: $0.value) }
    if ["contains", "includes", "has"].contains(name), call.arguments.count == 1,
      let meant = caseMeant(by: call.arguments[0].value, in: method.base)
    {
      return Meaning(text: "\(value) == \(meant)", binds: .condition)
    }
    switch (name, arguments.count) {
    case ("now", 0) where ["datetime", "Date", "DateTime", "dt"].contains(value):
      return Meaning(text: present(at: call), binds: .tightly)
    case ("today", 0) where ["date", "datetime", "Date", "datetime.date"].contains(value):
      return Meaning(text: "today", binds: .tightly)
    case ("gethours", 0): return Meaning(text: "time.hour", binds: .tightly)
    case ("getminutes", 0): return Meaning(text: "time.minute", binds: .tightly)
    case ("getdate", 0): return Meaning(text: "today.day", binds: .tightly)
    case ("getmonth", 0): return Meaning(text: "month", binds: .tightly)
    case ("getfullyear", 0): return Meaning(text: "today.year", binds: .tightly)
    case ("getday", 0), ("weekday", 0), ("isoweekday", 0):
      return Meaning(text: "weekday", binds: .tightly)
    case ("average", 1), ("avg", 1), ("mean", 1), ("total", 1), ("change", 1), ("increase", 1):
      guard case .span = call.arguments[0].value else { return nil }
      let function = EverydayWords.function(meantBy: name) ?? name
      return Meaning(text: "\(function)(\(value), \(arguments[0].text))", binds: .tightly)
    case ("contains", 1), ("includes", 1), ("has", 1):
      return Meaning(text: "\(value) contains \(operand(arguments[0]))", binds: .condition)
    case ("startswith", 1), ("starts_with", 1):
      return Meaning(text: "\(value) starts with \(operand(arguments[0]))", binds: .condition)
    case ("endswith", 1), ("ends_with", 1):
      return Meaning(text: "\(value) ends with \(operand(arguments[0]))", binds: .condition)
    case ("lower", 0), ("tolowercase", 0), ("lowercased", 0):
      return Meaning(text: "lower(\(owner.text))", binds: .tightly)
    case ("upper", 0), ("touppercase", 0), ("uppercased", 0):
      return Meaning(text: "upper(\(owner.text))", binds: .tightly)
    case ("size", 0), ("count", 0), ("length", 0), ("len", 0):
      return Meaning(text: "count(\(owner.text))", binds: .tightly)
    case ("filter", 1), ("where", 1):
      return Meaning(text: "\(value) where \(arguments[0].text)", binds: .loosely)
    case ("any", 1), ("some", 1), ("exists", 1):
      return Meaning(text: "any(\(value) where \(arguments[0].text))", binds: .tightly)
    case ("none", 1):
      return Meaning(text: "none(\(value) where \(arguments[0].text))", binds: .tightly)
    case ("abs", 1), ("round", 1), ("floor", 1), ("ceil", 1), ("min", 1...), ("max", 1...):
      let isMath = ["math", "Math"].contains(value)
      guard isMath else { return nil }
      let list = arguments.map { $0.text }.joined(separator: ", ")
      return Meaning(text: "\(name)(\(list))", binds: .tightly)
    default: return nil
    }
  }

  /// The name of the present that has the part behind a call: `time` before `.hour`, `today` before `.day`, else `now`
  private func present(at call: CallSyntax) -> String {
    guard reports.files.indices.contains(Int(call.range.file)) else { return "now" }
    let rest = reports.files[Int(call.range.file)].bytes[Int(call.range.end)...]
    guard rest.first == UInt8(ascii: ".") else { return "now" }
    let part = String(decoding: rest.dropFirst().prefix { $0 >= 0x61 && $0 <= 0x7A }, as: UTF8.self)
    if ["hour", "minute", "second"].contains(part) { return "time" }
    return ["year", "month", "day", "weekday", "week"].contains(part) ? "today" : "now"
  }

  /// The case of the type of an owner that a text names: `rain` of `sky.contains("Rain")`; nil of any other
  private func caseMeant(
    by argument: ExpressionSyntax, in owner: ExpressionSyntax
  ) -> String? {
    guard case .text(let text) = argument, let word = text.plainText?.lowercased() else {
      return nil
    }
    guard let type = kind(of: owner).type, nameTable.caseIndex(word, of: type) != nil
    else { return nil }
    return word
  }

  // MARK: Arguments

  /// An argument as it is written, with the calls in it replaced
  private func meaning(of expression: ExpressionSyntax) -> Meaning {
    if case .call(let call) = expression, !isKnown(call), let meant = meaning(of: call) {
      return meant
    }
    return Meaning(text: replaced(expression.node), binds: binding(of: expression))
  }

  /// `true` if a call is one of a function that there is
  private func isKnown(_ call: CallSyntax) -> Bool {
    guard let name = call.name?.text else { return false }
    return Function.named(name) != nil || nameTable.user.symbols[name] != nil
  }

  /// The text of a node, in which the calls of other languages are replaced
  private func replaced(_ node: SyntaxNode) -> String {
    var text = ""
    var end: Int32?
    for child in node.children {
      let gap = SourceRange(
        file: node.range.file, start: end ?? node.range.start, end: child.range.start)
      if gap.start < gap.end { text += reports.text(at: gap) ?? "" }
      switch child {
      case .token(let token): text += token.text
      case .node(let child):
        if case .call(let call) = ExpressionSyntax(node: child), !isKnown(call),
          let meant = suggestion(call)
        {
          text += meant
        } else {
          text += replaced(child)
        }
      }
      end = child.range.end
    }
    return text
  }

  private func binding(of expression: ExpressionSyntax) -> Binding {
    switch expression {
    case .conjunction, .comparison, .not, .lasting, .within, .near: .condition
    case .name, .literal, .text, .list, .parenthesized, .negative, .disjunction, .sum, .product,
      .comparisonChain, .range, .latch, .conditional, .filter, .mapping, .ordering, .nearestPlace,
      .field, .call, .counted, .span, .changes, .missing:
      expression.isOperand ? .tightly : .loosely
    }
  }

  /// Conditions joined by a word, with parentheses around those that need them
  private func joined(_ conditions: [Meaning], _ word: String) -> String {
    conditions.map { $0.binds == .loosely ? "(\($0.text))" : $0.text }
      .joined(separator: " \(word) ")
  }

  /// A value beside an operator
  private func operand(_ value: Meaning) -> String {
    value.binds == .tightly ? value.text : "(\(value.text))"
  }

  /// A value as a part of a text: the characters of a text, and braces around anything else
  private func part(of text: String) -> String {
    let isText = text.hasPrefix("\"") && text.hasSuffix("\"") && text.utf8.count > 1
    return isText ? String(text.dropFirst().dropLast()) : "{\(text)}"
  }

  // MARK: Surroundings

  /// `true` if no operator is beside a place, so that an expression written there needs no parentheses
  ///
  /// - Parameter words: operators that count as none, as they bind less.
  private func standsAlone(_ range: SourceRange, besides words: Set<String> = []) -> Bool {
    guard reports.files.indices.contains(Int(range.file)) else { return false }
    let bytes = reports.files[Int(range.file)].bytes
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x0A || byte == 0x0D }
    let before = bytes[..<Int(range.start)].split(whereSeparator: isSpace).last ?? []
    let after = bytes[Int(range.end)...].split(maxSplits: 1, whereSeparator: isSpace).first ?? []
    let isTouched =
      range.start > 0
      && [UInt8(ascii: "-"), UInt8(ascii: "!")].contains(bytes[Int(range.start) - 1])
    let operators: Set<String> = [
      "and", "or", "not", "is", "in", "+", "-", "*", "/", "==", "!=", "<", ">", "<=", ">=", "=",
      "&&", "||", "for", "within", "until", "otherwise", "contains",
    ]
    let others = operators.subtracting(words)
    return !isTouched && after.first != UInt8(ascii: ".")
      && !others.contains(String(decoding: before, as: UTF8.self))
      && !others.contains(String(decoding: after, as: UTF8.self))
  }
}

internal import OppModel
internal import OppSyntax

extension NameProblem {
  /// The problem in words, at its place
  ///
  /// - Parameter types: the names of enums and tables.
  func diagnostic(at range: SourceRange, _ types: TypeNames) -> Diagnostic {
    var result = Diagnostic(code: code, range: range, headline: headline(types))
    if let help = help(types) { result.helps.append(help) }
    if let replacement {
      let edit = Edit(range: range, replacement: replacement)
      result.fix = Fix(edits: [edit], applicability: .display)
    }
    if case .unknownRow(let name, let table, _, let place?) = self {
      let edit = Edit(range: place, replacement: " for each \(name) in \(table)")
      result.fix = Fix(edits: [edit], applicability: .display)
    }
    if case .duplicate(_, _, let first) = self {
      result.labels.append(.init(range: first, text: "first declared here"))
    }
    if case .ambiguous(_, let choices) = self { Self.add(choices, to: &result) }
    if case .lost(_, let source, let others, let declared) = self {
      if let declared {
        result.labels.append(.init(range: declared, text: "`\(source)` is replaced here"))
      }
      if !others.isEmpty {
        let names = others.map { "`\($0)`" }.joined(separator: ", ")
        result.notes.append("lost with it are the names \(names)")
      }
    }
    if case .cyclicLet(let names, let ranges) = self, names.count > 1 {
      for (index, range) in ranges.enumerated() {
        let next = names[(index + 1) % names.count]
        result.labels.append(.init(range: range, text: "`\(names[index])` needs `\(next)`"))
      }
    }
    return result
  }

  /// Adds the place of each thing that a name may mean, and the fixes that write which one is meant
  ///
  /// `opp check --fix` writes the meaning that the name had before it was ambiguous.
  private static func add(_ choices: [NameChoice], to diagnostic: inout Diagnostic) {
    for choice in choices {
      if let range = choice.range {
        diagnostic.labels.append(.init(range: range, text: choice.words))
      }
      guard let spelling = choice.spelling else { continue }
      let edits = [Edit(range: diagnostic.range, replacement: spelling)]
      if choice.isEarlierMeaning {
        diagnostic.fix = Fix(edits: edits, applicability: .safe, isScattered: true)
        diagnostic.fixPosition = diagnostic.alternatives.count
      } else {
        diagnostic.alternatives.append(
          Fix(edits: edits, applicability: .display, isScattered: true))
      }
    }
  }

  /// The stable name of the problem, in kebab case
  private var code: String {
    switch self {
    case .unknownName, .unknownBesideText, .unknownRow, .unknownInText, .unknownPlace,
      .unknownPresence:
      "unknown-name"
    case .unknownFunction, .functionOfRows: "unknown-function"
    case .unknownType: "unknown-type"
    case .unknownField, .fieldOfTomorrow, .fieldOfYesterday, .stateAsField: "unknown-field"
    case .unknownCase: "unknown-case"
    case .unknownArgument: "unknown-argument"
    case .unknownTable, .sourceAsRow: "unknown-table"
    case .unknownOpp: "unknown-opp"
    case .unknownSetting: "unknown-setting"
    case .unknownConnector: "unknown-connector"
    case .unknownConnection: "unknown-connection"
    case .duplicate: "duplicate-name"
    case .ambiguous, .ambiguousCase: AmbiguousNames.code
    case .lost: "hidden-name"
    case .needsSource, .fieldOfTable: "field-without-owner"
    case .cyclicLet: "cyclic-let"
    case .needsArguments: "missing-arguments"
    case .notValue: "not-a-value"
    case .notFunction: "not-a-function"
    case .unquotedText: "unquoted-text"
    case .quotedPlace: "quoted-place"
    case .countAsField: "unknown-field"
    case .needlessRecipient: "needless-word"
    }
  }

  /// The problem in one line
  private func headline(_ types: TypeNames) -> String {
    switch self {
    case .unknownName(let name, _), .unknownBesideText(let name), .unknownRow(let name, _, _, _),
      .unknownInText(let name),
      .unknownPresence(let name, _):
      "there is nothing named `\(name)`"
    case .unknownPlace(let name, _): "there is no place named `\(name)`"
    case .unknownFunction(let name, _), .functionOfRows(let name, _):
      "there is no function named `\(name)`"
    case .unknownType(let name, _): "there is no type named `\(name)`"
    case .unknownField(let name, let owner, _, _): "\(owner) has no field `\(name)`"
    case .stateAsField(let name, let owner, _): "`\(owner)` has no field `\(name)`"
    case .unknownCase(let name, let type, _, _):
      "`\(name)` is not a \(caseWord(type, types))"
    case .unknownArgument(let name, let function, _):
      "`\(function)` has no parameter `\(name)`"
    case .unknownTable(let name, _): "there is no table named `\(name)`"
    case .sourceAsRow(let name, _): "`\(name)` is a source, and has no rows"
    case .unknownOpp(let name, _): "there is no Opp named `\(name)`"
    case .unknownSetting(let name, _): "there is no setting `\(name)`"
    case .unknownConnector(let name, _, _): "there is no connector `\(name)`"
    case .unknownConnection(let name, _): "there is no source, table or service named `\(name)`"
    case .duplicate(let name, let what, _): "\(what) `\(name)` is declared twice"
    case .ambiguous(let name, _): "`\(name)` is ambiguous here"
    case .lost(let name, let source, _, _):
      "`\(name)` is a field of the prelude's `\(source)`, which the rule set replaces"
    case .ambiguousCase(let name, let found):
      "`\(name)` is a case of \(found.map { "`\(types.name(of: $0))`" }.joined(separator: " and "))"
    case .needsSource(let name, let source, let parameters):
      parameters.isEmpty
        ? "`\(name)` is a field of `\(source)`, and has no plain name"
        : "`\(name)` is a field of `\(source)`, which needs its arguments"
    case .fieldOfTable(let name, let table): "`\(name)` is a field of the rows of `\(table)`"
    case .cyclicLet(let names, _):
      names.count == 1
        ? "`\(names[0])` is defined by itself"
        : "\(names.map { "`\($0)`" }.joined(separator: ", ")) are defined by each other"
    case .needsArguments(let name, _): "`\(name)` needs its arguments"
    case .notValue(let name, let what, _): "`\(name)` is \(what), not a value"
    case .notFunction(let name): "`\(name)` takes no arguments"
    case .countAsField(let field, _): "rows have no field `\(field)`"
    case .needlessRecipient(let name): "`to \(name)` is not needed: a notification is for you"
    case .quotedPlace(let name): "a text here is an address, and `\(name)` is a declared place"
    case .unquotedText: "a text is written in double quotes"
    case .fieldOfYesterday: "`yesterday` is a date, and has no weather"
    case .fieldOfTomorrow: "`tomorrow` is a date, and its weather is in `forecast`"
    }
  }

  /// The advice: a word of another language first, then the nearest name, then the names that there are
  ///
  ///     avg(x) → write `average`     tepm → did you mean `temp`?     sky == blue → it has `clear`, `clouds`, …
  private func help(_ types: TypeNames) -> String? {
    switch self {
    case .unknownFunction(let name, let nearest):
      if let meant = EverydayWords.function(meantBy: name) { return "write `\(meant)`" }
      return nearest.map { "did you mean `\($0)`?" }
    case .unknownType(let name, let nearest):
      if let meant = EverydayWords.type(meantBy: name) { return "write `\(meant)`" }
      return nearest.map { "did you mean `\($0)`?" }
    case .unknownConnector(_, nil, let connectors):
      return "the connectors are \(connectors.map { "`\($0)`" }.joined(separator: ", "))"
    case .functionOfRows(_, let suggestion), .unknownPresence(_, let suggestion),
      .stateAsField(_, _, let suggestion):
      return "write `\(suggestion)`"
    case .countAsField(_, let suggestion), .sourceAsRow(_, let suggestion?):
      return "write `\(suggestion)`"
    case .sourceAsRow(let name, nil): return "give its fields one by one, as in `\(name).field = …`"
    case .needlessRecipient(let name): return "leave out `to \(name)`"
    case .unknownSetting("timezone", _), .unknownSetting("tz", _), .unknownSetting("time_zone", _):
      return "write `zone`"
    case .quotedPlace(let name): return "write `\(name)`"
    case .unquotedText(let name): return "write `\"\(name)\"`"
    case .fieldOfTomorrow(_, let suggestion): return "write `\(suggestion)`"
    case .fieldOfYesterday(let field):
      return "a value is compared with the day before by `change(\(field), last 1d)`, "
        + "which is the difference"
    case .unknownField(let name, _, _, let fields)
    where EverydayWords.field(meantBy: name, among: fields) != nil:
      return EverydayWords.field(meantBy: name, among: fields).map { "write `\($0)`" }
    case .unknownField(_, _, nil, let fields) where !fields.isEmpty:
      return "it has \(fields.map { "`\($0)`" }.joined(separator: ", "))"
    case .unknownName(let name, let nearest):
      if let hint = EverydayWords.hint(for: name) { return hint }
      if let nearest, name == "un\(nearest)" || name == "not_\(nearest)" {
        return "write `not \(nearest)`"
      }
      if let nearest { return "did you mean `\(nearest)`?" }
      return "declare it: `let \(name) = …`, or a field of a `source` or `table`"
    case .unknownBesideText(let name):
      return "write `\"\(name)\"` for a text, or declare `let \(name) = …`"
    case .unknownRow(let name, let table, let field, _):
      return "write `for each \(name) in \(table)` before it, "
        + "or use the rows: `any(\(table) where … \(field) …)`"
    case .unknownInText(let name):
      return "write `{{\(name)}}` to print the braces, or declare `let \(name) = …`"
    case .unknownPlace(let name, let nearest):
      if let nearest { return "did you mean `\(nearest)`?" }
      return "declare it: `place \(name) = \"your address\"`, or `= @48.4284,-123.3656`"
    case .unknownSetting(_, nil):
      return "the settings are `zone`, `clock`, `units`, `quiet` and `budget`"
    case .unknownField(_, _, let nearest, _),
      .unknownArgument(_, _, let nearest), .unknownTable(_, let nearest),
      .unknownOpp(_, let nearest), .unknownSetting(_, let nearest),
      .unknownConnector(_, let nearest, _), .unknownConnection(_, let nearest):
      return nearest.map { "did you mean `\($0)`?" }
    case .unknownCase(let name, let type, let nearest, let cases):
      if type == .weekday || type == .month,
        let short = EverydayWords.shortened(name, isMonth: type == .month)
      {
        return "write `\(short)`"
      }
      if let nearest { return "did you mean `\(nearest)`?" }
      if type == .weekday { return "weekdays are `mon` `tue` `wed` `thu` `fri` `sat` `sun`" }
      if type == .month { return "months are `jan` to `dec`" }
      if type == .colour { return "write `red`, `amber`, `green`, `blue`, `violet` or `#RRGGBB`" }
      // Of a type whose declaration is broken, nothing is known.
      if cases.isEmpty { return nil }
      return "it has \(cases.map { "`\($0)`" }.joined(separator: ", "))"
    case .ambiguous(_, let choices): return Self.help(choices)
    case .lost("position", let source, _, _):
      // What is near asks for it by its type, without arguments.
      return "declare `position: Position` in `source \(source)`, which has no parameters then, "
        + "or give that source another name"
    case .lost(let name, let source, _, _):
      return "declare `\(name)` in `source \(source)`, or give that source another name"
    case .ambiguousCase: return "compare it with something of the type you mean"
    case .needsSource(let name, let source, let parameters):
      if parameters.isEmpty { return "write `\(source).\(name)`" }
      return "write `\(source)(\(parameters.map { "\($0): …" }.joined(separator: ", "))).\(name)`"
    case .fieldOfTable(let name, let table):
      return "use its rows: `any(\(table) where … \(name) …)`, or `first(\(table)).\(name)`"
    case .needsArguments(let name, let parameters):
      return "write `\(name)(\(parameters.map { "\($0): …" }.joined(separator: ", ")))`"
    case .notValue(_, _, let hint): return hint
    case .duplicate(_, let what, _):
      return what == "the name" || what == "the opp" || what == "the field"
        ? "give one of them another name" : "keep one of them"
    case .notFunction(let name): return Self.function(calledOn: name)
    case .cyclicLet: return nil
    }
  }
}

extension NameProblem {
  /// The advice to write the thing that is meant; one that cannot be qualified needs another name
  ///
  ///     write `fridge.temp` or `weather.temp`     write `c.due`, or give the let `due` another name
  fileprivate static func help(_ choices: [NameChoice]) -> String? {
    let spellings = choices.compactMap { $0.spelling }.map { "`\($0)`" }
    var parts: [String] = []
    if !spellings.isEmpty { parts.append("write \(spellings.joined(separator: " or "))") }
    parts += choices.compactMap { $0.remedy }
    return parts.isEmpty ? nil : parts.joined(separator: ", or ")
  }

  /// The text to write in place of the mistake; `nil` if the advice is none
  private var replacement: String? {
    switch self {
    case .functionOfRows(_, let suggestion), .unknownPresence(_, let suggestion),
      .stateAsField(_, _, let suggestion):
      suggestion
    case .unknownFunction(let name, _): EverydayWords.function(meantBy: name)
    case .quotedPlace(let name): name
    case .sourceAsRow(_, let suggestion): suggestion
    case .unquotedText(let name): "\"\(name)\""
    case .unknownInText(let name): "{{\(name)}}"
    case .unknownBesideText(let name): "\"\(name)\""
    case .unknownName, .unknownRow, .unknownPlace, .unknownType, .unknownField, .unknownCase,
      .unknownArgument,
      .unknownTable, .unknownOpp, .unknownSetting, .unknownConnector, .unknownConnection,
      .duplicate, .ambiguous, .lost, .ambiguousCase, .needsSource, .fieldOfTable, .cyclicLet,
      .needsArguments, .notValue, .notFunction, .countAsField, .needlessRecipient,
      .fieldOfTomorrow, .fieldOfYesterday:
      nil
    }
  }

  /// The advice for `temp.average(…)`, whose function is written before its value; nil for other names
  ///
  ///     temp.average → write `average(temp, …)`     agenda.count → write `count(agenda …)`     temp → nil
  fileprivate static func function(calledOn name: String) -> String? {
    let parts = name.split(separator: ".")
    guard let function = parts.last, parts.count > 1 else { return nil }
    let value = parts.dropLast().joined(separator: ".")
    if ["average", "min", "max", "total", "change"].contains(function) {
      return "write `\(function)(\(value), …)`"
    }
    let isOfRows = ["any", "none", "count", "first", "distinct", "sum"].contains(function)
    return isOfRows ? "write `\(function)(\(value) …)`" : nil
  }
}

/// The name of a type's cases: `weekday`, `case of Sky`
private func caseWord(_ type: ValueType, _ types: TypeNames) -> String {
  if type == .weekday { return "weekday" }
  if type == .month { return "month" }
  return type == .colour ? "colour" : "case of `\(types.name(of: type))`"
}

internal import OppModel
internal import OppSyntax

/// Reports names that mean more than one thing, with the text to write for each
///
/// ```
/// temp of fridge and of weather            write `fridge.temp` or `weather.temp`: the first is the earlier meaning
/// due of the row `c`, and a let            write `c.due`, or give the let `due` another name
/// busy of the row `e` and of calendar      write `e.busy` or `calendar.busy`: the second is the earlier meaning
/// ```
///
/// Each use is reported at its place; ``AmbiguousNames`` makes one message of those of a file.
struct AmbiguityChecker: CheckerPart {
  let checker: Checker

  /// A field of sources by its plain name; reports a name that several sources have
  func checkFields(_ fields: [PlainField], named name: String, at range: SourceRange) -> Checked {
    if fields.count == 1, let only = fields.first {
      recorder.use(.sourceField(only.source, only.field), at: range)
      return fieldChecker.sourceField(only.source, [], only.field)
    }
    let choices = choices(among: fields, named: name)
    // Sources that have one name, which is reported at the second, are one choice.
    let earlier = choices.contains { $0.isEarlierMeaning } ? fields.first : nil
    report(.ambiguous(name, choices: choices), at: range)
    guard let earlier else { return .failure }
    recorder.use(.sourceField(earlier.source, earlier.field), at: range)
    return agreed(
      fields.map { fieldChecker.sourceField($0.source, [], $0.field) })
  }

  /// A field of the row of `for each` that shares its plain name with something else, which is reported
  func checkField(
    _ field: Int, of row: RowBinding, besides meaning: NameTable.Meaning, named name: String,
    at range: SourceRange
  ) -> Checked {
    let table = builder.declared(row.table)
    let spelling = row.name.flatMap { reaches(row) ? "\($0).\(name)" : nil }
    var choices = [
      NameChoice(
        spelling: spelling, words: spelling.map { "`\($0)`" } ?? "a field of the row",
        range: nameTable[table].fieldRanges.element(at: field), isEarlierMeaning: false)
    ]
    var results = [nameResolver.rowField(row.scope, row.table, field)]
    switch meaning {
    case .fields(let fields):
      choices += self.choices(among: fields, named: name)
      results += fields.map { fieldChecker.sourceField($0.source, [], $0.field) }
      if let first = fields.first {
        recorder.use(.sourceField(first.source, first.field), at: range)
      }
    case .symbol(let symbol):
      choices.append(
        NameChoice(
          spelling: nil, words: "the \(symbol.noun) `\(name)`",
          remedy: remedy(for: symbol, named: name),
          range: nameTable.range(of: symbol, named: name), isEarlierMeaning: true))
      results.append(nameResolver.value(of: symbol, named: name, at: range))
      recorder.record(symbol, at: range)
      reports.earlierMeanings[range] = symbol
    }
    report(.ambiguous(name, choices: choices), at: range)
    return agreed(results)
  }

  /// The advice on how to reach a let, a place or a table, whose name cannot be qualified
  private func remedy(for symbol: Symbol, named name: String) -> String {
    let isOwn = nameTable.user.symbols[name]?.symbol == symbol
    return isOwn
      ? "give the \(symbol.noun) `\(name)` another name"
      : "declare a name for the prelude's: `let NAME = \(name)`"
  }

  /// The fields of sources as choices, each source once; the one of the rule set, or else of the prelude, came before
  private func choices(among fields: [PlainField], named name: String) -> [NameChoice] {
    var sources: [String] = []
    var own = 0
    for field in fields {
      let source = builder.source(field.source).name
      if sources.contains(source) { continue }
      sources.append(source)
      if !field.isOfPrelude { own += 1 }
    }
    var choices: [NameChoice] = []
    for (index, source) in sources.enumerated() {
      guard let field = fields.first(where: { builder.source($0.source).name == source }) else {
        continue
      }
      let canBeQualified = reaches(source: source, field)
      choices.append(
        NameChoice(
          spelling: canBeQualified ? "\(source).\(name)" : nil, words: "`\(source).\(name)`",
          range: nameTable[field.source].fieldRanges.element(at: field.field),
          isEarlierMeaning: index == 0 && own <= 1))
    }
    return choices
  }

  /// The first value if all have its type, so that the expression around it is checked with it; else a failure
  ///
  /// A mistake that follows from one of several meanings would be a second message for one mistake.
  private func agreed(_ results: [Checked]) -> Checked {
    guard let last = results.last, let type = last.type else { return .failure }
    return results.allSatisfy({ $0.type == type }) ? last : .failure
  }

  // MARK: Qualifying

  /// `true` if the name of a row means it here, and not a row or a field within
  private func reaches(_ row: RowBinding) -> Bool {
    guard let name = row.name else { return false }
    for other in local.rows.reversed() {
      if other.name == name { return other.scope == row.scope }
      if other.fields == .first, nameTable[other.table].fields[name] != nil { return false }
    }
    return false
  }

  /// `true` if the name of a source means it here
  private func reaches(source name: String, _ field: PlainField) -> Bool {
    guard !local.rows.contains(where: { $0.name == name }), local.arguments[name] == nil,
      case .source(let source)? = nameTable.symbol(named: name)
    else { return false }
    return source == field.source
  }
}

extension Array {
  /// The element at an index; `nil` if there is none
  fileprivate func element(at index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}

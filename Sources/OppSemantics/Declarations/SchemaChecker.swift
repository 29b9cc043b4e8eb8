internal import OppModel
internal import OppSyntax

/// Declares enums, sources, tables, lets and places, with the types of their parts
///
/// Only names, types and constants are checked here; the bodies of lets and places and the defaults of parameters
/// are kept as syntax until they are needed.
struct SchemaChecker: CheckerPart {
  let checker: Checker

  // MARK: Enums

  /// Declares enums with their cases
  ///
  ///     enum Mode { day, night | dark }   →   cases [[day], [night, dark]], so `dark` is the case 1 as well
  func declareEnumerations(_ views: [EnumDeclarationSyntax], isOfPrelude: Bool) {
    for view in views {
      guard let token = view.name else { continue }
      var cases: [[String]] = []
      var indices: [String: (index: Int, range: SourceRange)] = [:]
      for item in view.cases {
        var names: [String] = []
        for name in item.names {
          let text = name.text
          if let first = indices[text] {
            report(.duplicate(text, what: "the case", first: first.range), at: name.range)
            continue
          }
          indices[text] = (cases.count, name.range)
          names.append(text)
        }
        if !names.isEmpty { cases.append(names) }
      }
      let name = token.text
      let id = builder.add(Enumeration(name: name, cases: cases, isOrdered: view.isOrdered))
      recorder.record(.enumeration(id), .enumeration, token, view.node)
      recorder.recordCases(view, of: id)
      nameTable.add(
        EnumerationSymbol(cases: indices.mapValues { $0.index }, isBroken: view.isBroken), id)
      declare(.enumeration(id), named: name, at: token.range, isOfPrelude: isOfPrelude)
    }
  }

  // MARK: Sources

  /// Declares sources; a field or a parameter without a known type is kept as a Bool that cannot be used
  func declareSources(_ views: [SourceDeclarationSyntax], isOfPrelude: Bool) {
    for view in views {
      guard let token = view.name else { continue }
      let name = token.text
      let parameters = declaredParameters(view.parameters)
      let found = declaredFields(view.fields)
      var freshness: Int64?
      if let duration = view.freshness { freshness = literalSeconds(duration, what: "`fresh for`") }
      let schema = Source(
        name: name, parameters: parameters.map { Field(name: $0.name, type: $0.type ?? .bool) },
        freshness: freshness, cost: view.cost.flatMap(literalNumber) ?? 1, fields: found.fields)
      let id = builder.add(schema)
      recorder.recordSource(view, id, parameters, found.fields)
      nameTable.add(
        SourceSymbol(
          parameters: parameters,
          fieldsWithoutPlainName: isOfPrelude ? Prelude.fieldsWithoutPlainName(of: view) : [],
          fields: found.indices, untypedFields: found.untyped, fieldRanges: found.ranges,
          isBroken: view.isBroken),
        id, isOfPrelude: isOfPrelude)
      declare(.source(id), named: name, at: token.range, isOfPrelude: isOfPrelude)
    }
  }

  // MARK: Tables

  /// Declares tables, with their keys as indices of fields
  func declareTables(_ views: [TableDeclarationSyntax], isOfPrelude: Bool) {
    for view in views {
      guard let token = view.name else { continue }
      let found = declaredFields(view.fields)
      var key: [Int] = []
      for name in view.key {
        if let index = found.indices[name.text] {
          key.append(index)
        } else if !view.isBroken {
          let names = found.fields.map { $0.name }
          report(
            .unknownField(
              name.text, owner: "`\(token.text)`",
              nearest: nameTable.nearest(to: name.text, in: names), fields: names),
            at: name.range)
        }
      }
      let freshness = view.freshness.flatMap { literalSeconds($0, what: "`fresh for`") }
      let id = builder.add(
        Table(
          name: token.text, fields: found.fields, key: key, freshness: freshness,
          firings: isOfPrelude && token.text == "firings" ? .all : nil))
      recorder.recordTable(view, id, found.fields)
      nameTable.add(
        TableSymbol(
          fields: found.indices, untypedFields: found.untyped, fieldRanges: found.ranges,
          isBroken: view.isBroken))
      declare(.table(id), named: token.text, at: token.range, isOfPrelude: isOfPrelude)
    }
  }

  // MARK: Lets and places

  /// Declares lets, whose bodies are checked later
  func declareLets(_ views: [LetDeclarationSyntax], isOfPrelude: Bool) {
    for view in views {
      guard let token = view.name else { continue }
      let parameters = view.parameters.map { declaredParameters($0) }
      let index = definitions.add(
        LetSymbol(
          syntax: view, name: token.text, parameters: parameters, isOfPrelude: isOfPrelude))
      recorder.recordLet(view, index, parameters)
      declare(.let(index), named: token.text, at: token.range, isOfPrelude: isOfPrelude)
    }
  }

  /// Declares places, which are checked later
  func declarePlaces(_ views: [PlaceDeclarationSyntax], isOfPrelude: Bool) {
    for view in views {
      guard let token = view.name else { continue }
      let index = definitions.add(PlaceSymbol(syntax: view, name: token.text))
      recorder.record(.place(index), .place, token, view.node, type: .place)
      declare(.place(index), named: token.text, at: token.range, isOfPrelude: isOfPrelude)
    }
  }

  /// Declares a name, or reports that the rule set has declared it before
  private func declare(
    _ symbol: Symbol, named name: String, at range: SourceRange, isOfPrelude: Bool
  ) {
    let first = nameTable.declare(symbol, named: name, at: range, isOfPrelude: isOfPrelude)
    if let first { report(.duplicate(name, what: "the name", first: first), at: range) }
  }

  // MARK: Parts

  /// The parameters of a list, one a name: `(low, high: Number = 3)` has two
  func declaredParameters(_ list: ParameterListSyntax?) -> [Parameter] {
    var parameters: [Parameter] = []
    var first: [String: SourceRange] = [:]
    for view in list?.parameters ?? [] {
      let type = type(view.type)
      for name in view.names {
        let text = name.text
        if let range = first[text] {
          report(.duplicate(text, what: "the parameter", first: range), at: name.range)
          continue
        }
        first[text] = name.range
        parameters.append(Parameter(name: text, type: type, standard: view.defaultValue))
      }
    }
    return parameters
  }

  /// The fields of a source or a table
  private struct DeclaredFields {
    /// In the order of the text
    var fields: [Field] = []
    /// The index of each field, by its name
    var indices: [String: Int] = [:]
    /// The indices of fields whose type is not known
    var untyped: Set<Int> = []
    /// The place of each field's name
    var ranges: [SourceRange] = []
  }

  /// The fields that are declared; the first of each name counts
  private func declaredFields(_ views: [FieldSyntax]) -> DeclaredFields {
    var result = DeclaredFields()
    var first: [String: SourceRange] = [:]
    for view in views {
      let type = type(view.type)
      for name in view.names {
        let text = name.text
        if let range = first[text] {
          report(.duplicate(text, what: "the field", first: range), at: name.range)
          continue
        }
        first[text] = name.range
        if type == nil { result.untyped.insert(result.fields.count) }
        result.indices[text] = result.fields.count
        result.fields.append(Field(name: text, type: type ?? .bool))
        result.ranges.append(name.range)
      }
    }
    return result
  }

  /// The type that is written; `nil` if there is none, which is reported
  func type(_ syntax: TypeSyntax) -> ValueType? {
    switch syntax {
    case .named(let token):
      let name = token.text
      // An enum of the rule set goes before a type of its name, so that a new type changes no rule.
      if case .enumeration(let id)? = nameTable.user.symbols[name]?.symbol {
        recorder.record(.enumeration(id), at: token.range)
        return .enumeration(id)
      }
      if let found = ValueType.builtIn(name) {
        recorder.record(.type, name, at: token.range)
        return found
      }
      if let symbol = nameTable.symbol(named: name) { recorder.record(symbol, at: token.range) }
      switch nameTable.symbol(named: name) {
      case .enumeration(let id): return .enumeration(id)
      case .table(let id): return .row(id)
      case .let, .place, .source, nil: break
      }
      let names = ValueType.named.map { $0.name } + builder.graph.enumerations.map { $0.name }
      report(.unknownType(name, nearest: nameTable.nearest(to: name, in: names)), at: token.range)
      return nil
    case .list(let element, _): return type(element).map { .list($0) }
    case .missing: return nil
    }
  }

  // MARK: Literals in declarations

  /// A duration that is written as a literal, in whole seconds
  private func literalSeconds(_ expression: ExpressionSyntax, what: String) -> Int64? {
    windowChecker.seconds(
      expression, what: what, least: 1, most: WindowChecker.longestSpan, "100 years")
  }

  /// The number after `cost`, of at least 0; `nil` if it is none, which is reported
  private func literalNumber(_ expression: ExpressionSyntax) -> Double? {
    guard let node = expressions.value(expression, as: .number, context: "`cost`") else {
      return nil
    }
    guard let number = builder.constantScalar(of: node), number >= 0 else {
      report(.notConstant(what: "`cost`"), at: expression.range)
      return nil
    }
    return number
  }
}

internal import OppModel
internal import OppSyntax

/// Every declared name of a rule set and of the prelude, and the declaration of each
///
/// ```
/// user        symbols: home → a place, warm → a let       fields: of its sources that need no arguments
/// prelude     symbols: weather → a source, weekdays → a let, Sky → an enum      fields: temp, sky, now, sunset, …
/// cases       rain → [Sky]
/// ```
///
/// A name of the rule set hides one of the prelude, but for a field of a source: that shares its plain name with one of
/// the prelude, which is ambiguous. A source of the rule set replaces one of its name in the prelude, whose fields are
/// names no longer. Within a level a symbol goes before a field.
final class NameTable {
  /// The names of the rule set
  private(set) var user = NameLevel()
  /// The names of the prelude
  private(set) var prelude: NameLevel
  /// The sources of both levels, by their index
  private(set) var sources: [SourceSymbol]
  /// The tables of both levels, by their index
  private(set) var tables: [TableSymbol]
  /// The enums of both levels, by their index
  private(set) var enumerations: [EnumerationSymbol]

  /// The enums that have a case of a name
  private(set) var caseOwners: [String: [ValueType]]

  /// The names that the prelude declares
  struct State: Sendable {
    var prelude = NameLevel()
    var sources: [SourceSymbol] = []
    var tables: [TableSymbol] = []
    var enumerations: [EnumerationSymbol] = []
    var caseOwners: [String: [ValueType]] = [:]
  }

  /// The state from which another check may begin, while only the prelude is declared
  var state: State {
    State(
      prelude: prelude, sources: sources, tables: tables, enumerations: enumerations,
      caseOwners: caseOwners)
  }

  init(_ state: State) {
    (prelude, caseOwners) = (state.prelude, state.caseOwners)
    (sources, tables, enumerations) = (state.sources, state.tables, state.enumerations)
  }

  /// The names of both levels, each sorted, when first needed for a misspelt one
  private var sortedNames: [String] = []

  /// The number of names that the rule set had declared then
  private var sortedNameCount = 0

  /// The number of candidates that may still be compared with misspelt words
  var spellingBudget = NameTable.spellingLimit

  /// The greatest number of candidates that are compared with misspelt words in one rule set
  ///
  /// A rule set of ten thousand mistakes and as many names would take very long otherwise.
  static let spellingLimit = 200_000

  /// The meaning of a plain name: something declared, or a field of sources that need no arguments
  enum Meaning {
    case symbol(Symbol)

    /// The fields, those of the rule set before those of the prelude
    case fields([PlainField])
  }

  /// The meanings of names that were looked up, until another name is declared; nil for one that has none
  private var meanings: [String: Meaning?] = [:]

  // MARK: Looking up

  /// The plain names that were lost with the sources of the prelude that the rule set replaces, and those sources
  private(set) var lostFields: [String: SourceID] = [:]

  /// The meaning of a plain name: of the rule set before the prelude, and within each a symbol before a field
  ///
  /// Fields of both levels are all there, as the name is ambiguous.
  ///
  /// Names are written over and over, so that each is looked up in all tables once.
  func meaning(of name: String) -> Meaning? {
    if let known = meanings[name] { return known }
    let found = newMeaning(of: name)
    meanings[name] = .some(found)
    return found
  }

  /// The meaning of a plain name that has not been looked up
  private func newMeaning(of name: String) -> Meaning? {
    if let symbol = user.symbols[name]?.symbol { return .symbol(symbol) }
    if let own = user.fields[name] { return .fields(own + (prelude.fields[name] ?? [])) }
    if let symbol = prelude.symbols[name]?.symbol { return .symbol(symbol) }
    return prelude.fields[name].map { .fields($0) }
  }

  /// The place at which a symbol is declared
  func range(of symbol: Symbol, named name: String) -> SourceRange? {
    for level in levels {
      if let found = level.symbols[name], found.symbol == symbol { return found.range }
    }
    return nil
  }

  /// Both levels, in the order in which names are looked up
  var levels: [NameLevel] { [user, prelude] }

  subscript(source: SourceID) -> SourceSymbol { sources[Int(source.index)] }
  subscript(table: TableID) -> TableSymbol { tables[Int(table.index)] }
  subscript(enumeration: EnumerationID) -> EnumerationSymbol {
    enumerations[Int(enumeration.index)]
  }

  /// The declared thing of a name, of the rule set before the prelude
  func symbol(named name: String) -> Symbol? {
    user.symbols[name]?.symbol ?? prelude.symbols[name]?.symbol
  }

  /// `true` if something is declared by a name: as a whole, or as a field that needs no source before it
  func declares(_ name: String) -> Bool {
    user.declares(name) || prelude.declares(name)
  }

  /// The names of both levels and of all cases, each kind sorted
  var declaredNames: [String] {
    let count = user.symbols.count + user.fields.count
    if sortedNames.isEmpty || sortedNameCount != count {
      sortedNameCount = count
      sortedNames = []
      for level in levels {
        sortedNames += level.symbols.keys.sorted()
        sortedNames += level.fields.keys.sorted()
      }
      sortedNames += caseOwners.keys.sorted()
    }
    return sortedNames
  }

  /// The name that a misspelt one may have been
  func nearest(to word: String, in candidates: @autoclosure () -> [String]) -> String? {
    guard spellingBudget > 0 else { return nil }
    let candidates = candidates()
    spellingBudget -= candidates.count
    return nearestSpelling(of: word, in: candidates)
  }

  // MARK: Cases

  /// The index by which a case is held, or the colour; nil if the type has no such case
  ///
  ///     mon of Weekday → 0     jan of Month → 1     sunny of Sky → 0, as `clear`     red of Colour → its 0xRRGGBB
  func caseIndex(_ name: String, of type: ValueType) -> Double? {
    switch type {
    case .weekday: return CaseNames.weekdays.firstIndex(of: name).map { Double($0) }
    case .month: return CaseNames.months.firstIndex(of: name).map { Double($0 + 1) }
    case .colour: return Colour.named.first { $0.name == name }.map { Double($0.rgb) }
    case .enumeration(let id): return self[id].cases[name].map { Double($0) }
    case .bool, .number, .percent, .text, .duration, .length, .speed, .temperature,
      .temperatureDifference, .pressure, .angle, .elevation, .measure, .money, .timeOfDay, .date,
      .instant,
      .position, .place, .row, .list:
      return nil
    }
  }

  /// `true` if any type has a case of a name
  func isCase(_ name: String) -> Bool {
    caseOwners[name] != nil || !types(withCase: name).isEmpty
  }

  /// The types that have a case of a name
  func types(withCase name: String) -> [ValueType] {
    var types: [ValueType] = [.weekday, .month, .colour].filter {
      caseIndex(name, of: $0) != nil
    }
    types += caseOwners[name] ?? []
    return types
  }

  /// The names of the cases of a type, other names of the same case among them; none for other types
  func cases(of type: ValueType) -> [String] {
    switch type {
    case .weekday: CaseNames.weekdays
    case .month: CaseNames.months
    case .colour: Colour.named.map { $0.name }
    case .enumeration(let id): self[id].cases.keys.sorted()
    case .bool, .number, .percent, .text, .duration, .length, .speed, .temperature,
      .temperatureDifference, .pressure, .angle, .elevation, .measure, .money, .timeOfDay, .date,
      .instant,
      .position, .place, .row, .list:
      []
    }
  }

  // MARK: Declaring

  /// Declares a name
  ///
  /// - Returns: the place of the first declaration of that name in the rule set, which stays; `nil` if there was none.
  func declare(
    _ symbol: Symbol, named name: String, at range: SourceRange, isOfPrelude: Bool
  ) -> SourceRange? {
    meanings = [:]
    if isOfPrelude {
      prelude.symbols[name] = (symbol, range)
    } else if let first = user.symbols[name] {
      return first.range
    } else {
      user.symbols[name] = (symbol, range)
      if case .source(let own) = symbol { replacePrelude(sourceNamed: name, by: own) }
    }
    return nil
  }

  /// Takes the plain names of a source of the prelude away, as the rule set has a source of its name
  private func replacePrelude(sourceNamed name: String, by own: SourceID) {
    guard case .source(let source)? = prelude.symbols[name]?.symbol else { return }
    for field in self[source].fields.keys {
      let others = prelude.fields[field]?.filter { $0.source != source } ?? []
      if others.count == prelude.fields[field]?.count { continue }
      prelude.fields[field] = others.isEmpty ? nil : others
      if self[own].fields[field] == nil { lostFields[field] = source }
    }
  }

  /// Adds an enum, whose cases are then found by their names
  func add(_ symbol: EnumerationSymbol, _ id: EnumerationID) {
    enumerations.append(symbol)
    for name in symbol.cases.keys { caseOwners[name, default: []].append(.enumeration(id)) }
  }

  /// Adds a source, whose fields are names of their own if it needs no arguments
  func add(_ symbol: SourceSymbol, _ id: SourceID, isOfPrelude: Bool) {
    sources.append(symbol)
    meanings = [:]
    for (field, index) in symbol.fields where symbol.hasPlainName(field) {
      if isOfPrelude {
        prelude.fields[field, default: []].append(
          PlainField(source: id, field: index, isOfPrelude: true))
      } else {
        user.fields[field, default: []].append(
          PlainField(source: id, field: index, isOfPrelude: false))
      }
    }
  }

  /// Adds a table
  func add(_ symbol: TableSymbol) { tables.append(symbol) }
}

extension NameLevel {
  /// `true` if the level has a symbol or a plain field of a name
  fileprivate func declares(_ name: String) -> Bool {
    symbols[name] != nil || fields[name] != nil
  }
}

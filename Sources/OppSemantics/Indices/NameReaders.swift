internal import OppModel
package import OppSyntax

/// The Opps that read each declared name, through lets and places too
///
/// ```opp
/// let temp = sensor.air - 1C      // read by "Duvet"
/// let cold = temp < 16C
/// opp "Duvet" when cold
/// ```
struct NameReaders {
  /// The lets and places that name each thing
  private var users: [SymbolID: [SymbolID]] = [:]

  /// The Opps in the order of the text, each with all that it names
  private var opps: [(name: String, names: Set<SymbolID>)] = []

  /// Finds the names that each declaration reads
  ///
  /// - Parameters:
  ///   - trees: those of the rule set, without the prelude.
  ///   - index: the names of the same files.
  /// - Complexity: O(n) in the number of all uses of names.
  init(_ trees: some Sequence<SyntaxTree>, _ index: SymbolIndex) {
    for declaration in trees.flatMap({ $0.file.declarations }) {
      let names = Set(index.uses(in: declaration.node.range).map { $0.id })
      switch declaration {
      case .let(let view): add(names, ofDeclaration: view.name, index)
      case .place(let view): add(names, ofDeclaration: view.name, index)
      case .opp(let view): if let name = view.name?.plainText { opps.append((name, names)) }
      case .enumeration, .source, .table, .setting, .connection, .chart, .test: break
      }
    }
  }

  /// Notes the names that a let or a place reads
  private mutating func add(
    _ names: Set<SymbolID>, ofDeclaration token: SyntaxToken?, _ index: SymbolIndex
  ) {
    guard let range = token?.range, let own = index.use(at: range.start, in: range.file)?.id else {
      return
    }
    for name in names where name != own { users[name, default: []].append(own) }
  }

  /// The names of the Opps that read a thing, in the order of the text
  func opps(reading id: SymbolID) -> [String] {
    var reached: Set<SymbolID> = [id]
    var waiting = [id]
    while let next = waiting.popLast() {
      for user in users[next] ?? [] where reached.insert(user).inserted { waiting.append(user) }
    }
    return opps.filter { !$0.names.isDisjoint(with: reached) }.map { $0.name }
  }
}

extension Analysis {
  /// `true` if a name means something in the prelude, be it a field by its plain name
  package func isOfPrelude(_ name: String) -> Bool {
    checker.nameTable.prelude.symbols[name] != nil || checker.nameTable.prelude.fields[name] != nil
  }

  /// `true` if the name of a source of the rule set, or of a field of it, hides a declared name of the prelude
  ///
  ///     source school { tomorrow: Bool } → true for `tomorrow`     source weather { … } → false: it replaces that source
  package func hidesDeclaration(_ name: String, sourceNamed source: String?) -> Bool {
    let symbol = checker.nameTable.prelude.symbols[name]?.symbol
    if name == source {
      if case .source? = symbol { return false }
      return isOfPrelude(name)
    }
    guard let symbol else { return false }
    // Sources and enums are no values, so that a field of their name hides neither.
    switch symbol {
    case .let(let index): return checker.definitions.lets[index].parameters == nil
    case .place, .table: return checker.nameTable.user.fields[name] != nil
    case .source, .enumeration: return false
    }
  }

  /// `true` if a name is that of a function of the language
  package func isFunction(_ name: String) -> Bool { Function.named(name) != nil }

  /// The names of the Opps that read the thing declared at a place, through lets too, in the order of the text
  package func opps(readingNameAt range: SourceRange) -> [String] {
    guard let id = allSymbols.use(at: range.start, in: range.file)?.id else { return [] }
    return nameReaders.opps(reading: id)
  }
}

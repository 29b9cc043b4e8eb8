internal import OppModel
internal import OppSyntax

/// Checks the declarations of a rule set in order: first the names and types, then the declarations that use them
struct RuleSetChecker: CheckerPart {
  let checker: Checker

  /// Checks the prelude, before anything else
  ///
  /// Its meaning must not change with the names of the rule set.
  func checkPrelude(_ prelude: Declarations) {
    declare(prelude, isOfPrelude: true)
    checkLetsAndPlaces()
    settleDefaults(from: 0)
  }

  /// Checks every declaration: first the names and types, then the declarations that use them
  ///
  /// - Requires: the prelude was checked.
  ///
  /// ```
  /// prelude: names, lets, defaults  →  names of the files  →  settings  →  lets and places  →  defaults
  ///   →  the condition of `set quiet`  →  Opps  →  tests, which name Opps  →  connections
  ///   →  sizes of notifications, which depend on connections  →  charts
  /// ```
  ///
  /// - Returns: the connections that are right, in the order of the text.
  func checkAll(_ user: Declarations) -> [Connection] {
    let preludeCount = nameTable.sources.count
    checker.results.declaredOpps = Set(user.opps.compactMap { $0.name?.plainText })
    declare(user, isOfPrelude: false)
    definitions.forgetFields()
    SettingChecker(checker: checker).checkSettings(user.settings)
    checkLetsAndPlaces()
    settleDefaults(from: preludeCount)
    SettingChecker(checker: checker).checkQuietCondition(user.settings)
    for opp in user.opps.prefix(RuleSet.oppLimit) { RuleChecker(checker: checker).checkRule(opp) }
    CircleChecker(checker: checker).checkCircles()
    if user.opps.count > RuleSet.oppLimit {
      report(.tooManyOpps(limit: RuleSet.oppLimit), at: user.opps[RuleSet.oppLimit].range)
    }
    checkDuplicateOpps(user.opps.dropFirst(RuleSet.oppLimit))
    TestChecker(checker: checker).checkTests(user.tests)
    let connections = ConnectionChecker(checker: checker).checkConnections(user.connections)
    NotificationChecker(checker: checker).checkSizes(connections)
    chartChecker.checkCharts(user.charts)
    recorder.stop()
    return connections
  }

  /// Checks the defaults of sources, and keeps those that are constants
  ///
  /// `source weather(place: Position = position)` has a default that changes, so none is kept; a parameter
  /// `limit: Number = 3` has the constant 3.
  private func settleDefaults(from first: Int) {
    for index in first..<nameTable.sources.count {
      let source = SourceID(index: Int32(truncatingIfNeeded: index))
      let values = fieldChecker.standards(of: source).map { $0.flatMap(builder.constantValue) }
      if values.contains(where: { $0 != nil }) { builder.replaceDefaults(of: source, with: values) }
    }
  }

  /// Declares the names of one level: enums first, as fields have their types, lets and places last
  private func declare(_ declarations: Declarations, isOfPrelude: Bool) {
    let schemas = SchemaChecker(checker: checker)
    schemas.declareEnumerations(declarations.enumerations, isOfPrelude: isOfPrelude)
    reports.typeNames = TypeNames(builder.graph)
    schemas.declareSources(declarations.sources, isOfPrelude: isOfPrelude)
    schemas.declareTables(declarations.tables, isOfPrelude: isOfPrelude)
    schemas.declareLets(declarations.lets, isOfPrelude: isOfPrelude)
    schemas.declarePlaces(declarations.places, isOfPrelude: isOfPrelude)
    reports.typeNames = TypeNames(builder.graph)
  }

  /// Lets and places are checked even if nothing uses them
  private func checkLetsAndPlaces() {
    for index in LetOrder(checker: checker).letsInOrderOfNeed() {
      if definitions.lets[index].parameters == nil {
        _ = letChecker.value(ofLet: index, at: definitions.lets[index].syntax.range)
      } else {
        letChecker.checkDeclaration(ofLet: index)
      }
    }
    for index in definitions.places.indices {
      _ = placeChecker.value(ofPlace: index, at: definitions.places[index].syntax.range)
    }
  }

  /// Reports each Opp whose name an Opp before it has; both stay in the graph
  ///
  /// - Parameter others: the Opps that were too many to be put into the graph.
  private func checkDuplicateOpps(_ others: some Sequence<OppDeclarationSyntax>) {
    let results = checker.results
    for (index, places) in results.rulePlaces.enumerated() {
      let name = builder.ruleName(index)
      guard let first = results.ruleNames[name], first != index else { continue }
      report(
        .duplicate(name, what: "the opp", first: results.rulePlaces[first].name), at: places.name)
    }
    var first: [String: SourceRange] = [:]
    for view in others {
      guard let text = view.name, let name = text.plainText else { continue }
      if let range = results.ruleNames[name].map({ results.rulePlaces[$0].name }) ?? first[name] {
        report(.duplicate(name, what: "the opp", first: range), at: text.range)
      } else {
        first[name] = text.range
      }
    }
  }
}

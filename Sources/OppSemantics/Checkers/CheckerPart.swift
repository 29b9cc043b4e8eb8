internal import OppModel
internal import OppSyntax

/// A part of the check that decides: it has no state of its own, but borrows that of the check
///
/// Each is a struct that holds the checker alone, made if it is needed: `arithmeticChecker.checkSum(…)`. So parts
/// may call each other in any order, and none keeps anything that an undone trial would have to undo.
protocol CheckerPart {
  var checker: Checker { get }
}

// MARK: State

extension CheckerPart {
  var builder: GraphBuilder { checker.builder }
  var reports: Reports { checker.reports }
  var nameTable: NameTable { checker.nameTable }
  var definitions: Definitions { checker.definitions }
  var local: LocalScope { checker.local }
  var units: UnitChoices { checker.units }
  var recorder: SymbolRecorder { checker.recorder }

  /// The text of a place as the edits of small mistakes of syntax leave it; `nil` if no file has it
  func text(at range: SourceRange) -> String? {
    checker.reports.mendedText(at: range) ?? checker.reports.text(at: range)
  }

  /// `true` if `<` and its like apply to values of a type
  ///
  /// Cases of an enum have an order if its declaration gives them one.
  func hasOrder(_ type: ValueType) -> Bool {
    if case .enumeration(let id) = type { return builder.enumeration(id).isOrdered }
    return type.hasOrder
  }

  /// The declaration that gives the cases of an enum an order; nil for another type, and for an enum of the prelude
  ///
  ///     Level → enum Level { low < medium < high }     Sky → nil
  func orderedDeclaration(_ type: ValueType) -> String? {
    guard case .enumeration(let id) = type else { return nil }
    let enumeration = builder.enumeration(id)
    guard enumeration.cases.count > 1, !enumeration.isOrdered,
      case .enumeration(id)? = nameTable.user.symbols[enumeration.name]?.symbol
    else { return nil }
    let cases = enumeration.cases.map { $0.joined(separator: " | ") }
    return "enum \(enumeration.name) { \(cases.joined(separator: " < ")) }"
  }

  /// The fix that gives the cases of an enum an order at its declaration; `nil` unless commas stand between all of them
  func orderFix(_ type: ValueType) -> Fix? {
    guard case .enumeration(let id) = type,
      let name = nameTable.user.symbols[builder.enumeration(id).name]?.range
    else { return nil }
    let bytes = reports.files[Int(name.file)].bytes
    guard let opening = bytes[Int(name.end)...].firstIndex(of: UInt8(ascii: "{")),
      let closing = bytes[opening...].firstIndex(of: UInt8(ascii: "}"))
    else { return nil }
    let commas = bytes[opening..<closing].indices.filter { bytes[$0] == UInt8(ascii: ",") }
    guard commas.count == builder.enumeration(id).cases.count - 1 else { return nil }
    let edits = commas.map { comma in
      let place = SourceRange(file: name.file, start: Int32(comma), end: Int32(comma + 1))
      return Edit(range: place, replacement: " <")
    }
    return Fix(edits: edits, applicability: .display, isScattered: true)
  }

  /// Reports a value whose type has no order, with the declaration that gives it one if it is an enum
  func reportWithoutOrder(
    _ problem: (String?) -> TypeProblem, of type: ValueType, at range: SourceRange
  ) {
    var diagnostic = problem(orderedDeclaration(type)).diagnostic(at: range, reports.typeNames)
    if let fix = orderFix(type) { diagnostic.fix = fix }
    reports.add(diagnostic)
  }

  /// `true` if a value may be used in other ways than to be printed, recorded and compared; the sun's place may not, which is reported
  func isFreeOfArcs(_ node: NodeID, at range: SourceRange) -> Bool {
    guard builder.traits(of: node).contains(.arcs) else { return true }
    report(.sunAsValue(suggestion: nil), at: range)
    return false
  }

  func attempt() -> Checker.Attempt { checker.attempt() }

  func succeeded(since attempt: Checker.Attempt) -> Bool { checker.succeeded(since: attempt) }

  func undo(_ attempt: Checker.Attempt) { checker.undo(attempt) }

  /// The kind of an expression, whose check leaves neither nodes nor reports
  func kind(of expression: ExpressionSyntax, hint: ValueType? = nil) -> ExpressionKind {
    let start = attempt()
    defer { undo(start) }
    switch expressions.check(expression, hint: hint) {
    case .value(_, let type): return .value(type)
    case .rows(let rows): return .rows(.list(rows.element))
    case .ambiguous, .failure: return .open
    }
  }
}

// MARK: Reports

extension CheckerPart {
  /// Reports a number that lacks the unit of a type; returns `false` if there is none
  ///
  ///     temp > 20 → 20C or 20F     speed in 3..6km/h → 3km/h     temp > limit → false
  ///
  /// - Parameter subject: the value that it is compared with.
  func reportMissingUnit(
    of type: ValueType, _ found: ValueType, at range: SourceRange,
    beside subject: ExpressionSyntax? = nil
  ) -> Bool {
    guard found == .number, let dimension = Dimension(type),
      let number = literals.numberText(at: range)
    else { return false }
    let suggestions = UnitSuggestions.units(
      for: dimension, after: number, beside: subject.flatMap { text(at: $0.range) })
    report(.missingUnit(type, number: number, suggestions: suggestions), at: range)
    return true
  }

  /// Reports a quantity with the unit of another type; returns `false` if there is none
  ///
  ///     given tank.level = 19C → 19%     for 10C → 10min or 10h     an energy > 8kW → 8kWh
  func reportWrongUnit(of type: ValueType, _ found: ValueType, at range: SourceRange) -> Bool {
    guard let dimension = Dimension(type), Dimension(found) != nil, let text = text(at: range),
      units.literal(text) != nil
    else { return false }
    let number = String(
      decoding: text.utf8.prefix { $0 >= 0x30 && $0 <= 0x39 || "-.".utf8.contains($0) },
      as: UTF8.self)
    guard !number.isEmpty, number.utf8.count < text.utf8.count else { return false }
    // A power and the energy of an hour differ in a letter.
    let near = [text + "h", String(text.dropLast())].filter {
      (try? QuantityLiteral.parse($0))?.readings.contains { $0.type == type } ?? false
    }
    let suggestions = near.isEmpty ? UnitSuggestions.units(for: dimension, after: number) : near
    report(.wrongUnit(type, found: found, quantity: text, suggestions: suggestions), at: range)
    return true
  }

  // A problem finds its words itself; for those that name types, it needs the names of enums and tables.
  func report(_ problem: NameProblem, at range: SourceRange) {
    reports.add(problem.diagnostic(at: range, reports.typeNames))
  }

  func report(_ problem: TypeProblem, at range: SourceRange) {
    reports.add(problem.diagnostic(at: range, reports.typeNames))
  }

  func report(_ problem: UnitProblem, at range: SourceRange) {
    reports.add(problem.diagnostic(at: range))
  }

  func report(_ problem: TimeProblem, at range: SourceRange) {
    reports.add(problem.diagnostic(at: range))
  }

  func report(_ problem: DeclarationProblem, at range: SourceRange) {
    reports.add(problem.diagnostic(at: range))
  }
}

// MARK: Other parts

extension CheckerPart {
  var expressions: ExpressionChecker { ExpressionChecker(checker: checker) }
  var formatChecker: FormatChecker { FormatChecker(checker: checker) }
  var literals: LiteralChecker { LiteralChecker(checker: checker) }
  var unitResolver: UnitResolver { UnitResolver(checker: checker) }
  var nameResolver: NameResolver { NameResolver(checker: checker) }
  var ambiguityChecker: AmbiguityChecker { AmbiguityChecker(checker: checker) }
  var fieldChecker: FieldChecker { FieldChecker(checker: checker) }
  var weatherFields: WeatherFields { WeatherFields(checker: checker) }
  var letChecker: LetChecker { LetChecker(checker: checker) }
  var placeChecker: PlaceChecker { PlaceChecker(checker: checker) }
  var rowChecker: RowChecker { RowChecker(checker: checker) }
  var rowLists: RowLists { RowLists(checker: checker) }
  var callChecker: CallChecker { CallChecker(checker: checker) }
  var aggregateChecker: AggregateChecker { AggregateChecker(checker: checker) }
  var countChecker: CountChecker { CountChecker(checker: checker) }
  var valueRows: ValueRows { ValueRows(checker: checker) }
  var gapChecker: GapChecker { GapChecker(checker: checker) }
  var chartChecker: ChartChecker { ChartChecker(checker: checker) }
  var windowChecker: WindowChecker { WindowChecker(checker: checker) }
  var eventChecker: EventChecker { EventChecker(checker: checker) }
  var arithmeticChecker: ArithmeticChecker { ArithmeticChecker(checker: checker) }
  var ratioChecker: RatioChecker { RatioChecker(checker: checker) }
  var comparisonChecker: ComparisonChecker { ComparisonChecker(checker: checker) }
  var suggestions: SuggestionFinder { SuggestionFinder(checker: checker) }
  var states: StateFinder { StateFinder(checker: checker) }
  var prober: SurroundingsProbe { SurroundingsProbe(checker: checker) }
}

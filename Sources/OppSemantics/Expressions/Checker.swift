internal import OppModel
internal import OppSyntax

/// Checks expressions and puts them into the graph
///
/// One for a whole rule set: it holds the declarations, the graph, the problems, and the place of each node
/// in the text. Types flow down as hints (what the place expects) and up as results; a hint picks
/// the reading of `30m` and the case behind `rain`, and never makes an error itself.
final class Checker {
  /// The greatest depth to which lets may need each other
  static let letDepthLimit = 100

  /// The greatest depth to which expressions may lie in each other, through lets
  static let expressionDepthLimit = 1000

  /// The greatest depth of the graph of one let, so that everything that walks it has stack enough
  static let graphDepthLimit = 1000

  /// The greatest number of calls that lets with parameters may replace, in one rule set
  static let expansionLimit = 100_000

  /// The greatest number of quantities with two readings in one comparison
  static let ambiguityLimit = 6

  let builder = GraphBuilder()
  var sourceMap = SourceMap()
  var diagnostics: [Diagnostic] = []

  // MARK: Declarations

  var user = NameLevel()
  var prelude = NameLevel()
  var sources: [SourceSymbol] = []
  var tables: [TableSymbol] = []
  var enumerations: [EnumerationSymbol] = []
  var lets: [LetSymbol] = []
  var places: [PlaceSymbol] = []

  /// The enums that have a case of a name
  var caseOwners: [String: [ValueType]] = [:]

  /// Names that something broken may have declared
  var brokenNames: Set<String> = []

  /// The sources of the prelude that are not read but known
  var clockSource: SourceID?
  var sunSource: SourceID?

  /// The source and the table of the prelude some of whose fields follow from others
  var weatherSource: SourceID?
  var forecastTable: TableID?

  /// Notes for the index of names, and for completion
  var records = SymbolRecords()

  /// Whether a field is named for itself, as `given` names it, even where it may follow from others
  var namesReportedFields = false

  /// Every declared name, sorted within its level, when first needed for a misspelt one
  var declaredNames: [String] = []

  /// The number of names that the rule set had declared then
  var declaredNameCount = 0

  /// The number of candidates that were compared with misspelt words
  var comparedSpellings = 0

  // MARK: Results

  /// The indices of the rules by their names
  var ruleNames: [String: Int] = [:]
  var rulePlaces: [RulePlaces] = []

  /// The place of each rule's notification text, by its index
  var textPlaces: [SourceRange] = []

  /// Whether a rule has no error, by its index
  var ruleIsSound: [Bool] = []
  var scenarios: [Scenario] = []
  var scenarioPlaces: [ScenarioPlaces] = []

  /// The files of the rule set, by their index
  var files: [SourceFile] = []

  func text(at range: SourceRange) -> String? {
    files.indices.contains(Int(range.file)) ? files[Int(range.file)].text(range) : nil
  }

  /// The problem with the name of a zone; nil for a zone that exists, and where there is no zone database
  var findZone: (String) -> UnknownZone? = { _ in nil }

  // MARK: Where the checker is

  /// The rows in scope, outermost first
  var rows: [RowBinding] = []

  /// The values of a let's parameters, while its body is checked
  var arguments: [String: Checked] = [:]

  /// Whether the rows of the present `for each` mean nothing, which was reported
  var hasBrokenRows = false

  /// The place of the name of those rows
  var brokenRow: SourceRange?

  /// The field that is taken of what is being checked, so that a message may name it
  var fieldOfAggregate: String?

  /// Whether `24:00` is allowed here: at the end of a range
  var allowsEndOfDay = false
  var letDepth = 0
  var expressionDepth = 0
  var expansions = 0

  /// The lets that are being checked, each needed by the one before
  var letStack: [Int] = []

  /// The lets that need themselves
  var cyclicLets: Set<Int> = []

  // MARK: Units that the context decides

  /// The quantities of the present comparison, argument or declaration that have two readings
  var ambiguities: [AmbiguousQuantity] = []

  /// The readings that are being tried, by the place of the quantity
  var readings: [SourceRange: ValueType] = [:]

  /// Literals read before, by their text
  var quantities: [String: QuantityLiteral] = [:]

  lazy var typeNames = TypeNames(builder.graph)

  // MARK: Reports

  func report(_ problem: NameProblem, at range: SourceRange) {
    diagnostics.append(problem.diagnostic(at: range, typeNames))
  }

  func report(_ problem: TypeProblem, at range: SourceRange) {
    diagnostics.append(problem.diagnostic(at: range, typeNames))
  }

  func report(_ problem: UnitProblem, at range: SourceRange) {
    diagnostics.append(problem.diagnostic(at: range))
  }

  func report(_ problem: TimeProblem, at range: SourceRange) {
    diagnostics.append(problem.diagnostic(at: range))
  }

  func report(_ problem: DeclarationProblem, at range: SourceRange) {
    diagnostics.append(problem.diagnostic(at: range))
  }

  // MARK: Trying

  /// A point to which ``undo(_:)`` goes back
  struct Attempt {
    fileprivate let graph: GraphBuilder.Mark
    fileprivate let diagnostics: Int
    fileprivate let ambiguities: Int
    fileprivate let occurrences: Int
    fileprivate let known: Int
  }

  func attempt() -> Attempt {
    Attempt(
      graph: builder.mark(), diagnostics: diagnostics.count, ambiguities: ambiguities.count,
      occurrences: sourceMap.count, known: memoized.count)
  }

  /// Whether nothing was reported since
  func succeeded(since attempt: Attempt) -> Bool { diagnostics.count == attempt.diagnostics }

  /// Takes back everything that was made and reported since
  func undo(_ attempt: Attempt) {
    while memoized.count > attempt.known, let last = memoized.popLast() { forget(last) }
    builder.forget(after: attempt.graph)
    diagnostics.removeSubrange(attempt.diagnostics...)
    ambiguities.removeSubrange(attempt.ambiguities...)
    sourceMap.truncate(to: attempt.occurrences)
  }

  /// The results that were found once and kept, in the order in which they were found
  var memoized: [Memoized] = []

  enum Memoized {
    case `let`(Int)
    case place(Int)
    case standards(SourceID)
  }

  private func forget(_ memo: Memoized) {
    switch memo {
    case .let(let index): lets[index].state = .unchecked
    case .place(let index): places[index].state = .unchecked
    case .standards(let source): sources[Int(source.index)].standards = nil
    }
  }
}

/// A `let`, and what is known of it
struct LetSymbol {
  let syntax: LetDeclarationSyntax
  let name: String
  let parameters: [Parameter]?
  let isOfPrelude: Bool
  var state = State.unchecked

  enum State {
    case unchecked
    case checking
    case checked(Checked)
  }
}

/// A `place`, and what is known of it
struct PlaceSymbol {
  let syntax: PlaceDeclarationSyntax
  let name: String
  var state = LetSymbol.State.unchecked
}

/// A quantity with two readings, and its place
struct AmbiguousQuantity {
  let range: SourceRange
  let text: String
  let types: [ValueType]
}

internal import OppModel
internal import OppSyntax

/// The state of a check of a rule set, each part of it with an owner of its own
///
/// The parts that decide, such as ``ExpressionChecker``, borrow it. Types flow down as hints (the type that the place
/// expects) and up as results; a hint picks the reading of `30m` and the case behind `rain`, and never makes
/// an error itself.
///
/// One lasts for one check of a rule set, and afterwards in its ``Analysis``. The graph only grows, but for trials:
///
/// ```swift
/// let start = attempt()
/// let type = expressions.check(operand).type     // makes nodes, reports, resolves lets
/// undo(start)                                    // as if it had not been checked
/// ```
final class Checker {
  /// The nodes of the graph
  let builder: GraphBuilder
  /// The problems found so far
  let reports: Reports
  /// The declared names
  let nameTable: NameTable
  /// The lets, places and defaults, with the results of their checks
  let definitions: Definitions
  /// The rows and arguments around the expression that is being checked
  let local = LocalScope()
  /// The quantities whose unit is open
  let units = UnitChoices()
  /// The notes for the index of names
  let recorder: SymbolRecorder

  /// The place of each node in the text
  var sourceMap: SourceMap
  /// The rules and tests
  var results = CheckResults()

  /// The connectors that `connect` may name
  var connectors: ConnectorCatalogue { findConnectors() }

  /// `true` if notes are taken for the index of names
  let recordsSymbols: Bool

  /// The connectors, made only if a rule set connects something, because their descriptions are long
  private let findConnectors: () -> ConnectorCatalogue

  /// The problem with the name of a zone; nil for a zone that exists, and if there is no zone database
  let findZone: (String) -> UnknownZone?

  /// - Parameter prelude: the state after the prelude, if it was checked before; nil for a check that begins with it.
  init(
    files: [SourceFile], recordsSymbols: Bool, connectors: @escaping () -> ConnectorCatalogue,
    findZone: @escaping (String) -> UnknownZone?, after prelude: CheckedPrelude?
  ) {
    builder = GraphBuilder(prelude?.nodes ?? GraphBuilder.State())
    nameTable = NameTable(prelude?.names ?? NameTable.State())
    definitions = Definitions(prelude?.definitions ?? Definitions.State())
    sourceMap = prelude?.sourceMap ?? SourceMap()
    reports = Reports(files: files, typeNames: TypeNames(builder.graph))
    recorder = SymbolRecorder(isOn: recordsSymbols)
    self.recordsSymbols = recordsSymbols
    findConnectors = connectors
    self.findZone = findZone
  }

  // MARK: Trying

  /// A point to which ``undo(_:)`` goes back
  struct Attempt {
    /// The number of nodes
    fileprivate let graph: GraphBuilder.Mark
    /// The number of diagnostics
    fileprivate let diagnostics: Int
    /// The number of quantities that are open
    let ambiguities: Int
    /// The number of places in the source map
    fileprivate let occurrences: Int
    /// The number of results of lets, places and defaults that were kept
    fileprivate let definitions: Int
  }

  /// The present point of the check, from which something may be tried
  func attempt() -> Attempt {
    Attempt(
      graph: builder.mark(), diagnostics: reports.count, ambiguities: units.count,
      occurrences: sourceMap.count, definitions: definitions.count)
  }

  /// `true` if nothing was reported since
  func succeeded(since attempt: Attempt) -> Bool { reports.count == attempt.diagnostics }

  /// Takes back everything that was made and reported since
  ///
  /// Results of lets come first, as their nodes go with the nodes; requests and scopes stay.
  func undo(_ attempt: Attempt) {
    definitions.forget(after: attempt.definitions)
    builder.forget(after: attempt.graph)
    reports.truncate(to: attempt.diagnostics)
    units.truncate(to: attempt.ambiguities)
    sourceMap.truncate(to: attempt.occurrences)
  }
}

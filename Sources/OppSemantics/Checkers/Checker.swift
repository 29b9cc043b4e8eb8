internal import OppModel
internal import OppSyntax

/// The state of a check of a rule set, each part of it with an owner of its own
///
/// The parts that decide, such as ``ExpressionChecker``, borrow it. Types flow down as hints (what the place
/// expects) and up as results; a hint picks the reading of `30m` and the case behind `rain`, and never makes
/// an error itself.
final class Checker {
  let builder: GraphBuilder
  let reports: Reports
  let nameTable = NameTable()
  let definitions = Definitions()
  let local = LocalScope()
  let units = UnitChoices()
  let recorder: SymbolRecorder

  /// The place of each node in the text
  var sourceMap = SourceMap()
  var results = CheckResults()

  /// The connectors that `connect` may name
  let connectors: ConnectorCatalogue

  /// The problem with the name of a zone; nil for a zone that exists, and where there is no zone database
  let findZone: (String) -> UnknownZone?

  init(
    files: [SourceFile], recordsSymbols: Bool, connectors: ConnectorCatalogue,
    findZone: @escaping (String) -> UnknownZone?
  ) {
    builder = GraphBuilder()
    reports = Reports(files: files, typeNames: TypeNames(builder.graph))
    recorder = SymbolRecorder(isOn: recordsSymbols)
    self.connectors = connectors
    self.findZone = findZone
  }

  // MARK: Trying

  /// A point to which ``undo(_:)`` goes back
  struct Attempt {
    fileprivate let graph: GraphBuilder.Mark
    fileprivate let diagnostics: Int
    fileprivate let ambiguities: Int
    fileprivate let occurrences: Int
    fileprivate let definitions: Int
  }

  func attempt() -> Attempt {
    Attempt(
      graph: builder.mark(), diagnostics: reports.count, ambiguities: units.ambiguities.count,
      occurrences: sourceMap.count, definitions: definitions.count)
  }

  /// Whether nothing was reported since
  func succeeded(since attempt: Attempt) -> Bool { reports.count == attempt.diagnostics }

  /// Takes back everything that was made and reported since
  func undo(_ attempt: Attempt) {
    definitions.forget(after: attempt.definitions)
    builder.forget(after: attempt.graph)
    reports.truncate(to: attempt.diagnostics)
    units.truncate(to: attempt.ambiguities)
    sourceMap.truncate(to: attempt.occurrences)
  }
}

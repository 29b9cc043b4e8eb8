package import OppModel

/// A name that may follow a dot
///
///     weather. → sky: Sky, temp: Temperature, …     today. → year, month, day, weekday     Sky. → clear, sunny, …
package struct Member: Sendable {
  /// The name as it is written after the dot
  package let name: String
  /// The type of the name's meaning there
  package let type: ValueType

  /// Nil for a part of a value, such as the year of a date
  package let id: SymbolID?
  /// `true` if it is a case of an enum
  package let isCase: Bool
}

extension Analysis {
  /// The names that may follow a dot behind an owner, in the order of the declaration
  package func members(of owner: Surroundings.Owner) -> [Member] {
    switch owner {
    case .source(let id):
      checker.builder.source(id).fields.enumerated().map {
        Member(name: $1.name, type: $1.type, id: .sourceField(id, $0), isCase: false)
      }
    case .rows(let id):
      checker.builder.table(id).fields.enumerated().map {
        Member(name: $1.name, type: $1.type, id: .tableField(id, $0), isCase: false)
      }
    case .enumeration(let id):
      checker.builder.enumeration(id).cases.flatMap { $0 }.map {
        Member(
          name: $0, type: .enumeration(id), id: .enumerationCase(id, $0), isCase: true)
      }
    case .value(.row(let id)), .value(.list(.row(let id))): members(of: .rows(id))
    case .value(let type):
      FieldChecker.parts(of: type).map {
        Member(name: $0.name, type: $0.type, id: nil, isCase: false)
      }
    }
  }

  /// The names of the cases of a type or of the elements of a list of it; none if it has none
  ///
  ///     Weekday → mon, tue, …     [Weekday] → the same     Sky → clear, sunny, clouds, cloudy, …     Number → none
  package func caseNames(of type: ValueType) -> [String] {
    switch type {
    case .weekday: CaseNames.weekdays
    case .month: CaseNames.months
    case .colour: Colour.named.map { $0.name }
    case .enumeration(let id): checker.builder.enumeration(id).cases.flatMap { $0 }
    case .list(let element): caseNames(of: element)
    case .bool, .number, .percent, .text, .duration, .length, .speed, .temperature,
      .temperatureDifference, .pressure, .angle, .elevation, .measure, .money, .timeOfDay, .date,
      .instant,
      .position, .place, .row:
      []
    }
  }

  /// `true` if a field may stand without the name of its source
  ///
  ///     temp of weather → true     count of stock(store: Text, item: Text) → false     a field that the prelude marks → false
  package func isPlain(_ id: SymbolID) -> Bool {
    guard case .sourceField(let source, let field) = id else { return false }
    let name = checker.builder.source(source).fields[field].name
    return checker.nameTable.levels.contains { level in
      level.fields[name]?.contains { $0.source == source } ?? false
    }
  }

  /// `true` if a plain name of a field is that of several sources
  package func isShared(_ name: String) -> Bool {
    if case .fields(let fields)? = checker.nameTable.meaning(of: name) {
      fields.count > 1
    } else {
      false
    }
  }

  /// `true` if a name means something besides a field of a row, so that the plain name of that field is ambiguous
  package func isBesideRows(_ name: String) -> Bool {
    checker.nameTable.meaning(of: name).map(NameResolver(checker: checker).isBesideRows) ?? false
  }

  /// The table of a name; `nil` if none has it
  package func table(named name: String) -> TableID? {
    if case .table(let id)? = checker.nameTable.symbol(named: name) { id } else { nil }
  }

  /// The declaration of a name, without the index of all uses
  ///
  /// - Complexity: O(n) in the number of declarations.
  package func declaration(of id: SymbolID) -> SymbolDeclaration? {
    checker.recorder.records.declarations.first { $0.id == id }
  }

  /// The connectors that may serve the target of a connection, in the order of the reference
  package func connectors(for target: String) -> [ConnectorDescription] {
    checker.connectors.connectors.filter { $0.serves(target) }
  }

  /// The connectors with which the rule set was checked
  package var connectors: ConnectorCatalogue { checker.connectors }

  /// The connector of a name; nil if the rule set was checked with none of that name
  package func connector(named name: String) -> ConnectorDescription? {
    checker.connectors.connector(named: name)
  }
}

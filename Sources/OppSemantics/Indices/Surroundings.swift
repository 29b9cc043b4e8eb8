package import OppModel

/// The names and the type that fit a place in the text
package struct Surroundings: Sendable {
  /// The type that the place expects, if that is known
  package var expected: ValueType?

  /// The rows in scope, the innermost first
  package var rows: [Row] = []

  /// The parameters of the let around
  package var parameters: [Parameter] = []

  /// The owner of the field that is written after a dot
  package var owner: Owner?

  /// The types of the expressions that end before the name, the innermost first
  ///
  /// At `when raining and temp > 20C ‸` those of `20C`, of `temp > 20C` and of the whole condition.
  package var before: [ValueType] = []

  package init(expected: ValueType? = nil) { self.expected = expected }

  package struct Row: Sendable {
    /// The table of the row
    package let table: TableID

    /// The name after `for each` or `as`
    package let name: String?

    /// `true` if the fields are names of their own
    package let opensFields: Bool

    /// `true` if a field is a name of its own only if nothing else has that name, as in the clauses of `for each`
    package let sharesNames: Bool
  }

  /// A parameter of the let, with its type if that is known
  package struct Parameter: Sendable {
    package let name: String
    package let type: ValueType?
  }

  /// The thing whose field, case or part a name after a dot is
  package enum Owner: Hashable, Sendable {
    /// `weather.`, `weather(home).`
    case source(SourceID)
    /// `Sky.`
    case enumeration(EnumerationID)

    /// Rows of a table, or one
    case rows(TableID)
    /// A value with parts: `today.`, `home.`
    case value(ValueType)
  }
}

/// Finds the surroundings of a name for completion, if an index of names is wanted
///
/// The parts that resolve names call it before they do so; while no name is looked for, that costs one comparison.
struct SurroundingsProbe: CheckerPart {
  let checker: Checker

  /// Notes the names and the type that fit in place of the name that is looked for
  func probe(_ name: String, hint: ValueType?) {
    guard let wanted = recorder.records.probe, wanted == name else { return }
    recorder.keep(surroundings(expecting: hint))
  }

  /// Notes the owner of the field that is looked for
  func probe(_ field: String, of owner: @autoclosure () -> Surroundings.Owner?) {
    guard let wanted = recorder.records.probe, wanted == field else { return }
    var found = surroundings(expecting: nil)
    found.owner = owner()
    recorder.keep(found)
  }

  /// The rows and parameters that are in scope now
  private func surroundings(expecting hint: ValueType?) -> Surroundings {
    var found = Surroundings(expected: hint)
    for row in local.rows.reversed() {
      found.rows.append(
        .init(
          table: row.table, name: row.name, opensFields: row.fields != .closed,
          sharesNames: row.fields == .last))
    }
    for (name, result) in local.arguments.sorted(by: { $0.key < $1.key }) {
      found.parameters.append(.init(name: name, type: result.type))
    }
    return found
  }
}

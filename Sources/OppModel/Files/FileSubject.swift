/// The source or table that a file is of, as the names of its columns see it
package struct FileSubject: Hashable, Sendable {
  package let name: String

  /// The fields of the source or table
  package let fields: [Field]

  /// The parameters of the source; a table has none
  package let parameters: [Field]

  /// `true` if rows are readings with a `time`, and not those of a table
  package let isSource: Bool

  package init(_ source: Source) {
    name = source.name
    fields = source.fields
    parameters = source.parameters
    isSource = true
  }

  package init(_ table: Table) {
    name = table.name
    fields = table.fields
    parameters = []
    isSource = false
  }

  /// The one field that `lat` and `lon` give, or `nil` if there is none, or more than one
  package var positionField: Int? {
    let positions = fields.indices.filter { fields[$0].type == .position }
    return positions.count == 1 ? positions.first : nil
  }

  /// The names that a column may have
  package var columnNames: [String] {
    let own = isSource ? ["time"] : ["valid_from", "valid_until"]
    let position = positionField == nil ? [] : ["lat", "lon"]
    return own + fields.map { $0.name } + parameters.map { $0.name } + position
  }

  /// The type of a column, or `nil` if there is none of the name
  private func type(of name: String) -> ValueType? {
    if isSource, name == "time" { return .instant }
    if let field = fields.first(where: { $0.name == name }) { return field.type }
    if let parameter = parameters.first(where: { $0.name == name }) { return parameter.type }
    if !isSource, ["valid_from", "valid_until"].contains(name) { return .instant }
    return positionField != nil && ["lat", "lon"].contains(name) ? .number : nil
  }

  /// The problems of options that name columns which the source or table does not have
  ///
  /// - Parameter nearest: the name that is meant by a misspelt one.
  package func problems(
    of options: FileOptions, nearest: (String, [String]) -> String?
  ) -> [FileOptionProblem] {
    var problems: [FileOptionProblem] = []
    for (index, choice) in options.columns.enumerated() {
      guard let kind = problem(of: choice, nearest) else { continue }
      problems.append(FileOptionProblem(kind, at: .key(index)))
    }
    if problems.isEmpty, isSource, options.hasNoHeader,
      !options.columns.contains(where: { $0.name == "time" })
    {
      problems.append(FileOptionProblem(.missingTime(of: name)))
    }
    return problems
  }

  /// The problem of one key, or `nil` if it is a name of the source or table with a unit of its type
  private func problem(
    of choice: ColumnChoice, _ nearest: (String, [String]) -> String?
  ) -> FileOptionProblem.Kind? {
    guard let type = type(of: choice.name) else {
      return .unknownField(choice.name, of: name, nearest: nearest(choice.name, columnNames))
    }
    guard let spelling = choice.unit else { return nil }
    let units = Unit.stated(spelling)
    let dimension = Dimension(type)
    guard !units.isEmpty else {
      var fitting = Unit.all.filter { $0.dimension == dimension }.map { $0.spelling }
        .filter { $0.utf8.allSatisfy { $0 < 0x80 } }
      if case .money(let currency) = type { fitting = [currency.code] }
      return .unknownUnit(spelling, fitting: fitting)
    }
    guard dimension != nil, units.contains(where: { $0.dimension == dimension }) else {
      return .unitMismatch(
        unit: spelling, field: choice.name, expected: dimension?.phrase ?? "a plain value")
    }
    return nil
  }
}

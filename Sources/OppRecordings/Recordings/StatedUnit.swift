internal import OppModel

/// The unit of a row's bare numbers that stands beside them, as services write it
///
/// ```
/// {"value": 70.3, "unit": "°F"}                         21.3 °C
/// {"value": 70.3, "unit": "%"} of a temperature         a problem
/// {"inside": 70.3, "charge": 40, "unit": "°F"}          21.3 °C and 40 %: the unit is of one of several
/// ```
package struct StatedUnit: Sendable {
  /// The unit as it is written, or `nil` if it is missing although the service writes one beside each quantity
  private let spelling: String?

  /// The one column that the unit is of, or `nil` for all of its kind
  private let column: String?

  package init(_ spelling: String?, of column: String?) {
    self.spelling = spelling
    self.column = column
  }

  /// The result for a cell
  enum Result {
    /// The unit says nothing of the cell: it is no bare number of a quantity, or of another column
    case other
    case known(Value)
    case problem(RecordingProblem.Kind)
  }

  /// The value of a cell whose header has no unit
  func value(of cell: Cell, _ parser: CellParser, column name: String, in file: TextFile) -> Result
  {
    guard column == nil || column == name, let dimension = Dimension(parser.type),
      let numeral = CellParser.numeral(file, at: cell.start), numeral.end == cell.end
    else { return .other }
    guard let spelling else {
      return .problem(.missingUnit(column: name, expected: parser.expected))
    }
    guard let unit = Unit.stated(spelling).first(where: { $0.dimension == dimension }) else {
      return column == nil
        ? .other : .problem(.unitMismatch(unit: spelling, column: name, expected: parser.expected))
    }
    return CellParser.value(of: numeral.decimal, in: unit).map { .known(.scalar($0)) }
      ?? .problem(parser.problem(cell, in: file, column: name))
  }
}

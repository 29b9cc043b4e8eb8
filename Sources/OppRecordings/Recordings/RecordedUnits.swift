package import OppModel

/// The units in which the files of a recording write their quantities
///
///     rain[mm/h]          mm/h, of the header          power ⏎ 2.3kW      kW, of the first cell
package struct RecordedUnits: Sendable {
  /// By the name of the source or table, then by the index of the field
  private var units: [String: [Int: OppModel.Unit]] = [:]

  package init() {}

  /// Notes the units of a file
  mutating func note(_ columns: RecordedColumns) {
    for (field, unit) in columns.writtenUnits { units[columns.owner, default: [:]][field] = unit }
  }

  /// The unit of a field, or `nil` if its file names none
  package func unit(ofField field: Int, of owner: String) -> OppModel.Unit? {
    units[owner]?[field]
  }
}

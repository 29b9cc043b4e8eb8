/// A known value
///
/// The type of a value is that of the node or field it belongs to; a value alone does not say its
/// dimension. `scalar` holds, by type:
///
/// | type | unit |
/// | --- | --- |
/// | Number | itself |
/// | Percent | as written: 80 for `80%` |
/// | Duration | seconds |
/// | Length | metres |
/// | Speed | metres per second |
/// | Temperature, TemperatureDifference | degrees Celsius |
/// | Pressure | hectopascals |
/// | Angle | degrees, `0..<360` |
/// | Elevation | degrees, `-90...90` |
/// | Power, Energy and their like | the first unit of ``Measure``: watts, watt hours, grams, litres |
/// | EUR and other currencies | their minor unit, a whole number: 1250 for `12.50EUR` |
/// | TimeOfDay | seconds since local midnight by the wall clock, `0..<86400` (86400 for `24:00`) |
/// | Date | days since 1970-01-01 |
/// | Instant | seconds since 1970-01-01T00:00:00Z |
/// | Weekday | 0 Monday to 6 Sunday |
/// | Month | 1 January to 12 December |
/// | Colour | 0xRRGGBB |
/// | enum | the index of the case in its declaration, which is its place in the order if the enum has one |
///
/// - Invariant: a scalar is finite.
///
/// `20C`, `68F` and a reading of 20 °C are all `.scalar(20)`; `12:00` is `.scalar(43200)`; `2026-06-21` is
/// `.scalar(20625)`.
package enum Value: Hashable, Sendable {
  case truth(Bool)
  case scalar(Double)
  case text(String)
  case position(Position)
  /// Indirect, because it is rare and would double the size of every value
  indirect case place(Place)
  case list([Value])
  case row(RowID)
}

/// A named position, declared or found by geocoding
package struct Place: Hashable, Sendable {
  /// The name that people use; the text of an address, or the coordinates of a pin without a name
  package let name: String
  package let position: Position

  /// The radius within which one is at the place, in metres; nil for the default of `near`
  package let radius: Double?

  package init(name: String, position: Position, radius: Double?) {
    self.name = name
    self.position = position
    self.radius = radius
  }
}

/// A row of a table, by the values of its key
package struct RowID: Hashable, Sendable {
  package let table: TableID

  /// The values of the fields that the table's `by` names, in that order
  package let key: [Value]

  package init(table: TableID, key: [Value]) {
    self.table = table
    self.key = key
  }
}

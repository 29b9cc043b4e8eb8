internal import OppModel

/// A field that a column suggests
struct SketchedField {
  let name: String
  let type: ValueType

  /// The unit of bare numbers as the header names it, or `nil` if it names none
  let unit: OppModel.Unit?

  /// The column by its place from 0; the first of two for a position
  let place: Int

  /// `true` if the option `columns` has to name the column
  let isChosen: Bool
}

extension SketchedField {
  /// The fields of a new source or table
  ///
  /// - Parameter passedOver: the places of columns that are the time, or that hold one text for all rows that are meant.
  static func fields(
    of columns: [ColumnEvidence], passedOver: Set<Int>, options: FileOptions,
    units: [String: String]
  ) -> [SketchedField] {
    var fields: [SketchedField] = []
    var names: Set<String> = ["time", "valid_from", "valid_until"]
    if let latitude = place(of: ["lat", "latitude"], columns),
      let longitude = place(of: ["lon", "lng", "longitude"], columns), latitude != longitude
    {
      fields.append(
        SketchedField(
          name: "position", type: .position, unit: nil, place: latitude, isChosen: false))
      names.formUnion(["position", "lat", "lon"])
      return fields
        + others(columns, passedOver.union([latitude, longitude]), options, units, &names)
    }
    return others(columns, passedOver, options, units, &names)
  }

  /// The place of the one column of numbers or degrees with one of some names
  private static func place(of names: [String], _ columns: [ColumnEvidence]) -> Int? {
    let found = columns.indices.filter { place in
      names.contains { ColumnHeader.areAlike(columns[place].header ?? "", $0) }
        && columns[place].isAll(.number, .degrees)
    }
    return found.count == 1 ? found.first : nil
  }

  /// The fields of all columns but some
  private static func others(
    _ columns: [ColumnEvidence], _ passedOver: Set<Int>, _ options: FileOptions,
    _ units: [String: String], _ names: inout Set<String>
  ) -> [SketchedField] {
    var fields: [SketchedField] = []
    let headers = columns.map { $0.header ?? "" }
    let unitColumn = unitColumn(of: columns)
    for place in columns.indices where !passedOver.contains(place) && place != unitColumn?.place {
      let column = columns[place]
      guard column.valueCount > 0, column.header != "", !column.isNested else { continue }
      let written = SketchedName(header: column.header ?? "", place: place + 1)
      let choice = options.columns.first { $0.selects(column) }
      var name = choice?.name ?? written.name
      var number = 2
      while !names.insert(name).inserted {
        name = "\(choice?.name ?? written.name)_\(number)"
        number += 1
      }
      let spelling =
        units[name] ?? units[column.header ?? ""] ?? choice?.unit ?? written.unit
        ?? column.unitBelow ?? unitColumn?.unit
      let type = type(of: column, spelling)
      let isRepeated = headers.filter { ColumnHeader.areAlike($0, headers[place]) }.count > 1
      let isFound =
        !isRepeated && choice == nil && units[name] == nil
        && isFoundByName(headers[place], name, spelling, column)
      fields.append(
        SketchedField(
          name: name, type: type.type, unit: type.unit, place: place, isChosen: !isFound))
    }
    return fields
  }

  /// The column that says the unit of the numbers beside it, if it is the same in all rows that are meant
  private static func unitColumn(of columns: [ColumnEvidence]) -> (place: Int, unit: String)? {
    for (place, column) in columns.enumerated() where column.texts.count == 1 {
      let isNamed = ["unit", "units", "unit_of_measurement"].contains {
        ColumnHeader.areAlike(column.header ?? "", $0)
      }
      let unit = column.texts[0].text
      if isNamed, column.isConstant, !Unit.stated(unit).isEmpty {
        return (place: place, unit: unit)
      }
    }
    return nil
  }

  /// `true` if the reader takes a column for a field by its name alone
  private static func isFoundByName(
    _ header: String, _ name: String, _ unit: String?, _ column: ColumnEvidence
  ) -> Bool {
    let read = ColumnHeader(header, names: [name], otherWords: [])
    guard read.spelling != nil, read.name == name else { return false }
    return read.unit == unit || read.unit == nil && column.unitBelow == unit
  }

  /// The type that the cells and the unit of a column have
  private static func type(
    of column: ColumnEvidence, _ spelling: String?
  ) -> (type: ValueType, unit: OppModel.Unit?) {
    let isNumeric = column.isMostly(.number) || column.isAll(.number, .quantity, .text)
    if let spelling, isNumeric || column.isMostly(.quantity), !column.isMostly(.text),
      let unit = unit(spelling, of: column)
    {
      return (type: unit.dimension.type, unit: unit)
    }
    if column.isAll(.quantity) || column.isAll(.quantity, .number),
      let first = column.units.first, let unit = unit(first, of: column),
      column.units.allSatisfy({ spelling in
        Unit.stated(spelling).contains { $0.dimension == unit.dimension }
      })
    {
      return (type: unit.dimension.type, unit: nil)
    }
    let type: ValueType =
      if column.isAll(.truth) {
        .bool
      } else if column.isAll(.moment) {
        .instant
      } else if column.isAll(.day) {
        .date
      } else if column.isAll(.clock) {
        .timeOfDay
      } else if column.isMostly(.number) {
        .number
      } else {
        .text
      }
    return (type: type, unit: nil)
  }

  /// The unit of a spelling, of several the one that measurements have; `nil` if the numbers do not fit it
  private static func unit(_ spelling: String, of column: ColumnEvidence) -> OppModel.Unit? {
    let units = Unit.stated(spelling).filter { unit in
      guard let numbers = column.numbers else { return true }
      return switch unit.dimension {
      case .angle: numbers.lowerBound >= 0 && numbers.upperBound <= 360
      case .elevation: numbers.lowerBound >= -90 && numbers.upperBound <= 90
      case .percent, .duration, .length, .speed, .temperature, .temperatureDifference, .pressure,
        .measure, .money:
        true
      }
    }
    // `m` may be minutes, `C` a difference: a column of measurements has the other.
    let usual = units.first { $0.dimension == .length || $0.dimension == .temperature }
    return usual ?? units.first
  }
}

extension ColumnChoice {
  /// `true` if it names a column alone
  func selects(_ column: ColumnEvidence) -> Bool {
    guard columns.count == 1, let first = columns.first else { return false }
    return switch first {
    case .place(let place): place == column.place
    case .header(let header): column.header.map { ColumnHeader.areAlike($0, header) } ?? false
    }
  }
}

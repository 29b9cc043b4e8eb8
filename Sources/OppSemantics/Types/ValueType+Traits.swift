internal import OppModel

extension ValueType {
  /// The types whose names are built in, in the order of the reference
  static let named: [(name: String, type: ValueType)] = [
    ("Bool", .bool), ("Number", .number), ("Percent", .percent), ("Text", .text),
    ("Duration", .duration), ("Length", .length), ("Speed", .speed),
    ("Temperature", .temperature), ("TemperatureDifference", .temperatureDifference),
    ("Pressure", .pressure), ("TimeOfDay", .timeOfDay), ("Date", .date), ("Instant", .instant),
    ("Weekday", .weekday), ("Month", .month), ("Position", .position), ("Place", .place),
    ("Colour", .colour), ("Angle", .angle), ("Elevation", .elevation), ("Power", .measure(.power)),
    ("Energy", .measure(.energy)), ("Voltage", .measure(.voltage)),
    ("Current", .measure(.current)), ("Mass", .measure(.mass)), ("Volume", .measure(.volume)),
    ("Concentration", .measure(.concentration)), ("Density", .measure(.density)),
    ("Illuminance", .measure(.illuminance)),
  ]

  /// The built-in type of a name, a currency by its code among them
  static func builtIn(_ name: String) -> ValueType? {
    named.first { $0.name == name }?.type ?? Currency(code: name).map { .money($0) }
  }

  /// `true` if `<` and its like apply
  ///
  /// Those of cases follow from the declaration of their enum (``CheckerPart/hasOrder(_:)``); weekdays go from Monday, months from January.
  var hasOrder: Bool {
    switch self {
    case .number, .percent, .duration, .length, .speed, .temperature, .temperatureDifference,
      .pressure, .elevation, .measure, .money, .timeOfDay, .date, .instant, .weekday, .month:
      true
    case .bool, .text, .angle, .position, .place, .colour, .enumeration, .row, .list: false
    }
  }

  /// `true` if values are amounts that can be added, halved and doubled
  ///
  ///     30min → true     5km/h → true     20C → false, as twice a temperature means nothing     12:00 → false
  var isAmount: Bool {
    switch self {
    case .number, .percent, .duration, .length, .speed, .temperatureDifference, .pressure, .measure,
      .money:
      true
    case .bool, .text, .temperature, .angle, .elevation, .timeOfDay, .date, .instant, .weekday,
      .month,
      .position,
      .place, .colour, .enumeration, .row, .list:
      false
    }
  }

  /// The type of the difference of two values: that of the operand right of `+` or `-`
  ///
  ///     20C - 15C → TemperatureDifference     12:00 - 11:00 → Duration     mon - sun → nil
  var difference: ValueType? {
    switch self {
    case .number, .percent, .duration, .length, .speed, .temperatureDifference, .pressure, .measure,
      .money:
      self
    case .temperature: .temperatureDifference
    case .timeOfDay, .date, .instant: .duration
    case .bool, .text, .angle, .elevation, .weekday, .month, .position, .place, .colour,
      .enumeration, .row,
      .list:
      nil
    }
  }

  /// The meaning of `a..b` of this type; `nil` if there is no such range
  ///
  /// ```
  /// 22:00..6:00    timeOfDay: over midnight          10C..20C    closed: both ends are in it
  /// fri..mon       cyclic: over the end of a week    instants    halfOpen: the end is not in it
  /// 315deg..45deg  cyclic: over north
  /// ```
  var rangeKind: RangeKind? {
    switch self {
    case .timeOfDay: .timeOfDay
    case .instant: .halfOpen
    case .weekday, .month, .angle: .cyclic
    case .number, .percent, .duration, .length, .speed, .temperature, .temperatureDifference,
      .pressure, .elevation, .measure, .money, .date:
      .closed
    case .bool, .text, .position, .place, .colour, .enumeration, .row, .list: nil
    }
  }

  /// `true` if plain words denote values: weekdays, months, colours, cases of enums
  var hasCases: Bool {
    switch self {
    case .weekday, .month, .colour, .enumeration: true
    case .list(let element): element.hasCases
    case .bool, .number, .percent, .text, .duration, .length, .speed, .temperature,
      .temperatureDifference, .pressure, .angle, .elevation, .measure, .money, .timeOfDay, .date,
      .instant,
      .position, .place, .row:
      false
    }
  }

  /// The type of the elements of a list; nil for other types
  var element: ValueType? {
    if case .list(let element) = self { element } else { nil }
  }
}

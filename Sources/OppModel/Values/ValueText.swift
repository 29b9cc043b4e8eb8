/// Values as people write them: `21°C`, `45 min`, `12 km/h`, `12:05 pm`, `21 June 2026`
///
/// Numbers are rounded half away from zero. The size chooses the form if the type alone does not:
///
/// | type | written |
/// | --- | --- |
/// | Number | to two decimals |
/// | Percent, Pressure, Angle | whole |
/// | Temperature and differences | to one decimal |
/// | Duration | below a minute in seconds, below a day in hours and minutes, else in days and hours |
/// | Length | from 1 km in km to one decimal, from 1 m whole, below in cm or mm to one decimal |
/// | Speed | in km/h, whole; below a metre an hour it is a rate of fall, in mm/h to one decimal |
/// | Power, Energy | from 1000 in kW and kWh to one decimal, below whole |
/// | Mass | from 1000 g in kg to one decimal, from 10 g whole, below to one decimal |
/// | Volume | from 1 l to one decimal, below in ml, whole |
/// | Voltage, Density | to one decimal |
/// | Current | to two decimals |
/// | Concentration, Illuminance | whole |
/// | EUR and other currencies | with the decimals of the currency |
/// | TimeOfDay | to the minute begun, as a clock shows it |
///
/// Decimals that are 0 are left out, but for those of money. ``AmountText`` has the units of `set units us`; a
/// ``ValueFormat`` overrules both.
package struct ValueText: Sendable {
  /// The local day (since 1970-01-01) and the second of the wall clock at an instant
  package typealias LocalTime = @Sendable (Instant) -> (day: Int64, second: Int64)

  /// The names of cases and fields
  private let schema: ValueSchema

  /// `true` if times are written as `12:05 pm`, by `set clock 12h`
  private let usesTwelveHourClock: Bool

  /// The wall clock by which instants are written
  private let localTime: LocalTime

  /// Quantities, in the units of `set units`
  private let amounts: AmountText

  package init(
    schema: ValueSchema, usesTwelveHourClock: Bool, units: UnitSystem = .metric,
    localTime: @escaping LocalTime
  ) {
    self.schema = schema
    self.usesTwelveHourClock = usesTwelveHourClock
    amounts = AmountText(units: units)
    self.localTime = localTime
  }

  /// Instants as the wall clocks of a zone show them
  package init(schema: ValueSchema, usesTwelveHourClock: Bool, zone: Zone) {
    self.init(schema: schema, usesTwelveHourClock: usesTwelveHourClock) { instant in
      let local = zone.local(at: instant)
      return (day: local.date.days, second: local.secondOfDay)
    }
  }

  /// A value of `type`; `?` if it is unknown
  ///
  /// - Parameter format: of a number or a quantity, or of the elements of a list of them; other types have none.
  package func text(of value: Value?, type: ValueType, format: ValueFormat? = nil) -> String {
    guard let value else { return "?" }
    var builder = TextBuilder()
    write(value, type: type, format: format, to: &builder)
    return builder.text
  }

  /// Appends a value of a type
  package func write(
    _ value: Value, type: ValueType, format: ValueFormat? = nil, to builder: inout TextBuilder
  ) {
    switch value {
    case .truth(let truth): builder.append(truth ? "true" : "false")
    case .scalar(let scalar): write(scalar, type: type, format: format, to: &builder)
    case .text(let text): builder.append(text)
    case .position(let position): builder.append(text(of: position))
    case .place(let place): builder.append(place.name)
    case .list(let elements):
      let elementType = if case .list(let element) = type { element } else { type }
      for (index, element) in elements.enumerated() where !builder.isCut {
        if index > 0 { builder.append(", ") }
        write(element, type: elementType, format: format, to: &builder)
      }
    case .row(let row):
      let fields = schema.keyFields(of: row.table)
      for (index, (element, field)) in zip(row.key, fields).enumerated() where !builder.isCut {
        if index > 0 { builder.append(", ") }
        write(element, type: field.type, to: &builder)
      }
    }
  }

  /// Appends a scalar of a type
  package func write(
    _ scalar: Double, type: ValueType, format: ValueFormat? = nil, to builder: inout TextBuilder
  ) {
    // `{used / total:%}`: the one unit that a number is printed in.
    if type == .number, format?.unit != nil {
      return write(
        Percentage.percent(ofRatio: scalar), type: .percent, format: format, to: &builder)
    }
    if let dimension = Dimension(type),
      let unit = format?.unit ?? amounts.usualUnit(of: scalar, dimension)
    {
      var decimals = format?.decimals
      // A price has its cents, also if they are 0.
      if case .money(let currency) = dimension { decimals = decimals ?? currency.decimals }
      return builder.append(amounts.text(of: scalar, in: unit, decimals: decimals))
    }
    switch type {
    case .duration: write(duration: scalar, to: &builder)
    case .timeOfDay: builder.append(time(seconds(scalar)))
    case .date: builder.append(date(seconds(scalar)))
    case .instant:
      let local = localTime(Instant(seconds: seconds(scalar)))
      builder.append(date(local.day) + ", " + time(local.second))
    case .weekday: builder.append(CaseNames.name(CaseNames.wholeWeekdays, at: scalar))
    case .month: builder.append(CaseNames.name(CaseNames.wholeMonths, at: scalar - 1))
    case .colour: builder.append(Colour.text(Int32(truncatingIfNeeded: seconds(scalar))))
    case .enumeration(let id): builder.append(schema.caseName(scalar, of: id) ?? "?")
    case .number, .percent, .length, .speed, .temperature, .temperatureDifference, .pressure,
      .angle, .elevation,
      .measure, .money, .bool, .text, .position, .place, .row, .list:
      builder.append(
        format?.decimals.map { DecimalText.fixed(scalar, places: $0) }
          ?? DecimalText.rounded(scalar, places: 2))
    }
  }

  /// A number without decimals: 20.5 is 21, −0.4 is 0
  func whole(_ value: Double) -> String {
    DecimalText.rounded(value, places: 0)
  }

  /// Appends `30 s`, `45 min`, `1 h 30 min`, `1 day 12 h`; 59.6 s are `1 min`
  private func write(duration value: Double, to builder: inout TextBuilder) {
    let size = value.magnitude
    if Rounding.nearest(size) < 60 {
      let seconds = whole(size)
      if value < 0, seconds != "0" { builder.append("-") }
      builder.append(seconds)
      return builder.append(" s")
    }
    if value < 0 { builder.append("-") }
    let minutes = Rounding.nearest(size / 60)
    guard minutes >= 1440 else {
      return write(minutes, of: 60, large: " h", small: " min", to: &builder)
    }
    let hours = Rounding.nearest(size / 3600)
    let large = hours / 24 == 1 ? " day" : " days"
    write(hours, of: 24, large: large, small: " h", to: &builder)
  }

  /// Appends `1 h 30 min`, without the part that is zero
  private func write(
    _ count: Int64, of size: Int64, large: String, small: String, to builder: inout TextBuilder
  ) {
    let (units, rest) = count.quotientAndRemainder(dividingBy: size)
    if units != 0 {
      builder.append(units)
      builder.append(large)
      if rest == 0 { return }
      builder.append(" ")
    }
    builder.append(rest)
    builder.append(small)
  }

  /// A scalar as a whole number, rounded down
  private func seconds(_ value: Double) -> Int64 {
    Rounding.floor(value)
  }

  /// `12:05`, or `12:05 pm`, with the seconds cut off
  private func time(_ seconds: Int64) -> String {
    guard usesTwelveHourClock else { return ISOWriter.time(seconds, hasSeconds: false) }
    let (hour, minute) = (seconds / 3600 % 24, seconds / 60 % 60)
    let dial = hour % 12 == 0 ? 12 : hour % 12
    return "\(dial):" + ISOWriter.padded(minute, 2) + (hour < 12 ? " am" : " pm")
  }

  /// `21 June 2026`
  private func date(_ days: Int64) -> String {
    let (year, month, day) = CivilDate(days: days).parts
    return "\(day) \(CaseNames.wholeMonths[month - 1]) \(year)"
  }

  /// To five decimals, about a metre
  private func text(of position: Position) -> String {
    DecimalText.rounded(position.latitude, places: 5) + ", "
      + DecimalText.rounded(position.longitude, places: 5)
  }
}

internal import OppModel

/// A value that goes into rules or comes out of them
///
/// A quantity has its unit: the factory says which. A value without one counts in the unit in which the language holds
/// the field's type: degrees Celsius, metres, seconds. A text is read as a recording's cell is, so that `"68F"` is a
/// temperature and `"sunny"` a case of `Sky`.
///
/// ```swift
/// let fields: [String: Value] = [
///   "temp": .celsius(21), "clouds": .percent(60), "sky": "sunny", "raining": false,
///   "position": .position(latitude: 52.37, longitude: 4.89), "wind": "12km/h",
/// ]
/// ```
public struct Value: Hashable, Sendable {
  let content: Content

  enum Content: Hashable, Sendable {
    case truth(Bool)
    /// A number in the unit of its type
    case number(Double)
    /// In the unit in which the language holds the dimension
    case quantity(Double, Dimension)
    case text(String)
    case position(latitude: Double, longitude: Double)
    /// Seconds since midnight
    case time(Int64)
    /// Days since 1970-01-01
    case date(Int64)
    case instant(Int64)
    case list([Value])
  }

  init(_ content: Content) { self.content = content }
}

// MARK: - Factories

extension Value {
  public static func bool(_ value: Bool) -> Value { Value(.truth(value)) }

  /// A number, also for a field that has a unit: it then counts in that of the language
  public static func number(_ value: Double) -> Value { Value(.number(value)) }

  /// A text, the name of a case, or anything else as the cells of a recording are written
  public static func text(_ value: String) -> Value { Value(.text(value)) }

  /// A percentage: 80 for 80 %
  public static func percent(_ value: Double) -> Value { Value(.quantity(value, .percent)) }
  public static func celsius(_ value: Double) -> Value { Value(.quantity(value, .temperature)) }
  public static func meters(_ value: Double) -> Value { Value(.quantity(value, .length)) }
  public static func seconds(_ value: Double) -> Value { Value(.quantity(value, .duration)) }
  public static func metersPerSecond(_ value: Double) -> Value { Value(.quantity(value, .speed)) }
  public static func hectopascals(_ value: Double) -> Value { Value(.quantity(value, .pressure)) }

  /// A direction, clockwise from the north, at least 0 and below 360
  public static func degrees(_ value: Double) -> Value { Value(.quantity(value, .angle)) }

  public static func watts(_ value: Double) -> Value { Value(value, .power) }
  public static func wattHours(_ value: Double) -> Value { Value(value, .energy) }
  public static func volts(_ value: Double) -> Value { Value(value, .voltage) }
  public static func amperes(_ value: Double) -> Value { Value(value, .current) }
  public static func grams(_ value: Double) -> Value { Value(value, .mass) }
  public static func liters(_ value: Double) -> Value { Value(value, .volume) }

  /// A concentration in parts per million
  public static func partsPerMillion(_ value: Double) -> Value { Value(value, .concentration) }

  /// A density of particles in the air
  public static func microgramsPerCubicMeter(_ value: Double) -> Value { Value(value, .density) }
  public static func lux(_ value: Double) -> Value { Value(value, .illuminance) }

  private init(_ value: Double, _ measure: Measure) {
    self.init(.quantity(value, .measure(measure)))
  }

  /// A difference of two temperatures, in degrees Celsius
  public static func celsiusDifference(_ value: Double) -> Value {
    Value(.quantity(value, .temperatureDifference))
  }

  /// An amount of money, rounded to the minor unit of its currency
  ///
  /// - Parameters:
  ///   - amount: in the main unit: 12.5 for 12.50 EUR.
  ///   - currency: the code of ISO 4217 in capitals.
  /// - Returns: `nil` if there is no such currency, or if no number of 53 bits holds the amount to the minor unit.
  public static func money(_ amount: Double, currency: String) -> Value? {
    guard let currency = Currency(code: currency) else { return nil }
    let minor = (amount * Double(currency.minorUnits)).rounded()
    guard minor.magnitude <= Double(1 << 53 as Int64) else { return nil }
    return Value(.quantity(minor, .money(currency)))
  }

  /// A position on the Earth in degrees north and east, of WGS 84
  public static func position(latitude: Double, longitude: Double) -> Value {
    Value(.position(latitude: latitude, longitude: longitude))
  }

  /// A time of day by the wall clock
  public static func time(hour: Int, minute: Int, second: Int = 0) -> Value {
    Value(.time(Int64(hour) * 3600 + Int64(minute) * 60 + Int64(second)))
  }

  /// A date of the Gregorian calendar; `nil` if there is no such date
  public static func date(year: Int, month: Int, day: Int) -> Value? {
    CivilDate(year: Int64(year), month: month, day: day).map { Value(.date($0.days)) }
  }

  public static func instant(_ timestamp: Timestamp) -> Value {
    Value(.instant(timestamp.secondsSince1970))
  }

  public static func list(_ values: [Value]) -> Value { Value(.list(values)) }
}

extension Value: ExpressibleByBooleanLiteral, ExpressibleByStringLiteral,
  ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral
{
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
}

// MARK: - Contents

extension Value {
  /// The truth of a Bool; nil for any other value
  public var bool: Bool? { if case .truth(let value) = content { value } else { nil } }

  /// The number of a number or a quantity, in the unit in which the language holds its dimension; nil for any other value
  ///
  /// That unit is the one of the factories: degrees Celsius, metres, metres per second, seconds and so on. Money is in the
  /// minor unit of its currency.
  public var number: Double? {
    switch content {
    case .number(let value), .quantity(let value, _): value
    case .time(let value), .date(let value), .instant(let value): Double(value)
    case .truth, .text, .position, .list: nil
    }
  }

  /// A text, or the name of a case; nil for any other value
  public var text: String? { if case .text(let value) = content { value } else { nil } }

  /// Degrees north and east; nil for any other value
  public var coordinates: (latitude: Double, longitude: Double)? {
    if case .position(let latitude, let longitude) = content { (latitude, longitude) } else { nil }
  }

  /// The second of an instant; nil for any other value
  public var timestamp: Timestamp? {
    if case .instant(let seconds) = content { Timestamp(secondsSince1970: seconds) } else { nil }
  }

  /// The elements of a list; nil for any other value
  public var elements: [Value]? { if case .list(let values) = content { values } else { nil } }
}

extension Value: CustomStringConvertible {
  /// The value as the language writes it: `21°C`, `@52.37,4.89`, `12:05`; a text is without quotes
  public var description: String {
    let notation = ValueNotation(schema: ValueSchema())
    switch content {
    case .truth(let value): return value ? "true" : "false"
    case .number(let value): return ValueNotation.jsonNumber(value)
    case .quantity(let value, let dimension):
      return notation.literal(.scalar(value), type: dimension.type)
    case .text(let value): return value
    case .position(let latitude, let longitude):
      return "@\(ValueNotation.jsonNumber(latitude)),\(ValueNotation.jsonNumber(longitude))"
    case .time(let seconds): return notation.literal(.scalar(Double(seconds)), type: .timeOfDay)
    case .date(let days): return notation.literal(.scalar(Double(days)), type: .date)
    case .instant(let seconds): return Instant(seconds: seconds).rfc3339
    case .list(let values): return "[\(values.map { $0.description }.joined(separator: ", "))]"
    }
  }
}

extension Value {
  /// The value as `opp` prints it for programs: a quantity as its number, a position as an object of `lat` and `lon`, an
  /// instant as RFC 3339 in UTC
  public var json: String {
    let notation = ValueNotation(schema: ValueSchema())
    switch content {
    case .truth(let value): return value ? "true" : "false"
    case .number(let value): return ValueNotation.jsonNumber(value)
    case .quantity(let value, let dimension):
      return notation.json(.scalar(value), type: dimension.type)
    case .text(let value): return ValueNotation.jsonString(value)
    case .position(let latitude, let longitude):
      return
        #"{"lat":\#(ValueNotation.jsonNumber(latitude)),"lon":\#(ValueNotation.jsonNumber(longitude))}"#
    case .time(let seconds): return notation.json(.scalar(Double(seconds)), type: .timeOfDay)
    case .date(let days): return notation.json(.scalar(Double(days)), type: .date)
    case .instant(let seconds): return notation.json(.scalar(Double(seconds)), type: .instant)
    case .list(let values): return "[\(values.map { $0.json }.joined(separator: ","))]"
    }
  }
}

// MARK: - Values of the language

extension Value {
  /// A value of a type in the form that the library hands out
  ///
  /// A case, a weekday, a month and a colour are texts, as the language writes them; a place is its position; a row is
  /// the list of the values of its key.
  init(_ value: OppModel.Value, type: ValueType, _ schema: ValueSchema) {
    switch value {
    case .truth(let truth): self = .bool(truth)
    case .scalar(let scalar): self.init(scalar, type: type, schema)
    case .text(let text): self = .text(text)
    case .position(let position):
      self = .position(latitude: position.latitude, longitude: position.longitude)
    case .place(let place):
      self = .position(latitude: place.position.latitude, longitude: place.position.longitude)
    case .list(let elements):
      let elementType = if case .list(let element) = type { element } else { type }
      self = .list(elements.map { Value($0, type: elementType, schema) })
    case .row(let row):
      self = .list(zip(row.key, schema.keyTypes(of: row.table)).map { Value($0, type: $1, schema) })
    }
  }

  private init(_ scalar: Double, type: ValueType, _ schema: ValueSchema) {
    if let dimension = Dimension(type) {
      self.init(.quantity(scalar, dimension))
      return
    }
    switch type {
    case .timeOfDay: self.init(.time(Int64(scalar)))
    case .date: self.init(.date(Int64(scalar)))
    case .instant: self.init(.instant(Int64(scalar)))
    case .weekday, .month, .colour, .enumeration:
      self = .text(ValueNotation(schema: schema).literal(.scalar(scalar), type: type))
    case .bool, .number, .text, .percent, .duration, .length, .speed, .temperature,
      .temperatureDifference, .pressure, .angle, .elevation, .measure, .money, .position, .place,
      .row, .list:
      self = .number(scalar)
    }
  }
}

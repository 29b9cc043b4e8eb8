/// The dimension of a quantity: the types whose literals carry a unit
package enum Dimension: Hashable, Sendable {
  case percent
  case duration
  case length
  case speed
  case temperature
  case temperatureDifference
  case pressure
  case angle
  case elevation
  case measure(Measure)
  case money(Currency)

  /// The dimension of a type; nil if its values carry no unit
  package init?(_ type: ValueType) {
    switch type {
    case .percent: self = .percent
    case .duration: self = .duration
    case .length: self = .length
    case .speed: self = .speed
    case .temperature: self = .temperature
    case .temperatureDifference: self = .temperatureDifference
    case .pressure: self = .pressure
    case .angle: self = .angle
    case .elevation: self = .elevation
    case .measure(let measure): self = .measure(measure)
    case .money(let currency): self = .money(currency)
    case .bool, .number, .text, .timeOfDay, .date, .instant, .weekday, .month, .position, .place,
      .colour, .enumeration, .row, .list:
      return nil
    }
  }

  /// The type of a value of this dimension
  package var type: ValueType {
    switch self {
    case .percent: .percent
    case .duration: .duration
    case .length: .length
    case .speed: .speed
    case .temperature: .temperature
    case .temperatureDifference: .temperatureDifference
    case .pressure: .pressure
    case .angle: .angle
    case .elevation: .elevation
    case .measure(let measure): .measure(measure)
    case .money(let currency): .money(currency)
    }
  }

  /// The dimension with its article, as a sentence has it: `a length`
  package var phrase: String {
    switch self {
    case .percent: "a percentage"
    case .duration: "a duration"
    case .length: "a length"
    case .speed: "a speed"
    case .temperature: "a temperature"
    case .temperatureDifference: "a temperature difference"
    case .pressure: "a pressure"
    case .angle: "an angle"
    case .elevation: "an elevation"
    case .measure(let measure): measure.phrase
    case .money(let currency): "an amount of \(currency.code)"
    }
  }

  /// The unit in which values are held (see ``Value``), and that of a bare number in data
  ///
  /// Money is held in the minor unit of its currency, and written in the main one.
  package var baseUnit: Unit {
    switch self {
    case .percent: .percent
    case .duration: .second
    case .length: .metre
    case .speed: .metrePerSecond
    case .temperature: .celsius
    case .temperatureDifference: .celsiusDifference
    case .pressure: .hectopascal
    case .angle: .degree
    case .elevation: .degreeOfElevation
    case .measure(let measure): measure.baseUnit
    case .money(let currency): .money(currency)
    }
  }
}

/// The dimension of a quantity: the types whose literals carry a unit
package enum Dimension: Hashable, Sendable, CaseIterable {
  case percent
  case duration
  case length
  case speed
  case temperature
  case temperatureDifference
  case pressure

  /// The dimension of a type; nil where its values carry no unit
  package init?(_ type: ValueType) {
    switch type {
    case .percent: self = .percent
    case .duration: self = .duration
    case .length: self = .length
    case .speed: self = .speed
    case .temperature: self = .temperature
    case .temperatureDifference: self = .temperatureDifference
    case .pressure: self = .pressure
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
    }
  }

  /// As a sentence names it, with its article: `a length`
  package var phrase: String {
    switch self {
    case .percent: "a percentage"
    case .duration: "a duration"
    case .length: "a length"
    case .speed: "a speed"
    case .temperature: "a temperature"
    case .temperatureDifference: "a temperature difference"
    case .pressure: "a pressure"
    }
  }

  /// The unit in which values are held (see ``Value``)
  package var baseUnit: Unit {
    switch self {
    case .percent: .percent
    case .duration: .second
    case .length: .metre
    case .speed: .metrePerSecond
    case .temperature: .celsius
    case .temperatureDifference: .celsiusDifference
    case .pressure: .hectopascal
    }
  }
}

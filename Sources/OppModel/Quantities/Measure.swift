/// A measure whose values are amounts of one base unit, and of which nothing is special but its name
///
/// They can be added, halved and compared; the checker has the types of products. A new one is a line in
/// each table here, its units in ``Unit``, and the way in which people write it in ``ValueText``.
package enum Measure: Hashable, Sendable, CaseIterable {
  case power
  case energy
  case voltage
  case current
  case mass
  case volume
  case concentration
  case density
  case illuminance

  /// The name of the type: `Power`
  package var name: String {
    switch self {
    case .power: "Power"
    case .energy: "Energy"
    case .voltage: "Voltage"
    case .current: "Current"
    case .mass: "Mass"
    case .volume: "Volume"
    case .concentration: "Concentration"
    case .density: "Density"
    case .illuminance: "Illuminance"
    }
  }

  /// The measure with its article, as a sentence has it: `a power`
  package var phrase: String {
    switch self {
    case .power: "a power"
    case .energy: "an energy"
    case .voltage: "a voltage"
    case .current: "a current"
    case .mass: "a mass"
    case .volume: "a volume"
    case .concentration: "a concentration"
    case .density: "a density"
    case .illuminance: "an illuminance"
    }
  }

  /// Several values in a sentence, without an article: `powers`
  package var plural: String {
    switch self {
    case .power: "powers"
    case .energy: "energies"
    case .voltage: "voltages"
    case .current: "currents"
    case .mass: "masses"
    case .volume: "volumes"
    case .concentration: "concentrations"
    case .density: "densities"
    case .illuminance: "illuminances"
    }
  }

  /// The unit in which values are held, and that of a bare number in data
  package var baseUnit: Unit {
    switch self {
    case .power: .watt
    case .energy: .wattHour
    case .voltage: .volt
    case .current: .ampere
    case .mass: .gram
    case .volume: .litre
    case .concentration: .partsPerMillion
    case .density: .microgramPerCubicMetre
    case .illuminance: .lux
    }
  }

  /// A value as it is written, for messages that show one
  package var example: String {
    switch self {
    case .power: "850W"
    case .energy: "3.2kWh"
    case .voltage: "230V"
    case .current: "16A"
    case .mass: "500g"
    case .volume: "2l"
    case .concentration: "800ppm"
    case .density: "25ug/m3"
    case .illuminance: "300lx"
    }
  }

  /// The spellings of its units that people use most, for advice on a bare number
  package var usualUnits: [String] {
    switch self {
    case .power: ["W", "kW"]
    case .energy: ["Wh", "kWh"]
    case .voltage: ["V"]
    case .current: ["A"]
    case .mass: ["g", "kg"]
    case .volume: ["l", "ml"]
    case .concentration: ["ppm"]
    case .density: ["ug/m3"]
    case .illuminance: ["lx"]
    }
  }
}

extension ValueType {
  /// The seconds over which one unit of an operand adds up to one unit of its total: an hour for an Energy, which is in watt hours
  package var secondsOfTotal: Int64 { self == .measure(.energy) ? 3600 : 1 }
}

public import Foundation
public import OppKit

// Some factors of Foundation are rounded: a mile is 1609.34 m, and 1 km/h is 0.277778 m/s, so that 12 km/h would be more than
// `12km/h`. Units that the language has are therefore converted here, by the fractions that define them.

extension Value {
  public init(_ measurement: Measurement<UnitTemperature>) {
    let amount = measurement.value
    self =
      switch measurement.unit {
      case .celsius: .celsius(amount)
      case .fahrenheit: .celsius((amount - 32) * 5 / 9)
      case .kelvin: .celsius(amount - 273.15)
      default: .celsius(measurement.converted(to: .celsius).value)
      }
  }

  public init(_ measurement: Measurement<UnitLength>) {
    let amount = measurement.value
    self =
      switch measurement.unit {
      case .centimeters: .meters(amount / 100)
      case .millimeters: .meters(amount / 1000)
      case .miles: .meters(amount * 201_168 / 125)
      case .feet: .meters(amount * 381 / 1250)
      case .inches: .meters(amount * 127 / 5000)
      default: .meters(measurement.converted(to: .meters).value)
      }
  }

  public init(_ measurement: Measurement<UnitSpeed>) {
    let amount = measurement.value
    self =
      switch measurement.unit {
      case .kilometersPerHour: .metersPerSecond(amount * 5 / 18)
      case .milesPerHour: .metersPerSecond(amount * 1397 / 3125)
      case .knots: .metersPerSecond(amount * 463 / 900)
      default: .metersPerSecond(measurement.converted(to: .metersPerSecond).value)
      }
  }

  public init(_ measurement: Measurement<UnitPressure>) {
    let amount = measurement.value
    self =
      switch measurement.unit {
      case .hectopascals, .millibars: .hectopascals(amount)
      default: .hectopascals(measurement.converted(to: .newtonsPerMetersSquared).value / 100)
      }
  }

  /// A direction; a whole turn more or less is the same one
  public init(_ measurement: Measurement<UnitAngle>) {
    let amount = measurement.value
    let degrees =
      switch measurement.unit {
      case .degrees: amount
      case .radians: amount * 180 / Double.pi
      case .arcMinutes: amount / 60
      case .arcSeconds: amount / 3600
      case .revolutions: amount * 360
      default: measurement.converted(to: .degrees).value
      }
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    // The sum of a tiny negative angle and 360 is 360, which is no direction.
    let direction = rest < 0 ? rest + 360 : rest
    self = .degrees(direction < 360 ? direction : 0)
  }

  public init(_ measurement: Measurement<UnitDuration>) {
    let amount = measurement.value
    self =
      switch measurement.unit {
      case .milliseconds: .seconds(amount / 1000)
      default: .seconds(measurement.converted(to: .seconds).value)
      }
  }

  public init(_ measurement: Measurement<UnitMass>) {
    let amount = measurement.value
    self =
      switch measurement.unit {
      case .grams: .grams(amount)
      case .kilograms: .grams(amount * 1000)
      case .milligrams: .grams(amount / 1000)
      case .pounds: .grams(amount * 45_359_237 / 100_000)
      case .ounces: .grams(amount * 45_359_237 / 1_600_000)
      default: .grams(measurement.converted(to: .grams).value)
      }
  }

  public init(_ measurement: Measurement<UnitVolume>) {
    let amount = measurement.value
    self =
      switch measurement.unit {
      case .milliliters: .liters(amount / 1000)
      default: .liters(measurement.converted(to: .liters).value)
      }
  }

  public init(_ measurement: Measurement<UnitPower>) {
    self = .watts(measurement.converted(to: .watts).value)
  }

  public init(_ measurement: Measurement<UnitEnergy>) {
    let amount = measurement.value
    self =
      switch measurement.unit {
      case .kilowattHours: .wattHours(amount * 1000)
      default: .wattHours(measurement.converted(to: .joules).value / 3600)
      }
  }

  public init(_ measurement: Measurement<UnitElectricPotentialDifference>) {
    self = .volts(measurement.converted(to: .volts).value)
  }

  public init(_ measurement: Measurement<UnitElectricCurrent>) {
    self = .amperes(measurement.converted(to: .amperes).value)
  }

  public init(_ measurement: Measurement<UnitIlluminance>) {
    self = .lux(measurement.converted(to: .lux).value)
  }
}

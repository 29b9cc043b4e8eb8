import Foundation
import OppKit
import OppKitFoundation
import OppTestLimits
import Testing

/// Measurements of Foundation
@Suite(.limited) struct MeasurementTests {
  /// A measurement, its value, and how the language writes the same
  static let measured: [(value: Value, type: String, literal: String)] = [
    (Value(Measurement(value: 21.5, unit: UnitTemperature.celsius)), "Temperature", "21.5C"),
    (Value(Measurement(value: 68, unit: UnitTemperature.fahrenheit)), "Temperature", "68F"),
    (Value(Measurement(value: -40, unit: UnitTemperature.fahrenheit)), "Temperature", "-40F"),
    (Value(Measurement(value: 400, unit: UnitLength.meters)), "Length", "400m"),
    (Value(Measurement(value: 1.5, unit: UnitLength.kilometers)), "Length", "1.5km"),
    (Value(Measurement(value: 12, unit: UnitLength.miles)), "Length", "12mi"),
    (Value(Measurement(value: 7, unit: UnitLength.feet)), "Length", "7ft"),
    (Value(Measurement(value: 5, unit: UnitLength.inches)), "Length", "5in"),
    (Value(Measurement(value: 3, unit: UnitLength.centimeters)), "Length", "3cm"),
    (Value(Measurement(value: 7, unit: UnitLength.millimeters)), "Length", "7mm"),
    (Value(Measurement(value: 12, unit: UnitSpeed.kilometersPerHour)), "Speed", "12km/h"),
    (Value(Measurement(value: 30, unit: UnitSpeed.milesPerHour)), "Speed", "30mph"),
    (Value(Measurement(value: 5, unit: UnitSpeed.metersPerSecond)), "Speed", "5m/s"),
    (Value(Measurement(value: 1013, unit: UnitPressure.hectopascals)), "Pressure", "1013hPa"),
    (Value(Measurement(value: 1, unit: UnitPressure.bars)), "Pressure", "1000hPa"),
    (Value(Measurement(value: 315, unit: UnitAngle.degrees)), "Angle", "315deg"),
    (Value(Measurement(value: -45, unit: UnitAngle.degrees)), "Angle", "315deg"),
    (Value(Measurement(value: 1.25, unit: UnitAngle.revolutions)), "Angle", "90deg"),
    (Value(Measurement(value: 90, unit: UnitDuration.minutes)), "Duration", "90min"),
    (Value(Measurement(value: 2, unit: UnitDuration.hours)), "Duration", "2h"),
    (Value(Measurement(value: 1.5, unit: UnitMass.kilograms)), "Mass", "1.5kg"),
    (Value(Measurement(value: 3, unit: UnitMass.pounds)), "Mass", "3lb"),
    (Value(Measurement(value: 7, unit: UnitMass.ounces)), "Mass", "7oz"),
    (Value(Measurement(value: 330, unit: UnitVolume.milliliters)), "Volume", "330ml"),
    (Value(Measurement(value: 1.5, unit: UnitVolume.liters)), "Volume", "1.5l"),
    (Value(Measurement(value: 1.2, unit: UnitPower.kilowatts)), "Power", "1.2kW"),
    (Value(Measurement(value: 3.2, unit: UnitEnergy.kilowattHours)), "Energy", "3.2kWh"),
    (Value(Measurement(value: 3600, unit: UnitEnergy.joules)), "Energy", "1Wh"),
    (
      Value(Measurement(value: 231, unit: UnitElectricPotentialDifference.volts)), "Voltage", "231V"
    ),
    (Value(Measurement(value: 2.5, unit: UnitElectricCurrent.amperes)), "Current", "2.5A"),
    (Value(Measurement(value: 300, unit: UnitIlluminance.lux)), "Illuminance", "300lx"),
  ]

  @Test(arguments: measured.indices)
  func `a measurement equals the literal of its unit`(index: Int) throws {
    let (value, type, literal) = Self.measured[index]
    let rules = RuleSet(
      """
      source box { it: \(type) }
      opp "Same" when box.it == \(literal)
      """)
    #expect(rules.diagnostics.isEmpty, "\(rules.diagnostics.map(\.message))")
    let at = Timestamp(secondsSince1970: 1_780_000_000)
    let replay = try rules.replay(
      [(at, .reading(Reading("box", ["it": value])))], zone: .utc, in: at..<at + 10)
    #expect(replay.rejections.isEmpty)
    #expect(replay.firings.count == 1, "\(value) is not \(literal)")
  }

  @Test func `units that the language has not are converted`() {
    #expect(abs((Value(Measurement(value: 1, unit: UnitSpeed.knots)).number ?? 0) - 0.51444) < 1e-5)
    #expect(Value(Measurement(value: 0, unit: UnitTemperature.kelvin)) == .celsius(-273.15))
    #expect(Value(Measurement(value: 2, unit: UnitLength.yards)) == .meters(1.8288))
    #expect(Value(Measurement(value: -1e-20, unit: UnitAngle.degrees)) == .degrees(0))
  }
}

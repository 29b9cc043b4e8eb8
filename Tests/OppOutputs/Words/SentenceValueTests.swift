import OppModel
import OppTestLimits
import Testing

@testable import OppOutputs

/// Quantities in the sentences of `opp why`
@Suite(.limited) struct SentenceValueTests {
  private func text(_ value: Double, _ type: ValueType, _ limits: Double...) -> String? {
    SentenceValue().text(of: value, type: type, unit: nil, limits: limits)
  }

  @Test(arguments: [
    (8.079639992573426, "8.1 m"), (301.4, "301 m"), (0.003, "3 mm"), (0.0304, "30.4 mm"),
    (1400.0, "1.4 km"), (999.7, "1 km"), (0.0, "0 m"), (-12.34, "-12 m"),
  ])
  func `a length is rounded by its size`(metres: Double, words: String) {
    #expect(text(metres, .length) == words)
  }

  @Test(arguments: [
    (150.4, 150.0, "150.4 m"), (149.96, 150.0, "149.96 m"), (150.0, 150.0, "150 m"),
    (8.04, 8.0, "8.04 m"), (1_440.0, 1_400.0, "1.44 km"), (1_440.0, 1_450.0, "1.4 km"),
  ])
  func `a rounded length stays on its side of a limit`(
    metres: Double, limit: Double, words: String
  ) {
    #expect(text(metres, .length, limit) == words)
  }

  @Test func `other quantities have three significant digits, temperatures one decimal`() {
    #expect(text(1013.25, .pressure) == "1013 hPa")
    #expect(text(3.14159, .number) == "3.14")
    #expect(text(12, .number) == "12")
    #expect(text(0.012345, .number) == "0.0123")
    #expect(text(21.04, .temperature) == "21°C")
    #expect(text(20.04, .temperature, 20) == "20.04°C")
    #expect(text(55.55, .percent) == "55.6%")
    #expect(text(2.5 / 3_600_000, .speed) == "2.5 mm/h")
    #expect(text(8.333333, .speed) == "8.33 m/s")
    #expect(text(315, .angle) == "315°")
  }

  @Test func `a duration is in words, from an hour on without seconds`() {
    #expect(text(3000, .duration) == "50 min")
    #expect(text(2999, .duration) == "49 min 59 s")
    #expect(text(5430, .duration) == "1 h 31 min")
    #expect(text(7199, .duration, 7200) == "1 h 59 min 59 s")
    #expect(text(2 * 86_400, .duration) == "2 days")
    #expect(text(86_400 + 3600, .duration) == "1 day 1 h")
    #expect(text(0, .duration) == "0 s")
    #expect(text(-600, .duration) == "-10 min")
  }

  @Test func `a time and an instant are not rounded`() {
    #expect(text(43_200, .timeOfDay) == nil)
    #expect(text(1250, .instant) == nil)
  }
}

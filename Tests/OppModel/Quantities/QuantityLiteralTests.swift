import OppTestLimits
import Testing

@testable import OppModel

@Suite(.limited) struct QuantityLiteralTests {
  /// Reads a literal and compares what it means, as `type value` pieces
  private func check(
    _ text: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found: String
    do {
      found = try QuantityLiteral.parse(text).readings
        .map { "\($0.type) \(DecimalText.shortest($0.value))" }.joined(separator: ", ")
    } catch {
      found = "\(error)"
    }
    #expect(found == expected, sourceLocation: sourceLocation)
  }

  @Test func `a literal is converted exactly and rounded once`() throws {
    for row in conversionTable {
      let value = try #require(try QuantityLiteral.parse(row.literal).value(as: row.type))
      let expected = Double(bitPattern: row.bits)
      #expect(value == expected, "\(row.literal)")
    }
  }

  @Test func `equal quantities in different units are one value`() throws {
    let pairs = [
      ("68F", "20C"), ("-40F", "-40°C"), ("1mi", "1609.344m"), ("1in/h", "25.4mm/h"),
      ("36km/h", "10m/s"), ("1kn", "1.852km/h"), ("1h30m", "90min"), ("1w", "7d"), ("12in", "1ft"),
    ]
    for (left, right) in pairs {
      let one = try QuantityLiteral.parse(left).readings
      let other = try QuantityLiteral.parse(right).readings
      #expect(
        one.contains { reading in
          other.contains { $0.type == reading.type && $0.value == reading.value }
        }, "\(left) \(right)")
    }
  }

  @Test func `the unit decides the type, and some leave two`() {
    check("1.", "notANumber")
    check("-3.5", "number -3.5")
    check("1_000", "number 1000")
    check("30m", "duration 1800, length 30")
    check("20C", "temperature 20, temperatureDifference 20")
    check("9°F", "temperature -12.777777777777779, temperatureDifference 5")
    check("80%", "percent 80")
    check("1013hPa", "pressure 1013")
    check("300K", "temperature 26.85, temperatureDifference 300")
    check("25ug/m3", "measure(OppModel.Measure.density) 25")
    check("359.5deg", "angle 359.5")
    check("-0F", "temperature -17.77777777777778, temperatureDifference 0")
  }

  @Test func `compound durations`() {
    check("1h30m", "duration 5400")
    check("1h30min", "duration 5400")
    check("-1h30m", "duration -5400")
    check("1w2d3h4m5s", "duration 788645")
    check("1h0.1s", "duration 3600.1")
    check("30m1h", #"compoundOrder(first: "m", second: "h")"#)
    check("1h1h", #"compoundOrder(first: "h", second: "h")"#)
    check("1.5h30m", #"compoundFraction(unit: "h")"#)
    check("1km30m", #"compoundOfOther(unit: "km")"#)
    check("1h30", "notANumber")
    check("1h-30m", "notANumber")
  }

  @Test func `amounts are kept in the minor unit of their currency`() throws {
    let table = [
      ("12.50EUR", "EUR", 1250.0), ("12EUR", "EUR", 1200), ("-0.05USD", "USD", -5),
      ("1_250JPY", "JPY", 1250), ("1.25KWD", "KWD", 1250), ("0.0001CLF", "CLF", 1),
      ("90071992547409.91EUR", "EUR", 9_007_199_254_740_991),
    ]
    for (text, code, expected) in table {
      let currency = try #require(Currency(code: code))
      let literal = try QuantityLiteral.parse(text)
      #expect(literal.readings.count == 1)
      #expect(literal.value(as: .money(currency)) == expected, "\(text)")
    }
    for text in ["12.505EUR", "12.500EUR", "1250.0JPY", "1.2345KWD"] {
      #expect(throws: QuantityProblem.self, "\(text)") { try QuantityLiteral.parse(text) }
    }
    check("5eur", #"unknownUnit("eur")"#)
    check("5XAU", #"unknownUnit("XAU")"#)
  }

  @Test func `an angle is within one turn`() {
    check("360deg", "angleOutOfTurn(same: 0.0)")
    check("-100deg", "angleOutOfTurn(same: 260.0)")
    check("370.5deg", "angleOutOfTurn(same: 10.5)")
  }

  @Test func `what is not a quantity says why`() {
    check("", "notANumber")
    check("-", "notANumber")
    check("1.", "notANumber")
    check("1.5.2", "notANumber")
    check("5parsecs", #"unknownUnit("parsecs")"#)
    check("30mins", #"unknownUnit("mins")"#)
    check("1e5", #"unknownUnit("e")"#)
    check("1__0", "notANumber")
    check(String(repeating: "9", count: 400) + "km", "outOfRange")
    check(String(repeating: "9", count: 1001), "tooManyDigits")
    check("0." + String(repeating: "0", count: 5000) + "1m", "duration 0, length 0")
  }

  @Test func `numerals agree with the standard library`() throws {
    var state: UInt64 = 7
    for _ in 0..<5000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let bits = (state ^ (state >> 31)) % 0x7FF0_0000_0000_0000
      let value = Double(bitPattern: bits)
      let text = value.description
      #expect(try ExactDecimal.parse(text, allowsExponent: true).value == value, "\(text)")
    }
  }
}

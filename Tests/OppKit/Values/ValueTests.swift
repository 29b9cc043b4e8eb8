import OppKit
import OppTestLimits
import Testing

/// Values on their way into rules
@Suite(.limited) struct ValueTests {
  /// The value of an expression over a reading of a declared source
  private static func text(_ type: String, _ value: Value) throws -> String? {
    let rules = RuleSet(
      """
      source box { it: \(type) }
      opp "Is" when known(box.it) notify "{box.it}"
      """)
    #expect(rules.diagnostics.isEmpty)
    let at = Timestamp(secondsSince1970: 1_780_000_000)
    let replay = try rules.replay(
      [(at + 1, .reading(Reading("box", ["it": value])))], zone: .utc, in: at..<at + 10)
    return replay.firings.first?.text ?? replay.rejections.first?.reason
  }

  /// Types, values and their texts
  private static let written: [(String, Value, String)] = [
    ("Temperature", Value.celsius(21), "21°C"), ("Temperature", 21, "21°C"),
    ("Temperature", "68F", "20°C"), ("Length", .meters(400), "400 m"),
    ("Length", "1.5km", "1.5 km"), ("Duration", .seconds(5400), "1 h 30 min"),
    ("Percent", .percent(60), "60%"), ("Number", 0.5, "0.5"), ("Text", "a \"b\"", "a \"b\""),
    ("Bool", true, "true"), ("Bool", "false", "false"), ("Sky", "sunny", "clear"),
    ("EUR", 12.5, "12.50 EUR"), ("EUR", "12.5EUR", "12.50 EUR"), ("Power", "1.2kW", "1.2 kW"),
    ("Power", .watts(850), "850 W"), ("Energy", .wattHours(3200), "3.2 kWh"),
    ("Voltage", .volts(231), "231 V"), ("Current", .amperes(2.5), "2.5 A"),
    ("Mass", .grams(1500), "1.5 kg"), ("Volume", .liters(0.5), "500 ml"),
    ("Concentration", .partsPerMillion(800), "800 ppm"),
    ("Density", .microgramsPerCubicMeter(12), "12 µg/m³"), ("Illuminance", .lux(300), "300 lx"),
    ("TemperatureDifference", .celsiusDifference(2.5), "2.5°C"), ("Angle", .degrees(270), "270°"),
    ("Speed", .metersPerSecond(5), "18 km/h"), ("Pressure", .hectopascals(1013), "1013 hPa"),
    ("EUR", .money(12.504, currency: "EUR") ?? false, "12.50 EUR"),
    ("JPY", .money(1250, currency: "JPY") ?? false, "1250 JPY"),
    ("TimeOfDay", .time(hour: 7, minute: 5), "07:05"), ("Weekday", "mon", "Monday"),
    ("Instant", .instant(Timestamp(secondsSince1970: 1_780_000_000)), "28 May 2026, 20:26"),
    ("[Text]", .list(["a", "b"]), "a, b"), ("Colour", "#ff0000", "#FF0000"),
    ("Position", .position(latitude: 52.37, longitude: 4.89), "52.37, 4.89"),
  ]

  @Test(arguments: written)
  func `a value of a type is what the language has`(
    type: String, value: Value, text: String
  ) throws {
    let found = try Self.text(type, value)
    #expect(found == text)
  }

  @Test(arguments: [
    ("Temperature", Value.meters(21)), ("Temperature", true), ("Temperature", "warm"),
    ("Number", .number(.nan)), ("Number", .number(.infinity)), ("Sky", "blue-ish"),
    ("TimeOfDay", .time(hour: 25, minute: 0)), ("EUR", .number(0.001)),
    ("Position", .position(latitude: 91, longitude: 0)), ("[Number]", .list(["a"])), ("Bool", 1),
  ])
  func `a value of another type is rejected with what is expected`(
    type: String, value: Value
  ) throws {
    let reason = try #require(try Self.text(type, value))
    #expect(reason.hasPrefix("`it` is `"))
    #expect(reason.contains("`, which is not "))
  }

  @Test func `literals and accessors agree`() {
    #expect(Value.celsius(20.5).description == "20.5°C")
    #expect(Value.celsius(20.5).number == 20.5 && Value.celsius(20.5).text == nil)
    #expect(Value.position(latitude: 1, longitude: -2.5).json == #"{"lat":1,"lon":-2.5}"#)
    #expect(Value.list([1, "a", true]).json == #"[1,"a",true]"#)
    #expect(Value.date(year: 2026, month: 2, day: 29) == nil)
    #expect(Value.date(year: 2026, month: 2, day: 28)?.description == "2026-02-28")
    #expect(Value.time(hour: 12, minute: 5).json == #""12:05:00""#)
  }

  @Test func `money has a currency that there is, and an amount that is exact`() {
    #expect(Value.money(12.5, currency: "EUR")?.number == 1250)
    #expect(Value.money(-0.29, currency: "EUR")?.number == -29)
    #expect(Value.money(1.25, currency: "KWD")?.number == 1250)
    #expect(Value.money(1, currency: "ABC") == nil)
    #expect(Value.money(1e15, currency: "EUR") == nil)
    #expect(Value.money(.nan, currency: "EUR") == nil)
  }

  @Test func `timestamps are texts of RFC 3339`() {
    #expect(Timestamp("2026-06-21T12:00:00-07:00")?.description == "2026-06-21T19:00:00Z")
    #expect(Timestamp("noon") == nil)
    #expect(Timestamp(secondsSince1970: .max).advanced(by: 5).secondsSince1970 == .max)
  }

  @Test func `a zone is read from a file of the zone database, and nothing else`() throws {
    #expect(throws: UnreadableBytes.self) { try ZoneRules(tzif: Array("TZif".utf8)) }
    do throws(UnreadableBytes) {
      _ = try ZoneRules(tzif: [1, 2, 3])
    } catch {
      #expect(error.reason == "it is not a time zone file")
    }
  }
}

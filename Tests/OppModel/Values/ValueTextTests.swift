import OppTestLimits
import Testing

@testable import OppModel

@Suite(.limited) struct ValueTextTests {
  private static let schema = ValueSchema(
    enumerations: [Enumeration(name: "Sky", cases: [["clear", "sunny"], ["clouds", "cloudy"]])],
    tables: [
      Table(
        name: "trips",
        fields: [Field(name: "id", type: .text), Field(name: "begins", type: .timeOfDay)],
        key: [1, 0])
    ])

  private func check(
    _ value: Value?, _ type: ValueType, _ expected: String, twelve: Bool = false,
    units: UnitSystem = .metric, format: ValueFormat? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = ValueText(schema: Self.schema, usesTwelveHourClock: twelve, units: units) {
      (day: $0.seconds / 86_400, second: $0.seconds % 86_400)
    }
    #expect(
      text.text(of: value, type: type, format: format) == expected, sourceLocation: sourceLocation)
  }

  private func checkNotation(
    _ value: Value, _ type: ValueType, json: String, literal: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let notation = ValueNotation(schema: Self.schema)
    #expect(notation.json(value, type: type) == json, sourceLocation: sourceLocation)
    #expect(notation.literal(value, type: type) == literal, sourceLocation: sourceLocation)
  }

  @Test func `quantities are written as people write them`() throws {
    let euro = try #require(Currency(code: "EUR"))
    let yen = try #require(Currency(code: "JPY"))
    let dinar = try #require(Currency(code: "KWD"))
    let table: [(Double, ValueType, String)] = [
      (1, .number, "1"), (0.125, .number, "0.13"), (-0.125, .number, "-0.13"),
      (1.005, .number, "1.01"), (0.006, .number, "0.01"), (0.004, .number, "0"),
      (-0.004, .number, "0"), (9.999, .number, "10"), (1e21, .number, "1" + zeros(21)),
      (20.5, .temperature, "20.5°C"), (-20.5, .temperature, "-20.5°C"), (0, .temperature, "0°C"),
      (-0.04, .temperature, "0°C"), (37.6, .temperature, "37.6°C"), (20.96, .temperature, "21°C"),
      (1.5, .temperatureDifference, "1.5°C"), (0.25, .temperatureDifference, "0.3°C"),
      (80, .percent, "80%"), (1013.2, .pressure, "1013 hPa"),
      (45 * 60, .duration, "45 min"), (90 * 60, .duration, "1 h 30 min"), (30, .duration, "30 s"),
      (59.6, .duration, "1 min"), (0, .duration, "0 s"), (-90 * 60, .duration, "-1 h 30 min"),
      (7200, .duration, "2 h"), (2 * 86_400, .duration, "2 days"), (86_400, .duration, "1 day"),
      (36 * 3600, .duration, "1 day 12 h"), (86_399, .duration, "1 day"),
      (320, .length, "320 m"), (1234, .length, "1.2 km"), (999.6, .length, "1 km"),
      (12_000, .length, "12 km"), (0.052, .length, "5.2 cm"), (0.002, .length, "2 mm"),
      (0, .length, "0 m"), (1200.0 / 360, .speed, "12 km/h"), (0, .speed, "0 km/h"),
      (2 / 3_600_000, .speed, "2 mm/h"), (0.1 / 3_600_000, .speed, "0.1 mm/h"),
      (12 * 3600 + 5 * 60 + 59, .timeOfDay, "12:05"), (86_400, .timeOfDay, "24:00"),
      (20_625, .date, "21 June 2026"), (-1, .date, "31 December 1969"),
      (20_625 * 86_400 + 43_500, .instant, "21 June 2026, 12:05"), (6, .weekday, "Sunday"),
      (12, .month, "December"), (Double(0xFFB300), .colour, "amber"), (255, .colour, "#0000FF"),
      (1, .enumeration(EnumerationID(index: 0)), "clouds"),
      (850.4, .measure(.power), "850 W"), (999.6, .measure(.power), "1 kW"),
      (-1250, .measure(.power), "-1.3 kW"), (0.4, .measure(.energy), "0 Wh"),
      (4210, .measure(.energy), "4.2 kWh"), (229.96, .measure(.voltage), "230 V"),
      (0.256, .measure(.current), "0.26 A"), (0.25, .measure(.mass), "0.3 g"),
      (250.5, .measure(.mass), "251 g"), (1500, .measure(.mass), "1.5 kg"),
      (0.02, .measure(.volume), "20 ml"), (0, .measure(.volume), "0 l"),
      (1.25, .measure(.volume), "1.3 l"), (799.5, .measure(.concentration), "800 ppm"),
      (12.34, .measure(.density), "12.3 µg/m³"), (300, .measure(.illuminance), "300 lx"),
      (315, .angle, "315°"), (359.6, .angle, "0°"),
      (1250, .money(euro), "12.50 EUR"), (-5, .money(euro), "-0.05 EUR"),
      (0, .money(euro), "0.00 EUR"), (1250, .money(yen), "1250 JPY"),
      (1250, .money(dinar), "1.250 KWD"),
    ]
    for (value, type, expected) in table { check(.scalar(value), type, expected) }
  }

  @Test func `a format has all of its decimals, and its unit`() throws {
    let euro = try #require(Currency(code: "EUR"))
    let table: [(Double, ValueType, Int?, String?, String)] = [
      (2, .number, 1, nil, "2.0"), (1.25, .number, 1, nil, "1.3"), (0.5, .number, 0, nil, "1"),
      (20, .temperature, 1, nil, "20.0°C"), (20, .temperature, nil, "F", "68°F"),
      (20, .temperature, 2, "K", "293.15 K"), (-0.04, .temperature, 1, nil, "0.0°C"),
      (5, .temperatureDifference, nil, "°F", "9°F"), (62.5, .percent, 1, nil, "62.5%"),
      (1234, .length, 2, nil, "1.23 km"), (1234, .length, nil, "m", "1234 m"),
      (1234, .length, 1, "mi", "0.8 mi"), (1234, .length, nil, "mi", "0.8 mi"),
      (300, .length, 1, "km", "0.3 km"), (0.0254, .length, nil, "in", "1 in"),
      (1 / 3_600_000, .speed, nil, "mm/h", "1 mm/h"), (10, .speed, nil, "mm/h", "36000000 mm/h"),
      (10, .speed, 1, "kn", "19.4 kn"), (10, .speed, nil, "km/h", "36 km/h"),
      (5400, .duration, 1, "h", "1.5 h"), (5400, .duration, nil, "m", "90 min"),
      (129_600, .duration, 1, "d", "1.5 d"), (1013.25, .pressure, 1, nil, "1013.3 hPa"),
      (359.96, .angle, 1, nil, "0.0°"), (359.94, .angle, 1, "deg", "359.9°"),
      (850, .measure(.power), 2, "kW", "0.85 kW"), (500, .measure(.mass), 1, "lb", "1.1 lb"),
      (12.34, .measure(.density), nil, "ug/m3", "12.3 µg/m³"),
      (1250, .money(euro), 0, nil, "13 EUR"), (1250, .money(euro), nil, "EUR", "12.50 EUR"),
      (.infinity, .number, 3, nil, "0.000"), (1e300, .length, 0, "mm", "1" + zeros(303) + " mm"),
    ]
    for (value, type, decimals, spelling, expected) in table {
      let dimension = Dimension(type)
      let unit = try spelling.map { spelling in
        try #require(Unit.candidates(spelling).first { $0.dimension == dimension })
      }
      check(.scalar(value), type, expected, format: ValueFormat(decimals: decimals, unit: unit))
    }
    check(
      .list([.scalar(1), .scalar(2.5)]), .list(.number), "1.00, 2.50",
      format: ValueFormat(decimals: 2, unit: nil))
    check(nil, .number, "?", format: ValueFormat(decimals: 2, unit: nil))
  }

  @Test func `set units has the units of a country`() {
    let table: [(Double, ValueType, us: String, uk: String)] = [
      (20, .temperature, "68°F", "20°C"), (21.5, .temperature, "70.7°F", "21.5°C"),
      (-40, .temperature, "-40°F", "-40°C"), (1, .temperatureDifference, "1.8°F", "1°C"),
      (0, .length, "0 ft", "0 m"), (0.05, .length, "1.97 in", "5 cm"),
      (0.001, .length, "0.04 in", "1 mm"), (0.3047, .length, "1 ft", "30.5 cm"),
      (0.3048, .length, "1 ft", "30.5 cm"), (50, .length, "164 ft", "50 m"),
      (160, .length, "525 ft", "160 m"), (160.9344, .length, "0.1 mi", "0.1 mi"),
      (160.9, .length, "0.1 mi", "0.1 mi"), (160.7, .length, "527 ft", "161 m"),
      (-5000, .length, "-3.1 mi", "-3.1 mi"), (10, .speed, "22 mph", "22 mph"),
      (0, .speed, "0 mph", "0 mph"), (5 / 3_600_000, .speed, "0.2 in/h", "5 mm/h"),
      (500, .measure(.mass), "1.1 lb", "500 g"), (100, .measure(.mass), "3.5 oz", "100 g"),
      (453.59237, .measure(.mass), "1 lb", "454 g"), (1.5, .measure(.volume), "1.5 l", "1.5 l"),
      (1013, .pressure, "1013 hPa", "1013 hPa"), (90, .angle, "90°", "90°"),
    ]
    for (value, type, us, uk) in table {
      check(.scalar(value), type, us, units: .us)
      check(.scalar(value), type, uk, units: .uk)
    }
    check(
      .scalar(1234), .length, "1.23 km", units: .us,
      format: ValueFormat(decimals: 2, unit: .kilometre))
    check(
      .scalar(1234), .length, "0.767 mi", units: .us, format: ValueFormat(decimals: 3, unit: nil))
  }

  @Test func `a clock of twelve hours says am and pm`() {
    check(.scalar(43_500), .timeOfDay, "12:05 pm", twelve: true)
    check(.scalar(300), .timeOfDay, "12:05 am", twelve: true)
    check(.scalar(86_340), .timeOfDay, "11:59 pm", twelve: true)
  }

  @Test func `an unknown is a question mark, a list is joined`() {
    check(nil, .number, "?")
    check(.list([.text("milk"), .text("eggs")]), .list(.text), "milk, eggs")
    check(.truth(true), .bool, "true")
  }

  @Test func `programs read exact values`() throws {
    let position = try #require(Position(latitude: 48.4, longitude: -123.3))
    checkNotation(.scalar(20), .temperature, json: "20", literal: "20°C")
    checkNotation(.scalar(0.1), .number, json: "0.1", literal: "0.1")
    checkNotation(.scalar(1e-7), .number, json: "0.0000001", literal: "0.0000001")
    checkNotation(.scalar(2700), .duration, json: "2700", literal: "2700s")
    checkNotation(.scalar(43_200), .timeOfDay, json: #""12:00:00""#, literal: "12:00")
    checkNotation(.scalar(43_201), .timeOfDay, json: #""12:00:01""#, literal: "12:00:01")
    checkNotation(.scalar(20_625), .date, json: #""2026-06-21""#, literal: "2026-06-21")
    checkNotation(
      .scalar(-1), .instant, json: #""1969-12-31T23:59:59Z""#, literal: "1969-12-31T23:59:59Z")
    checkNotation(
      .position(position), .position, json: #"{"lat":48.4,"lon":-123.3}"#, literal: "@48.4,-123.3")
    checkNotation(.text("a\"{b}\n"), .text, json: #""a\"{b}\n""#, literal: #""a\"{{b}}\n""#)
    // A control character of a terminal, and a mark that turns the direction of text, with nothing else to escape
    checkNotation(.text("\u{9B}5m"), .text, json: #""\u009b5m""#, literal: #""\u{9B}5m""#)
    checkNotation(.text("a\u{202E}b"), .text, json: #""a\u202eb""#, literal: #""a\u{202E}b""#)
    checkNotation(.text("é€"), .text, json: #""é€""#, literal: #""é€""#)
    checkNotation(
      .scalar(0), .enumeration(EnumerationID(index: 0)), json: #""clear""#, literal: "clear")
    checkNotation(
      .row(RowID(table: TableID(index: 0), key: [.scalar(0), .text("x")])),
      .row(TableID(index: 0)), json: #"{"begins":"00:00:00","id":"x"}"#, literal: #"00:00, "x""#)
  }

  @Test func `a colour is read by name or by digits`() {
    #expect(Colour.rgb("amber") == 0xFFB300)
    #expect(Colour.rgb("#00ff0A") == 0x00FF0A)
    #expect(Colour.rgb("#+12345") == nil)
    #expect(Colour.rgb("#12345") == nil)
    #expect(Colour.rgb("beige") == nil)
  }

  private func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
}

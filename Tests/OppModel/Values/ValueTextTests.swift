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
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = ValueText(schema: Self.schema, usesTwelveHourClock: twelve) {
      (day: $0.seconds / 86_400, second: $0.seconds % 86_400)
    }
    #expect(text.text(of: value, type: type) == expected, sourceLocation: sourceLocation)
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
      (20.5, .temperature, "21°C"), (-20.5, .temperature, "-21°C"), (0, .temperature, "0°C"),
      (-0.4, .temperature, "0°C"), (80, .percent, "80%"), (1013.2, .pressure, "1013 hPa"),
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

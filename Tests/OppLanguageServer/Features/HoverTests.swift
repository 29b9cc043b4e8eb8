import OppModel
import OppTestLimits
import Testing

@testable import OppLanguageServer

/// The facts that a hover gives beside the form of a thing
@Suite(.limited) struct HoverTests {
  private static let declarations = """
    place home = @48.4284,-123.3656 within 300m
    place park = @48.4,-123.3
    place office = "1 Main St" within 3km
    enum Mode { walk | foot, bus }
    enum Level { low, high }
    /// The heating.
    source meter(room: Text = "hall") fresh for 10min { inside: Temperature, mode: Mode }
    source plain { level: Number }
    table trips by id fresh for 2d { id: Text, far: Length }

    """

  private func markdown(_ marked: String) -> String {
    let example = FeatureCase(Self.declarations + marked)
    return example.snapshot.hover(at: example.offset, in: 0)?.markdown ?? ""
  }

  @Test(arguments: [
    (
      "opp \"A\" near ‸home",
      ["place home = @48.4284,-123.3656 within 300m", "Latitude 48.4284°, longitude -123.3656°."]
    ),
    ("opp \"A\" near ‸park", ["Radius: 200m, the default."]),
    ("opp \"A\" near ‸office", ["place office = \"1 Main St\"", "Radius: 3km."]),
    (
      "let x = ‸meter.inside > 3C",
      ["inside: Temperature", "mode: Mode", "fresh for 10min", "The heating."]
    ),
    ("let x = any(‸trips)", ["table trips by id fresh for 2d", "far: Length"]),
    ("let x = meter.‸inside > 3C", ["meter.inside: Temperature", "A reading counts for 10min."]),
    ("let x = ‸level > 3", ["A reading counts until the next one."]),
    ("let x = any(trips where ‸far > 3km)", ["Its rows count for 2d."]),
    (
      "connect plain to csv(\"a.csv\", ‸dates: \"dmy\")",
      ["dates: \"dmy\"", "`\"mdy\"`, `\"ymd\"`", "Manual: CsvConnector"]
    ),
    ("let x = ‸mode == bus", ["`Mode`: `walk | foot, bus`."]),
    ("let x = mode == ‸foot", ["Mode.foot", "The same as `walk`.", "`walk | foot, bus`"]),
    ("let x = mode == ‸bus", ["Mode.bus", "`walk | foot, bus`"]),
    ("let x(m: ‸Mode) = m == bus", ["enum Mode { walk | foot, bus }"]),
    ("let x = weekday == ‸mon", ["Weekday"]),
    ("opp \"A\" for each t in trips when ‸t.far > 3km", ["Fields: `id: Text`, `far: Length`."]),
    ("let x = ‸free > 1h", ["The time until the next busy event", "`free in 0s..3650d`"]),
  ])
  func `a name has its facts`(place: String, expected: [String]) {
    let found = markdown(place)
    for text in expected { #expect(found.contains(text), "\(found)") }
  }

  @Test func `a field has the laws of its source that are about it`() {
    let found = markdown("let x = ‸wind > 3m/s")
    #expect(found.contains("`wind >= 0m/s`") && !found.contains("clouds"))
    #expect(!markdown("let x = ‸now > sunset").contains("counts"))
  }

  @Test(arguments: [
    ("let x = wind > ‸20kn", "20 knots (nautical miles per hour) = 37.04 km/h = 10.29 m/s"),
    ("let x = free > ‸1h30m", "1 hour 30 minutes"),
    ("let x = distance(home) < ‸30m", "30 metres"),
    ("let x = free > ‸30m", "30 minutes"),
    ("let x = temp > ‸68F", "68 degrees Fahrenheit = 20 °C"),
    ("let x = pressure > ‸1000hPa", "1000 hectopascals"),
    ("let x = humidity > ‸80%", "80 per cent"),
  ])
  func `a unit has its full name`(place: String, expected: String) {
    #expect(markdown(place).contains(expected), "\(markdown(place))")
  }

  /// The line of a literal's hover that has its name and its other units
  private func equation(_ place: String) -> String {
    markdown(place).split(separator: "\n").first { $0.contains(" = ") }.map(String.init) ?? ""
  }

  @Test(arguments: [
    ("let x = free > ‸30m", "30 minutes = 1800 s = 0.5 h"),
    ("let x = free > ‸30min", "30 minutes = 1800 s = 0.5 h"),
    ("let x = free > ‸1d", "1 day = 86400 s = 1440 min = 24 h"),
    ("let x = free > ‸36h", "36 hours = 129600 s = 2160 min = 1.5 d"),
    ("let x = distance(home) < ‸30m", "30 metres = 0.03 km = 98.43 ft = 0.02 mi"),
    ("let x = distance(home) < ‸3mi", "3 miles = 4828.03 m = 4.83 km = 15840 ft"),
    ("let x = temp > ‸68F", "68 degrees Fahrenheit = 20 °C"),
    ("let x = temp > ‸20C", "20 degrees Celsius = 68 °F"),
    ("let x = temp - feels_like > ‸9F", "9 degrees Fahrenheit = 5 °C"),
    ("let x = temp - feels_like > ‸5C", "5 degrees Celsius = 9 °F"),
    (
      "let x = wind > ‸36km/h", "36 kilometres per hour = 10 m/s = 22.37 mph = 19.44 kn"
    ),
  ])
  func `a quantity is there in other units`(place: String, expected: String) {
    #expect(equation(place) == expected)
  }

  @Test func `no unit is another unit of itself`() throws {
    // Of kelvins there are as many as of degrees Celsius.
    for unit in Unit.all where unit.spelling != "K" {
      for reading in try QuantityLiteral.parse("7\(unit.spelling)").readings {
        let forms = UnitConversion.forms(of: reading)
        #expect(!forms.contains { $0.hasPrefix("7 ") }, "\(unit.spelling): \(forms)")
      }
    }
  }

  @Test func `every unit has a name`() {
    for unit in Unit.all {
      #expect(UnitNames.name(of: Substring(unit.spelling), unit.dimension) != nil, "\(unit)")
    }
  }

  @Test(arguments: [
    ("when raining at most ‸3 per day", "Fires at most 3 times in a calendar day."),
    ("when raining at most once ‸per 7d", "Fires at most once in any 7d."),
    ("when raining at ‸most once", "Fires at most once ever."),
    ("for each t in trips when raining at most once per day ‸in all", "all rows together."),
    ("when raining again ‸every 10min for 2h", "Fires again every 10min after a firing, for 2h"),
    ("when raining for ‸10min", "True once `raining` has been true for 10min."),
    ("when raining within ‸last 2h", "True if `raining` was true at any time in the last 2h."),
    ("when busy within ‸next 2h", "True if `busy` will be true at any time in the next 2h."),
    ("‸near home within 3km", "True while the person is within 3km of `home`."),
    ("near home ‸for 5min", "True once the person has been within the radius of `home` for 5min."),
    ("‸on sunset - 30min", "Fires at `sunset - 30min`."),
    ("‸on raining or 8:00 when busy", "Fires when `raining` becomes true or at `8:00`, if its"),
    ("‸on sky changes to rain", "Fires when `sky` changes to `rain`."),
    ("‸on leaving home", "when the person is no longer within the radius of `home`"),
    ("‸when raining", "Fires when `raining` becomes true."),
    ("on 8:00 ‸when raining", "Fires at its events only if `raining` is true then."),
    ("‸for each t in trips when raining", "An Opp for each row of `trips`. `t` is the row."),
    ("when raining ‸snooze 20min", "A snooze without a duration lasts 20min."),
    ("when raining ‸expires 2h", "not delivered within 2h of its firing"),
    (
      "when raining ‸record trips { id: \"a\" }",
      "Adds a row to `trips` each time the Opp fires."
    ),
  ])
  func `a clause has its meaning in a sentence`(place: String, expected: String) {
    let found = markdown("opp \"A\" " + place)
    #expect(found.contains(expected), "\(found)")
  }
}

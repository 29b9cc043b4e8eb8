import OppProviders
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

@testable import OppProviders
@testable import opp

/// The declarations that `opp import homeassistant` writes
@Suite(.limited) struct HomeSketchTests {
  private static let states = #"""
    [
      {"entity_id": "sensor.kitchen_temperature", "state": "21.3", "attributes": {"unit_of_measurement": "°C", "friendly_name": "Kitchen"}},
      {"entity_id": "sensor.phone_battery", "state": "80", "attributes": {"unit_of_measurement": "%", "device_class": "battery"}},
      {"entity_id": "sensor.0x15_power", "state": "unknown", "attributes": {"unit_of_measurement": "kW"}},
      {"entity_id": "sensor.odd", "state": "3", "attributes": {"unit_of_measurement": "furlongs"}},
      {"entity_id": "sensor.bins", "state": "2026-06-21T06:00:00+00:00", "attributes": {"device_class": "timestamp"}},
      {"entity_id": "sensor.note", "state": "hello", "attributes": {}},
      {"entity_id": "sensor.signal", "state": "-60", "attributes": {}},
      {"entity_id": "binary_sensor.front_door", "state": "off", "attributes": {"device_class": "door"}},
      {"entity_id": "climate.hall", "state": "heat", "attributes": {"current_temperature": 20}},
      {"entity_id": "select.mode", "state": "eco", "attributes": {"options": ["eco", "boost"]}},
      {"entity_id": "select.odd_words", "state": "A b", "attributes": {"options": ["A b", "C"]}},
      {"entity_id": "weather.home", "state": "sunny", "attributes": {}},
      {"entity_id": "tts.voice", "state": "unknown", "attributes": {}}
    ]
    """#

  private static let registry =
    #"{"entity_categories": {"1": "diagnostic"}, "entities": [{"ei": "sensor.signal", "ec": 1}, {"ei": "sensor.note", "hb": true}, {"ei": "sensor.odd"}]}"#

  private func lines(known: Set<String> = []) throws -> [String] {
    let inventory = HomeInventory(
      states: try #require(HomeMessage.all("{\"a\": \(Self.states)}")?.first?["a"]),
      registry: HomeMessage.all(Self.registry)?.first)
    return HomeSketch(inventory, url: "http://ha.lan", variable: "HA_TOKEN", known: known).lines
  }

  @Test func `entities are fields of sources, with the types of their units and classes`() throws {
    let lines = try lines()
    #expect(
      lines.joined(separator: "\n") == #"""
        enum Mode { eco  boost }
        source binary_sensor {
          front_door: Bool  // front_door
        }
        source climate {
          hall: Text  // hall
          hall_current_temperature: Temperature  // hall, now
        }
        source select {
          mode: Mode  // mode
          odd_words: Text  // odd_words
        }
        source sensor {
          _0x15_power: Power  // 0x15_power
          bins: Instant  // bins
          kitchen_temperature: Temperature  // Kitchen
          odd: Number  // odd
          phone_battery: Percent  // phone_battery
        }
        source ha_weather {
          home: Text  // home
        }
        table batteries by entity_id { entity_id, name: Text  value: Percent }
        table doors by entity_id { entity_id, name: Text  value: Bool }
        connect binary_sensor, climate, select, sensor to homeassistant("http://ha.lan", token: env("HA_TOKEN"))
        connect ha_weather to homeassistant("http://ha.lan", token: env("HA_TOKEN"), domain: "weather")
        connect batteries to homeassistant("http://ha.lan", token: env("HA_TOKEN"), device_class: "battery")
        connect doors to homeassistant("http://ha.lan", token: env("HA_TOKEN"), device_class: "door")
        """#)
    let analysis = RuleSet.analyze(
      lines.joined(separator: "\n"), connectors: ConnectorRegistry.catalogue)
    #expect(analysis.diagnostics.map { $0.code } == [])
  }

  @Test func `what the rules have already is left out`() throws {
    let fields = [
      "sensor", "sensor._0x15_power", "sensor.bins", "sensor.kitchen_temperature",
      "sensor.phone_battery", "binary_sensor", "binary_sensor.front_door", "climate",
      "climate.hall", "climate.hall_current_temperature", "select", "select.mode",
      "select.odd_words", "ha_weather", "ha_weather.home", "batteries", "doors", "Mode",
    ]
    #expect(
      try lines(known: Set(fields)) == ["// new in `source sensor`:", "//   odd: Number  // odd"])
    #expect(try lines(known: Set(fields + ["sensor.odd"])) == [])
  }
}

internal import OppModel
internal import OppProviders
internal import OppSemantics

/// The declarations by which rules read the entities of a Home Assistant
///
/// ```
/// sensor.kitchen_temperature   21.3 °C       source sensor { kitchen_temperature: Temperature }
/// binary_sensor.front_door     on            source binary_sensor { front_door: Bool }
/// select.mode                  eco, boost    enum Mode { boost  eco }   source select { mode: Mode }
/// ```
struct HomeSketch {
  private let inventory: HomeInventory
  private let url: String
  private let variable: String

  /// The sources, tables and fields that there are already: `sensor`, `sensor.kitchen`
  private let known: Set<String>

  /// The domains whose states are truths
  private static let truths: Set<String> = [
    "binary_sensor", "switch", "light", "fan", "lock", "cover", "valve", "siren", "humidifier",
    "input_boolean", "person", "device_tracker", "automation", "update", "remote", "schedule",
  ]

  /// The domains whose states are times
  private static let times: Set<String> = [
    "event", "button", "input_button", "scene", "image", "datetime",
  ]

  /// The domains whose states are numbers, with units or without
  private static let numbers: Set<String> = [
    "sensor", "number", "input_number", "counter", "zone",
  ]

  /// The domains whose states are words
  private static let words: Set<String> = [
    "climate", "water_heater", "media_player", "vacuum", "lawn_mower", "alarm_control_panel",
    "select", "input_select", "text", "input_text", "timer", "weather", "plant",
  ]

  /// The names of sources of Opp's own, which a domain cannot have
  private static let taken: Set<String> = ["weather", "calendar", "time", "location", "places"]

  /// The most words of a select that become the cases of an enum
  private static let mostCases = 20

  init(
    _ inventory: HomeInventory, url: String, variable: String, known: Set<String> = []
  ) {
    (self.inventory, self.url, self.variable, self.known) = (inventory, url, variable, known)
  }

  private struct Declaration {
    let name: String
    let type: String
    let comment: String
  }

  /// The lines; none if everything is known
  var lines: [String] {
    var fields: [String: [Declaration]] = [:]
    var enums: [String] = []
    var names: Set<String> = []
    for entity in inventory.entities {
      let (domain, object) = Self.parts(entity.id)
      guard let type = fieldType(entity, domain, &enums, &names) else { continue }
      let name = object.first.map { $0.isNumber } == true ? "_" + object : object
      var found = [Declaration(name: name, type: type, comment: entity.name)]
      if domain == "climate", entity.attributes.contains("current_temperature") {
        found.append(
          Declaration(
            name: name + "_current_temperature", type: "Temperature",
            comment: "\(entity.name), now"))
      }
      fields[domain, default: []] += found.filter {
        !known.contains("\(Self.source(domain)).\($0.name)")
      }
    }
    var lines = enums
    var connected: [(source: String, domain: String)] = []
    for (domain, declared) in fields.sorted(by: { $0.key < $1.key }) where !declared.isEmpty {
      let source = Self.source(domain)
      lines += declaration(of: source, declared)
      if !known.contains(source) { connected.append((source, domain)) }
    }
    let tables = self.tables
    lines += tables.map { $0.declaration }
    return lines + connections(connected) + tables.map { $0.connection }
  }

  private func declaration(of source: String, _ fields: [Declaration]) -> [String] {
    // A source that there is already gets fields, which a person has to put into it.
    let isKnown = known.contains(source)
    let mark = isKnown ? "// " : ""
    let head = isKnown ? "// new in `source \(source)`:" : "source \(source) {"
    return [head]
      + fields.map { "\(mark)  \($0.name): \($0.type)  // \($0.comment)" }
      + (isKnown ? [] : ["}"])
  }

  private func connections(_ sources: [(source: String, domain: String)]) -> [String] {
    let own = sources.filter { $0.source == $0.domain }.map { $0.source }
    var lines: [String] = []
    if !own.isEmpty { lines.append(connection(own.joined(separator: ", "), "")) }
    for (source, domain) in sources where source != domain {
      lines.append(connection(source, ", domain: \"\(domain)\""))
    }
    return lines
  }

  private func connection(_ targets: String, _ options: String) -> String {
    "connect \(targets) to homeassistant(\(ValueNotation.textLiteral(url)), token: env(\"\(variable)\")\(options))"
  }

  // MARK: - Tables

  private struct TableSketch {
    let declaration: String
    let connection: String
  }

  /// Tables of the classes that many rules are about
  private var tables: [TableSketch] {
    [("batteries", "battery", "Percent"), ("windows", "window", "Bool"), ("doors", "door", "Bool")]
      .compactMap { name, deviceClass, type in
        let isThere = inventory.entities.contains { $0.deviceClass == deviceClass }
        guard isThere, !known.contains(name) else { return nil }
        return TableSketch(
          declaration: "table \(name) by entity_id { entity_id, name: Text  value: \(type) }",
          connection: connection(name, ", device_class: \"\(deviceClass)\""))
      }
  }

  // MARK: - Types

  private static func parts(_ id: String) -> (domain: String, object: String) {
    let domain = id.prefix { $0 != "." }
    return (String(domain), String(id.dropFirst(domain.count + 1)))
  }

  private static func source(_ domain: String) -> String {
    taken.contains(domain) ? "ha_" + domain : domain
  }

  /// The type of a state; `nil` for a domain of which rules read nothing
  private func fieldType(
    _ entity: HomeInventory.Entity, _ domain: String, _ enums: inout [String],
    _ names: inout Set<String>
  ) -> String? {
    if Self.truths.contains(domain) { return "Bool" }
    if Self.times.contains(domain) { return "Instant" }
    if domain == "input_datetime" { return Self.timeType(entity) }
    if !entity.options.isEmpty, let type = caseType(entity, &enums, &names) { return type }
    if Self.words.contains(domain) { return "Text" }
    guard Self.numbers.contains(domain) else { return nil }
    switch entity.deviceClass {
    case "timestamp": return "Instant"
    case "date": return "Date"
    case "enum": return "Text"
    default: break
    }
    if let unit = entity.unit {
      let dimension = Unit.stated(unit).first?.dimension
      return dimension.map { TypeNames(ConditionGraph()).name(of: $0.type) } ?? "Number"
    }
    let isWord = Double(entity.state) == nil && !["unknown", "unavailable"].contains(entity.state)
    return isWord ? "Text" : "Number"
  }

  private static func timeType(_ entity: HomeInventory.Entity) -> String {
    switch (entity.attributes.contains("year"), entity.attributes.contains("hour")) {
    case (true, false): "Date"
    case (false, true): "TimeOfDay"
    case (true, true), (false, false): "Instant"
    }
  }

  /// The enum of the words of a select; `nil` if they are no names of cases
  private func caseType(
    _ entity: HomeInventory.Entity, _ enums: inout [String], _ names: inout Set<String>
  ) -> String? {
    let cases = entity.options
    let isName: (String) -> Bool = { word in
      word.utf8.first.map { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") } == true
        && word.utf8.allSatisfy {
          $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z")
            || $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") || $0 == UInt8(ascii: "_")
        }
    }
    guard cases.count <= Self.mostCases, Set(cases).count == cases.count, cases.allSatisfy(isName)
    else { return nil }
    let object = Self.parts(entity.id).object
    let name = object.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined()
    guard let first = name.first, first.isLetter, names.insert(name).inserted else { return nil }
    if !known.contains(name) { enums.append("enum \(name) { \(cases.joined(separator: "  ")) }") }
    return name
  }
}

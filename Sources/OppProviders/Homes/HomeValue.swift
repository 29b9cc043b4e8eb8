internal import OppJSON
internal import OppModel
internal import OppRecordings

/// Reads states and attributes as values of fields
///
/// | field | state | unit | value |
/// | --- | --- | --- | --- |
/// | Temperature | `70.3` | °F | 21.3 °C |
/// | Temperature | `70.3` | none, or % | none: a unit is never guessed |
/// | Number | `70.3` | any | 70.3 |
/// | Bool | `on`, `home`, `open`, `unlocked` | | true, true, true, false |
/// | an enum | `heat_cool` | | the case of that name |
/// | Instant | `2026-06-21T12:00:00+00:00` | | that second |
struct HomeValue: Sendable {
  private let type: ValueType
  private let parser: CellParser

  init(_ type: ValueType, zone: Zone, enumerations: [Enumeration]) {
    self.type = type
    parser = CellParser(type: type, unit: nil, zone: zone, enumerations: enumerations)
  }

  /// A word that is no value of the field, in words
  struct Mistake: Error, Hashable {
    /// Such as `is \`opening\`, which is no Bool`
    let reason: String
  }

  /// The value of the state of an entity
  func value(ofState entity: HomeEntity, id: String) throws(Mistake) -> Value {
    if type == .position {
      guard case .number(let north)? = entity.attributes["latitude"],
        case .number(let east)? = entity.attributes["longitude"], let latitude = Double(north),
        let longitude = Double(east),
        let position = Position(latitude: latitude, longitude: longitude)
      else { throw Mistake(reason: "has no position") }
      return .position(position)
    }
    // A person in another zone, such as `Work`, is not at home.
    let isOfPeople = ["person", "device_tracker"].contains(EntityID.domain(id))
    if type == .bool, isOfPeople { return .truth(entity.state == "home") }
    return try value(of: entity.state, unit: entity.unit)
  }

  /// The value of an attribute
  func value(
    of attribute: HomeEntity.Attribute, named name: String, of entity: HomeEntity,
    _ configuration: HomeConfiguration?
  ) throws(Mistake) -> Value {
    guard let word = attribute.word else { throw Mistake(reason: "is no single value") }
    return try value(of: word, unit: unit(ofAttribute: name, of: entity, configuration))
  }

  /// The unit of an attribute: the one that stands beside it, else that of the house
  private func unit(
    ofAttribute name: String, of entity: HomeEntity, _ configuration: HomeConfiguration?
  ) -> String? {
    if let own = entity.attributes[name + "_unit"]?.word { return own }
    switch type {
    // By convention attributes such as `current_humidity` are percentages; a brightness is from 0 to 255.
    case .percent: return name == "brightness" ? nil : "%"
    case .angle, .elevation: return "deg"
    case .temperature, .temperatureDifference: return unit("temperature", entity, configuration)
    case .speed: return unit("wind_speed", entity, configuration)
    case .pressure: return unit("pressure", entity, configuration)
    case .length: return unit("length", entity, configuration)
    case .measure(.mass): return unit("mass", entity, configuration)
    case .measure(.volume): return unit("volume", entity, configuration)
    case .bool, .number, .text, .duration, .measure, .money, .timeOfDay, .date, .instant, .weekday,
      .month, .position, .place, .colour, .enumeration, .row, .list:
      return nil
    }
  }

  /// The unit of a kind of quantity, as `temperature_unit` of an entity, else that of the house
  private func unit(
    _ kind: String, _ entity: HomeEntity, _ configuration: HomeConfiguration?
  ) -> String? {
    entity.attributes[kind + "_unit"]?.word ?? configuration?.units[kind]
  }

  private func value(of word: String, unit spelling: String?) throws(Mistake) -> Value {
    if let dimension = Dimension(type) {
      guard let number = try? ExactDecimal.parse(word, allowsExponent: true) else {
        throw mistake(word)
      }
      guard let spelling else {
        throw Mistake(reason: "has no unit, and \(parser.expected) needs one")
      }
      guard let unit = Unit.stated(spelling).first(where: { $0.dimension == dimension }) else {
        throw Mistake(reason: "is in `\(spelling)`, which is no unit of \(parser.expected)")
      }
      guard let value = try? unit.value(of: number) else { throw mistake(word) }
      return .scalar(value)
    }
    if type == .text { return .text(word) }
    let file = TextFile(path: "", bytes: Array(Notice.json(word).utf8))
    guard let cell = (try? JSONValue.parse(file))?.cell, !word.isEmpty,
      let value = parser.value(cell, in: file)
    else { throw mistake(word) }
    return value
  }

  private func mistake(_ word: String) -> Mistake {
    Mistake(reason: "is `\(word)`, which is not \(parser.expected)")
  }
}

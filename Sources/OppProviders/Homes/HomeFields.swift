internal import OppModel

/// The entities that the fields of a source may mean
///
/// A field is an object id of its domain; else the longest object id that begins it, `_`, and an attribute.
///
/// ```
/// source climate { hall_current_temperature: Temperature }
///   climate.hall_current_temperature               if it is there
///   climate.hall_current, attribute temperature    else
///   climate.hall, attribute current_temperature    else
/// ```
struct HomeFields: Sendable {
  /// The domain of all entities, such as `sensor`
  let domain: String

  /// By field: its candidates, the best first
  let candidates: [[Candidate]]

  struct Candidate: Hashable, Sendable {
    let entity: String

    /// `nil` for the state
    let attribute: String?
  }

  init(domain: String, _ fields: [Field]) {
    self.domain = domain
    candidates = fields.map { Self.candidates(domain, $0.name) }
  }

  private static func candidates(_ domain: String, _ field: String) -> [Candidate] {
    // `_0x15_temperature` is a name in rules, and `0x15_temperature` none.
    let digit = field.dropFirst().utf8.first
    let isOfDigit = field.hasPrefix("_") && digit.map { $0 >= 0x30 && $0 <= 0x39 } == true
    let object = isOfDigit ? field.dropFirst() : field[...]
    var found = [Candidate(entity: "\(domain).\(object)", attribute: nil)]
    var end = object.endIndex
    while let mark = object[..<end].lastIndex(of: "_"), mark > object.startIndex {
      let attribute = object[object.index(after: mark)...]
      if !attribute.isEmpty {
        found.append(
          Candidate(entity: "\(domain).\(object[..<mark])", attribute: String(attribute)))
      }
      end = mark
    }
    return found
  }

  /// All entities, each once
  var entities: [String] {
    var seen: Set<String> = []
    return candidates.joined().map { $0.entity }.filter { seen.insert($0).inserted }
  }

  /// The candidate that a field means, of the entities that there are; `nil` if there is none
  func resolved(_ field: Int, in entities: [String: HomeEntity]) -> Candidate? {
    candidates[field].first { candidate in
      guard let entity = entities[candidate.entity] else { return false }
      guard let attribute = candidate.attribute else { return true }
      return entity.attributes[attribute] != nil || !entity.isAvailable
    }
  }
}

package import OppEngine
internal import OppJSON
internal import OppModel

/// Reads `places.geojson` (RFC 7946): points with `name` and `category`
///
/// ```
/// {"type": "FeatureCollection", "features": [
///   {"type": "Feature", "properties": {"name": "A", "category": "park"},
///    "geometry": {"type": "Point", "coordinates": [-123.3, 48.4]}}]}       longitude first: 48.4° north, 123.3° west
/// ```
package enum PlacesReader {
  /// The places of a file; features that cannot be read are reported and left out
  ///
  /// - Parameter isLoose: `true` if other properties may stand for `name` and `category`, as in exports of maps.
  package static func read(
    _ file: TextFile, _ problems: inout ProblemList, isLoose: Bool = false
  ) -> [KnownPlace] {
    let file = file.decoded
    let document: JSONValue
    do {
      document = try JSONValue.parse(file)
    } catch {
      problems.append(file.problem(error))
      return []
    }
    switch document["type"]?.text {
    case "FeatureCollection":
      guard case .array(let features)? = document["features"]?.content else {
        report(.missingKey(name: "features", expected: "an array"), document, file, &problems)
        return []
      }
      return features.compactMap { place($0, file, &problems, isLoose: isLoose) }
    case "Feature":
      return place(document, file, &problems, isLoose: isLoose).map { [$0] } ?? []
    default:
      report(.badJSON(expected: "a GeoJSON FeatureCollection"), document, file, &problems)
      return []
    }
  }

  /// The place of a feature, or nil and a problem
  private static func place(
    _ feature: JSONValue, _ file: TextFile, _ problems: inout ProblemList, isLoose: Bool
  ) -> KnownPlace? {
    guard feature["type"]?.text == "Feature" else {
      report(.badJSON(expected: "a GeoJSON Feature"), feature, file, &problems)
      return nil
    }
    guard let geometry = feature["geometry"], geometry["type"]?.text == "Point",
      case .array(let coordinates)? = geometry["coordinates"]?.content
    else {
      let kind = RecordingProblem.Kind.badJSON(expected: "a `geometry` of type `Point`")
      report(kind, feature["geometry"] ?? feature, file, &problems)
      return nil
    }
    // A third coordinate is the elevation.
    guard coordinates.count >= 2, let east = CellParser.number(coordinates[0].cell, in: file),
      let north = CellParser.number(coordinates[1].cell, in: file),
      let position = Position(latitude: north, longitude: east)
    else {
      let kind = RecordingProblem.Kind.badJSON(expected: "`[longitude, latitude]` in degrees")
      report(kind, geometry["coordinates"] ?? geometry, file, &problems)
      return nil
    }
    guard let properties = feature["properties"], case .object = properties.content else {
      report(.missingKey(name: "properties", expected: "an object"), feature, file, &problems)
      return nil
    }
    if isLoose, let found = words(in: properties) {
      return KnownPlace(name: found.name, category: found.category, position: position)
    }
    guard let name = text("name", properties, file, &problems),
      let category = text("category", properties, file, &problems)
    else { return nil }
    return KnownPlace(name: name, category: category, position: position)
  }

  /// The properties that say the category in exports of maps, those of OpenStreetMap among them
  private static let categories = [
    "category", "amenity", "shop", "leisure", "tourism", "healthcare", "office", "sport", "craft",
    "railway", "public_transport", "highway", "natural", "historic", "man_made", "type", "kind",
    "class",
  ]

  /// The name and the category by other properties; `nil` if none says the category
  private static func words(in properties: JSONValue) -> (name: String, category: String)? {
    let category = categories.lazy.compactMap { properties[$0]?.text }.first { !$0.isEmpty }
    guard let category else { return nil }
    let name = ["name", "title", "label", "brand"].lazy.compactMap { properties[$0]?.text }.first {
      !$0.isEmpty
    }
    return (name: name ?? category, category: category)
  }

  /// The text of a property, or nil and a problem
  private static func text(
    _ key: String, _ properties: JSONValue, _ file: TextFile, _ problems: inout ProblemList
  ) -> String? {
    guard let value = properties[key] else {
      report(.missingKey(name: key, expected: "a text"), properties, file, &problems)
      return nil
    }
    guard let text = value.text else {
      report(.badJSON(expected: "a text in quotes"), value, file, &problems)
      return nil
    }
    return text
  }

  /// Notes a problem at the beginning of a value
  private static func report(
    _ kind: RecordingProblem.Kind, _ value: JSONValue, _ file: TextFile,
    _ problems: inout ProblemList
  ) {
    problems.append(file.problem(kind, at: value.cell.start, line: value.cell.line))
  }
}

internal import OppEngine
internal import OppJSON
internal import OppModel
internal import OppSession

/// Places in a response of Overpass: https://wiki.openstreetmap.org/wiki/OSM_JSON
///
/// Overpass responds with 200 even if it ran out of time or memory, with the places that it had found until then and a
/// `remark`. Such a response counts as a failure: a place that it leaves out may be there.
enum OverpassDocument {
  /// The places of a response, in its order
  ///
  /// ```json
  /// {"elements": [
  ///   {"type": "node", "lat": 36.08, "lon": -79.8, "tags": {"amenity": "cafe", "name": "Anna's"}},
  ///   {"type": "way", "center": {"lat": 36.09, "lon": -79.81}, "tags": {"amenity": "cafe"}}]}
  /// ```
  ///
  /// gives `Anna's` and, of a cafe without a name, one with that of the category.
  static func places(
    in response: WebResponse, category: String
  ) throws(FetchFailure) -> [KnownPlace] {
    guard response.status == 200, !response.isPage, let json = ParsedJSON(response.body) else {
      throw response.unreadable("a list of places")
    }
    if let remark = json.root["remark"] {
      throw failure(remark.text ?? "", of: response.address.host)
    }
    guard let elements = ParsedJSON.array(json.root["elements"]) else {
      throw response.unreadable("a list of places")
    }
    return elements.compactMap { place($0, json, category) }
  }

  /// The failure that a remark means, such as `runtime error: Query timed out in "query" at line 1 after 26 seconds.`
  private static func failure(_ remark: String, of host: String) -> FetchFailure {
    let words = remark.lowercased()
    if words.contains("timed out") || words.contains("timeout") {
      return FetchFailure(.broken, "\(host) ran out of time")
    }
    if words.contains("memory") { return FetchFailure(.broken, "\(host) ran out of memory") }
    return FetchFailure(.broken, "\(host) responded with an error")
  }

  /// A node at its position, anything larger at its middle; its name, else that of its brand
  ///
  /// Tags make an element a place: a node without any is a corner of something else.
  private static func place(
    _ element: JSONValue, _ json: ParsedJSON, _ category: String
  ) -> KnownPlace? {
    let point = element["center"] ?? element
    guard let latitude = json.number("lat", of: point),
      let longitude = json.number("lon", of: point),
      let position = Position(latitude: latitude, longitude: longitude)
    else { return nil }
    guard let tags = element["tags"], case .object(let members) = tags.content, !members.isEmpty
    else { return nil }
    let names = ["name", "brand", "operator"].lazy.compactMap { tags[$0]?.text }
    let name = names.first { !$0.isEmpty } ?? category
    return KnownPlace(name: name, category: category, position: position)
  }
}

internal import OppModel

/// A question in Overpass QL: https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL
enum OverpassQuery {
  /// The time that the server may take, in seconds
  static let timeLimit = 25

  /// Everything of a category around a position
  ///
  /// For `any "cafe"` around 36.08, -79.8, 4600 m:
  ///
  /// ```
  /// [out:json][timeout:25];(nwr["amenity"="cafe"](around:4600,36.08,-79.8);
  ///                         nwr["shop"="coffee"](around:4600,36.08,-79.8););out center;
  /// ```
  ///
  /// - Parameter radius: in metres.
  static func text(_ category: PlaceCategory, around position: Position, radius: Double) -> String {
    let metres = Int64(radius.rounded(.up))
    let circle = "(around:\(metres),\(position.latitude),\(position.longitude))"
    let parts = category.tags.map { tag in "nwr[\"\(tag.key)\"\(filter(tag.values))]\(circle);" }
    return "[out:json][timeout:\(timeLimit)];(\(parts.joined()));out center;"
  }

  /// The part of a filter after its key: `="cafe"` for one value, `~"^(bar|pub)$"` for several
  ///
  /// Keys and values are words of letters, digits and `_`, `:`, `-`: none of them means anything in a quoted
  /// text or in a regular expression.
  private static func filter(_ values: [String]) -> String {
    values.count == 1 ? "=\"\(values[0])\"" : "~\"^(\(values.joined(separator: "|")))$\""
  }
}

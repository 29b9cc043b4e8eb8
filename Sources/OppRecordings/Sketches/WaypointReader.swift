internal import OppEngine
internal import OppModel

/// Reads the waypoints of a GPX file as places
///
/// ```
/// <wpt lat="48.5" lon="-123.4"><name>Bakery</name><type>shop</type></wpt>     Bakery, a `shop`
/// ```
///
/// The category is that of `type`, else of `sym`, else `waypoint`.
enum WaypointReader {
  /// The places before the first mistake
  static func places(_ file: TextFile) -> [KnownPlace] {
    let file = file.decoded
    var reader = XMLReader(file: file)
    var places: [KnownPlace] = []
    var position: Position?
    var texts: [String: String] = [:]
    var element: String?
    while places.count < RowFile.maximumRows {
      guard let event = try? reader.next() else { return places }
      switch event {
      case .start("wpt", let attributes):
        position = Self.position(attributes, file)
        texts = [:]
      case .start(let name, _): element = ["name", "type", "sym"].contains(name) ? name : nil
      case .text(let cell): add(file.xmlText(cell, isVerbatim: false), element, &texts)
      case .verbatim(let cell): add(file.xmlText(cell, isVerbatim: true), element, &texts)
      case .end("wpt"):
        if let position {
          let number = places.count + 1
          places.append(
            KnownPlace(
              name: texts["name"] ?? "waypoint \(number)",
              category: texts["type"] ?? texts["sym"] ?? "waypoint", position: position))
        }
        position = nil
      case .end: element = nil
      case .endOfFile: return places
      }
    }
    return places
  }

  private static func add(_ text: String?, _ element: String?, _ texts: inout [String: String]) {
    guard let element, let text else { return }
    let core = text[...].withoutOuterSpaces
    if !core.isEmpty { texts[element] = (texts[element] ?? "") + core }
  }

  private static func position(
    _ attributes: [XMLReader.Attribute], _ file: TextFile
  ) -> Position? {
    func degrees(_ name: String) -> Double? {
      attributes.first { $0.name == name }.flatMap { CellParser.number($0.value, in: file) }
    }
    guard let latitude = degrees("lat"), let longitude = degrees("lon") else { return nil }
    return Position(latitude: latitude, longitude: longitude)
  }
}

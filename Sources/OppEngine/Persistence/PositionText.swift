internal import OppModel

/// A position in decimals, as people write it: `52.1,5.1`
///
/// Each number has the shortest digits that read back as the same Double.
struct PositionText {
  let text: String

  init(_ position: Position) {
    text =
      ValueNotation.jsonNumber(position.latitude) + ","
      + ValueNotation.jsonNumber(position.longitude)
  }

  /// The position of a text; nil for anything else
  static func position(_ text: String) -> Position? {
    guard let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let latitude = text[..<comma]
    let longitude = text[text.index(after: comma)...]
    guard let north = number(latitude), let east = number(longitude) else { return nil }
    return Position(latitude: north, longitude: east)
  }

  /// The Double nearest to a numeral
  private static func number(_ text: Substring) -> Double? {
    (try? ExactDecimal.parse(String(text)))?.value
  }
}

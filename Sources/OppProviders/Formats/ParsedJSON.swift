internal import OppJSON
internal import OppRecordings

/// A JSON text that has been read, for looking up numbers in it
struct ParsedJSON {
  let root: JSONValue

  /// The bytes, which the cells of ``root`` refer to
  private let file: TextFile

  /// - Returns: nil if the bytes are not one JSON value.
  init?(_ bytes: [UInt8]) {
    file = TextFile(path: "", bytes: bytes)
    guard let root = try? JSONValue.parse(file) else { return nil }
    self.root = root
  }

  /// A number, or a text that is one, as some services write coordinates; nil if it is neither
  ///
  /// `{"lat": "36.07", "lon": -79.79}` has both.
  func number(_ key: String, of object: JSONValue) -> Double? {
    guard let value = object[key] else { return nil }
    let number: Double?
    switch value.content {
    case .number, .text: number = CellParser.number(value.cell, in: file)
    case .null, .truth, .array, .object: number = nil
    }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The elements of an array; nil for anything else
  static func array(_ value: JSONValue?) -> [JSONValue]? {
    guard case .array(let elements)? = value?.content else { return nil }
    return elements
  }
}

package import OppModel

/// Cells and lines of CSV files as recordings are written: numbers exactly, in the field's own unit
///
/// ```
/// 20.5 °C     20.5          a, "b"     "a, ""b"""          12 EUR      12
/// ```
package struct RecordingText {
  private let notation: ValueNotation

  package init(schema: ValueSchema) { notation = ValueNotation(schema: schema) }

  /// A value as the readers of recordings take it
  package func cell(_ value: Value, _ type: ValueType) -> String {
    if case .text(let text) = value { return text }
    if case .position = value { return notation.literal(value, type: type) }
    let json = notation.json(value, type: type)
    return json.hasPrefix("\"") ? String(json.dropFirst().dropLast()) : json
  }

  /// A value in JSON, as the readers of recordings take it
  package func json(_ value: Value, _ type: ValueType) -> String {
    guard case .position = value else { return notation.json(value, type: type) }
    return ValueNotation.jsonString(cell(value, type))
  }

  /// A line of RFC 4180
  package static func line(_ cells: [String]) -> String {
    let quoted = cells.map { cell -> String in
      let isPlain = !cell.utf8.contains { ",\"\n\r".utf8.contains($0) }
      guard !isPlain || cell.hasPrefix(" ") || cell.hasSuffix(" ") else { return cell }
      let doubled = cell.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
      return "\"\(doubled)\""
    }
    return quoted.joined(separator: ",") + "\n"
  }
}

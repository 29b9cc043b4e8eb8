/// The key of a row as a plain text, as `--row` takes it and `firings` has it
///
/// ```
/// chores by id             dishes
/// visits by place, count   home, 2
/// agenda by begins, uid    2026-06-21T19:00:00Z, m1
/// ```
package struct RowText: Sendable {
  private let tables: [Table]
  private let notation: ValueNotation

  package init(_ graph: ConditionGraph) {
    tables = graph.tables
    notation = ValueNotation(schema: ValueSchema(graph))
  }

  /// The text of a row; empty for none
  package func text(of row: RowID?) -> String {
    guard let row, tables.indices.contains(Int(row.table.index)) else { return "" }
    let table = tables[Int(row.table.index)]
    var parts: [String] = []
    for (value, field) in zip(row.key, table.key) where table.fields.indices.contains(field) {
      parts.append(text(of: value, type: table.fields[field].type))
    }
    return parts.joined(separator: ", ")
  }

  /// A value without quotes; instants in UTC
  private func text(of value: Value, type: ValueType) -> String {
    if case .text(let text) = value { return text }
    let json = notation.json(value, type: type)
    guard json.utf8.count >= 2, json.utf8.first == UInt8(ascii: "\""),
      json.utf8.last == UInt8(ascii: "\"")
    else { return json }
    return String(json.unicodeScalars.dropFirst().dropLast())
  }

  /// `true` if a text means the row of a plain text: the same, as JSON, or without spaces after commas
  ///
  /// `home, 2` is also spelt `home,2`, `["home", 2]`, `["home",2]` and `"home", 2`.
  package static func isSpelling(_ text: String, of plain: String) -> Bool {
    text == plain || values(of: text) == squeezed(plain.unicodeScalars)
  }

  /// A spelling without brackets, quotes and spaces after commas
  private static func values(of text: String) -> String {
    var scalars = text.unicodeScalars[...]
    let isList = scalars.first == "[" && scalars.last == "]"
    if isList { scalars = scalars.dropFirst().dropLast() }
    guard isList || scalars.first == "\"" else { return squeezed(scalars) }
    var result = String.UnicodeScalarView()
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\"": break
      case "\\": if let escaped = scalars.popFirst() { result.append(escaped) }
      default: result.append(scalar)
      }
    }
    return squeezed(result)
  }

  /// A text without the space after each comma
  private static func squeezed(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    var isAfterComma = false
    for scalar in scalars {
      if !(isAfterComma && scalar == " ") { result.append(scalar) }
      isAfterComma = scalar == ","
    }
    return String(result)
  }
}

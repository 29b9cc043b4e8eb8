internal import OppJSON
internal import OppModel

/// Finds the list of objects in a JSON document, and writes an object a line
///
/// Of several lists it is the longest one. A list of lists counts as one list, and an object of lists of the same length as the
/// columns of a table.
///
/// ```
/// [{…}, {…}]                                                    the document
/// {"locations": [{…}, {…}], "version": 2}                       locations
/// [[{…}, {…}], [{…}]]                                           the document
/// {"hourly": {"time": ["…", "…"], "temp": [3, 4]}}              hourly
/// ```
enum JSONDocumentRows {
  private static let maximumDepth = 8

  /// A list in the document
  private struct Rows {
    /// The keys that lead to it, with points between them
    let path: String
    var objects: [String]
  }

  static func converted(_ file: TextFile) -> ConvertedFile? {
    guard let document = try? JSONValue.parse(file) else { return nil }
    var best: Rows?
    find(document, "", 0, file, &best)
    guard let best, !best.objects.isEmpty else { return nil }
    let place = best.path.isEmpty ? "the document" : "`\(best.path)` in the document"
    return ConvertedFile(
      ending: "jsonl", text: best.objects.map { $0 + "\n" }.joined(),
      origin: "\(SketchWords.count(best.objects.count, "row")) of \(place)")
  }

  /// Looks for a longer list in a value
  private static func find(
    _ value: JSONValue, _ path: String, _ depth: Int, _ file: TextFile, _ best: inout Rows?
  ) {
    guard depth < maximumDepth else { return }
    switch value.content {
    case .array(let elements):
      let objects = objects(in: elements, file)
      if objects.count > best?.objects.count ?? 0 { best = Rows(path: path, objects: objects) }
    case .object(let members):
      let rows = rows(ofColumns: members, file)
      if rows.count > best?.objects.count ?? 0 { best = Rows(path: path, objects: rows) }
      for member in members {
        find(
          member.value, path.isEmpty ? member.key : "\(path).\(member.key)", depth + 1, file, &best)
      }
    case .null, .truth, .number, .text: break
    }
  }

  /// The objects of a list, or of the lists in it
  private static func objects(in elements: [JSONValue], _ file: TextFile) -> [String] {
    elements.flatMap { element -> [String] in
      switch element.content {
      case .object: [line(element, file)]
      case .array(let inner):
        inner.compactMap { if case .object = $0.content { line($0, file) } else { nil } }
      case .null, .truth, .number, .text: []
      }
    }
  }

  /// The rows of an object whose members are lists of the same length
  private static func rows(ofColumns members: [JSONValue.Member], _ file: TextFile) -> [String] {
    let columns = members.compactMap { member -> (key: String, values: [JSONValue])? in
      guard let values = member.value.elements, !values.isEmpty,
        values.allSatisfy({ $0.isPlain })
      else { return nil }
      return (key: key(member, file), values: values)
    }
    guard columns.count > 1, let count = columns.first?.values.count,
      columns.allSatisfy({ $0.values.count == count })
    else { return [] }
    return (0..<count).map { row in
      "{" + columns.map { "\($0.key): \(line($0.values[row], file))" }.joined(separator: ", ") + "}"
    }
  }

  /// The bytes of a key with its quotes
  private static func key(_ member: JSONValue.Member, _ file: TextFile) -> String {
    text(file.bytes[member.cell.start..<member.cell.end])
  }

  /// The bytes of a value in one line; there is no line end in a text of JSON
  private static func line(_ value: JSONValue, _ file: TextFile) -> String {
    let quote = value.cell.form == .jsonText ? 1 : 0
    return text(file.bytes[value.cell.start - quote..<value.cell.end + quote])
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
  }
}

extension JSONValue {
  /// `true` if it is no object and no list
  fileprivate var isPlain: Bool {
    switch content {
    case .null, .truth, .number, .text: true
    case .array, .object: false
    }
  }
}

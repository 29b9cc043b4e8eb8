internal import OppModel

/// Finds the elements of an XML file that are rows, and writes each as a row of CSV
///
/// Rows are the elements of the name that is there most often with at least two values: attributes, and elements in it that hold
/// a text alone. The names of deeper elements are joined by points.
///
/// ```
/// <Record type="Steps" startDate="2026-02-13 07:05:00 +0100" value="52"/>
///
/// type,startDate,value
/// Steps,2026-02-13 07:05:00 +0100,52
///
/// <IntervalReading><timePeriod><start>1770963900</start></timePeriod><value>52</value></IntervalReading>
///
/// timePeriod.start,value
/// 1770963900,52
/// ```
enum XMLRows {
  /// The most values of an element that may be a row; the elements around all rows have more
  private static let maximumValues = 60

  /// The elements of one name
  private struct Rows {
    var count = 0

    /// The names of their values, in the order in which they first come
    var names: [String] = []
  }

  /// An element that has begun
  private struct Element {
    let name: String
    var values: [(name: String, text: String)]
    var text = ""
    var hasElements = false
    var isTooLarge = false
  }

  static func converted(_ file: TextFile) -> ConvertedFile? {
    let file = withoutDocumentType(file)
    var found: [String: Rows] = [:]
    read(file) { name, values in
      var rows = found[name] ?? Rows()
      rows.count += 1
      for value in values where !rows.names.contains(value.name) && rows.names.count < maximumValues
      {
        rows.names.append(value.name)
      }
      found[name] = rows
    }
    // Of two with the same count the one around the other has more values; names make the choice the same each time.
    let best = found.max { left, right in
      (left.value.count, left.value.names.count, right.key)
        < (right.value.count, right.value.names.count, left.key)
    }
    guard let (name, rows) = best, rows.count > 1 else { return nil }
    var text = RecordingText.line(rows.names)
    read(file) { element, values in
      guard element == name else { return }
      text += RecordingText.line(
        rows.names.map { name in values.first { $0.name == name }?.text ?? "" })
    }
    return ConvertedFile(
      ending: "csv", text: text,
      origin: "\(SketchWords.count(rows.count, "element")) `<\(name)>`")
  }

  /// Hands over each element with at least two values
  private static func read(
    _ file: TextFile, _ row: (String, [(name: String, text: String)]) -> Void
  ) {
    var reader = XMLReader(file: file)
    var open: [Element] = []
    while let event = try? reader.next() {
      switch event {
      case .start(let name, let attributes):
        if !open.isEmpty { open[open.count - 1].hasElements = true }
        let values = attributes.compactMap { attribute in
          file.xmlText(attribute.value, isVerbatim: false).map { (name: attribute.name, text: $0) }
        }
        open.append(Element(name: name, values: values))
      case .text(let cell): add(file.xmlText(cell, isVerbatim: false), to: &open)
      case .verbatim(let cell): add(file.xmlText(cell, isVerbatim: true), to: &open)
      case .end:
        guard let element = open.popLast() else { return }
        close(element, in: &open, row)
      case .endOfFile: return
      }
    }
  }

  /// Hands over an element that has ended, and hands its values on to the one around it
  private static func close(
    _ element: Element, in open: inout [Element],
    _ row: (String, [(name: String, text: String)]) -> Void
  ) {
    let text = element.text[...].withoutOuterSpaces
    var values = element.values.map { (name: "\(element.name).\($0.name)", text: $0.text) }
    if !element.hasElements, !text.isEmpty { values.append((name: element.name, text: text)) }
    let isRow = element.values.count > 1 && !element.isTooLarge
    if isRow { row(element.name, element.values) }
    guard !open.isEmpty else { return }
    let last = open.count - 1
    if element.isTooLarge || open[last].values.count + values.count > maximumValues {
      open[last].isTooLarge = true
      open[last].values = []
    } else if !open[last].isTooLarge {
      open[last].values += values
    }
  }

  private static func add(_ text: String?, to open: inout [Element]) {
    guard let text, !open.isEmpty else { return }
    open[open.count - 1].text += text
  }

  /// The file with spaces in place of its document type, which the reader refuses
  private static func withoutDocumentType(_ file: TextFile) -> TextFile {
    var bytes = file.bytes
    let word = Array("<!DOCTYPE".utf8)
    guard let start = bytes.prefix(4000).indices.first(where: { bytes[$0...].starts(with: word) })
    else { return file }
    var depth = 0
    for index in start..<bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      if byte != 0x0A { bytes[index] = 0x20 }
      if byte == UInt8(ascii: ">"), depth <= 0 { break }
    }
    return TextFile(path: file.path, bytes: bytes)
  }
}

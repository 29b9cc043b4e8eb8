internal import OppModel

/// A file of rows that is made of one whose readings are no rows
///
/// ```
/// {"locations": [{…}, {…}]}                    an object a line
/// <HealthData><Record type="…" …/>…            a row of each element
/// 300,20260213,0.1,0.2,…                       a line for each interval of the day
/// ```
struct ConvertedFile {
  /// The ending of its name: `jsonl` or `csv`
  let ending: String
  let text: String

  /// The part of the other file that it is made of, in words
  let origin: String

  /// The file that is made of a JSON document, an XML file or the data of a meter; `nil` if there are no rows in it
  init?(_ file: TextFile, _ kind: FileKind) {
    let found: ConvertedFile? =
      switch kind {
      case .document: JSONDocumentRows.converted(file)
      case .elements: XMLRows.converted(file)
      case .intervals: IntervalRows.converted(file)
      case .csv, .jsonLines, .track, .places, .calendar, .binary: nil
      }
    guard let found else { return nil }
    self = found
  }

  init(ending: String, text: String, origin: String) {
    self.ending = ending
    self.text = text
    self.origin = origin
  }
}

extension FileSketch {
  /// Looks at the rows that are made of a file, and proposes to connect these
  ///
  /// - Returns: `false` if it holds no rows.
  mutating func sketchConverted(_ request: SketchRequest, _ kind: FileKind) -> Bool {
    guard let converted = ConvertedFile(request.file.decoded.withoutPath, kind) else {
      return false
    }
    let name = "\(request.subject.name).\(converted.ending)"
    var rows = SketchRequest(
      file: TextFile(path: name, bytes: Array(converted.text.utf8)), subject: request.subject)
    rows.path = name
    (rows.options, rows.units) = (request.options, request.units)
    (rows.zone, rows.zoneName, rows.zones) = (request.zone, request.zoneName, request.zones)
    rows.enumerations = request.enumerations
    add("made", "`\(name)`, of \(converted.origin)")
    var sketcher = RowSketcher(rows)
    sketcher.sketch(into: &self)
    if connection != nil { companion = (name: name, text: converted.text) }
    return true
  }
}

extension TextFile {
  /// The same bytes for a reader whose problems are of no interest
  fileprivate var withoutPath: TextFile { TextFile(path: "", bytes: bytes) }
}

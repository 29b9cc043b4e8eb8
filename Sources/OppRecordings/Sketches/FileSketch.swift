internal import OppModel

/// The findings about a file that no rule reads yet, and the lines that let rules read it
///
/// All rows are looked at. A thing that they leave open is a question; then there is no declaration. The rows are read as
/// the proposed lines would have them, so that a proposal that reads nothing is not made.
///
/// ```
/// excel-de.csv: 2 rows, 2026-02-09 07:05 to 07:20, every 15 min, no gaps
///   text      UTF-8, CRLF, columns separated by `;`: `sep=;` in line 1
///   decimals  comma: `−3,5` in line 3
///   times     day.month.year, local, Europe/Berlin by the rules
///   columns   time        the instant
///             temp (°C)   temp, in °C              -3.5C to -3.1C
/// connect weather to csv("excel-de.csv", decimal: ",", dates: "dmy")
/// ```
package struct FileSketch {
  /// The name of the file
  package let file: String

  /// The name of the source or table that the lines are about
  package internal(set) var subject: String

  /// The rows and their time, in words: `2 rows, 2026-02-09 07:05 to 07:20`
  package internal(set) var summary = ""

  /// The findings about the file as a whole
  package internal(set) var findings: [Finding] = []

  /// The columns in the order of the file
  package internal(set) var columns: [SketchedColumn] = []
  package internal(set) var questions: [SketchQuestion] = []

  /// The cells and rows that are not read even so
  package internal(set) var problems = ProblemList()

  /// The reason why nothing is proposed, and the way on, or `nil` if there is a proposal or a question
  package internal(set) var refusal: (message: String, help: String?)?

  /// The declaration of a new source or table, or `nil` if the rules have it
  package internal(set) var declaration: String?

  /// The line that connects the file, or `nil` if nothing is proposed
  package internal(set) var connection: String?

  /// Columns that may be further fields of a source or table of the rules, as options that name them
  package internal(set) var suggestions: [SketchAnswer] = []

  /// `true` if its rows are those of a table
  package internal(set) var isTable = false

  /// A rule to begin with that fires at some row, or `nil` if the file has none
  package internal(set) var rule: SketchedRule?

  /// The file as a recording: its name in the folder, and its text
  package internal(set) var recording: (name: String, text: String)?

  /// A file beside the rules that the connection names, which is made of this one
  package internal(set) var companion: (name: String, text: String)?

  /// A finding: a word for its subject, and the text
  package struct Finding {
    package let subject: String
    package let text: String
  }

  /// Looks at a whole file
  package init(of request: SketchRequest) {
    file = request.file.path
    subject = request.subject.name
    guard !request.file.bytes.isEmpty else {
      refusal = (message: "this file is empty", help: nil)
      return
    }
    switch FileKind(of: request.file) {
    case .csv, .jsonLines:
      var sketcher = RowSketcher(request)
      sketcher.sketch(into: &self)
    case .track: sketchTrack(request)
    case .places: sketchPlaces(request)
    case .calendar: sketchCalendar(request)
    case .document: sketchDocument(request)
    case .elements:
      guard !sketchConverted(request, .elements) else { return }
      refusal = (
        message: "this is XML in which no element with values repeats",
        help: "export the data as CSV or as JSON Lines"
      )
    case .intervals:
      guard !sketchConverted(request, .intervals) else { return }
      refusal = (
        message: "this is NEM12, whose rows have the readings of a day each, of several kinds",
        help: "export one register, or a table with a row for each reading"
      )
    case .binary(let kind):
      refusal = (message: "this is \(kind), and no text", help: "export the data as CSV")
    }
  }

  /// Looks at a JSON document: the list in it, or the object that it is
  private mutating func sketchDocument(_ request: SketchRequest) {
    guard !sketchConverted(request, .document) else { return }
    if request.file.decoded.bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"),
      isOneLine(request)
    {
      var sketcher = RowSketcher(request)
      sketcher.sketch(into: &self)
      return
    }
    refusal = (
      message: "this is one JSON document without a list of objects",
      help: "export an object a line, or a table"
    )
  }

  private func isOneLine(_ request: SketchRequest) -> Bool {
    let content = request.file.decoded.bytes.drop { $0 <= 0x20 }
    let line = content.prefix { $0 != UInt8(ascii: "\n") }
    return content.dropFirst(line.count).allSatisfy { $0 <= 0x20 }
  }

  /// The sketch of an answer, of which only the sketcher is read
  init(of sketcher: RowSketcher) {
    file = sketcher.request.file.path
    subject = sketcher.request.subject.name
  }

  mutating func add(_ subject: String, _ text: String) {
    findings.append(Finding(subject: subject, text: text))
  }
}

// MARK: Names

extension FileSketch {
  /// The name of a source that the name of a file suggests: `home_assistant` of `Home-Assistant.csv`
  package static func name(ofFile file: String) -> String {
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file[...]
    let name = SketchedName.identifier(String(stem))
    return name.isEmpty ? "file" : name
  }

  /// `true` if a text is a name of the language
  package static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart else {
      return false
    }
    return text.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
  }
}

/// A column as it is understood
package struct SketchedColumn {
  package let header: String

  /// Its use: `temp, in °C`
  package let meaning: String

  /// Its values: `-3.5C to -3.1C`; empty if there are none
  package let values: String
}

/// The format of a file, by its name or its first bytes
enum FileKind {
  case csv
  case jsonLines
  case track
  case places
  case calendar
  case document

  /// XML that is no track
  case elements

  /// The data of a meter, a day a row
  case intervals
  case binary(String)

  init(of file: TextFile) {
    let bytes = file.decoded.bytes
    let start = file.decoded.start
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      self = .binary("a workbook or another archive")
      return
    }
    if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      self = .binary("a workbook of an old spreadsheet")
      return
    }
    if bytes.starts(with: Array("SQLite format 3".utf8)) {
      self = .binary("a database")
      return
    }
    let content = bytes[start...].drop { $0 <= 0x20 }
    if IntervalRows.begins(content) {
      self = .intervals
      return
    }
    switch Self.ending(of: file.path) {
    case "gpx": self = .track
    case "geojson": self = .places
    case "ics", "ical", "ifb": self = .calendar
    case "jsonl", "ndjson": self = .jsonLines
    case "csv", "tsv", "txt", "tab", "log", "dat": self = .csv
    default: self = Self.kind(of: content)
    }
  }

  /// The kind of a file whose name does not say it
  private static func kind(of content: ArraySlice<UInt8>) -> FileKind {
    let beginning = content.prefix(2000)
    if content.first == UInt8(ascii: "<") {
      return holds("<gpx", in: beginning) ? .track : .elements
    }
    if content.starts(with: Array("BEGIN:VCALENDAR".utf8)) { return .calendar }
    if content.first == UInt8(ascii: "[") { return .document }
    guard content.first == UInt8(ascii: "{") else { return .csv }
    let line = beginning.prefix { $0 != UInt8(ascii: "\n") }
    if holds("FeatureCollection", in: beginning) { return .places }
    guard
      content.prefix(while: { $0 != UInt8(ascii: "\n") }).last(where: { $0 > 0x20 })
        == UInt8(ascii: "}")
    else { return .document }
    // An object alone may be one around a list.
    let isAlone = content.drop { $0 != UInt8(ascii: "\n") }.allSatisfy { $0 <= 0x20 }
    return isAlone && line.contains(UInt8(ascii: "[")) ? .document : .jsonLines
  }

  /// `true` if a word is in some bytes
  private static func holds(_ word: String, in bytes: ArraySlice<UInt8>) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: word.utf8) }
  }

  /// The ending of a name in small letters, or an empty text
  private static func ending(of path: String) -> String {
    guard let dot = path.lastIndex(of: ".") else { return "" }
    return path[path.index(after: dot)...].lowercased()
  }
}

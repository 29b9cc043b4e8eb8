package import OppJSON

/// JSON as the readers of recordings and services see it: in cells of a file
extension Cell {
  init(_ place: JSONPlace) {
    self.init(
      start: place.start, end: place.end, line: place.line, form: place.isText ? .jsonText : .json)
  }
}

extension JSONValue {
  /// The bytes of the value in its file, those of a string without its quotes
  package var cell: Cell { Cell(place) }

  /// The whole of a file as one value
  package static func parse(_ file: TextFile) throws(JSONFailure) -> JSONValue {
    try parse(file.bytes, from: file.start)
  }

  /// The values of a file one after the other: one document, or the lines of JSON Lines
  package static func parseAll(_ file: TextFile) throws(JSONFailure) -> [JSONValue] {
    try parseAll(file.bytes, from: file.start)
  }
}

extension JSONValue.Member {
  /// The bytes of the key with its quotes
  package var cell: Cell { Cell(place) }
}

extension JSONScanner {
  /// The bytes between the quotes of a string, checked but not decoded
  package mutating func stringCell() throws(JSONFailure) -> Cell { Cell(try stringPlace()) }

  /// A number, literal, array or object as its bytes, checked; a string as those between its quotes
  package mutating func valueCell() throws(JSONFailure) -> Cell { Cell(try valuePlace()) }
}

extension TextFile {
  /// The problem of a file at the place of a mistake in its JSON
  package func problem(_ failure: JSONFailure) -> RecordingProblem {
    problem(failure.recordingKind, at: failure.offset, line: failure.line)
  }
}

extension JSONFailure {
  /// The same mistake as a problem of a recording
  fileprivate var recordingKind: RecordingProblem.Kind {
    switch kind {
    case .expected(let expected): .badJSON(expected: expected)
    case .tooDeep(let limit): .tooDeep(limit: limit)
    case .notUTF8: .notUTF8
    }
  }
}

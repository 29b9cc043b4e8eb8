internal import OppJSON
internal import OppModel

/// The object in a line of JSON Lines
///
/// The members of an object in it have paths as their names, if these are read:
///
/// ```
/// {"time": "…", "value": {"bpm": 61, "confidence": 2}}      time, value.bpm, value.confidence
/// ```
struct JSONRow {
  private let own: [Member]

  /// A key and its value; the value is empty if it is `null`
  struct Member {
    /// The key, or the path to it
    let name: String
    let key: Cell
    let value: Cell
    let isNested: Bool
  }

  /// The most objects around a member
  private static let maximumDepth = 6

  /// Reads an object and the end of its line
  init(_ scanner: inout JSONScanner, _ file: TextFile) throws(JSONFailure) {
    own = try Self.members(&scanner, file, path: "")
    scanner.skipSpace(stopsAtLineEnd: true)
    guard scanner.isAtEnd || scanner.current == UInt8(ascii: "\n") else {
      throw scanner.failure("the end of the line after an object")
    }
  }

  /// The members, with those of nested objects that are read in the place of these
  ///
  /// - Parameter reads: whether a path is read.
  func members(
    in file: TextFile, _ reads: (String) -> Bool
  ) throws(JSONFailure) -> [Member] {
    guard own.contains(where: { $0.isObject(in: file) }) else { return own }
    var members: [Member] = []
    for member in own { try Self.add(member, 1, file, reads, to: &members) }
    return members
  }

  /// Adds a member, or in its place the members in it that are read
  private static func add(
    _ member: Member, _ depth: Int, _ file: TextFile, _ reads: (String) -> Bool,
    to members: inout [Member]
  ) throws(JSONFailure) {
    guard member.isObject(in: file), depth < maximumDepth else {
      if depth == 1 || reads(member.name) { members.append(member) }
      return
    }
    var scanner = JSONScanner(
      bytes: file.bytes, position: member.value.start, line: member.value.line)
    var found: [Member] = []
    for inner in try Self.members(&scanner, file, path: member.name + ".") {
      try add(inner, depth + 1, file, reads, to: &found)
    }
    if found.isEmpty, depth == 1 || reads(member.name) { found = [member] }
    members += found
  }

  /// The members of an object
  private static func members(
    _ scanner: inout JSONScanner, _ file: TextFile, path: String
  ) throws(JSONFailure) -> [Member] {
    let line = scanner.line
    var members: [Member] = []
    try scanner.expect("{", "an object, `{`")
    scanner.skipSpace(stopsAtLineEnd: true)
    if scanner.accept("}") { return [] }
    while true {
      let key = try scanner.stringCell()
      guard let name = file.text(key) else {
        throw JSONFailure(.notUTF8, offset: key.start, line: line)
      }
      scanner.skipSpace(stopsAtLineEnd: true)
      try scanner.expect(":", "`:`")
      scanner.skipSpace(stopsAtLineEnd: true)
      let value = try scanner.valueCell()
      members.append(
        Member(
          name: path + name, key: key, value: isNull(value, file) ? .null(at: value) : value,
          isNested: !path.isEmpty))
      scanner.skipSpace(stopsAtLineEnd: true)
      if scanner.accept("}") { return members }
      try scanner.expect(",", "`,` or `}`")
      scanner.skipSpace(stopsAtLineEnd: true)
    }
  }

  /// `true` if a value is `null`, which alone begins with an n
  private static func isNull(_ cell: Cell, _ file: TextFile) -> Bool {
    cell.form == .json && file.bytes[cell.start] == UInt8(ascii: "n")
  }
}

extension JSONRow.Member {
  /// `true` if the value is an object
  fileprivate func isObject(in file: TextFile) -> Bool {
    value.form == .json && !value.isEmpty && file.bytes[value.start] == UInt8(ascii: "{")
  }
}

extension FileOptions {
  /// `true` if a column is chosen, or rows are, by a header
  func names(_ header: String) -> Bool {
    if only.contains(where: { ColumnHeader.areAlike($0.header, header) }) { return true }
    return columns.contains { choice in
      choice.columns.contains { column in
        switch column {
        case .header(let text): ColumnHeader.areAlike(text, header)
        case .place: false
        }
      }
    }
  }
}

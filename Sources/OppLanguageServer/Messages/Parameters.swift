package import OppJSON
internal import OppModel

/// A value of a message, read with the types that a request expects
///
/// A member that is null counts as one that is not there, as clients send either. Numbers are read when they are
/// wanted, from the bytes of the message: `1e400` is JSON, and no number that a request takes.
package struct Parameters: Sendable {
  package let value: JSONValue

  /// The bytes of the message
  ///
  /// The places of ``value`` and of all below it are offsets in these.
  private let bytes: [UInt8]

  package init(_ value: JSONValue, in bytes: [UInt8]) {
    self.value = value
    self.bytes = bytes
  }

  /// An object without members
  package static let empty = Parameters(
    JSONValue(content: .object([]), place: JSONPlace(start: 0, end: 2, line: 1)),
    in: Array("{}".utf8))

  /// Another value of the same message
  package func with(_ value: JSONValue) -> Parameters { Parameters(value, in: bytes) }

  /// The member of an object; `nil` if there is none or it is null
  package subscript(_ key: String) -> Parameters? {
    guard let member = value[key] else { return nil }
    if case .null = member.content { return nil }
    return Parameters(member, in: bytes)
  }

  package var text: String? { value.text }

  /// `false` also for a value that is no truth value
  package var isTrue: Bool {
    if case .truth(true) = value.content { true } else { false }
  }

  package var truth: Bool? {
    if case .truth(let truth) = value.content { truth } else { nil }
  }

  /// A whole number; nil for anything else, and for one beyond 2^53
  ///
  /// `7`, `7.0` and `70e-1` are 7; `7.5` and `"7"` are nil.
  package var integer: Int? {
    guard case .number = value.content else { return nil }
    let text = String(decoding: bytes[value.place.start..<value.place.end], as: UTF8.self)
    if let integer = Int64(text) {
      return integer.magnitude <= 1 << 53 ? Int(exactly: integer) : nil
    }
    guard let number, number.magnitude <= 0x1p53 else { return nil }
    return Int(exactly: number)
  }

  /// A finite number; nil for anything else
  package var number: Double? {
    guard case .number = value.content else { return nil }
    let text = String(decoding: bytes[value.place.start..<value.place.end], as: UTF8.self)
    return (try? ExactDecimal.parse(text, allowsExponent: true))?.value
  }

  package var elements: [Parameters]? {
    value.elements?.map { Parameters($0, in: bytes) }
  }

  /// The texts of an array, others left out
  package var texts: [String] { value.elements?.compactMap { $0.text } ?? [] }

  package var members: [(key: String, value: Parameters)] {
    guard case .object(let members) = value.content else { return [] }
    return members.map { ($0.key, Parameters($0.value, in: bytes)) }
  }

  package var isObject: Bool {
    if case .object = value.content { true } else { false }
  }

  /// The value as JSON again
  package var json: String {
    if let text { return ValueNotation.jsonString(text) }
    return String(decoding: bytes[value.place.start..<value.place.end], as: UTF8.self)
  }

  // MARK: Members that requests share

  /// - Throws: `invalidParams` if there is none.
  package func required(_ key: String) throws(ResponseError) -> Parameters {
    guard let member = self[key] else { throw .invalidParameters("`\(key)` is missing") }
    return member
  }

  package func requiredText(_ key: String) throws(ResponseError) -> String {
    guard let text = try required(key).text else {
      throw .invalidParameters("`\(key)` must be a text")
    }
    return text
  }

  /// The `uri` of the `textDocument`
  package func documentURI() throws(ResponseError) -> String {
    try required("textDocument").requiredText("uri")
  }

  package func position(_ key: String = "position") throws(ResponseError) -> TextPosition {
    try required(key).asPosition(key)
  }

  package func range(_ key: String = "range") throws(ResponseError) -> TextRange {
    let range = try required(key)
    return TextRange(start: try range.position("start"), end: try range.position("end"))
  }

  package func asPosition(_ name: String) throws(ResponseError) -> TextPosition {
    guard let line = self["line"]?.integer, let character = self["character"]?.integer else {
      throw .invalidParameters("`\(name)` must have a line and a character")
    }
    return TextPosition(line: line, character: character)
  }
}

internal import OppJSON

/// A message of Home Assistant, or a part of one
struct HomeMessage: Sendable {
  let value: JSONValue

  /// The bytes of the whole message, in which ``value`` has its place
  private let bytes: [UInt8]

  init(value: JSONValue, in bytes: [UInt8]) {
    self.value = value
    self.bytes = bytes
  }

  /// - Returns: the messages of a text: one, or the elements of an array; `nil` if it is no JSON.
  static func all(_ text: String) -> [HomeMessage]? {
    let bytes = Array(text.utf8)
    guard let root = try? JSONValue.parse(bytes) else { return nil }
    return (root.elements ?? [root]).map { HomeMessage(value: $0, in: bytes) }
  }

  subscript(_ key: String) -> HomeMessage? {
    value[key].map { HomeMessage(value: $0, in: bytes) }
  }

  var text: String? { value.text }

  /// `true` or `false`; `nil` for anything else
  var truth: Bool? {
    if case .truth(let truth) = value.content { truth } else { nil }
  }

  /// `true` for null
  var isNull: Bool {
    if case .null = value.content { true } else { false }
  }

  /// The numeral as it is written; `nil` for anything but a number
  var numeral: String? {
    guard case .number = value.content else { return nil }
    return String(decoding: bytes[value.place.start..<value.place.end], as: UTF8.self)
  }

  var number: Double? { numeral.flatMap { Double($0) } }
  var integer: Int? { numeral.flatMap { Int($0) } }

  var elements: [HomeMessage]? {
    value.elements?.map { HomeMessage(value: $0, in: bytes) }
  }

  /// The members of an object; none of anything else
  var members: [(key: String, value: HomeMessage)] {
    guard case .object(let members) = value.content else { return [] }
    return members.map { ($0.key, HomeMessage(value: $0.value, in: bytes)) }
  }

  /// The keys of an object; none of anything else
  var keys: [String] {
    guard case .object(let members) = value.content else { return [] }
    return members.map { $0.key }
  }
}

internal import OppJSON
internal import OppKit
internal import OppModel

/// An object of a message, whose members are read by their names
///
/// Each function that reads a member fails if that is something else than expected, and says which member it was. A
/// member that no function reads is left alone, so that callers of later versions are understood.
struct Message {
  /// The bytes of the whole message, in which numbers are read in place
  private let bytes: [UInt8]
  private let value: JSONValue

  /// The way to this object, for messages: `responses[2].`
  private let path: String

  /// - Throws: if the bytes are no object of JSON.
  init(_ bytes: [UInt8]) throws(WorkerFailure) {
    do throws(JSONFailure) {
      value = try JSONValue.parse(bytes)
    } catch {
      throw WorkerFailure(.badMessage, "the message is no JSON at byte \(error.offset)")
    }
    guard case .object = value.content else {
      throw WorkerFailure(.badMessage, "the message is no object")
    }
    self.bytes = bytes
    path = ""
  }

  private init(_ bytes: [UInt8], _ value: JSONValue, _ path: String) {
    self.bytes = bytes
    self.value = value
    self.path = path
  }

  /// A failure at a member
  func failure(_ name: String, _ expected: String) -> WorkerFailure {
    WorkerFailure(.badMessage, "`\(path)\(name)` is not \(expected)")
  }

  /// A failure if a member is not there
  func missing(_ name: String, _ expected: String) -> WorkerFailure {
    WorkerFailure(.badMessage, "`\(path)\(name)` is missing: it must be \(expected)")
  }

  func has(_ name: String) -> Bool { value[name] != nil }

  /// `true` if a member is there and null
  func isNull(_ name: String) -> Bool {
    if case .null? = value[name]?.content { true } else { false }
  }

  /// The text of JSON of a member, as it is written; nil if it is not there
  func raw(_ name: String) -> String? {
    guard let place = value[name]?.place else { return nil }
    let whole = place.isText ? place.start - 1..<place.end + 1 : place.start..<place.end
    return String(decoding: bytes[whole], as: UTF8.self)
  }

  // MARK: Members that may be missing

  func text(_ name: String) throws(WorkerFailure) -> String? {
    guard let member = value[name], !isNull(name) else { return nil }
    guard let text = member.text else { throw failure(name, "a text") }
    return text
  }

  func truth(_ name: String) throws(WorkerFailure) -> Bool? {
    guard let member = value[name] else { return nil }
    guard case .truth(let truth) = member.content else { throw failure(name, "`true` or `false`") }
    return truth
  }

  func number(_ name: String) throws(WorkerFailure) -> Double? {
    guard let member = value[name], !isNull(name) else { return nil }
    guard let number = number(member) else { throw failure(name, "a number") }
    return number
  }

  func integer(_ name: String) throws(WorkerFailure) -> Int? {
    guard let number = try number(name) else { return nil }
    guard let integer = Int(exactly: number) else { throw failure(name, "a whole number") }
    return integer
  }

  /// A second: a whole number of seconds since 1970, or a text of RFC 3339
  func second(_ name: String) throws(WorkerFailure) -> Timestamp? {
    guard let member = value[name], !isNull(name) else { return nil }
    let found =
      member.text.map { Timestamp($0) }
      ?? number(member).flatMap { Int64(exactly: $0) }.map { Timestamp(secondsSince1970: $0) }
    guard let found, found.isWritable else {
      throw failure(name, "a second: seconds since 1970, or a text such as `2026-06-21T12:00:00Z`")
    }
    return found
  }

  func object(_ name: String) throws(WorkerFailure) -> Message? {
    guard let member = value[name] else { return nil }
    guard case .object = member.content else { throw failure(name, "an object") }
    return Message(bytes, member, path + name + ".")
  }

  /// The objects of an array; none if it is not there
  func objects(_ name: String) throws(WorkerFailure) -> [Message] {
    guard let member = value[name] else { return [] }
    guard let elements = member.elements else { throw failure(name, "an array") }
    var result: [Message] = []
    for (index, element) in elements.enumerated() {
      guard case .object = element.content else {
        throw failure("\(name)[\(index)]", "an object")
      }
      result.append(Message(bytes, element, path + "\(name)[\(index)]."))
    }
    return result
  }

  /// The members of an object, each an object; none if it is not there
  func namedObjects(_ name: String) throws(WorkerFailure) -> [(name: String, message: Message)] {
    guard let found = try object(name) else { return [] }
    var result: [(name: String, message: Message)] = []
    for member in found.members {
      guard case .object = member.value.content else {
        throw found.failure(member.key, "an object")
      }
      result.append((member.key, Message(bytes, member.value, found.path + member.key + ".")))
    }
    return result
  }

  /// The members of an object of texts; nil if it is not there
  func texts(_ name: String) throws(WorkerFailure) -> [String: String]? {
    guard let found = try object(name) else { return nil }
    var result: [String: String] = [:]
    for member in found.members {
      guard let text = member.value.text else { throw found.failure(member.key, "a text") }
      result[member.key] = text
    }
    return result
  }

  /// The values of an object by its keys, as rules know them; null ones are left out
  func values(_ name: String) throws(WorkerFailure) -> [String: OppKit.Value] {
    guard let found = try object(name) else { return [:] }
    return try found.values()
  }

  /// The values of this object
  func values() throws(WorkerFailure) -> [String: OppKit.Value] {
    var result: [String: OppKit.Value] = [:]
    for member in members {
      guard let value = try ruleValue(member.value, member.key) else { continue }
      result[member.key] = value
    }
    return result
  }

  /// The bytes of a text in base64
  func base64(_ name: String) throws(WorkerFailure) -> [UInt8]? {
    guard let text = try text(name) else { return nil }
    guard let bytes = Base64.bytes(of: text) else { throw failure(name, "a text in base64") }
    return bytes
  }

  // MARK: Members that must be there

  func requiredText(_ name: String) throws(WorkerFailure) -> String {
    guard let text = try text(name) else { throw missing(name, "a text") }
    return text
  }

  func requiredSecond(_ name: String) throws(WorkerFailure) -> Timestamp {
    guard let second = try second(name) else { throw missing(name, "a second") }
    return second
  }

  /// Degrees north and east: `[52.1, 5.1]`, or `{"lat": 52.1, "lon": 5.1}`
  func position(_ name: String) throws(WorkerFailure) -> (latitude: Double, longitude: Double) {
    let expected = #"a position, `[52.1, 5.1]` or `{"lat": 52.1, "lon": 5.1}`"#
    guard let member = value[name] else { throw failure(name, expected) }
    let parts =
      member.elements ?? [member["lat"], member["lon"]].compactMap { $0 }
    guard parts.count == 2, let latitude = number(parts[0]), let longitude = number(parts[1]) else {
      throw failure(name, expected)
    }
    return (latitude, longitude)
  }

  // MARK: Values

  private var members: [JSONValue.Member] {
    if case .object(let members) = value.content { members } else { [] }
  }

  /// The number of a value; nil for anything else
  private func number(_ value: JSONValue) -> Double? {
    guard case .number = value.content,
      let number = try? ExactDecimal.prefix(
        of: bytes.span, from: value.place.start, allowsExponent: true),
      number.end == value.place.end
    else { return nil }
    return number.decimal.value
  }

  /// A value as rules know it; nil for null
  private func ruleValue(_ value: JSONValue, _ name: String) throws(WorkerFailure) -> OppKit.Value?
  {
    switch value.content {
    case .null: return nil
    case .truth(let truth): return .bool(truth)
    case .text(let text): return .text(text)
    case .number:
      guard let number = number(value) else { throw failure(name, "a number") }
      return .number(number)
    case .array(let elements):
      var list: [OppKit.Value] = []
      for element in elements {
        guard let value = try ruleValue(element, name) else {
          throw failure(name, "a list of values")
        }
        list.append(value)
      }
      return .list(list)
    case .object:
      guard let latitude = value["lat"].flatMap({ number($0) }),
        let longitude = value["lon"].flatMap({ number($0) })
      else { throw failure(name, #"a value, such as a position `{"lat": 52.1, "lon": 5.1}`"#) }
      return .position(latitude: latitude, longitude: longitude)
    }
  }
}

extension Timestamp {
  /// `true` if it is of a year that can be written
  var isWritable: Bool { self > .farPast && self < .farFuture }

  /// 0001-01-01 and 9999-12-31
  fileprivate static let farPast = Timestamp(secondsSince1970: -62_135_596_800)
  fileprivate static let farFuture = Timestamp(secondsSince1970: 253_402_300_799)
}

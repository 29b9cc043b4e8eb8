internal import OppEngine
internal import OppJSON
internal import OppModel
internal import OppSession
internal import OppSystem

extension Notice {
  /// All of it as a JSON object; `expires`, `colour` and `payload` are left out if there are none
  var json: String {
    Self.object([
      ("id", Self.json(id)), ("opp", Self.json(title)), ("text", Self.json(text)),
      ("at", Self.json(at.rfc3339)), ("to", Self.json(recipients)),
      ("urgent", isUrgent ? "true" : "false"),
      ("expires", expires.map { Self.json($0.rfc3339) }),
      ("colour", hexadecimalColour.map { Self.json($0) }), ("payload", payload),
    ])
  }

  /// A JSON object on one line, without the members that are nil
  ///
  /// - Parameter members: each with its value as JSON, in this order.
  static func object(_ members: [(name: String, json: String?)]) -> String {
    let parts = members.compactMap { member in
      member.json.map { ValueNotation.jsonString(member.name) + ":" + $0 }
    }
    return "{" + parts.joined(separator: ",") + "}"
  }

  /// A text in quotes, as JSON
  static func json(_ text: String) -> String { ValueNotation.jsonString(text) }

  /// An array of texts: `["ada","ben"]`
  static func json(_ texts: [String]) -> String {
    "[" + texts.map { json($0) }.joined(separator: ",") + "]"
  }

  /// `#rrggbb`
  var hexadecimalColour: String? {
    guard let colour else { return nil }
    let digits = String(UInt32(bitPattern: colour) & 0xFF_FFFF, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }

  /// The payload as members of an object, without its braces; empty if there is none
  ///
  /// `{ "room": "hall", "level": 3 }` gives `"room": "hall", "level": 3`.
  ///
  /// - Throws: if it is no JSON object, or uses a reserved name.
  func payloadMembers(reserved: [String]) throws(DeliveryFailure) -> String {
    guard let payload else { return "" }
    guard let json = ParsedJSON(Array(payload.utf8)), case .object(let members) = json.root.content
    else { throw DeliveryFailure("the payload is no JSON object", isFinal: true) }
    for member in members where reserved.contains(member.key) {
      throw DeliveryFailure("the payload cannot have the name `\(member.key)`", isFinal: true)
    }
    // A line end can only be between two words of it, and would end the line that it goes into.
    let line = payload.map { $0.isNewline ? " " : $0 }
    return String(String(line).trimming(" ").dropFirst().dropLast()).trimming(" ")
  }
}

extension DeliveryFailure {
  /// The failure of a delivery to a service or a program
  init(_ failure: FetchFailure, isFinal: Bool = false) {
    self.init(
      failure.reason, remedy: failure.remedy, isFinal: isFinal, retryAfter: failure.retryAfter)
  }
}

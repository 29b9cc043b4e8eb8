internal import OppEngine
internal import OppJSON
internal import OppModel
internal import OppRecordings
internal import OppSession

/// Reads a message as a reading of a source or a row of a table
///
/// For `source kitchen(room: Text) { temperature: Temperature, contact: Bool }` and the topic `home/+room`:
///
/// | message | reading |
/// | --- | --- |
/// | `home/hall`: `{"temperature": 21.5, "contact": true}` | room hall: 21.5 °C, true |
/// | `home/hall`: `{"contact": false, "linkquality": 9}` | room hall: false; the temperature stays |
/// | `home/hall`: `{"temperature": null}` | room hall: the temperature is unknown; the contact stays |
/// | `home/hall`: `{"linkquality": 9}` | nothing |
/// | `home/hall`: empty, which clears a retained message | room hall: nothing is known |
struct MessageRows: Sendable {
  let subject: ConnectionTarget
  private let fields: MessageFields
  private let zone: Zone
  private let enumerations: [Enumeration]

  /// The parameters and fields that are found by their names
  private let columns: [Field]

  init(
    _ subject: ConnectionTarget, _ fields: MessageFields, zone: Zone, enumerations: [Enumeration]
  ) {
    self.subject = subject
    self.fields = fields
    self.zone = zone
    self.enumerations = enumerations
    columns = subject.columns
  }

  /// A row of a message
  struct Row: Hashable {
    /// By field; one that the message lacks is ``FieldReading/unchanged``
    let fields: [FieldReading]

    /// The values of the parameters of a source
    let arguments: [Value?]
  }

  /// The rows of a message; none if it has no field that is wanted
  ///
  /// - Parameters:
  ///   - bound: the levels of its topic, by name.
  ///   - event: the field that is the time of the message, if it is not in the message itself.
  /// - Throws: the reason why it cannot be read.
  func rows(
    of payload: [UInt8], on topic: String, bound: [String: String], event: String?,
    at now: Instant
  ) throws(FetchFailure) -> [Row] {
    let origin = RowOrigin.message(topic)
    guard
      var members = try members(of: payload, origin, bound: bound, event: event)
    else { return [] }
    if let event, members[event] == nil { members[event] = Array(Notice.json(now.rfc3339).utf8) }
    let reader = JSONRows(
      subject: subject, zone: zone, enumerations: enumerations, origin: origin)
    let file = TextFile(path: topic, bytes: Self.document(members))
    let present = Set(members.keys.map { String($0.prefix { $0 != "[" }) })
    switch try reader.read(file, path: [], allowsLines: false, now: now) {
    case .source(_, let source, let readings, _):
      return readings.map { reading in
        Row(
          fields: zip(source.fields, reading.fields).map { field, reading in
            isPresent(field, in: present) ? reading == .neverRead ? .missing : reading : .unchanged
          }, arguments: reading.arguments)
      }
    case .table(_, let table, let rows):
      return rows.rows(at: now).map { row in
        Row(
          fields: zip(table.fields, row).map { field, value in
            isPresent(field, in: present)
              ? value.map { .known($0) } ?? FieldReading.missing : .unchanged
          }, arguments: [])
      }
    }
  }

  /// The values that the topic alone gives, for a message that clears a retained one
  func cleared(
    _ bound: [String: String], on topic: String, at now: Instant
  ) throws(FetchFailure) -> [Value?] {
    guard !bound.isEmpty, case .source(_, let source) = subject else {
      return [Value?](repeating: nil, count: subject.parameters.count)
    }
    // With one field that is unknown, so that it is a reading at all.
    var members = Self.texts(bound)
    if let field = source.fields.first { members[field.name] = Array("null".utf8) }
    let reader = JSONRows(
      subject: subject, zone: zone, enumerations: enumerations, origin: .message(topic))
    let file = TextFile(path: topic, bytes: Self.document(members))
    guard
      case .source(_, _, let readings, _) = try reader.read(
        file, path: [], allowsLines: false, now: now)
    else { return [] }
    return readings.first?.arguments ?? []
  }

  private func isPresent(_ field: Field, in present: Set<String>) -> Bool {
    present.contains(field.name) || field.type == .position && present.contains("lat")
  }

  // MARK: - The document

  /// The members of a document with a key for each field, each with its value as JSON; `nil` if nothing is wanted of the message
  private func members(
    of payload: [UInt8], _ origin: RowOrigin, bound: [String: String], event: String?
  ) throws(FetchFailure) -> [String: [UInt8]]? {
    var members: [String: [UInt8]] = [:]
    let root = try? JSONValue.parse(payload)
    // The one field that neither the topic nor a place gives is all of a payload that is no object.
    let free = subject.fields.filter {
      bound[$0.name] == nil && !fields.names($0.name) && $0.name != event
    }
    for column in columns where bound[column.name] == nil {
      guard isWhole(column, root, isOnly: fields.isEmpty && free == [column]) else { continue }
      members[column.name] = try whole(payload, root, origin)
    }
    let wanted = columns.filter { bound[$0.name] == nil && members[$0.name] == nil }
    if members.isEmpty {
      guard let root else { throw origin.noJSON }
      guard case .object = root.content else {
        throw origin.gave("no object: `fields: \"name = .\"` names the field that all of it is")
      }
    }
    if let root { take(wanted, of: root, payload, into: &members) }
    guard !members.isEmpty else { return nil }
    return members.merging(Self.texts(bound)) { $1 }
  }

  /// `true` if all of the payload is the value of a field
  private func isWhole(_ column: Field, _ root: JSONValue?, isOnly: Bool) -> Bool {
    if fields.names(column.name) { return fields.path(of: column.name).isWhole }
    if case .object? = root?.content { return false }
    return isOnly
  }

  /// The payload as JSON: itself, or a text of it
  private func whole(
    _ payload: [UInt8], _ root: JSONValue?, _ origin: RowOrigin
  ) throws(FetchFailure) -> [UInt8] {
    if root != nil { return payload }
    guard let text = String(validating: payload, as: UTF8.self) else { throw origin.noJSON }
    return Array(Notice.json(text).utf8)
  }

  /// Takes the values of some columns out of an object, with the units that stand beside them
  private func take(
    _ wanted: [Field], of root: JSONValue, _ payload: [UInt8], into members: inout [String: [UInt8]]
  ) {
    for column in wanted where fields.names(column.name) {
      members[column.name] = fields.path(of: column.name).value(in: root).map {
        $0.bytes(in: payload)
      }
    }
    guard case .object(let own) = root.content else { return }
    let free = Set(wanted.filter { !fields.names($0.name) }.map { $0.name })
    for member in own {
      // temp[F], as in recordings
      let name = String(member.key.prefix { $0 != "[" })
      if free.contains(name) { members[member.key] = member.value.bytes(in: payload) }
    }
    guard !members.isEmpty || hasPosition(own) else { return }
    for member in own where members[member.key] == nil {
      let isUnit = member.key == "unit" || member.key == "unit_of_measurement"
      let isHalf = (member.key == "lat" || member.key == "lon") && hasPosition(own)
      if isUnit || isHalf { members[member.key] = member.value.bytes(in: payload) }
    }
  }

  /// `true` if an object has both halves of the one field that is a position
  private func hasPosition(_ members: [JSONValue.Member]) -> Bool {
    columns.count { $0.type == .position } == 1
      && ["lat", "lon"].allSatisfy { half in members.contains { $0.key == half } }
  }

  private static func texts(_ bound: [String: String]) -> [String: [UInt8]] {
    bound.mapValues { Array(Notice.json($0).utf8) }
  }

  /// `{"temperature":21.5,"room":"hall"}`
  private static func document(_ members: [String: [UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      bytes += Array(Notice.json(key).utf8) + [UInt8(ascii: ":")] + value
    }
    return bytes + [UInt8(ascii: "}")]
  }
}

extension JSONValue {
  /// The bytes of the value, those of a text with its quotes
  fileprivate func bytes(in payload: [UInt8]) -> [UInt8] {
    guard case .text = content else { return Array(payload[place.start..<place.end]) }
    return Array(payload[(place.start - 1)..<(place.end + 1)])
  }
}

extension ConnectionTarget {
  /// The parameters of a source; none for a table
  var parameters: [Field] {
    switch self {
    case .source(_, let source): source.parameters
    case .table: []
    }
  }

  /// The parameters and the fields
  var columns: [Field] { parameters + fields }
}

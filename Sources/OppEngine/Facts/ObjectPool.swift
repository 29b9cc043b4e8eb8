internal import OppModel

/// Every text, place, list and row that a reading refers to, once
///
/// Two readings that refer to equal values have the same index, so that comparing readings compares
/// numbers. Values are never released: a recording has as many as it has distinct texts.
///
///     0  text "Lidl"      a second reading of "Lidl" has index 0 again
///     1  row tasks [a]    the value of `first(tasks)`
///     2  list ["a", "b"]
struct ObjectPool {
  /// By index, in the order in which they were first needed
  private(set) var values: [Value] = []

  /// `true` if a text was cut to ``TextLimit/bytes`` since this was last set to `false`
  var hasCutText = false

  /// The index of each of ``values``
  private var indices: [Value: ObjectID] = [:]

  /// The index of a value, added if it is new
  mutating func index(of value: Value) -> ObjectID {
    if let known = indices[value] { return known }
    let index = ObjectID(values.count)
    values.append(value)
    indices[value] = index
    return index
  }

  /// A value as a reading, with its texts cut to ``TextLimit/bytes``
  mutating func reading(_ value: Value, until: Int64 = Seconds.never) -> Reading {
    switch value {
    case .truth(let isTrue): return .truth(isTrue, until: until)
    case .scalar(let scalar): return .scalar(scalar, until: until)
    case .position(let position): return .position(position, until: until)
    case .text(let text):
      if TextLimit.isExceeded(by: text) {
        hasCutText = true
        return .object(index(of: .text(TextLimit.cut(text))), until: until)
      }
      return .object(index(of: value), until: until)
    case .list:
      guard let cut = value.cutToLimit else { return .object(index(of: value), until: until) }
      hasCutText = true
      return .object(index(of: cut), until: until)
    case .place, .row: return .object(index(of: value), until: until)
    }
  }

  /// The value of a reading; nil if it is unknown
  ///
  /// A drifting reading has its value at the second of evaluation.
  func value(_ reading: Reading) -> Value? {
    switch reading.kind {
    case .unknown, .undecided, .deferred: nil
    case .no: .truth(false)
    case .yes: .truth(true)
    case .scalar, .drifting, .curved: .scalar(reading.first)
    case .position, .moving: reading.position.map(Value.position)
    case .object: object(reading)
    }
  }

  /// The text, place, list or row of a reading; nil for any other kind
  func object(_ reading: Reading) -> Value? {
    let object = reading.object
    return reading.kind == .object && values.has(object) ? values[object] : nil
  }

  /// The text of a reading that is one
  func text(_ reading: Reading) -> String? {
    guard case .text(let text)? = object(reading) else { return nil }
    return text
  }

  /// The position of a position or a place
  func position(_ reading: Reading) -> Position? {
    if let position = reading.position { return position }
    guard case .place(let place)? = object(reading) else { return nil }
    return place.position
  }
}

extension Reading {
  static func position(_ position: Position, until: Int64 = Seconds.never) -> Reading {
    Reading(
      kind: .position, first: position.latitude, second: position.longitude, until: until)
  }

  /// The position of a reading that is one, or that moves
  var position: Position? {
    guard kind == .position || kind == .moving else { return nil }
    return Position(latitude: first, longitude: second)
  }
}

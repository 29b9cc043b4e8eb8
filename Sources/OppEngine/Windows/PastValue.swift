internal import OppModel

/// The values that `ago` looks back on, as numbers in a ``History``
///
/// ```
/// 20C             20
/// true            1
/// "Lidl"          the index of the text in the pool
/// @48.4,-123.4    48.4, and -123.4 in the second history
/// ```
enum PastValue {
  /// The number that stands for a reading that is no position; nil if it is unknown
  static func number(of reading: Reading) -> Double? {
    reading.kind == .object ? Double(reading.object.index) : reading.countable
  }

  /// The reading of a type that a number stands for
  static func reading(_ number: Double, _ type: ValueType) -> Reading {
    switch type {
    case .bool: return .truth(number == 1)
    case .text, .place, .list, .row:
      guard let index = Int32(exactly: number) else { return .unknown }
      return .object(ObjectID(index: index))
    case .number, .percent, .duration, .length, .speed, .temperature, .temperatureDifference,
      .pressure, .angle, .elevation, .measure, .money, .timeOfDay, .date, .instant, .weekday,
      .month,
      .position, .colour, .enumeration:
      return .scalar(number)
    }
  }
}

extension SignalMemory {
  /// The value at the first second of a window
  mutating func value(at ends: WindowEnds, until: Int64) -> Reading {
    guard case .value(let type) = kind, !ends.isCut, let first = ends.first,
      history.steps[first].isKnown
    else { return .unknown(until: until) }
    let number = history.steps[first].value
    guard type == .position else { return PastValue.reading(number, type).bounded(by: until) }
    guard let longitude = y.step(at: ends.from)?.value,
      let position = Position(latitude: number, longitude: longitude)
    else { return .unknown(until: until) }
    return .position(position, until: until)
  }

  /// The first second after the start of a window at which its value may be another
  mutating func change(ofValueAfter ends: WindowEnds) -> Int64 {
    let next = change(after: ends)
    return y.isEmpty ? next : min(next, y.change(after: ends.start))
  }
}

extension History {
  /// Writes some steps with values of a type as they are, and those of positions as numbers
  func writeValues(
    _ range: Range<Int>, to writer: inout MemoryWriter, _ type: ValueType, _ pool: ObjectPool
  ) {
    writer.add(range.count)
    for number in range {
      let step = steps[number]
      writer.add(step.start)
      if type == .position {
        writer.add(step.isKnown ? step.value : nil)
      } else {
        writer.add(step.isKnown ? PastValue.reading(step.value, type) : .unknown, type, pool)
      }
    }
  }

  /// Adds steps that follow those that there are
  mutating func restoreValues(
    from reader: inout MemoryReader, _ type: ValueType, _ pool: inout ObjectPool
  ) {
    for _ in 0..<reader.count() {
      let start = reader.second()
      let value: Double?
      if type == .position {
        value = reader.optionalNumber()
      } else {
        value = PastValue.number(of: reader.reading(type, &pool))
      }
      if let last, last.start >= start { return reader.fail() }
      append(exactly: value, at: start)
    }
  }
}

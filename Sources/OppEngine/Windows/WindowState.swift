internal import OppModel

/// The memory of a window over time
///
/// ``note(_:_:at:origin:)`` is called at each change of the operand, in the order of time, then ``sortOut()`` and
/// ``forget(before:)``; after that a window `from … to` is looked up, as often as needed. Each function keeps what it
/// needs, and nothing else:
///
///     average, total    histories[0], in sums; of a position all three
///     min, max          histories[0], and the queue of its extremes
///     change            lines, of which the two ends are looked at
///     travelled         travel, and histories[0] with 1 for each second at which the position was known
///
/// Noting is amortised constant, and a look-up logarithmic in the steps that are kept.
struct WindowState: Sendable {
  let function: WindowFunction
  let span: WindowSpan

  /// The operand over time; of a position, its unit vector by axis
  var histories: [History]

  /// The least or the greatest values, for `min` and `max`
  private var extremes = Extremes()

  /// The lines along which the operand drifts, over time: for `change`
  var lines = Timeline<Line>()

  /// The way travelled
  var travel = Timeline<Way>()
  var lastPosition: Position?

  /// The end of the way at the seconds before that of the latest note
  private var positionBefore: Position?

  /// The second of the latest note
  private(set) var notedAt = Seconds.past

  /// The operand now
  var current = Reading.unknown

  /// The second at which a window that looks ahead stops being what it is
  var aheadUntil = Seconds.never

  /// The way travelled up to and including a second, in quanta
  struct Way: Timed {
    /// The second of the position that ends a part of the way
    let start: Int64

    /// The length in metres from the first position on, in quanta of a metre
    let quanta: Int128
  }

  /// A time over which the operand is steady or drifts at one rate
  struct Line: Timed {
    /// The second from which on the line goes
    let start: Int64

    /// At ``start``; not a number where the operand is unknown
    let value: Double

    /// The amount by which it grows each second; 0 for what is steady
    let rate: Double

    /// The readings behind what drifts, by instance: its operators compute it again from them
    ///
    /// Empty for what is steady, and for what depends on more than readings.
    let origin: [Int32: Reading]

    /// The value along the line, which may be off by the last digit
    func value(at second: Int64) -> Double {
      rate == 0 ? value : value + rate * Double(second - start)
    }
  }

  init(_ function: WindowFunction, _ span: WindowSpan, begins: Int64) {
    self.function = function
    self.span = span
    histories = [History(), History(), History()]
  }

  // MARK: Taking note

  /// Takes note of the operand from a second on, in place of what was noted at the same second
  mutating func note(
    _ reading: Reading, _ position: Position?, at second: Int64, origin: [Int32: Reading] = [:]
  ) {
    current = reading
    if notedAt == second { removeNote(at: second) }
    notedAt = second
    switch function {
    case .change:
      let value = !reading.isKnown ? .nan : reading.first
      let line = Line(start: second, value: value, rate: reading.drift, origin: origin)
      if lines.last?.start == second { lines.removeLast() }
      if let last = lines.last, last.rate == 0, line.rate == 0, last.value == line.value { return }
      lines.append(line)
    case .travelled: noteTravel(position, at: second)
    case .average, .total, .minimum, .maximum:
      if let position {
        let vector = UnitVector(position)
        histories[0].append(vector.x, at: second)
        histories[1].append(vector.y, at: second)
        histories[2].append(vector.z, at: second)
      } else {
        histories[0].append(reading.countable, at: second)
        // The position is lost: its other axes end with the first.
        if !histories[1].isEmpty {
          histories[1].append(nil, at: second)
          histories[2].append(nil, at: second)
        }
      }
    }
  }

  /// Adds the way from the last known position to this one, as of this second; a gap is walked at its end
  ///
  /// Positions 111 m apart at 00:05 and 00:10, with none known from 00:06 on: 111 m are travelled at 00:10.
  private mutating func noteTravel(_ position: Position?, at second: Int64) {
    histories[0].append(position == nil ? nil : 1, at: second)
    positionBefore = lastPosition
    guard let position else { return }
    if let lastPosition, lastPosition != position {
      let length = Geodesic.distance(from: lastPosition, to: position)
      let before = travel.last?.quanta ?? 0
      travel.append(Way(start: second, quanta: before + (ExactSum.quanta(of: length) ?? 0)))
    }
    lastPosition = position
  }

  /// Undoes what was noted at a second, the latest one
  private mutating func removeNote(at second: Int64) {
    for index in histories.indices { histories[index].removeNote(at: second) }
    guard case .travelled = function else { return }
    if travel.last?.start == second { travel.removeLast() }
    lastPosition = positionBefore
  }

  /// Releases what no window from `second` on looks at
  mutating func forget(before second: Int64) {
    for index in histories.indices { histories[index].forget(before: second) }
    extremes.forget(before: second)
    lines.forget(before: second)
    travel.forget(before: second)
  }

  /// Prepares for queries of the least or the greatest, where the function is one of these
  mutating func sortOut() {
    switch function {
    case .minimum, .maximum: extremes.take(histories[0].steps, isLeast: function == .minimum)
    case .average, .total, .change, .travelled: break
    }
  }

  // MARK: Queries

  /// The value of the window `from … to`; not a number where it is unknown
  ///
  /// `average` and `total` look at the seconds `from … to - 1`, the others at `from … to`. `total` needs every one of
  /// them to be known, the others a single one.
  func value(from: Int64, to: Int64) -> Double {
    switch function {
    case .average:
      let (quanta, known) = difference(histories[0], from, to)
      guard known > 0, !histories[0].isOverflown else { return .nan }
      return ExactSum.double(ExactSum.mean(quanta, over: known)) / ExactSum.quantaPerUnit
    case .total:
      let (quanta, known) = difference(histories[0], from, to)
      guard known == to - from, !histories[0].isOverflown else { return .nan }
      return ExactSum.double(quanta) / ExactSum.quantaPerUnit
    case .minimum, .maximum: return extreme(from: from, to: to)?.value ?? .nan
    case .change:
      // Its ends may drift, which only the operand's own operators compute exactly.
      return .nan
    case .travelled:
      let known =
        histories[0].sum(before: to + 1).known - histories[0].sum(before: from).known
      guard known > 0 else { return .nan }
      return ExactSum.double(travelled(upTo: to) - travelled(upTo: from)) / ExactSum.quantaPerUnit
    }
  }

  /// Quanta times seconds of `[from, to)`, and the number of those seconds that are known
  private func difference(_ history: History, _ from: Int64, _ to: Int64) -> (Int128, Int64) {
    let (start, end) = (history.sum(before: from), history.sum(before: to))
    return (end.quanta - start.quanta, end.known - start.known)
  }

  /// The least or greatest known step, and the first second after it; the last of equal ones
  func extreme(from: Int64, to: Int64) -> Extremes.Extreme? {
    extremes.extreme(of: histories[0], from: from, to: to, isLeast: function == .minimum)
  }

  /// The first second of `from … to` at which the operand is unknown; nil where every second that counts is known
  ///
  /// A change looks at its two ends only.
  func firstUnknown(from: Int64, to: Int64) -> Int64? {
    if case .change = function {
      return line(at: from) == nil ? from : line(at: to) == nil ? to : nil
    }
    guard let first = histories[0].step(at: from), first.quanta != nil else { return from }
    for number in histories[0].numbers(from: from, to: to) {
      let step = histories[0].steps[number]
      if step.quanta == nil { return step.start }
    }
    return nil
  }

  /// The line that a second is on; nil where the operand was unknown then, or is forgotten
  func line(at second: Int64) -> Line? {
    guard let line = lines.entry(at: second), !line.value.isNaN else { return nil }
    return line
  }

  /// Quanta of the way up to and including a second
  private func travelled(upTo second: Int64) -> Int128 {
    // Released entries lie before every window.
    travel.entry(at: second)?.quanta ?? 0
  }

  /// The mean of positions over `[from, to)`; nil where none is known, or they have no middle
  func position(from: Int64, to: Int64) -> Position? {
    let known = difference(histories[0], from, to).1
    guard known > 0 else { return nil }
    // One axis of the mean, between -1 and 1
    func mean(_ history: History) -> Double {
      ExactSum.double(ExactSum.mean(difference(history, from, to).0, over: known))
    }
    return UnitVector(
      x: mean(histories[0]), y: mean(histories[1]), z: mean(histories[2])
    ).position
  }
}

extension WindowState.Way {
  func write(to writer: inout MemoryWriter) {
    writer.add(start)
    writer.add(quanta)
  }

  init(from reader: inout MemoryReader) {
    self.init(start: reader.second(), quanta: reader.wide())
  }
}

extension WindowState.Line {
  func write(to writer: inout MemoryWriter, _ origins: WindowOrigins, _ pool: ObjectPool) {
    writer.add(start)
    writer.add(value)
    writer.add(rate)
    origins.write(origin, &writer, pool)
  }

  init(from reader: inout MemoryReader, _ origins: WindowOrigins, _ pool: inout ObjectPool) {
    self.init(
      start: reader.second(), value: reader.number(), rate: reader.number(),
      origin: origins.read(&reader, &pool))
  }
}

/// A direction from the middle of the Earth's ellipsoid, as its surface has it
struct UnitVector {
  var x: Double
  var y: Double
  var z: Double

  init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  init(_ position: Position) {
    let latitude = position.latitude * Mathematics.radiansPerDegree
    let longitude = position.longitude * Mathematics.radiansPerDegree
    x = Mathematics.cosine(latitude) * Mathematics.cosine(longitude)
    y = Mathematics.cosine(latitude) * Mathematics.sine(longitude)
    z = Mathematics.sine(latitude)
  }

  /// Nil for no direction at all
  var position: Position? {
    let across = (x * x + y * y).squareRoot()
    guard across > 0 || z != 0 else { return nil }
    return Position(
      latitude: Mathematics.arcTangent(z, across) / Mathematics.radiansPerDegree,
      longitude: Mathematics.arcTangent(y, x) / Mathematics.radiansPerDegree)
  }
}

extension Reading {
  /// The number that a window adds up: a truth counts as one
  var countable: Double? {
    switch kind {
    case .scalar: first
    case .yes: 1
    case .no: 0
    case .unknown, .undecided, .drifting, .curved, .position, .moving, .object, .deferred: nil
    }
  }
}

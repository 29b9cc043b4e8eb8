internal import OppModel

/// A window over time: its memory and its bounds
///
/// Its ``SignalMemory``, which it shares with other windows, remembers the value over time.
struct WindowState: Sendable {
  let function: WindowFunction
  let span: WindowSpan

  /// Whether it is a mean of positions
  let isOfPositions: Bool

  /// Whether it looks back over a duration on a number
  let isOverNumber: Bool

  /// The instance that it is the state of
  let instance: InstanceID

  /// The memory that it looks at, as an index into ``WindowStore/signals``
  var signal: Int

  /// The number by which a total of units times seconds is divided: 3600 for watt hours of watts, else 1
  let secondsPerUnit: Int64

  /// The first second that it knows of; never if it has seen none
  ///
  /// A window that is new in an edited rule does not see the seconds that others on the same value have seen before it.
  var begins = Seconds.never

  /// The second at which it was last evaluated
  var evaluatedAt = Seconds.past

  /// The number of the step that its first second was in at the last look
  var place = 0

  /// The number of its extreme in the queue of its memory, at the last look
  var extremePlace = 0

  /// The lines along which the value drifts: for `change`
  ///
  /// They are of the seconds for which the memory has no number.
  var lines = Timeline<Line>()

  /// Whether the memory has had the number since the last line began, so that an equal line begins anew
  private var isLineEnded = true

  /// The second at which a window that looks ahead changes its value
  var aheadUntil = Seconds.never

  /// A time over which the operand is steady or drifts at one rate
  struct Line: Timed {
    /// The second from which on the line goes
    let start: Int64

    /// At ``start``; not a number where the operand is unknown
    let value: Double

    /// The amount by which it grows each second; 0 for a steady one
    let rate: Double

    /// The readings behind a value that drifts, by instance: its operators compute it again from them
    ///
    /// Empty for a steady value, and for one that depends on more than readings.
    let origin: [InstanceID: Reading]

    /// The value along the line, which may be off by the last digit
    func value(at second: Int64) -> Double {
      rate == 0 ? value : value + rate * Double(second - start)
    }

    /// `true` if it is steady, or a whole number that grows or falls by a whole number each second
    var movesExactly: Bool {
      rate == 0 || rate == rate.rounded() && value == value.rounded()
    }
  }

  /// Whether it starts at a fixed second, so that nothing leaves it
  var isFixed: Bool { if case .since = span { true } else { false } }

  /// Whether its value has to be known at its two ends only
  var isChange: Bool { if case .change = function { true } else { false } }

  init(
    _ function: WindowFunction, _ span: WindowSpan, of instance: InstanceID,
    _ kind: SignalMemory.Kind, signal: Int, secondsPerUnit: Int64
  ) {
    self.instance = instance
    self.function = function
    self.span = span
    self.signal = signal
    self.secondsPerUnit = secondsPerUnit
    isOfPositions = kind == .position
    isOverNumber = if kind == .number, case .last = span { true } else { false }
  }

  /// Takes note of a look at the present second
  ///
  /// - Returns: ``isChange``.
  @inline(__always)
  mutating func look(at second: Int64) -> Bool {
    evaluatedAt = second
    begins = min(begins, second)
    return isChange
  }

  /// Takes note of a line that begins at a second, or of its end there, in place of the note of that second
  ///
  /// - Parameter isCounted: whether the memory has the number.
  mutating func noteLine(
    _ reading: Reading, isCounted: Bool, at second: Int64, origin: [InstanceID: Reading]
  ) {
    if lines.last?.start == second { lines.removeLast() }
    if isCounted {
      isLineEnded = true
      return
    }
    guard reading.isKnown else {
      // What the memory does not have is unknown only where the line has ended.
      if let last = lines.last, !last.value.isNaN {
        lines.append(Line(start: second, value: .nan, rate: 0, origin: [:]))
      }
      return
    }
    // A curve that is level for a moment drifts all the same.
    let isLevel = reading.kind == .curved && reading.second == 0
    let rate = isLevel ? Double.leastNonzeroMagnitude : reading.drift
    let line = Line(start: second, value: reading.first, rate: rate, origin: origin)
    if !isLineEnded, let last = lines.last, last.rate == 0, line.rate == 0, last.value == line.value
    {
      return
    }
    lines.append(line)
    isLineEnded = false
  }

  /// The line that a second is on; nil where the value was unknown then, or is forgotten
  ///
  /// - Parameter step: the step of the memory that the second is in; nil if it has none.
  func line(at second: Int64, in step: History.Step?) -> Line? {
    if let step, step.isKnown {
      return Line(start: step.start, value: step.value, rate: 0, origin: [:])
    }
    guard let line = lines.entry(at: second), !line.value.isNaN else { return nil }
    if let step, line.start < step.start { return nil }
    return line
  }
}

/// The value that windows look back on
///
/// A window in a scope has rows that its operand does not have, where only its start depends on them: what it sees while
/// such a row is away is unknown.
struct WindowValue: Hashable {
  let operand: InstanceID

  /// The rows of the windows
  let environment: EnvironmentID
  let kind: SignalMemory.Kind
}

/// The seconds that a window covers, and the steps that these are in
struct WindowEnds {
  /// The first and the last second
  let from: Int64
  let to: Int64

  /// The first second of them that the window knows of
  let start: Int64

  /// The numbers of the steps that the seconds `start` and `to` are in; nil before the first step
  let first: Int?
  let last: Int?

  /// Whether the window begins before all that it knows of
  var isCut: Bool { start > from }
}

/// A sum over the seconds of a window
struct WindowSums {
  /// Quanta times seconds
  let quanta: ExactSum

  /// The number of seconds that are known
  let known: Int64

  /// The values at the last and at the first second of the window; not a number where unknown
  let entering: Double
  let leaving: Double

  /// `true` if a value was too large to be added up
  let isTooLarge: Bool

  /// Divided by the known seconds; not a number if there are none
  var mean: Double {
    known > 0 && !isTooLarge ? quanta.scalar(over: known) : .nan
  }

  /// In units times some seconds; not a number if a second of the window is unknown
  func total(_ ends: WindowEnds, over seconds: Int64) -> Double {
    known == ends.to - ends.from && !isTooLarge ? quanta.scalar(over: seconds) : .nan
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

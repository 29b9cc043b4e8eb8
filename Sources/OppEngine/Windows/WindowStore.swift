internal import OppModel

/// The windows of all instances, and the memories of the values that they look back on
///
/// One memory is shared by all windows of a value.
struct WindowStore: Sendable {
  /// By the slot of a window
  var windows: [WindowState] = []

  /// By ``WindowState/signal``
  var signals: [SignalMemory] = []

  /// The signal of each value that windows look back on
  private var signalOfValue: [WindowValue: Int] = [:]

  /// Adds a window, with the memory of its value if there is none
  ///
  /// - Parameter secondsPerUnit: ``WindowState/secondsPerUnit``.
  /// - Returns: its slot.
  mutating func add(
    _ function: WindowFunction, _ span: WindowSpan, of instance: InstanceID,
    over value: WindowValue, secondsPerUnit: Int64
  ) -> StateSlot {
    let slot = StateSlot(windows.count)
    var signal = signals.count
    // A window over the time ahead has a memory of its own, which is made anew at each look.
    if case .next = span {
      signals.append(SignalMemory(value.kind))
    } else if let known = signalOfValue[value] {
      signal = known
    } else {
      signalOfValue[value] = signal
      signals.append(SignalMemory(value.kind))
    }
    windows.append(
      WindowState(
        function, span, of: instance, value.kind, signal: signal, secondsPerUnit: secondsPerUnit))
    signals[signal].add(window: slot, function)
    return slot
  }

  /// Has a memory take note of its value at the present second
  ///
  /// - Parameter isAway: whether a row that it is of is away.
  mutating func note(
    _ reading: Reading, _ position: Position?, _ signal: Int, isAway: Bool = false,
    at second: Int64
  ) {
    signals[signal].note(reading, position, isAway: isAway, at: second)
    signals[signal].sortOut()
    if signals[signal].isFull { forget(signal: signal) }
  }

  /// The ends of a window, in its memory
  mutating func ends(ofWindow slot: StateSlot, from: Int64, to: Int64) -> WindowEnds {
    let (start, hint) = (max(from, windows[slot].begins), windows[slot].place)
    let ends = signals[windows[slot].signal].ends(from: from, start: start, to: to, near: hint)
    if let first = ends.first { windows[slot].place = first }
    return ends
  }

  /// The line that a second of a window is on, in a step of its memory; nil if it is unknown
  func line(ofWindow slot: StateSlot, at second: Int64, _ number: Int?) -> WindowState.Line? {
    let signal = windows[slot].signal
    return windows[slot].line(at: second, in: number.map { signals[signal].history.steps[$0] })
  }

  /// The first second of `from … to` at which the operand of a window is unknown; nil where every second that counts is
  /// known
  ///
  /// A change looks at its two ends only.
  mutating func firstUnknown(ofWindow slot: StateSlot, from: Int64, to: Int64) -> Int64? {
    let ends = ends(ofWindow: slot, from: from, to: to)
    guard !ends.isCut else { return from }
    if windows[slot].isChange {
      guard line(ofWindow: slot, at: from, ends.first) != nil else { return from }
      return line(ofWindow: slot, at: to, ends.last) == nil ? to : nil
    }
    return signals[windows[slot].signal].firstUnknown(ends)
  }

  /// The first second of a sum over `from … to` at which a number was too large to be added up, or `nil` if there is none,
  /// or the window is no sum
  func firstTooLarge(ofWindow slot: StateSlot, from: Int64, to: Int64) -> Int64? {
    let history = signals[windows[slot].signal].history
    switch windows[slot].function {
    case .average, .total: return history.firstTooLarge(from: from, to: to)
    case .increase: return history.firstTooLarge(from: from, to: Seconds.add(to, 1))
    case .minimum, .maximum, .change, .travelled, .times, .changes, .ago: return nil
    }
  }

  /// Gives a window a memory of its own, which others do not look at
  mutating func separate(window slot: StateSlot, with memory: SignalMemory) {
    let shared = windows[slot].signal
    signals[shared].remove(window: slot)
    windows[slot].signal = signals.count
    var own = SignalMemory(memory.kind)
    own.add(window: slot, windows[slot].function)
    own.takeOver(memory)
    signals.append(own)
  }

  /// Releases the steps of a memory that no window looks at any more
  mutating func forget(signal: Int) {
    var first = Seconds.never
    for slot in signals[signal].windows {
      let window = windows[slot]
      guard window.begins < Seconds.never else { continue }
      // An instant that moves back finds all that there ever was.
      guard case .last(let duration) = window.span else {
        first = Seconds.past
        break
      }
      first = min(first, Seconds.subtract(window.evaluatedAt, Seconds.add(duration, 1)))
    }
    signals[signal].forget(before: first)
  }
}

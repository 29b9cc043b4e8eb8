internal import OppModel

/// The memory of a value over time, for all windows that look back on it
///
/// ```opp
/// opp "a" when average(temp, last 1h) > 20C and max(temp, last 6h) < 25C
/// opp "b" when change(temp, last 1h) > 3C                                  // one memory of 6 h for all three
/// ```
///
/// ``note(_:_:at:)`` is called at each change of the value, in the order of time. A window has its own places in it, which
/// move forward with it: the step that its first second is in, and its extreme. What a kind needs is kept, and nothing
/// else:
///
///     number      history, in sums; the queues of its extremes where `min` or `max` looks at it
///     position    history, y and z: its unit vector by axis, in sums
///     way         travel, and history with 1 for each second at which the position was known
///     meter       history, and the rises from each of its steps on
///     event       history with 1 for true, and as travel the turns of the condition with their number
///     change      history with 1 for each second at which the value was known, its last known value, and as travel its changes
///     value       history, without sums: the scalar, 1 for true, the index of an object, or the latitude; y: the longitude
///
/// Noting is amortised constant, and so is a look-up at the present second.
struct SignalMemory: Sendable {
  enum Kind: Hashable {
    case number
    case position
    case way
    case meter
    case event
    /// Anything at all, of which the changes are counted
    case change(ValueType)
    /// Anything at all, of which a single second is looked at
    case value(ValueType)

    init(_ function: WindowFunction, of type: ValueType) {
      switch function {
      case .travelled: self = .way
      case .increase: self = .meter
      case .times: self = .event
      case .changes: self = .change(type)
      case .ago: self = .value(type)
      case .average where type == .position || type == .place: self = .position
      case .average, .minimum, .maximum, .change, .total: self = .number
      }
    }
  }

  let kind: Kind

  /// The value over time: a number, an axis of a position, or 1 where a position is known
  private(set) var history = History()

  /// The other two axes of a position
  private(set) var y = History()
  private(set) var z = History()

  /// The history, and those of the other axes
  var histories: [History] { [history, y, z] }

  /// The least and the greatest values, where windows look for them
  private var least = Extremes(isLeast: true)
  private var greatest = Extremes(isLeast: false)

  /// The rises of a meter
  private var rises = MeterRises()

  /// The way travelled
  private(set) var travel = Timeline<Way>()
  private(set) var lastPosition: Position?

  /// The end of the way at the seconds before that of the latest note
  private var positionBefore: Position?

  /// The last known value where changes are counted, and that of the seconds before the latest note
  private(set) var lastValue = Reading.unknown
  private var valueBefore = Reading.unknown

  /// The second of the latest note
  private var notedAt = Seconds.past

  /// The latest note
  private var noted = Reading.unknown

  /// The windows that look at it, as indices into ``WindowStore/windows``
  private(set) var windows: [StateSlot] = []

  /// The second at which windows that hold for it alone were left to another one
  var areLeftAt = Seconds.past

  /// The second at which all its windows are to be evaluated, of which the first alone is marked
  var areMarkedAt = Seconds.past

  /// The number of steps at which it is next worth while to forget some
  private var forgettingCount = leastForgettingCount

  private static let leastForgettingCount = 64

  /// The way travelled up to and including a second, in quanta
  struct Way: Timed {
    /// The second of the position that ends a part of the way
    let start: Int64

    /// The length in metres from the first position on, in quanta of a metre
    let quanta: Int128
  }

  init(_ kind: Kind) { self.kind = kind }

  /// Adds a window that looks at it
  mutating func add(window: StateSlot, _ function: WindowFunction) {
    windows.append(window)
    switch function {
    case .minimum: least.isUsed = true
    case .maximum: greatest.isUsed = true
    case .average, .change, .total, .travelled, .increase, .times, .changes, .ago: break
    }
  }

  /// Removes a window that has a memory of its own now
  mutating func remove(window: StateSlot) { windows.removeAll { $0 == window } }

  // MARK: Taking note

  /// Whether a reading is noted already at a second
  ///
  /// It is `mutating` so that it is read in place, as are the queries at the present second below.
  @inline(__always)
  mutating func hasNoted(_ reading: Reading, at second: Int64) -> Bool {
    notedAt == second && noted.kind == reading.kind && noted.first == reading.first
      && noted.second == reading.second && noted.object == reading.object
  }

  /// Whether it has taken note of another value at a second, the latest one, than before
  @inline(__always)
  mutating func hasChanged(at second: Int64) -> Bool { history.last?.start == second }

  /// Takes note of the value from a second on, in place of the note of the same second
  ///
  /// - Parameter isAway: whether a row that it is of is away, so that an event begins anew when it comes back.
  mutating func note(
    _ reading: Reading, _ position: Position?, isAway: Bool = false, at second: Int64
  ) {
    if notedAt == second { removeNote(at: second) }
    notedAt = second
    noted = reading
    switch kind {
    case .way: noteTravel(position, at: second)
    // A meter below 0 says nothing of what it has counted.
    case .meter: history.append(reading.countable.flatMap { $0 < 0 ? nil : $0 }, at: second)
    case .event: noteTurn(reading.truth, isAway: isAway, at: second)
    case .change: noteChange(reading, isAway: isAway, at: second)
    case .number: history.append(reading.countable, at: second)
    case .value: noteValue(reading, position, at: second)
    case .position:
      let vector = position.map { UnitVector($0) }
      history.append(vector?.x, at: second)
      // A position that was never known has no axes.
      if vector != nil || !y.isEmpty {
        y.append(vector?.y, at: second)
        z.append(vector?.z, at: second)
      }
    }
  }

  /// Adds the way from the last known position to this one, as of this second; a gap is walked at its end
  ///
  /// Positions 111 m apart at 00:05 and 00:10, with none known from 00:06 on: 111 m are travelled at 00:10.
  private mutating func noteTravel(_ position: Position?, at second: Int64) {
    history.append(position == nil ? nil : 1, at: second)
    positionBefore = lastPosition
    guard let position else { return }
    if let lastPosition, lastPosition != position {
      let length = Geodesic.distance(from: lastPosition, to: position)
      let before = travel.last?.quanta ?? 0
      travel.append(Way(start: second, quanta: before + (Quanta.of(length) ?? 0)))
    }
    lastPosition = position
  }

  /// Adds a turn of a condition, and the event that this may be
  private mutating func noteTurn(_ truth: Truth, isAway: Bool, at second: Int64) {
    removeNote(at: second)
    let number: Double? = truth == .unknown ? nil : truth == .true ? 1 : 0
    history.append(number, at: second)
    let before = Turns(travel.last?.quanta ?? 0)
    let after = isAway ? before.begunAnew : before.followed(by: truth)
    if after != before { travel.append(Way(start: second, quanta: after.quanta)) }
  }

  /// Adds a value that may differ from the last known one
  private mutating func noteChange(_ reading: Reading, isAway: Bool, at second: Int64) {
    history.append(reading.isKnown ? 1 : nil, at: second)
    valueBefore = lastValue
    if isAway { lastValue = .unknown }
    guard reading.isKnown else { return }
    if lastValue.isKnown, !reading.hasSameContent(as: lastValue) {
      let turns = Turns(travel.last?.quanta ?? 0).followedByChange
      travel.append(Way(start: second, quanta: turns.quanta))
    }
    lastValue = reading
  }

  /// Adds a value as it is
  private mutating func noteValue(_ reading: Reading, _ position: Position?, at second: Int64) {
    if case .value(.position) = kind {
      history.append(exactly: position?.latitude, at: second)
      y.append(exactly: position?.longitude, at: second)
    } else {
      history.append(exactly: PastValue.number(of: reading), at: second)
    }
  }

  /// Undoes the note of a second, the latest one
  private mutating func removeNote(at second: Int64) {
    history.removeNote(at: second)
    switch kind {
    case .number, .meter: break
    case .position, .value:
      y.removeNote(at: second)
      z.removeNote(at: second)
    case .event:
      if travel.last?.start == second { travel.removeLast() }
    case .change:
      if travel.last?.start == second { travel.removeLast() }
      lastValue = valueBefore
    case .way:
      if travel.last?.start == second { travel.removeLast() }
      lastPosition = positionBefore
    }
  }

  /// Prepares for queries of the least and the greatest, where windows look for them
  mutating func sortOut() {
    least.take(history.steps)
    greatest.take(history.steps)
    if kind == .meter { rises.take(history.steps) }
  }

  /// Forgets everything
  mutating func clear() {
    var empty = SignalMemory(kind)
    empty.least.isUsed = least.isUsed
    empty.greatest.isUsed = greatest.isUsed
    empty.windows = windows
    self = empty
  }

  // MARK: Forgetting

  /// Whether it has grown enough for ``forget(before:)`` to be worth while
  var isFull: Bool { count >= forgettingCount }

  /// The number of steps of all that it remembers
  private var count: Int {
    var count = history.steps.end - history.steps.first
    if kind == .number { return count }
    count += y.steps.end - y.steps.first + z.steps.end - z.steps.first
    return count + travel.end - travel.first
  }

  /// Releases the steps that no window from `second` on looks at
  mutating func forget(before second: Int64) {
    history.forget(before: second)
    y.forget(before: second)
    z.forget(before: second)
    least.forget(before: second)
    greatest.forget(before: second)
    travel.forget(before: second)
    rises.forget(before: history.steps.first)
    let count = count
    forgettingCount = max(Self.leastForgettingCount, count + count / 4)
  }

  // MARK: Looking ahead

  /// A memory at the present second, up to which notes ahead can be taken back
  struct Mark {
    fileprivate let histories: (x: History.Mark, y: History.Mark, z: History.Mark)
    fileprivate let travel: (end: Int, last: Way?)
    fileprivate let positions: (last: Position?, before: Position?)
    fileprivate let values: (last: Reading, before: Reading)
    fileprivate let note: (second: Int64, reading: Reading)
  }

  var mark: Mark {
    Mark(
      histories: (history.mark, y.mark, z.mark), travel: (travel.end, travel.last),
      positions: (lastPosition, positionBefore), values: (lastValue, valueBefore),
      note: (notedAt, noted))
  }

  /// Takes back the notes since
  mutating func takeBack(to mark: Mark) {
    history.takeBack(to: mark.histories.x)
    y.takeBack(to: mark.histories.y)
    z.takeBack(to: mark.histories.z)
    travel.takeBack(to: mark.travel.end, mark.travel.last)
    (lastPosition, positionBefore) = mark.positions
    (lastValue, valueBefore) = mark.values
    (notedAt, noted) = mark.note
  }

  // MARK: Queries

  /// The ends of a window
  ///
  /// - Parameters:
  ///   - start: the first second of `from … to` that the window knows of.
  ///   - hint: the number of the step that it was in at the last look.
  @inline(__always)
  mutating func ends(from: Int64, start: Int64, to: Int64, near hint: Int) -> WindowEnds {
    WindowEnds(
      from: from, to: to, start: start, first: history.steps.number(at: start, near: hint),
      last: history.steps.number(near: to))
  }

  /// The least or greatest known step of the seconds of a window; the last of equal ones
  mutating func extreme(
    _ ends: WindowEnds, isLeast: Bool, _ hint: inout Int
  ) -> Extremes.Extreme? {
    guard let last = ends.last else { return nil }
    let first = ends.first ?? history.steps.first
    guard first <= last else { return nil }
    return isLeast
      ? least.extreme(of: history.steps, first...last, from: ends.start, &hint)
      : greatest.extreme(of: history.steps, first...last, from: ends.start, &hint)
  }

  /// The sum of a window, of its seconds `start … to - 1`
  @inline(__always)
  mutating func sums(_ ends: WindowEnds) -> WindowSums {
    let start = history.sum(before: ends.start, in: ends.first)
    let end = history.sum(before: ends.to, in: ends.last)
    return WindowSums(
      quanta: end.quanta - start.quanta, known: end.known - start.known,
      entering: ends.last.map { history.steps[$0].value } ?? .nan,
      leaving: ends.isCut ? .nan : ends.first.map { history.steps[$0].value } ?? .nan,
      isTooLarge: history.firstTooLarge(from: ends.start, to: ends.to) != nil)
  }

  /// The difference of the steps at the ends of a window; not a number if one is unknown
  mutating func change(_ ends: WindowEnds) -> Double {
    guard !ends.isCut, let first = ends.first, let last = ends.last else { return .nan }
    return history.difference(last, first)
  }

  /// The first second of a window at which the value is unknown; nil if it is known throughout
  func firstUnknown(_ ends: WindowEnds) -> Int64? {
    guard let first = ends.first, let last = ends.last, first <= last else { return ends.from }
    if !history.steps[first].isKnown { return ends.from }
    for number in first...last where !history.steps[number].isKnown {
      return history.steps[number].start
    }
    return nil
  }

  /// The number of seconds of `start … to` at which the value is known
  func known(_ ends: WindowEnds) -> Int64 {
    history.sum(before: ends.to + 1).known - history.sum(before: ends.start).known
  }

  /// The way between two seconds, in metres: that travelled by the second one, less that by the first
  func length(_ ends: WindowEnds) -> Double {
    ExactSum(travelled(upTo: ends.to) &- travelled(upTo: ends.start)).scalar()
  }

  /// Quanta of the way up to and including a second
  func travelled(upTo second: Int64) -> Int128 {
    // Released entries lie before every window.
    travel.entry(at: second)?.quanta ?? 0
  }

  /// The mean of positions over `[start, to)`; nil if none is known, or they have no middle
  func position(_ ends: WindowEnds) -> Position? {
    let known = difference(history, ends).known
    guard known > 0 else { return nil }
    // One axis of the mean, between -1 and 1
    func mean(_ history: History) -> Double {
      difference(history, ends).quanta.scalar(over: known)
    }
    return UnitVector(x: mean(history), y: mean(y), z: mean(z)).position
  }

  /// Quanta times seconds of `[start, to)`, and the number of those seconds that are known
  func difference(
    _ history: History, _ ends: WindowEnds
  ) -> (quanta: ExactSum, known: Int64) {
    let (start, end) = (history.sum(before: ends.start), history.sum(before: ends.to))
    return (end.quanta - start.quanta, end.known - start.known)
  }

  /// Whether everything known in a window and at its end is one value
  func isUniform(_ ends: WindowEnds) -> Bool {
    history.isUniform(from: ends.start, to: ends.to) && y.isUniform(from: ends.start, to: ends.to)
      && z.isUniform(from: ends.start, to: ends.to)
  }

  /// The sum of the rises of a meter over the seconds of a window; not a number if one of them is unknown
  ///
  /// A meter at 7, then 9, then 2 after it restarted, then 3: it rose by 2, by 2 from 0, and by 1, 5 in all.
  mutating func increase(_ ends: WindowEnds) -> Double {
    guard !ends.isCut, let first = ends.first, let last = ends.last,
      known(ends) == ends.to - ends.from + 1,
      history.firstTooLarge(from: ends.from, to: ends.to + 1) == nil
    else { return .nan }
    return rises.sum(history.steps, first...last).scalar()
  }

  /// The first second after the start of a window at which another step begins
  @inline(__always)
  mutating func change(after ends: WindowEnds) -> Int64 {
    if ends.isCut { return ends.start }
    let next = ends.first.map { $0 + 1 } ?? history.steps.first
    return next < history.steps.end ? history.steps[next].start : Seconds.never
  }

  /// The first second after the start of a window at which a part of the way ends, or is lost
  func change(ofWayAfter ends: WindowEnds) -> Int64 {
    let fix = travel.entry(after: ends.start)?.start ?? Seconds.never
    // Nothing lost before the window says when the window will have lost everything.
    guard let last = history.last, !last.isKnown, last.start > ends.start else { return fix }
    return min(fix, last.start)
  }

  // MARK: Restoring

  /// The part from a second on, which is all that a window knows of that begins at it
  func cut(before second: Int64) -> SignalMemory {
    guard second < Seconds.never, history.begins < second else { return self }
    var result = self
    result.history = history.cut(before: second)
    result.y = y.cut(before: second)
    result.z = z.cut(before: second)
    return result
  }

  /// Whether it remembers the same as another, as far as it goes back
  func continues(_ other: SignalMemory) -> Bool {
    history.continues(other.history) && y.continues(other.y) && z.continues(other.z)
      && (travel.isEmpty || travel.last?.start == other.travel.last?.start)
      && (history.isEmpty || lastPosition == other.lastPosition)
      && (history.isEmpty || lastValue.hasSameContent(as: other.lastValue))
  }

  /// The first second of which anything was noted; never if nothing was
  var begins: Int64 { history.begins }

  /// Takes the place of another, for its windows
  mutating func takeOver(_ restored: SignalMemory) {
    clear()
    history = restored.history
    y = restored.y
    z = restored.z
    travel = restored.travel
    lastPosition = restored.lastPosition
    lastValue = restored.lastValue
  }

  /// Restores the entry of a memory that comes before its steps
  mutating func restore(lastPosition position: Position?) { lastPosition = position }

  /// Restores the last known value of the counted operand, which is written behind the stretches of a window
  mutating func restore(lastValue value: Reading) { lastValue = value }

  /// Adds the steps of a stretch to the history, or to that of another axis
  mutating func restoreSteps(from reader: inout MemoryReader, _ pool: inout ObjectPool) {
    if case .value(let type) = kind {
      history.restoreValues(from: &reader, type, &pool)
    } else {
      history.restore(from: &reader)
    }
  }

  mutating func restoreStepsOfY(from reader: inout MemoryReader, _ pool: inout ObjectPool) {
    if case .value(let type) = kind {
      y.restoreValues(from: &reader, type, &pool)
    } else {
      y.restore(from: &reader)
    }
  }

  mutating func restoreStepsOfZ(from reader: inout MemoryReader) { z.restore(from: &reader) }

  /// Adds the parts of the way of a stretch
  ///
  /// Entries of version 1 of a meter have the amounts that its change lacked at each fall.
  mutating func restoreTravel(from reader: inout MemoryReader) {
    for _ in 0..<reader.count() {
      let way = Way(from: &reader)
      if kind != .meter { travel.append(way) }
    }
  }
}

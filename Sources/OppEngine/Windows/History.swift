internal import OppModel

/// The steps of something over time, with sums since memory began
///
/// ```
///   start     s0        s1          s2             now
///             ├─ value ─┼─ value ───┼─ unknown ────→
///   sum       0         v0·(s1-s0)  …
/// ```
///
/// The sum up to any second is that of its step and a product, so that a window is the difference of
/// two sums, and the same after any other computation.
///
/// With 2 from second 0 on, unknown from 10 and 4 from 20, in units rather than quanta:
///
/// ```
///   start   value     sum   known   changes
///   0       2           0       0         0
///   10      unknown    20      10         0
///   20      4          20      10         1      2 was followed by 4
///
///   sum(before: 25)   20 + 4 · 5 = 40, of 10 + 5 = 15 known seconds
/// ```
struct History: Sendable {
  struct Step: Timed, Sendable {
    /// The value in quanta; 0 if it is unknown, or has none
    let amount: Int128

    /// The lower bits of the sum before `start`
    private let low: UInt128

    /// The first second of the step, which lasts until the next one
    let start: Int64

    /// The value itself; not a number if it is unknown
    let value: Double

    /// The number of known seconds before `start`
    let known: Int64

    /// The upper bits of the sum, which summands within ``Quanta/limit`` over the years 1 to 9999 do not exceed
    ///
    /// With it and the changes in 32 bits each, a step is one line of the cache.
    private let high: Int32

    /// The number of times that a known value was followed by another, up to this step
    let changes: UInt32

    init(
      _ value: Double, amount: Int128, at start: Int64, after sum: (quanta: ExactSum, known: Int64),
      changes: UInt32
    ) {
      self.value = value
      self.amount = amount
      self.start = start
      low = sum.quanta.low
      high = Int32(truncatingIfNeeded: sum.quanta.high)
      known = sum.known
      self.changes = changes
    }

    var isKnown: Bool { !value.isNaN }

    /// Quanta times seconds before `start`
    var sum: ExactSum { ExactSum(low: low, high: Int64(high)) }
  }

  /// In the order of time; a note makes no step that equals the one before
  private(set) var steps = Timeline<Step>()

  /// `true` if a value ever was too large to be added up
  private var hadTooLarge = false

  var isEmpty: Bool { steps.isEmpty }
  var last: Step? { steps.last }

  init() {}

  /// Notes a value from a second on; nil if it is unknown
  ///
  /// A second note at one second replaces the first; a value that is as before makes no step.
  mutating func append(_ value: Double?, at start: Int64) {
    removeNote(at: start)
    let value = value ?? .nan
    if let last, last.value == value || !last.isKnown && value.isNaN { return }
    let amount = Quanta.of(value)
    if amount == nil, !value.isNaN { hadTooLarge = true }
    append(amount ?? 0, value, at: start, sum: sum(before: start))
  }

  /// Notes a value as it is from a second on, without sums; nil if it is unknown
  mutating func append(exactly value: Double?, at start: Int64) {
    removeNote(at: start)
    let value = value ?? .nan
    if let last, last.value == value || !last.isKnown && value.isNaN { return }
    append(0, value, at: start, sum: (ExactSum(), 0))
  }

  /// Adds a step with the sum of all seconds before it
  private mutating func append(
    _ amount: Int128, _ value: Double, at start: Int64, sum: (quanta: ExactSum, known: Int64)
  ) {
    steps.append(
      Step(value, amount: amount, at: start, after: sum, changes: changes(through: value)))
  }

  /// The number of times that a known value will have been followed by another after one more step
  private func changes(through value: Double) -> UInt32 {
    guard let last else { return 0 }
    if value.isNaN { return last.changes }
    // Of two unknown steps in a row the later is left out, so that what was known is near.
    let known = steps[!last.isKnown ? max(steps.first, steps.end - 2) : steps.end - 1].value
    return known == value ? last.changes : last.changes &+ 1
  }

  /// Undoes the note of a second, the latest one
  mutating func removeNote(at second: Int64) {
    if let last, last.start == second { steps.removeLast() }
  }

  /// Forgets the steps that ended before a second
  mutating func forget(before second: Int64) { steps.forget(before: second) }

  // MARK: Restoring

  /// Restores a step of an earlier run
  ///
  /// - Returns: `false` if it is not later than the steps before.
  mutating func restore(_ value: Double?, at start: Int64) -> Bool {
    if let last, last.start >= start { return false }
    append(value, at: start)
    return true
  }

  /// The steps from a second on, of which the first begins there at the earliest
  func cut(before second: Int64) -> History {
    guard let first = steps.number(at: second), steps[steps.first].start < second else {
      return self
    }
    var result = History()
    result.hadTooLarge = hadTooLarge
    for number in first..<steps.end {
      let (step, start) = (steps[number], max(steps[number].start, second))
      result.append(step.amount, step.value, at: start, sum: sum(before: start, in: number))
    }
    return result
  }

  /// Whether its steps are the latest ones of another, of which the first may have begun earlier
  func continues(_ other: History) -> Bool {
    let shift = other.steps.end - steps.end
    var isFirst = true
    for number in steps.first..<steps.end {
      guard number + shift >= other.steps.first else { return false }
      let (own, step) = (steps[number], other.steps[number + shift])
      guard own.start == step.start || isFirst && own.start > step.start,
        own.isKnown ? own.value == step.value : !step.isKnown
      else { return false }
      isFirst = false
    }
    return true
  }

  /// The first second of which anything was noted; never if nothing was
  var begins: Int64 { change(after: Seconds.past) }

  // MARK: Queries

  /// The step that a second is in
  func step(at second: Int64) -> Step? { steps.entry(at: second) }

  /// The first second after one at which another step begins
  func change(after second: Int64) -> Int64 {
    steps.entry(after: second)?.start ?? Seconds.never
  }

  /// The numbers of the steps that have a second in `from … to`
  ///
  /// Of steps that begin at 0, 10, 20 and 30: the seconds 5 … 15 have those of 0 and 10, 35 … 99 that of 30, and
  /// -9 … -1 have none.
  func numbers(from: Int64, to: Int64) -> Range<Int> {
    guard let last = steps.number(at: to) else { return steps.first..<steps.first }
    let first = steps.number(at: from) ?? steps.first
    return first <= last ? first..<last + 1 : first..<first
  }

  /// Whether all that is known of the seconds `from … to` is one value
  ///
  /// With 1 from second 0 on, unknown from 10, 1 from 20 and 2 from 30: true of 0 … 25, where only the unknown lies
  /// between; false of 0 … 30. An average over such seconds is that value, whichever of them enter and leave.
  func isUniform(from: Int64, to: Int64) -> Bool {
    var numbers = numbers(from: from, to: to)
    while let first = numbers.first, !steps[first].isKnown {
      numbers = first + 1..<numbers.upperBound
    }
    guard let first = numbers.first, let last = numbers.last else { return true }
    return steps[first].changes == steps[last].changes
  }

  /// The sum of all seconds before one
  ///
  /// - Returns: quanta times seconds, and the number of seconds that are known.
  func sum(before second: Int64) -> (quanta: ExactSum, known: Int64) {
    sum(before: second, in: steps.number(at: second))
  }

  /// The sum of all seconds before one that is in a step
  ///
  /// - Parameter number: that of the step; nil for a second before the first.
  @inline(__always)
  func sum(before second: Int64, in number: Int?) -> (quanta: ExactSum, known: Int64) {
    guard let number else { return (ExactSum(), 0) }
    let step = steps[number]
    if step.start == second || !step.isKnown { return (step.sum, step.known) }
    let seconds = second &- step.start
    return (step.sum + ExactSum(step.amount, times: seconds), step.known &+ seconds)
  }

  /// The first second of `from ..< to` at which the value was too large to be added up, or `nil` if there is none
  ///
  /// - Complexity: linear in the steps of these seconds once there has been such a value, and constant before.
  @inline(__always)
  func firstTooLarge(from: Int64, to: Int64) -> Int64? {
    hadTooLarge ? soughtTooLarge(from: from, to: to) : nil
  }

  private func soughtTooLarge(from: Int64, to: Int64) -> Int64? {
    guard from < to else { return nil }
    return numbers(from: from, to: to - 1)
      .first { steps[$0].value.magnitude >= Quanta.limit }
      .map { max(from, steps[$0].start) }
  }

  // MARK: Looking ahead

  /// The end of a history, up to which notes ahead can be taken back
  struct Mark {
    fileprivate let end: Int
    fileprivate let last: Step?
  }

  var mark: Mark { Mark(end: steps.end, last: steps.last) }

  /// Takes back the notes since
  mutating func takeBack(to mark: Mark) {
    steps.takeBack(to: mark.end, mark.last)
  }
}

extension History {
  /// The value at all known seconds of a window but its last one, or `nil` if they differ, or there are none
  @inline(__always)
  func uniformValue(_ ends: WindowEnds) -> Double? {
    guard let last = ends.last else { return nil }
    let (first, end) = (steps[ends.first ?? steps.first], steps[last])
    // The first step may be unknown, and the last one begin at the last second: two changes that do not count.
    if end.changes &- first.changes > 2 { return nil }
    if ends.first == last { return first.isKnown && ends.start < ends.to ? first.value : nil }
    return soughtUniformValue(ends)
  }

  private func soughtUniformValue(_ ends: WindowEnds) -> Double? {
    guard ends.start < ends.to, isUniform(from: ends.start, to: ends.to - 1) else { return nil }
    return numbers(from: ends.start, to: ends.to - 1).first { steps[$0].isKnown }
      .map { steps[$0].value }
  }

  /// The value of a step less that of another; as floating-point numbers have it if one has no quanta
  @inline(__always)
  func difference(_ last: Int, _ first: Int) -> Double {
    let (end, start) = (steps[last], steps[first])
    guard end.value.magnitude < Quanta.limit, start.value.magnitude < Quanta.limit else {
      return end.value - start.value
    }
    return ExactSum(end.amount &- start.amount).scalar()
  }
}

extension History {
  /// Writes some steps, from which the sums follow: how many they are, and each
  ///
  /// `2 1 1782039600 1` has one step, at 11:00 to the value 1.
  func write(_ range: Range<Int>, to writer: inout MemoryWriter) {
    writer.add(range.count)
    for number in range {
      let step = steps[number]
      writer.add(step.start)
      writer.add(step.isKnown ? step.value : nil)
    }
  }

  /// Adds steps that follow those that there are
  mutating func restore(from reader: inout MemoryReader) {
    let count = reader.count()
    guard count > 0 else { return }
    // Entries of version 1 have the sum and the known seconds before the first step.
    if reader.version == .first { _ = (reader.wide(), reader.integer()) }
    for _ in 0..<count {
      let start = reader.second()
      let value = reader.optionalNumber()
      guard restore(value, at: start) else { return reader.fail() }
    }
  }
}

/// The steps of something over time, with sums since memory began
///
/// ```
///   start     s0        s1          s2             now
///             ├─ value ─┼─ value ───┼─ unknown ────→
///   sum       0         v0·(s1-s0)  …
/// ```
///
/// The sum up to any second is that of its step and a product, so that a window is the difference of
/// two sums, and the same whatever was computed before.
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
    /// Quanta times seconds before `start`, and how many of those seconds were known
    let sum: Int128

    /// The value in quanta; 0 where unknown
    let amount: Int128

    /// The first second of the step, which lasts until the next one
    let start: Int64

    /// The value itself; not a number where unknown
    let value: Double
    let known: Int64

    /// The number of times that a known value was followed by another, up to this step
    let changes: Int

    var isKnown: Bool { !value.isNaN }

    /// In quanta; nil where unknown
    var quanta: Int128? { isKnown ? amount : nil }
  }

  /// In the order of time; a note makes no step that equals the one before
  private(set) var steps = Timeline<Step>()

  /// The first second of a value too large to count
  private(set) var overflow: Int64?
  var isOverflown: Bool { overflow != nil }

  var isEmpty: Bool { steps.isEmpty }
  var last: Step? { steps.last }

  init() {}

  /// Notes a value from a second on; nil where it is unknown
  ///
  /// A second note at one second replaces the first; a value that is as before makes no step.
  mutating func append(_ value: Double?, at start: Int64) {
    let quanta = value.flatMap { ExactSum.quanta(of: $0) }
    removeNote(at: start)
    if value != nil, quanta == nil { overflow = overflow ?? start }
    let value = quanta == nil ? .nan : value ?? .nan
    if let last, last.value == value || !last.isKnown && value.isNaN { return }
    append(quanta, value, at: start, sum: sum(before: start))
  }

  /// Notes a value as it is from a second on, without sums; nil where it is unknown
  mutating func append(exactly value: Double?, at start: Int64) {
    removeNote(at: start)
    let value = value ?? .nan
    if let last, last.value == value || !last.isKnown && value.isNaN { return }
    append(nil, value, at: start, sum: (0, 0))
  }

  /// Adds a step with the sum of all seconds before it
  private mutating func append(
    _ quanta: Int128?, _ value: Double, at start: Int64, sum: (quanta: Int128, known: Int64)
  ) {
    steps.append(
      Step(
        sum: sum.quanta, amount: quanta ?? 0, start: start, value: value, known: sum.known,
        changes: changes(through: quanta)))
  }

  /// The number of times that a known value will have been followed by another after one more step
  private func changes(through quanta: Int128?) -> Int {
    guard let last else { return 0 }
    guard let quanta else { return last.changes }
    // Of two unknown steps in a row the later is left out, so that what was known is near.
    let known = steps[!last.isKnown ? max(steps.first, steps.end - 2) : steps.end - 1].quanta
    return known == quanta ? last.changes : last.changes + 1
  }

  /// Undoes what was noted at a second, the latest one
  mutating func removeNote(at second: Int64) {
    if overflow == second { overflow = nil }
    if let last, last.start == second { steps.removeLast() }
  }

  /// Forgets the steps that ended before a second
  mutating func forget(before second: Int64) { steps.forget(before: second) }

  // MARK: Restoring

  /// Restores a step of an earlier run
  ///
  /// - Parameter known: what lies before it; nil where the steps before say it.
  /// - Returns: false where it is not later than the steps before.
  mutating func restore(
    _ value: Double?, at start: Int64, sum known: (quanta: Int128, known: Int64)?
  ) -> Bool {
    if isEmpty, let known, known.quanta != 0 || known.known != 0 {
      // What lies before is forgotten: unknown, with the sum that it came to.
      append(nil, .nan, at: Seconds.past, sum: known)
    }
    if let last, last.start >= start { return false }
    let quanta = value.flatMap { ExactSum.quanta(of: $0) }
    append(
      quanta, quanta == nil ? .nan : value ?? .nan, at: start, sum: known ?? sum(before: start))
    return true
  }

  mutating func restore(overflow second: Int64?) { overflow = second }

  /// The steps from a second on, of which the first begins there at the earliest
  func cut(before second: Int64) -> History {
    guard let first = steps.number(at: second), steps[steps.first].start < second else {
      return self
    }
    var result = History()
    result.overflow = overflow
    for number in first..<steps.end {
      let (step, start) = (steps[number], max(steps[number].start, second))
      result.append(step.quanta, step.value, at: start, sum: sum(before: start, in: number))
    }
    return result
  }

  /// Whether its steps are the latest ones of another, of which the first may have begun earlier
  func continues(_ other: History) -> Bool {
    guard overflow == other.overflow else { return false }
    let shift = other.steps.end - steps.end
    var isFirst = true
    for number in steps.first..<steps.end where steps[number].start > Seconds.past {
      guard number + shift >= other.steps.first else { return false }
      let (own, step) = (steps[number], other.steps[number + shift])
      guard own.start == step.start || isFirst && own.start > step.start,
        own.quanta == step.quanta, !own.isKnown || own.value == step.value
      else { return false }
      isFirst = false
    }
    return true
  }

  /// The first second of which anything was noted; never where nothing was
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
  /// - Returns: quanta times seconds, and the number of seconds that are known; (0, 0) where the product overflows.
  func sum(before second: Int64) -> (quanta: Int128, known: Int64) {
    sum(before: second, in: steps.number(at: second))
  }

  /// The sum of all seconds before one that is in a step
  ///
  /// - Parameter number: that of the step; nil for a second before the first.
  @inline(__always)
  func sum(before second: Int64, in number: Int?) -> (quanta: Int128, known: Int64) {
    guard let number else { return (0, 0) }
    let step = steps[number]
    if step.start == second || !step.isKnown { return (step.sum, step.known) }
    return Self.sum(before: second, in: step)
  }

  /// The sum of all seconds before one that is in a known step, but not its first
  private static func sum(before second: Int64, in step: Step) -> (quanta: Int128, known: Int64) {
    let seconds = second - step.start
    let (product, overflow) = step.amount.multipliedReportingOverflow(by: Int128(seconds))
    let (sum, tooMuch) = step.sum.addingReportingOverflow(product)
    return overflow || tooMuch ? (0, 0) : (sum, step.known + seconds)
  }

  // MARK: Looking ahead

  /// The end of a history, to which what is noted ahead can be taken back
  struct Mark {
    fileprivate let end: Int
    fileprivate let last: Step?
    fileprivate let overflow: Int64?
  }

  var mark: Mark { Mark(end: steps.end, last: steps.last, overflow: overflow) }

  /// Takes back what was noted since
  mutating func takeBack(to mark: Mark) {
    steps.takeBack(to: mark.end, mark.last)
    overflow = mark.overflow
  }
}

extension History {
  /// Writes some steps: how many they are, the sums before the first, and each, from which the other sums follow
  ///
  /// `1 1 0 0 0 1782039600 1` has one step, at 11:00 to the value 1, with no sum before it.
  func write(_ range: Range<Int>, to writer: inout MemoryWriter) {
    writer.add(range.count)
    guard let first = range.first else { return }
    writer.add(steps[first].sum)
    writer.add(steps[first].known)
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
    let sum = (quanta: reader.wide(), known: reader.second())
    for index in 0..<count {
      let start = reader.second()
      let value = reader.optionalNumber()
      guard restore(value, at: start, sum: index == 0 ? sum : nil) else { return reader.fail() }
    }
  }
}

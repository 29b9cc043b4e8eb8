/// The steps of something over time, with sums since memory began
///
/// ```
///   start     s0        s1          s2             now
///             ├─ value ─┼─ value ───┼─ unknown ────→
///   sum       0         v0·(s1-s0)  …
/// ```
///
/// The sum up to any second is that of its step and a product, so that a window is the difference of
/// two sums, and the same whatever was asked before.
struct History: Sendable {
  struct Step: Sendable {
    let start: Int64

    /// In quanta; nil where unknown
    let quanta: Int128?

    /// The value itself, for the least and the greatest
    let value: Double

    /// Quanta times seconds before `start`, and how many of them were known
    let sum: Int128
    let known: Int64
  }

  private var steps: [Step] = []
  private var head = 0

  /// The first second of a value too large to count
  private(set) var overflow: Int64?
  var isOverflown: Bool { overflow != nil }

  var isEmpty: Bool { head >= steps.count }
  var last: Step? { isEmpty ? nil : steps.last }

  init() {}

  /// A history that goes on from the steps of another
  init(_ steps: [Step], overflow: Int64?) {
    self.steps = steps
    self.overflow = overflow
  }

  /// The step that a second lies in, if there is one, and those after it
  func steps(from second: Int64) -> ArraySlice<Step> {
    isEmpty ? [] : steps[(index(at: second) ?? head)...]
  }

  /// Notes a value from a second on; nil where it is unknown
  mutating func append(_ value: Double?, at start: Int64) {
    let quanta = value.flatMap { ExactSum.quanta(of: $0) }
    removeNote(at: start)
    if value != nil, quanta == nil { overflow = overflow ?? start }
    if let last, last.quanta == quanta, last.value == value ?? 0 { return }
    let sum = self.sum(before: start)
    steps.append(
      Step(start: start, quanta: quanta, value: value ?? 0, sum: sum.quanta, known: sum.known))
  }

  /// Undoes what was noted at a second, the latest one
  mutating func removeNote(at second: Int64) {
    if overflow == second { overflow = nil }
    if let last, last.start == second { steps.removeLast() }
  }

  /// Forgets the steps that ended before a second
  mutating func forget(before second: Int64) {
    while head + 1 < steps.count, steps[head + 1].start <= second { head += 1 }
    if head > 64, head > steps.count / 2 {
      steps.removeFirst(head)
      head = 0
    }
  }

  /// The index of the step that a second lies in; nil before the first
  private func index(at second: Int64) -> Int? {
    guard !isEmpty, steps[head].start <= second else { return nil }
    var low = head
    var high = steps.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if steps[middle].start <= second { low = middle } else { high = middle }
    }
    return low
  }

  /// What was so at a second
  func step(at second: Int64) -> Step? {
    index(at: second).map { steps[$0] }
  }

  /// The first second after one at which another step begins
  func change(after second: Int64) -> Int64 {
    guard !isEmpty else { return Seconds.never }
    guard let index = index(at: second) else { return steps[head].start }
    return index + 1 < steps.count ? steps[index + 1].start : Seconds.never
  }

  /// The steps that have a second in `from … to`
  func steps(from: Int64, to: Int64) -> ArraySlice<Step> {
    guard !isEmpty else { return [] }
    let first = index(at: from) ?? head
    guard let last = index(at: to), first <= last else { return [] }
    return steps[first...last]
  }

  /// The sum of all seconds before one
  func sum(before second: Int64) -> (quanta: Int128, known: Int64) {
    guard let step = step(at: second) else { return (0, 0) }
    guard let quanta = step.quanta else { return (step.sum, step.known) }
    let seconds = second - step.start
    let (product, overflow) = quanta.multipliedReportingOverflow(by: Int128(seconds))
    let (sum, tooMuch) = step.sum.addingReportingOverflow(product)
    return overflow || tooMuch ? (0, 0) : (sum, step.known + seconds)
  }
}

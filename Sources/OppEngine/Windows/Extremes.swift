/// The steps of a history that are the least, or the greatest, from some second on
///
/// A queue of ever lesser maxima, or ever greater minima (Lemire, "Streaming maximum-minimum filter
/// using no more than three comparisons per element", Nordic Journal of Computing, 2006): a step that a
/// later one equals or beats is the extreme of no window to come.
///
/// ```
///   7       ●
///   5            ●              steps    3 7 5 1 4      the greatest of the last two is 4,
///   4                   ●       queue      7 5   4      of the last three 5, of all 7
///   3  ○
///   1               ○
/// ```
///
/// The latest two steps stay out of it: a note at the same second may yet replace them.
struct Extremes: Sendable {
  /// Known steps with values that fall for the greatest, and rise for the least, in the order of time
  private var queue = Timeline<Extreme>()

  /// The number of the first step that is not in the queue
  private var next = 0

  struct Extreme: Timed, Sendable {
    let start: Int64

    /// The first second after it
    let end: Int64
    let value: Double
  }

  /// Takes in the steps that no note replaces any more
  ///
  /// - Complexity: amortised constant a step.
  mutating func take(_ steps: Timeline<History.Step>, isLeast: Bool) {
    next = max(next, steps.first)
    // The last step may be taken back as equal to the one before it, whose end is then another.
    while next + 2 < steps.end {
      if let extreme = Self.extreme(next, of: steps) {
        while let last = queue.last, !Self.isBetter(last.value, extreme.value, isLeast) {
          queue.removeLast()
        }
        queue.append(extreme)
      }
      next += 1
    }
  }

  /// Releases entries that no window from a second on looks at
  mutating func forget(before second: Int64) { queue.forget(before: second) }

  /// The least or greatest known step of the seconds `from … to`; the last of equal ones
  ///
  /// - Complexity: logarithmic, and linear in the steps that are not taken in.
  func extreme(
    of history: History, from: Int64, to: Int64, isLeast: Bool
  ) -> Extreme? {
    let numbers = history.numbers(from: from, to: to)
    var best: Extreme?
    var number = numbers.lowerBound
    if numbers.upperBound >= next {
      best = first(endingAfter: from)
      number = max(number, next)
    }
    while number < numbers.upperBound {
      if let extreme = Self.extreme(number, of: history.steps) {
        if let known = best, Self.isBetter(known.value, extreme.value, isLeast) {
          best = known
        } else {
          best = extreme
        }
      }
      number += 1
    }
    return best
  }

  /// The first entry of the queue with a second after one: the extreme of all steps taken in that have such a second
  private func first(endingAfter second: Int64) -> Extreme? {
    if let extreme = queue.entry(at: second), extreme.end > second { return extreme }
    return queue.entry(after: second)
  }

  /// A step that is known
  private static func extreme(_ number: Int, of steps: Timeline<History.Step>) -> Extreme? {
    let step = steps[number]
    guard step.quanta != nil else { return nil }
    let end = number + 1 < steps.end ? steps[number + 1].start : Seconds.never
    return Extreme(start: step.start, end: end, value: step.value)
  }

  /// Whether a value is strictly nearer to the extreme than another
  private static func isBetter(_ left: Double, _ right: Double, _ isLeast: Bool) -> Bool {
    isLeast ? left < right : left > right
  }
}

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
  /// Whether these are the least, not the greatest
  let isLeast: Bool

  /// Whether any window looks for them; nothing is taken in before
  var isUsed = false

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

  init(isLeast: Bool) { self.isLeast = isLeast }

  /// Takes in the steps that no note replaces any more
  ///
  /// - Complexity: amortised constant a step.
  mutating func take(_ steps: Timeline<History.Step>) {
    guard isUsed else { return }
    next = max(next, steps.first)
    // The last step may be taken back as equal to the one before it, whose end is then another.
    while next + 2 < steps.end {
      if let extreme = Self.extreme(next, of: steps) {
        while let last = queue.last, !isBetter(last.value, extreme.value) {
          queue.removeLast()
        }
        queue.append(extreme)
      }
      next += 1
    }
  }

  /// Releases entries that no window from a second on looks at
  mutating func forget(before second: Int64) { queue.forget(before: second) }

  /// The least or greatest known step of some that have a second of a window; the last of equal ones
  ///
  /// - Parameters:
  ///   - numbers: the first and the last step that have a second of the window.
  ///   - from: the first second of the window.
  ///   - hint: the entry of an earlier look, and then that of this one.
  /// - Complexity: constant where the entry of the earlier look is near, and linear in the steps that are not taken in.
  mutating func extreme(
    of steps: Timeline<History.Step>, _ numbers: ClosedRange<Int>, from: Int64, _ hint: inout Int
  ) -> Extreme? {
    var best: Extreme?
    var number = numbers.lowerBound
    if numbers.upperBound + 1 >= next {
      hint = first(endingAfter: from, near: hint)
      best = hint < queue.end ? queue[hint] : nil
      number = max(number, next)
    }
    while number <= numbers.upperBound {
      if let extreme = Self.extreme(number, of: steps) {
        if let known = best, isBetter(known.value, extreme.value) {
          best = known
        } else {
          best = extreme
        }
      }
      number += 1
    }
    return best
  }

  /// The number of the first entry of the queue with a second after one, from an entry of an earlier look on
  ///
  /// It is the extreme of all steps taken in that have such a second.
  private func first(endingAfter second: Int64, near hint: Int) -> Int {
    guard let number = queue.number(at: second, near: hint) else { return queue.first }
    return queue[number].end > second ? number : number + 1
  }

  /// A step that is known
  private static func extreme(_ number: Int, of steps: Timeline<History.Step>) -> Extreme? {
    let step = steps[number]
    guard step.isKnown else { return nil }
    let end = number + 1 < steps.end ? steps[number + 1].start : Seconds.never
    return Extreme(start: step.start, end: end, value: step.value)
  }

  /// Whether a value is strictly nearer to the extreme than another
  private func isBetter(_ left: Double, _ right: Double) -> Bool {
    isLeast ? left < right : left > right
  }
}

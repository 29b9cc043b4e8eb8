internal import OppModel

/// The sums of the rises of a meter, from each of its steps on
///
/// A meter is compared with a *mark*, its count at the beginning of a window. If it shows as much or more,
/// it has counted the difference, and the mark moves there. If it shows less than 0.9 of the mark, it has
/// restarted, and has counted up to its present count; the mark moves there, too. A smaller fall is noise, and changes nothing.
///
/// ```
///   meter        5000.2  5000.1  5000.3  5000.2    1.5     2
///   mark         5000.2  5000.2  5000.3  5000.3    1.5     2
///   has counted          0       0.1     0         1.5     0.5
/// ```
///
/// The mark after a move is the present count, so that the next move depends on the step of the last one alone: it is the
/// first step after it that is as great, or less than 0.9 of it. Steps are nodes of a forest with that one as the
/// parent, and the sum of a window is that along the way from its first step to the root. A node whose parent is
/// still to come is *open*. Open nodes fall from each to the next, as any that a later one equals has found its parent; so the ones
/// that a new step is the parent of are the last of them, which are no greater, and the first, which are
/// so great that it is a restart:
///
/// ```
///   open 100 95 92, new 89.5      100 restarts at 89.5, as 90 is more      open 95 92 89.5
///   then 94                       92 and 89.5 rise to 94                   open 95 94
/// ```
///
/// A way that has been walked is made one edge to its root, as in the search for sets (Tarjan, "Efficiency of a good but not linear
/// set union algorithm", Journal of the ACM, 1975). The latest two steps stay out: a note at the same second may
/// yet replace them.
struct MeterRises: Sendable {
  /// The steps taken in, from the number ``base`` on
  private var nodes: [Node] = []

  /// The number of the first node
  private var base = 0

  /// The numbers of the open nodes, after those that are closed but still there
  private var open: [Int] = []

  /// The index of the first open node in ``open``
  private var head = 0

  /// The number of the first step that is not taken in
  private var next: Int { base + nodes.count }

  private struct Node {
    /// The number of a later node on the way, or its own if it is open
    var parent: Int

    /// The sum of the rises on the way to ``parent``
    var rise: ExactSum
  }

  /// Takes in the steps that no note replaces any more
  ///
  /// - Complexity: amortised constant a step.
  mutating func take(_ steps: Timeline<History.Step>) {
    if next < steps.first { begin(at: steps.first) }
    while next + 2 < steps.end {
      let number = next
      nodes.append(Node(parent: number, rise: ExactSum()))
      if steps[number].isKnown { close(steps, with: number) }
    }
  }

  /// Finds the open nodes that a step is the parent of, and opens it
  private mutating func close(_ steps: Timeline<History.Step>, with number: Int) {
    let step = steps[number]
    while open.count > head, let last = open.last,
      case .rise(let rise) = step.move(from: steps[last])
    {
      open.removeLast()
      nodes[last - base] = Node(parent: number, rise: ExactSum(rise))
    }
    while head < open.count, case .rise(let rise) = step.move(from: steps[open[head]]) {
      nodes[open[head] - base] = Node(parent: number, rise: ExactSum(rise))
      head += 1
    }
    if head > 64, head > open.count / 2 {
      open.removeFirst(head)
      head = 0
    }
    open.append(number)
  }

  /// Forgets the steps before one
  mutating func forget(before number: Int) {
    while head < open.count, open[head] < number { head += 1 }
    let count = min(number, next) - base
    guard count > 64, count > nodes.count / 2 else { return }
    nodes.removeFirst(count)
    base += count
  }

  private mutating func begin(at number: Int) {
    self = MeterRises()
    base = number
  }

  /// The sum of the rises over some steps, all of them known and within ``Quanta/limit``
  ///
  /// - Complexity: amortised logarithmic, and linear in the steps that are not taken in.
  mutating func sum(_ steps: Timeline<History.Step>, _ numbers: ClosedRange<Int>) -> ExactSum {
    var (mark, sum) = (numbers.lowerBound, ExactSum())
    var number = mark + 1
    if mark >= base, mark < next, numbers.upperBound + 1 >= next {
      (mark, sum) = root(of: mark)
      number = next
    }
    while number <= numbers.upperBound {
      if case .rise(let rise) = steps[number].move(from: steps[mark]) {
        sum = sum + ExactSum(rise)
        mark = number
      }
      number += 1
    }
    return sum
  }

  /// The root that a way ends at, and the sum of its rises
  private mutating func root(of number: Int) -> (number: Int, sum: ExactSum) {
    var (root, sum) = (number, ExactSum())
    while nodes[root - base].parent != root {
      sum = sum + nodes[root - base].rise
      root = nodes[root - base].parent
    }
    var (node, rest) = (number, sum)
    while node != root {
      let edge = nodes[node - base]
      nodes[node - base] = Node(parent: root, rise: rest)
      rest = rest - edge.rise
      node = edge.parent
    }
    return (root, sum)
  }
}

extension History.Step {
  /// The effect of a step of a meter on the mark
  fileprivate enum Move {
    /// It has counted so many quanta, and the mark moves to it
    case rise(Int128)
    case noise
  }

  /// The move of the mark from another step to this one
  fileprivate func move(from mark: History.Step) -> Move {
    if value >= mark.value { return .rise(amount &- mark.amount) }
    return amount &* 10 < mark.amount &* 9 ? .rise(amount) : .noise
  }
}

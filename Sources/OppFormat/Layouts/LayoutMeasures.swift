/// The groups of a layout that must break, and the widths of the others
///
/// One pass from the front sums widths, one from the back finds for each group the next place after it
/// where a line may end. So deciding about a group takes constant time.
///
/// ```
/// index        0      1     2        3     4        5        6
/// step         open   text  line(1)  text  close    line(1)  text
/// columns             4              3                       2
/// groupWidth   8      0     0        0     0        0        0      4 + 1 + 3, up to the line at 5
/// ```
struct LayoutMeasures {
  /// The columns that the group of each `open` takes when flat; 0 for other steps
  ///
  /// They include the text behind the group up to the next place that may break, and are ``tooWide`` when it must break.
  private(set) var groupWidths: [Int32]

  static let tooWide = Int32.max

  init(_ steps: [LayoutStep]) {
    groupWidths = [Int32](repeating: 0, count: steps.count)
    let (widths, forced) = LayoutMeasures.sums(steps)
    var nextBreak = steps.count
    /// For each group not yet opened, from the back: its `close`, and the next break after it
    var closed: [(index: Int, nextBreak: Int)] = []
    for index in steps.indices.reversed() {
      switch steps[index] {
      case .line, .newline, .trailingComment, .comment:
        nextBreak = index
      case .close:
        closed.append((index, nextBreak))
      case .open:
        // Groups nest, so the group that was closed last from the back is the one that opens here.
        guard let group = closed.popLast() else { continue }
        // More forced breaks before its end than before its beginning: one is within.
        let mustBreak = forced[group.index] > forced[index]
        groupWidths[index] =
          mustBreak ? LayoutMeasures.tooWide : widths[group.nextBreak] - widths[index]
      case .text, .space, .forceBreak, .indent, .indentIfBroken, .outdent:
        continue
      }
    }
  }

  /// The width of the steps before each one when flat, and the number of them that force a break
  ///
  /// After a comment the line has ended: the group that breaks is that of the word that comes next.
  ///
  /// - Returns: lists with one element more than there are steps, the last for the end.
  private static func sums(_ steps: [LayoutStep]) -> (widths: [Int32], forced: [Int32]) {
    var widths: [Int32] = []
    var forced: [Int32] = []
    widths.reserveCapacity(steps.count + 1)
    forced.reserveCapacity(steps.count + 1)
    var width: Int32 = 0
    var force: Int32 = 0
    var afterComment = false
    for step in steps {
      switch step {
      case .text, .open, .comment:
        if afterComment { force += 1 }
        afterComment = false
      default:
        break
      }
      widths.append(width)
      forced.append(force)
      switch step {
      case .text(_, _, let columns): width += columns
      case .space: width += 1
      case .line(let columns): width += columns
      case .newline, .forceBreak: force += 1
      case .trailingComment: afterComment = true
      case .comment:
        force += 1
        afterComment = true
      case .open, .close, .indent, .indentIfBroken, .outdent: break
      }
    }
    widths.append(width)
    forced.append(force)
    return (widths, forced)
  }
}

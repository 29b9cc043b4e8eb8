package import OppEngine
package import OppModel
internal import OppSyntax

/// A condition as an indented tree: a line a part, with its truth, its text, and the values that it rests on
///
/// Of `temp > 20C and not raining` in a failed test:
///
/// ```
/// ✗ temp > 20C   temp is 15°C, read 09:00
/// ✓ not raining
///   ✗ raining    raining is false, read 09:00
/// ```
///
/// The texts are padded to one column, the details follow it. In a terminal that is too narrow for both, the details are below the texts.
package struct ExplanationTree {
  package let words: ExplanationText
  package let console: Console

  /// The instant that is explained: times of its day are shown without the date
  package let at: Instant

  /// The indentation of the whole tree, in steps of two spaces
  package let indent: Int

  package init(words: ExplanationText, console: Console, at: Instant, indent: Int = 0) {
    self.words = words
    self.console = console
    self.at = at
    self.indent = indent
  }

  /// Texts longer than this do not widen the column
  private static let widestText = 44

  /// A line before the width of the column is known
  private struct Line {
    /// The depth below the root, from 0
    let depth: Int
    let part: Explanation

    /// The values that the part rests on; empty if lines below have them
    let details: [String]
  }

  /// Prints the lines of a condition and of all its parts
  package func print(_ condition: Explanation) {
    var lines: [Line] = []
    // First all lines, then the width that they need, then the print.
    add(condition, depth: 0, isRoot: true, &lines)
    let width =
      lines.map { min($0.depth * 2 + words.text(of: $0.part).cellCount, Self.widestText) }
      .max() ?? 0
    // The mark and the space behind it, and two spaces before the details.
    let column = (indent + 1) * 2 + 2 + width + 2
    let isNarrow = console.width.map { $0 - column < FoldedLine.leastRoom } ?? false
    for line in lines { print(line, column: isNarrow ? nil : column) }
  }

  /// Prints one line
  ///
  /// - Parameter column: the cell at which details begin; `nil` if they are printed below the text.
  private func print(_ line: Line, column: Int?) {
    let indentation = (indent + line.depth + 1) * 2
    let text = words.text(of: line.part)
    let start = "\(String(repeating: " ", count: indentation))\(mark(line.part.truth)) \(text)"
    let end = indentation + 2 + text.cellCount
    var said = line.details
    if let period = period(of: line.part) { said.append(period) }
    let details = said.joined(separator: "; ")
    if details.isEmpty { return console.folded(start, under: indentation + 4) }
    // A text that is wider than the column has its details on the same line only if that is not folded.
    guard let column, end + 2 <= column || end + 2 + details.cellCount <= console.width ?? .max
    else {
      let column = column ?? indentation + 4
      console.folded(start, under: indentation + 4)
      return console.folded(String(repeating: " ", count: column) + details, under: column)
    }
    let padding = String(repeating: " ", count: max(2, column - end))
    console.folded(start + padding + details, under: column)
  }

  /// The sign of a truth, in its colour
  private func mark(_ truth: Truth) -> String {
    switch truth {
    case .true: console.styled("✓", .good)
    case .false: console.styled("✗", .bad)
    case .unknown: console.styled("?", .unsure)
    }
  }

  /// `since 12:00 until 13:00`
  private func period(of part: Explanation) -> String? {
    var said: [String] = []
    if let since = part.since {
      said.append("since \(words.readable.brief(since, after: at))")
    }
    if let until = part.until { said.append("until \(words.readable.brief(until, after: at))") }
    return said.isEmpty ? nil : said.joined(separator: " ")
  }

  /// The lines of a part and of those below that are conditions themselves
  ///
  /// A root that joins its parts with `and` needs no line: the headline names it.
  private func add(_ part: Explanation, depth: Int, isRoot: Bool, _ lines: inout [Line]) {
    let isOneLine = words.operandOfMembership(part) != nil || words.isDerived(part)
    let below = isOneLine ? [] : part.parts.filter { $0.type == .bool }
    let isJoin = joins(part)
    if isRoot, isJoin == .plainly, !below.isEmpty {
      for child in below { add(child, depth: depth, isRoot: child.subject == .list, &lines) }
      return
    }
    let showsBelow = isJoin != .not && !below.isEmpty
    var details = showsBelow ? [] : words.details(of: part)
    if part.truth == .unknown, !showsBelow { details = words.missing(part) }
    lines.append(Line(depth: depth, part: part, details: details))
    guard showsBelow else { return }
    for child in below { add(child, depth: depth + 1, isRoot: false, &lines) }
  }

  /// The way in which a part is made of parts
  private enum Join {
    /// It joins conditions with `and`
    case plainly
    /// It is made of conditions in another way
    case otherwise
    /// It is made of values, or negates one part
    case not
  }

  /// The way in which a part joins those below it; the list of rows of `for each` is joined plainly
  private func joins(_ part: Explanation) -> Join {
    guard let operation = words.operation(of: part) else {
      return part.subject == .row ? .not : .plainly
    }
    switch operation {
    case .and: return .plainly
    case .or, .conditional, .otherwise, .lasting, .withinLast, .withinNext: return .otherwise
    case .not(let operand):
      switch words.graph[operand].operation {
      case .and, .or, .conditional, .lasting, .withinLast, .withinNext: return .otherwise
      default: return .not
      }
    default: return .not
    }
  }
}

package import OppEngine
package import OppModel

/// A condition as an indented tree: a line a part, with its truth, its text, and what it rests on
///
/// Of `temp > 20C and not raining` in a failed test:
///
/// ```
/// ✗ temp > 20C   temp is 15°C, read 09:00
/// ✓ not raining
///   ✗ raining    raining is false, read 09:00
/// ```
///
/// The texts are padded to one column, the details follow it.
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

    /// The values that the part rests on; empty where lines below have them
    let details: [String]
  }

  /// Prints the lines of a condition and of all its parts
  package func print(_ condition: Explanation) {
    var lines: [Line] = []
    // First all lines, then the width that they need, then the print.
    add(condition, depth: 0, isRoot: true, &lines)
    let width =
      lines.map { min($0.depth * 2 + words.text(of: $0.part).count, Self.widestText) }
      .max() ?? 0
    for line in lines { print(line, width: width) }
  }

  /// Prints one line, padded to the width of the column
  private func print(_ line: Line, width: Int) {
    let text = words.text(of: line.part)
    var said = line.details
    if let period = period(of: line.part) { said.append(period) }
    let missing = width - line.depth * 2 - text.count
    let padding = said.isEmpty ? "" : String(repeating: " ", count: max(0, missing) + 2)
    console.line(
      "\(String(repeating: "  ", count: indent + line.depth + 1))\(mark(line.part.truth)) \(text)\(padding)\(said.joined(separator: "; "))"
    )
  }

  /// The sign of a truth, in its colour
  private func mark(_ truth: Truth) -> String {
    switch truth {
    case .true: console.styled("✓", .good)
    case .false: console.styled("✗", .bad)
    case .unknown: console.styled("?", .unsure)
    }
  }

  /// `since 12:00:00, until 13:00:00`
  private func period(of part: Explanation) -> String? {
    var said: [String] = []
    if let since = part.since {
      said.append("since \(words.readable.local(since, after: at))")
    }
    if let until = part.until { said.append("until \(words.readable.local(until, after: at))") }
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

  /// The way in which a part joins those below it; that of `for each`'s rows is plain
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

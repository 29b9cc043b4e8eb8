/// Prints a layout into lines of at most ``lineLength`` columns if that is possible
///
/// Line ends and spaces are owed until a word comes, so none is ever left at the end of a line. The printer
/// decides about a group when it begins, from ``LayoutMeasures``, and never looks back.
///
/// - Complexity: linear in the steps and the bytes that they refer to.
struct LayoutPrinter {
  /// The most columns of a line
  static let lineLength: Int32 = 100
  /// The columns of one level of indentation
  static let indentation = 2

  /// The file that the ranges in the steps refer to
  private let source: [UInt8]
  private var output: [UInt8] = []
  /// The columns of the last line that are written; owed spaces are not counted
  private var column: Int32 = 0
  /// The spaces before the next word, if no line end is owed
  private var owedSpaces: Int32 = 0
  /// The line end before the next word
  private var owedLine: OwedLine = .none
  /// `true` if an empty line follows the line end that is owed
  private var owesBlank = false

  /// The amounts of the indentations begun and not ended, and their sum
  private var indents: [Int] = []
  /// The columns that a line beginning now is indented by
  private var indent = 0

  /// For each group begun and not ended, whether it is broken
  private var brokenGroups: [Bool] = []
  /// `true` if the group closed last was broken, for ``LayoutStep/indentIfBroken``
  private var lastGroupBroke = false

  /// A line end that is due when the next word comes, so that steps between may still change it
  private enum OwedLine {
    case none
    /// After a comment at the end of a line: the next text is indented as it would be
    case indentedAsDue
    /// Indented by so many columns, as they were when the step came
    case indented(Int)
  }

  private init(source: [UInt8]) {
    self.source = source
  }

  /// The text of a layout, without a line end after it
  static func print(_ steps: [LayoutStep], source: [UInt8]) -> [UInt8] {
    let measures = LayoutMeasures(steps)
    var printer = LayoutPrinter(source: source)
    for (index, step) in steps.enumerated() {
      printer.print(step, groupWidth: measures.groupWidths[index])
    }
    return printer.output
  }

  /// Prints one step
  ///
  /// - Parameter groupWidth: the columns of the group that the step opens; of no use for other steps.
  private mutating func print(_ step: LayoutStep, groupWidth: Int32) {
    switch step {
    case .text(let start, let end, let width):
      settle()
      write(start, end)
      column += width
    case .space:
      // After a comment the line ends in any case, so no spaces are owed.
      if case .none = owedLine { owedSpaces = 1 }
    case .line(let width):
      // Outside all groups a line ends: so do the declarations' own parts.
      if brokenGroups.last ?? true {
        owedLine = .indented(indent)
      } else if case .none = owedLine {
        owedSpaces = width
      }
    case .newline(let blank):
      owedLine = .indented(indent)
      if blank { owesBlank = true }
    case .forceBreak:
      break
    case .open:
      open(width: groupWidth)
    case .close:
      lastGroupBroke = brokenGroups.popLast() ?? false
    case .indent:
      begin(LayoutPrinter.indentation)
    case .indentIfBroken:
      begin(lastGroupBroke ? LayoutPrinter.indentation : 0)
    case .outdent:
      indent -= indents.popLast() ?? 0
    case .trailingComment(let start, let end):
      // Always two spaces; the words after it go to the next line.
      output += [0x20, 0x20]
      write(start, end)
      owedSpaces = 0
      owedLine = .indentedAsDue
    case .comment(let start, let end, let blank):
      if !output.isEmpty { owedLine = .indented(indent) }
      if blank { owesBlank = true }
      settle()
      write(start, end)
      owedLine = .indented(indent)
    }
  }

  /// Begins a group, and decides whether it is broken
  ///
  /// With 100 columns, a group of 40 that begins in column 60 is flat (60 + 40 = 100), in column 61 broken.
  private mutating func open(width: Int32) {
    let start: Int32
    switch owedLine {
    case .none: start = column + owedSpaces
    case .indentedAsDue: start = Int32(clamping: indent)
    case .indented(let amount): start = Int32(clamping: amount)
    }
    // In a flat group everything is flat: it was measured whole.
    let isInFlatGroup = brokenGroups.last == false
    let fits = width <= LayoutPrinter.lineLength && start + width <= LayoutPrinter.lineLength
    brokenGroups.append(!isInFlatGroup && !fits)
  }

  /// Begins an indentation by so many columns, which may be none
  private mutating func begin(_ amount: Int) {
    indents.append(amount)
    indent += amount
  }

  /// Pays the line end or the spaces that are owed
  private mutating func settle() {
    switch owedLine {
    case .none:
      for _ in 0..<owedSpaces { output.append(0x20) }
      column += owedSpaces
    case .indentedAsDue: endLine(indent)
    case .indented(let amount): endLine(amount)
    }
    owedSpaces = 0
    owedLine = .none
    owesBlank = false
  }

  /// Ends the line and indents the next
  private mutating func endLine(_ amount: Int) {
    output.append(0x0A)
    if owesBlank { output.append(0x0A) }
    for _ in 0..<amount { output.append(0x20) }
    column = Int32(clamping: amount)
  }

  /// Copies a range of bytes of the source
  private mutating func write(_ start: Int32, _ end: Int32) {
    output += source[Int(start)..<Int(end)]
  }
}

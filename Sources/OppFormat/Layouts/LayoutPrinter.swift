/// Prints a layout into lines of at most ``lineLength`` columns where that is possible
///
/// Line ends and spaces are owed until a word comes, so none is ever left at the end of a line.
struct LayoutPrinter {
  static let lineLength: Int32 = 100
  static let indentation = 2

  private let source: [UInt8]
  private var output: [UInt8] = []
  private var column: Int32 = 0
  private var owedSpaces: Int32 = 0
  private var owedLine: OwedLine = .none
  private var owesBlank = false

  /// The amounts of the indentations begun and not ended, and their sum
  private var indents: [Int] = []
  private var indent = 0

  /// For each group begun and not ended, whether it is broken
  private var brokenGroups: [Bool] = []
  private var lastGroupBroke = false

  private enum OwedLine {
    case none
    /// After a comment at the end of a line: what comes is indented as it would be
    case indentedAsDue
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

  private mutating func print(_ step: LayoutStep, groupWidth: Int32) {
    switch step {
    case .text(let start, let end, let width):
      settle()
      write(start, end)
      column += width
    case .space:
      if case .none = owedLine { owedSpaces = 1 }
    case .line(let width):
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

  private mutating func open(width: Int32) {
    let start: Int32
    switch owedLine {
    case .none: start = column + owedSpaces
    case .indentedAsDue: start = Int32(clamping: indent)
    case .indented(let amount): start = Int32(clamping: amount)
    }
    // In a flat group everything is flat: it was measured whole.
    let isInFlatGroup = brokenGroups.last == false
    let fits = width < LayoutPrinter.lineLength && start + width <= LayoutPrinter.lineLength
    brokenGroups.append(!isInFlatGroup && !fits)
  }

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

  private mutating func endLine(_ amount: Int) {
    output.append(0x0A)
    if owesBlank { output.append(0x0A) }
    for _ in 0..<amount { output.append(0x20) }
    column = Int32(clamping: amount)
  }

  private mutating func write(_ start: Int32, _ end: Int32) {
    output += source[Int(start)..<Int(end)]
  }
}

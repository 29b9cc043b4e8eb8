internal import OppModel

/// The cells of one column of a file, counted by their looks
package struct ColumnEvidence {
  /// The header, or `nil` if the file has none
  package let header: String?

  /// The place in the file, from 1
  package let place: Int

  /// The unit in the row below the header, or `nil` if there is none
  package internal(set) var unitBelow: String?

  /// The number of cells of each kind
  private var counts = [Int](repeating: 0, count: SketchedCell.allCases.count)

  /// The first cell of each kind, as messages show it, and its line
  private var firsts = [(shown: String, line: Int)?](
    repeating: nil, count: SketchedCell.allCases.count)

  /// The distinct texts with the number of their rows, in the order of the file
  package private(set) var texts: [(text: String, count: Int)] = []
  private var textPlaces: [String: Int] = [:]

  /// `true` if there are more distinct texts than are kept
  package private(set) var hasMoreTexts = false

  /// The distinct cells, as far as they are compared
  private var distinct: Set<String> = []

  /// The number of cells that equal an earlier one
  private(set) var sharedCount = 0

  /// `true` if there are more distinct cells than are compared
  private var hasMoreCells = false

  /// The units of its quantities
  package private(set) var units: [String] = []

  /// The numbers of digits of its whole numbers
  private(set) var digitCounts: Set<Int> = []

  /// `true` if a number of it is no whole number of digits alone
  private(set) var hasOtherNumbers = false

  /// The number of cells that count from 1970 on
  private var sinceEpochCount = 0

  /// The least and the greatest of its plain numbers, or `nil` if there is none
  private(set) var numbers: ClosedRange<Double>?

  /// `true` if a moment of it has no offset
  private(set) var hasLocalMoments = false

  /// The orders of the numbers of its dates, as far as its cells leave them open
  private(set) var orders = DateOrders()

  /// The marks of its numbers
  private(set) var marks = SketchedMarks()

  /// The most distinct texts that are kept
  private static let textLimit = 200

  /// The most distinct cells that are compared
  private static let keyLimit = 100_000

  init(header: String?, place: Int) {
    self.header = header
    self.place = place
  }

  /// `true` if a cell of it is an object or a list of JSON, which is no value
  private(set) var isNested = false

  /// Adds a cell
  mutating func add(_ cell: Cell, in file: TextFile, missing: [String]) {
    if cell.form == .json, !cell.isEmpty, "{[".utf8.contains(file.bytes[cell.start]) {
      isNested = true
    }
    let kind = SketchedCell(cell, in: file, missing: missing)
    counts[kind.rawValue] += 1
    let trimmed = file.trimmed(cell)
    if firsts[kind.rawValue] == nil {
      firsts[kind.rawValue] = (shown: file.shown(trimmed), line: cell.line)
    }
    note(kind, trimmed, in: file)
    guard kind != .missing, let text = file.text(trimmed) else { return }
    if distinct.count < Self.keyLimit {
      if !distinct.insert(text).inserted { sharedCount += 1 }
    } else if distinct.contains(text) {
      sharedCount += 1
    } else {
      hasMoreCells = true
    }
  }

  /// Adds rows without a cell
  mutating func addMissing(_ count: Int) {
    counts[SketchedCell.missing.rawValue] += count
  }

  /// Notes the properties that matter for some kinds only
  private mutating func note(_ kind: SketchedCell, _ cell: Cell, in file: TextFile) {
    switch kind {
    case .number:
      if let value = CellParser.number(cell, in: file) {
        let known = numbers ?? value...value
        numbers = min(known.lowerBound, value)...max(known.upperBound, value)
      }
      var time = WrittenTimeScanner(cell, in: file)
      if time.sinceEpoch() != nil { sinceEpochCount += 1 }
      let digits = file.bytes[cell.start..<cell.end]
      if digits.allSatisfy({ CellText.isDigit($0) }) {
        digitCounts.insert(digits.count)
      } else {
        hasOtherNumbers = true
        if let number = WrittenNumber(cell, in: file) { marks.note(number, cell, in: file) }
      }
    case .quantity:
      guard let number = WrittenNumber(cell, in: file) else { return }
      marks.note(number, cell, in: file)
      if !units.contains(number.unit) { units.append(number.unit) }
    case .moment:
      var scanner = TimeScanner(file, cell)
      if let moment = scanner.moment() {
        hasLocalMoments = hasLocalMoments || moment.isLocal
      } else {
        noteDate(cell, in: file)
      }
    case .day: noteDate(cell, in: file)
    case .text, .truth: addText(file.text(cell) ?? file.shown(cell))
    case .missing, .clock, .degrees: break
    }
  }

  /// Notes the order of a date, and whether it has an offset
  private mutating func noteDate(_ cell: Cell, in file: TextFile) {
    let core = CellText.core(of: file.bytes[cell.start..<cell.end])
    guard let date = SketchedDate(core) else { return }
    orders.note(date, file.shown(cell), line: cell.line)
    hasLocalMoments = hasLocalMoments || !date.hasOffset
  }

  /// Counts a text
  private mutating func addText(_ text: String) {
    if let place = textPlaces[text] {
      texts[place].count += 1
    } else if texts.count < Self.textLimit {
      textPlaces[text] = texts.count
      texts.append((text: text, count: 1))
    } else {
      hasMoreTexts = true
    }
  }

  /// The number of cells of a kind
  func count(_ kind: SketchedCell) -> Int { counts[kind.rawValue] }

  /// The first cell of a kind, and its line
  func first(_ kind: SketchedCell) -> (shown: String, line: Int)? { firsts[kind.rawValue] }

  /// The number of cells that hold something
  var valueCount: Int { counts.reduce(0, +) - count(.missing) }

  /// `true` if all cells that hold something are of some kinds, and there is one
  func isAll(_ kinds: SketchedCell...) -> Bool {
    valueCount > 0 && kinds.reduce(0) { $0 + count($1) } == valueCount
  }

  /// `true` if no two cells are equal and none is empty
  var isKey: Bool { sharedCount == 0 && !hasMoreCells && count(.missing) == 0 && valueCount > 0 }

  /// `true` if it has numbers beside other things
  var isMixed: Bool {
    let numbers = count(.number) + count(.quantity)
    return numbers > 0 && numbers < valueCount
  }

  /// `true` if its numbers are seconds since 1970, or smaller parts of them
  var isSinceEpoch: Bool { isAll(.number) && sinceEpochCount == valueCount }

  /// `true` if no two of its cells differ
  var isConstant: Bool { distinct.count <= 1 && !hasMoreCells }
}

/// The marks of decimals that the numbers of a file prove or leave open
struct SketchedMarks {
  /// The first number with a mark that proves to be of decimals, by the mark: `20,5`
  private(set) var comma: (shown: String, line: Int)?
  private(set) var point: (shown: String, line: Int)?

  /// The first number of which the mark may also be one of thousands: `1,234`
  private(set) var openComma: (shown: String, line: Int)?
  private(set) var openPoint: (shown: String, line: Int)?

  /// Adds a number
  mutating func note(_ number: WrittenNumber, _ cell: Cell, in file: TextFile) {
    guard let mark = number.mark else { return }
    let found = { (shown: file.shown(cell), line: cell.line) }
    switch mark {
    case .comma where number.provesMark: if comma == nil { comma = found() }
    case .comma: if openComma == nil { openComma = found() }
    case .point where number.provesMark: if point == nil { point = found() }
    case .point: if openPoint == nil { openPoint = found() }
    }
  }

  /// Adds the marks of another column
  mutating func add(_ other: SketchedMarks) {
    if comma == nil { comma = other.comma }
    if point == nil { point = other.point }
    if openComma == nil { openComma = other.openComma }
    if openPoint == nil { openPoint = other.openPoint }
  }
}

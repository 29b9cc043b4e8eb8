internal import OppModel

// The encoding, the dates and the marks: the proofs of the bytes and the rows, and the questions that they leave open.

extension RowSketcher {
  /// Adds the finding about bytes, line ends and separators
  func addText(to sketch: inout FileSketch) {
    var words = [encodingName]
    if isJSONLines {
      words.append("an object a line")
    } else if let layout {
      words.append(lineEnds)
      let name =
        layout.separator == UInt8(ascii: "\t")
        ? "tabs" : layout.separator == 0x20 ? "spaces" : "`\(Self.text(layout.separator))`"
      words.append(
        layout.width == 1
          ? "one column"
          : "columns separated by \(name)"
            + (layout.isStated ? ": `sep=\(Self.text(layout.separator))` in line 1" : ""))
      if layout.header.isEmpty {
        words.append("no header")
      } else if layout.line > (layout.isStated ? 2 : 1) {
        words.append("the header in line \(layout.line)")
      }
    }
    sketch.add("text", words.joined(separator: ", "))
  }

  /// The encoding by the option, else by the mark
  private var encodingName: String {
    if let encoding = options.encoding { return encoding.name }
    let bytes = request.file.bytes
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? "UTF-8 with a mark" : "UTF-8"
  }

  private var lineEnds: String {
    let decoded = request.file.decoded(options.encoding).bytes
    guard let end = decoded.firstIndex(of: UInt8(ascii: "\n")) else {
      return decoded.contains(UInt8(ascii: "\r")) ? "CR" : "one line"
    }
    return end > 0 && decoded[end - 1] == UInt8(ascii: "\r") ? "CRLF" : "LF"
  }

  static func text(_ byte: UInt8) -> String { String(decoding: [byte], as: UTF8.self) }

  /// `true` if the bytes are text; else the encoding is asked
  func isReadable(_ sketch: inout FileSketch) -> Bool {
    guard options.encoding == nil else { return true }
    if file.unmarkedEncoding != nil {
      let end = file.bytes.firstIndex(of: UInt8(ascii: "\n")) ?? file.bytes.count
      sketch.questions.append(encodingQuestion(Array(file.bytes[..<end]), line: 1))
      return false
    }
    guard String(validating: file.bytes, as: UTF8.self) == nil else { return true }
    var line = 1
    var start = file.start
    while start < file.bytes.count {
      let end = file.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? file.bytes.count
      let bytes = Array(file.bytes[start..<end])
      if String(validating: bytes, as: UTF8.self) == nil {
        sketch.questions.append(encodingQuestion(bytes, line: line))
        return false
      }
      start = end + 1
      line += 1
    }
    return true
  }

  /// The question about a line that is not UTF-8
  private func encodingQuestion(_ bytes: [UInt8], line: Int) -> SketchQuestion {
    let wide = file.unmarkedEncoding
    let isWide = wide != nil
    let names = wide.map { [$0.name] } ?? ["windows-1252", "latin1"]
    var answers = names.map { name -> SketchAnswer in
      var given = FileOptions()
      try? given.set(.encoding, to: .text(name))
      let text = TextFile(path: file.path, bytes: isWide ? request.file.bytes : bytes).decoded(
        given.encoding)
      let shown = text.shown(
        Cell(start: 0, end: min(text.bytes.count, 200), line: 1, form: .plain))
      return SketchAnswer("encoding", name, "line \(line) is `\(shown)`")
    }
    // Most texts are the same in both.
    if answers.count == 2, answers[0].consequence == answers[1].consequence { answers.removeLast() }
    return SketchQuestion(text: "line \(line) is not UTF-8", answers: answers)
  }

  // MARK: Dates

  /// The columns whose dates have one order
  private var dateColumns: [Int] {
    let dates = fields.filter { $0.type == .instant || $0.type == .date }.map { $0.place }
    return (time.places ?? []) + dates
  }

  /// Proposes the order of dates that the rows prove, or asks for it
  mutating func proveDates(_ sketch: inout FileSketch) {
    guard options.dates == nil else { return }
    if let pattern = patternOfDigits {
      try? options.set(.dates, to: .text(pattern))
      return
    }
    var orders = DateOrders()
    for place in dateColumns { orders.add(columns[place].orders) }
    guard orders.isAsked, let example = orders.example else { return }
    if orders.possible.count == 1 || !asks, let order = orders.possible.first {
      try? options.set(.dates, to: .text(order))
      return
    }
    guard !orders.possible.isEmpty else { return }
    let isShort = orders.possible.contains("ymd")
    let text =
      isShort
      ? "the day, the month or the year may be first in `\(example.shown)`, line \(example.line)"
      : "the day or the month may be first in `\(example.shown)`, line \(example.line)"
    sketch.questions.append(
      SketchQuestion(
        text: text,
        answers: orders.possible.map { order in
          SketchAnswer("dates", order, consequence(of: .dates, .text(order)) { $0.periodInDays })
        }))
  }

  /// The pattern of times that are written as numbers, or `nil` if they are not
  private var patternOfDigits: String? {
    guard let places = time.places, places.count == 1 else { return nil }
    let column = columns[places[0]]
    if column.isCompactDate {
      switch column.digitCounts.first {
      case 8: return "%Y%m%d"
      case 10: return "%Y%m%d%H"
      case 12: return "%Y%m%d%H%M"
      default: return "%Y%m%d%H%M%S"
      }
    }
    return column.isSpreadsheetDay ? "excel" : nil
  }

  // MARK: Marks

  /// The columns whose numbers have one mark of decimals
  private var numberColumns: [Int] {
    switch request.subject {
    case .new: fields.filter { $0.type.isMarked }.map { $0.place }
    case .source, .table: columns.indices.filter { isSubjectNumber($0) }
    }
  }

  /// Proposes the mark of decimals that the rows prove, or asks for it
  mutating func proveMarks(_ sketch: inout FileSketch) {
    guard !isJSONLines else { return }
    var marks = SketchedMarks()
    for place in numberColumns { marks.add(columns[place].marks) }
    if options.decimal != nil { return addMark(options.values[.decimal]?.text ?? "", nil, &sketch) }
    let isCommaSeparated = layout?.separator == UInt8(ascii: ",")
    switch (marks.comma, marks.point) {
    case (let comma?, nil):
      try? options.set(.decimal, to: .text(","))
      addMark(",", comma, &sketch)
    case (nil, let point?):
      // Without the option `1,234` would not be read, though the comma cannot mark decimals, too.
      let isStated = !isCommaSeparated || marks.openComma != nil
      if isStated { try? options.set(.decimal, to: .text(".")) }
      addMark(".", isStated ? point : nil, &sketch)
    case (_?, _?): break
    case (nil, nil):
      guard let open = marks.openComma ?? (isCommaSeparated ? nil : marks.openPoint) else { return }
      guard asks else {
        try? options.set(.decimal, to: .text("."))
        return
      }
      let word = marks.openComma == nil ? "point" : "comma"
      sketch.questions.append(
        SketchQuestion(
          text:
            "the \(word) of `\(open.shown)` may mark decimals or thousands, line \(open.line)",
          answers: [".", ","].map { mark in
            SketchAnswer(
              "decimal", mark, consequence(of: .decimal, .text(mark)) { $0.markedRange })
          }))
    }
  }

  /// Adds the finding about decimals
  private func addMark(
    _ mark: String, _ proof: (shown: String, line: Int)?, _ sketch: inout FileSketch
  ) {
    guard mark == "," || proof != nil else { return }
    let name = mark == "," ? "comma" : "point"
    sketch.add("decimals", name + (proof.map { ": `\($0.shown)` in line \($0.line)" } ?? ""))
  }
}

extension ValueType {
  /// `true` if its cells are numbers that a mark of decimals may divide
  var isMarked: Bool { self == .number || Dimension(self) != nil }
}

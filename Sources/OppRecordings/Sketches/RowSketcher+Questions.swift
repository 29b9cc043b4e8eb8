internal import OppModel

// The questions about the columns of the time and about the rows that are meant.

extension RowSketcher {
  /// The consequence of an option: the findings of a sketch that has it
  ///
  /// - Parameter words: the part of these findings that shows the difference.
  func consequence(
    of option: FileOption, _ value: FileOptionValue, _ words: (RowSketcher) -> String
  ) -> String {
    guard asks else { return "" }
    var other = request
    do throws(FileOptionProblem) {
      try other.options.set(option, to: value)
    } catch {
      return ""
    }
    var sketcher = RowSketcher(other, asks: false)
    var sketch = FileSketch(of: sketcher)
    sketcher.sketch(into: &sketch)
    return words(sketcher)
  }

  /// Asks which of several columns is the time, and which time of day to give to days alone
  mutating func askTime(_ sketch: inout FileSketch) {
    if case .open(let choices) = time {
      guard asks else {
        time = .chosen(choices[0])
        chooseFields()
        return
      }
      let names = choices.map { "`" + $0.map { name(of: $0) }.joined(separator: "` with `") + "`" }
      sketch.questions.append(
        SketchQuestion(
          text: "several columns may be the time of a row: \(names.joined(separator: ", "))",
          answers: choices.prefix(12).map { places in
            SketchAnswer(
              "columns", "time=" + columnsCode(places),
              consequence(of: .columns, withTime(places)) { $0.periodInDays })
          }))
    }
    askDay(&sketch)
  }

  /// Asks for the time of day of days alone
  private mutating func askDay(_ sketch: inout FileSketch) {
    guard options.dayAt == nil, let places = time.places, places.count == 1, isDayAlone(places[0])
    else { return }
    guard asks else {
      try? options.set(.dayAt, to: .timeOfDay(0))
      return
    }
    let shown = columns[places[0]].first(.day) ?? columns[places[0]].first(.number)
    sketch.questions.append(
      SketchQuestion(
        text: "a day alone is no instant: `\(shown?.shown ?? "")`, line \(shown?.line ?? 1)",
        answers: [
          SketchAnswer("day_at", "0:00", "the values are known from the beginning of their day on"),
          SketchAnswer(
            "day_at", "24:00", "the values are those of the whole day, known at its end"),
        ]))
  }

  /// `true` if a column has days without a time
  private func isDayAlone(_ place: Int) -> Bool {
    let column = columns[place]
    if column.isMostly(.day) { return true }
    if case .pattern(let pattern)? = options.dates { return !pattern.hasTime }
    return options.dates == .spreadsheet && column.digitCounts == [5] && !column.hasOtherNumbers
  }

  /// The option `columns` that is given, with other columns of the time
  func withTime(_ places: [Int]) -> FileOptionValue {
    var entries: [FileOptionValue.Entry] = [.init(key: "time", value: columnsValue(places))]
    if case .entries(let given)? = options.values[.columns] {
      entries += given.filter { $0.key != "time" }
    }
    return .entries(entries)
  }

  /// Columns as the option has them: by their headers, or by their places if headers do not tell
  func columnsValue(_ places: [Int]) -> FileOptionValue {
    let values = places.map { place -> FileOptionValue in
      guard let header = columns[place].header, !header.isEmpty,
        columns.filter({ ColumnHeader.areAlike($0.header ?? "", header) }).count == 1
      else { return .number(Double(place + 1)) }
      return .text(header)
    }
    return values.count == 1 ? values[0] : .list(values)
  }

  /// The same on a command line
  private func columnsCode(_ places: [Int]) -> String {
    let value = columnsValue(places)
    return value.text ?? value.code
  }

  /// The header of a column, or its place
  func name(of place: Int) -> String {
    let header = columns[place].header ?? ""
    return header.isEmpty ? "column \(place + 1)" : header
  }

  // MARK: Rows

  /// Asks which rows are meant in a file of several things
  mutating func askRows(_ sketch: inout FileSketch) {
    guard asks, case .new = request.subject, options.only.isEmpty, !isTable else { return }
    guard let place = thingColumn, let header = columns[place].header else { return }
    let column = columns[place]
    let value = columns.indices.first { $0 != place && columns[$0].isMixed && isField($0) }
    let text =
      value.map { "`\(name(of: $0))` holds several things; say which rows are meant" }
      ?? (hasSharedTimes
        ? "several rows have one time; say which rows of `\(header)` are meant"
        : "rows are of several things; say which of `\(header)` are meant")
    var answers = column.texts.prefix(20).map { found in
      SketchAnswer(
        "only", "\(header)=\(found.text)",
        column.texts.count > 8
          ? SketchWords.count(found.count, "row")
          : consequence(of: .only, .entries([.init(key: header, value: .text(found.text))])) {
            $0.rowsInWords
          })
    }
    if column.texts.count > 20 || column.hasMoreTexts {
      answers.append(SketchAnswer("only", "\(header)=…", "one of further texts"))
    }
    sketch.questions.append(SketchQuestion(text: text, answers: answers))
  }

  /// The column whose texts say of which thing a row is, or `nil` if a row is of one thing
  private var thingColumn: Int? {
    let texts = columns.indices.filter { place in
      let column = columns[place]
      return !(column.header ?? "").isEmpty && column.isAll(.text) && column.texts.count > 1
        && !column.hasMoreTexts
        && (column.texts.count < rowCount || column.isThing || column.isType)
        && isField(place)
        && !(time.places ?? []).contains(place)
    }
    guard let first = texts.min(by: { columns[$0].texts.count < columns[$1].texts.count }) else {
      return nil
    }
    let isMixed = columns.indices.contains { columns[$0].isMixed && isField($0) }
    if isMixed || hasSharedTimes { return first }
    let hasValues = columns.contains { $0.isValue }
    return texts.first { columns[$0].isThing || hasValues && columns[$0].isType }
  }

  /// `true` if a column is a field of the proposal
  private func isField(_ place: Int) -> Bool { fields.contains { $0.place == place } }

  /// `true` if many rows have the time of another one
  private var hasSharedTimes: Bool {
    guard let places = time.places, places.count == 1 else { return false }
    return columns[places[0]].sharedCount * 4 > rowCount
  }
}

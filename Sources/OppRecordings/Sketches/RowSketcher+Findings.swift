internal import OppEngine
internal import OppModel

// The findings in words: the summary, the times and the columns.

extension RowSketcher {
  /// The zone in which times are shown, or `nil` if the file has its own offsets
  private var shownZone: Zone? {
    guard let places = time.places, places.allSatisfy({ !columns[$0].isSinceEpoch }) else {
      return nil
    }
    let isLocal =
      places.count > 1 || columns[places[0]].hasLocalMoments
      || !columns[places[0]].isMostly(.moment)
    return isLocal ? request.fileZone(by: options) : nil
  }

  /// Adds the finding about times
  func describeTimes(_ sketch: inout FileSketch) {
    guard let places = time.places else { return }
    var words: [String] = []
    if case .chosen = time, options.columns.first(where: { $0.name == "time" }) == nil {
      let names = places.map { "`\(name(of: $0))`" }.joined(separator: " with ")
      words.append(names + (places.count == 1 ? ", the only column of times" : ""))
    }
    switch options.dates {
    case .dayFirst: words.append("day.month.year")
    case .monthFirst: words.append("month/day/year")
    case .yearFirst: words.append("year-month-day")
    case .spreadsheet: words.append("days of a spreadsheet")
    case .pattern(let pattern): words.append("`\(pattern.text)`")
    case nil: break
    }
    if places.count == 1, columns[places[0]].isSinceEpoch { words.append("counted from 1970 on") }
    if shownZone == nil {
      words.append("UTC")
    } else {
      words.append("local")
      if let given = options.values[.zone]?.text {
        words.append(given)
      } else if let name = request.zoneName {
        words.append(name)
      }
    }
    sketch.add("times", words.joined(separator: ", "))
  }

  /// Proposes the zone that a line above the header or the header of the times names, if local times differ in it
  mutating func chooseZone(_ sketch: inout FileSketch) {
    guard options.zone == nil, shownZone != nil else { return }
    if let header = headerOfUTC, request.zone != .utc {
      try? options.set(.zone, to: .text("UTC"))
      sketch.add("zone", "UTC by `\(header)`")
      return
    }
    guard let layout,
      let stated = StatedZone(above: layout.start, in: file),
      let zone = FileZone(stated.option).zone(request.zones), zone != request.zone
    else { return }
    try? options.set(.zone, to: .text(stated.option))
    sketch.add("zone", "`\(stated.name)` in line \(stated.line)")
  }

  /// The header of a column of the time that names UTC: `timestamp_utc`, `Date (UTC)`
  private var headerOfUTC: String? {
    (time.places ?? []).lazy.map { columns[$0].header ?? "" }.first { header in
      SketchedName.identifier(header).split(separator: "_").contains {
        ["utc", "gmt", "zulu", "dateutc", "timeutc"].contains($0)
      }
    }
  }

  /// Asks for the zone of a clock that never changes
  mutating func askZone(_ sketch: inout FileSketch) {
    guard asks, options.zone == nil, let reading else { return }
    for problem in reading.problems.listed {
      guard case .skippedTime(let local, let day, let offset) = problem.kind else { continue }
      sketch.questions.append(
        SketchQuestion(
          text:
            "\(local) does not exist on \(day): the clock of this file does not change, line \(problem.line)",
          answers: [
            SketchAnswer(
              "zone", offset, consequence(of: .zone, .text(offset)) { $0.period })
          ]))
      return
    }
  }

  // MARK: Consequences

  /// The first and the last time
  var period: String {
    guard let first = reading?.instants.first, let last = reading?.instants.last else {
      return "no row is read"
    }
    return SketchWords.period(first, last, shownZone)
  }

  /// The first and the last day, and the days between rows
  var periodInDays: String {
    guard let reading, let first = reading.instants.first, let last = reading.instants.last else {
      return "no row is read"
    }
    let days = SketchWords.days(first, last, shownZone ?? .utc)
    guard let step = reading.step else { return days }
    return days + ", " + SketchWords.step(step.seconds) + " between rows"
  }

  /// The values of the first field whose numbers have a mark
  var markedRange: String {
    for (index, field) in subjectFields.enumerated() {
      guard let place = placeOfField(index) else { continue }
      let marks = columns[place].marks
      guard marks.openComma != nil || marks.openPoint != nil else { continue }
      let range = range(ofField: index)
      return range.isEmpty ? "`\(field.name)` is not read" : "\(field.name) \(range)"
    }
    return ""
  }

  /// The number of rows, and the values of the first field
  var rowsInWords: String {
    var words = [SketchWords.count(rowCount, "row")]
    for (index, field) in subjectFields.enumerated().prefix(2) {
      let range = range(ofField: index)
      guard let place = placeOfField(index), !range.isEmpty else { continue }
      let missing = columns[place].count(.missing)
      let type =
        field.type == .bool
        ? "Bool"
        : field.type == .number
          ? "Numbers from \(range)" : field.type == .text ? "Texts" : "\(field.name) from \(range)"
      words.append(type)
      if missing > 0 { words.append("\(missing) missing") }
    }
    return words.joined(separator: ", ")
  }

  // MARK: The end

  /// The fields of the source or table
  var subjectFields: [Field] {
    switch request.subject {
    case .new: fields.map { Field(name: $0.name, type: $0.type) }
    case .source(let source): source.fields
    case .table(let table): table.fields
    }
  }

  /// The columns of the fields of a subject of the rules: the place and the index of the field
  var subjectColumns: [(place: Int, field: Int, unit: OppModel.Unit?)] {
    let all = subjectFields
    var found: [(place: Int, field: Int, unit: OppModel.Unit?)] = []
    for column in columns {
      let choice = options.columns.first { $0.selects(column) }
      let header = ColumnHeader(
        column.header ?? "", names: all.map { $0.name }, otherWords: [])
      let name = choice?.name ?? (header.spelling == nil ? nil : header.name)
      guard let name, let field = all.firstIndex(where: { $0.name == name }) else { continue }
      let spelling = choice?.unit ?? header.unit ?? column.unitBelow
      let unit = spelling.flatMap { spelling in
        OppModel.Unit.stated(spelling).first { $0.dimension == Dimension(all[field].type) }
      }
      found.append((place: column.place - 1, field: field, unit: unit))
    }
    return found
  }

  /// `true` if a column holds numbers of a subject of the rules
  func isSubjectNumber(_ place: Int) -> Bool {
    let all = subjectFields
    return subjectColumns.contains { $0.place == place && all[$0.field].type.isMarked }
  }

  /// The column of a field, or `nil` if it has none
  private func placeOfField(_ index: Int) -> Int? {
    if case .new = request.subject { return fields[index].place }
    return subjectColumns.first { $0.field == index }?.place
  }

  /// The unit that the file names for a field
  private func unitOfField(_ index: Int) -> OppModel.Unit? {
    if case .new = request.subject { return fields[index].unit }
    return subjectColumns.first { $0.field == index }?.unit
  }

  /// Writes the summary and the columns
  func finish(_ sketch: inout FileSketch) {
    sketch.summary = summary(isAsked: !sketch.questions.isEmpty)
    sketch.columns = columns.map { column in
      let place = column.place - 1
      let (meaning, values) = meaning(of: place, isAsked: !sketch.questions.isEmpty)
      return SketchedColumn(header: name(of: place), meaning: meaning, values: values)
    }
  }

  /// `2 rows, 2026-02-09 07:05 to 07:20, every 15 min, no gaps`
  private func summary(isAsked: Bool) -> String {
    var words = [SketchWords.count(rowCount, "row")]
    guard let reading, let first = reading.instants.first, let last = reading.instants.last else {
      return words[0]
    }
    words.append(SketchWords.period(first, last, shownZone))
    guard !isAsked, let step = reading.step else { return words.joined(separator: ", ") }
    if reading.instants.count > 2 || step.gaps == 0 {
      words.append("every \(SketchWords.step(step.seconds))")
    }
    words.append(
      step.gaps == 0
        ? "no gaps"
        : SketchWords.count(step.gaps, "gap") + " of up to \(SketchWords.span(step.longest))")
    return words.joined(separator: ", ")
  }

  /// The use of a column, and its values
  private func meaning(of place: Int, isAsked: Bool) -> (String, String) {
    let column = columns[place]
    if let places = time.places, let index = places.firstIndex(of: place) {
      return (places.count == 1 ? "the instant" : index == 0 ? "the day" : "the time of day", "")
    }
    let index: Int? =
      if case .new = request.subject {
        fields.firstIndex { $0.place == place }
      } else {
        subjectColumns.first { $0.place == place }?.field
      }
    guard let index else {
      let isChosen = options.only.contains {
        ColumnHeader.areAlike($0.header, column.header ?? "")
      }
      if column.isNested { return ("passed over: an object or a list", "") }
      return (isChosen ? "the rows that are meant" : "passed over", "")
    }
    if isAsked, column.texts.count > 1 || column.isMixed { return (contents(of: column), "") }
    let field = subjectFields[index]
    return (words(for: field, unitOfField(index), column), range(ofField: index))
  }

  /// The contents of a column of texts, or of several things
  private func contents(of column: ColumnEvidence) -> String {
    if column.isMixed {
      let kinds: [SketchedCell] = [.number, .quantity, .text, .truth, .missing]
      let examples = kinds.compactMap { column.first($0)?.shown }.filter { !$0.isEmpty }
      return "Numbers and other texts: " + examples.joined(separator: ", ")
    }
    let shown = column.texts.prefix(3).enumerated().map { index, found in
      "\(found.text) (\(index == 0 ? SketchWords.count(found.count, "row") : "\(found.count)"))"
    }
    let count = column.hasMoreTexts ? "many texts" : SketchWords.count(column.texts.count, "text")
    return "\(count): " + shown.joined(separator: ", ") + (column.texts.count > 3 ? ", …" : "")
  }

  /// The name and the unit of a field
  private func words(
    for field: Field, _ unit: OppModel.Unit?, _ column: ColumnEvidence
  ) -> String {
    guard let dimension = Dimension(field.type) else {
      let name = field.type.declaredName
      return "\(field.name), \(name == "Instant" ? "an" : "a") \(name)"
    }
    if let unit { return "\(field.name), in \(SketchWords.shown(unit))" }
    let base = SketchWords.shown(dimension.baseUnit)
    if column.isAll(.quantity) { return "\(field.name), with units" }
    return "\(field.name), in \(base): the file names no unit"
  }

  /// The values of a field: `-3.5C to -3.1C`
  private func range(ofField index: Int) -> String {
    guard let reading, subjectFields.indices.contains(index) else { return "" }
    let field = subjectFields[index]
    let values = reading.values(of: index)
    guard !values.isEmpty else { return "" }
    switch field.type {
    case .bool:
      let count = values.filter { $0 == .truth(true) }.count
      return "\(count) true, \(values.count - count) false"
    case .text, .enumeration:
      let count = Set(values).count
      return SketchWords.count(count, "text")
    case .number, .percent, .duration, .length, .speed, .temperature, .temperatureDifference,
      .pressure, .angle, .elevation, .measure, .money:
      let numbers = values.compactMap { value -> Double? in
        if case .scalar(let number) = value { number } else { nil }
      }
      guard let least = numbers.min(), let greatest = numbers.max() else { return "" }
      let unit = unitOfField(index)
      let shown = SketchWords.value(least, field.type, in: unit)
      return least == greatest
        ? shown : shown + " to " + SketchWords.value(greatest, field.type, in: unit)
    case .timeOfDay, .date, .instant, .weekday, .month, .position, .place, .colour, .row, .list:
      return SketchWords.count(values.count, "value")
    }
  }
}

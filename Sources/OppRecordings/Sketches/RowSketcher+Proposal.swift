internal import OppModel

// The lines that let rules read the file, and the reading that tries them.

extension RowSketcher {
  /// Reads the file as proposed, and writes the lines unless something is asked
  mutating func propose(_ sketch: inout FileSketch) {
    describeTimes(&sketch)
    if let layout, layout.separator == UInt8(ascii: " "), options.separator == nil {
      try? options.set(.separator, to: .text(" "))
    }
    let open = options
    guard chooseColumns(&sketch) else { return finish(&sketch) }
    guard var proposal else {
      refuse(&sketch)
      return finish(&sketch)
    }
    // An open question about dates may keep every row from being read.
    let isTimed = !sketch.questions.contains { question in
      question.answers.contains { ["dates", "day_at", "columns"].contains($0.option) }
    }
    if isTimed || !asks {
      read(proposal)
      askRates(&sketch)
      if let interval = chooseRates() {
        sketch.add("amounts", "for \(SketchWords.span(interval)) each, so that they are rates")
        options = open
        if chooseColumns(&sketch), let changed = self.proposal { proposal = changed }
        read(proposal)
      }
    }
    if case .ambiguousSeparator? = reading?.problems.listed.first?.kind, let layout {
      try? options.set(.separator, to: .text(Self.text(layout.separator)))
      read(proposal)
    }
    askZone(&sketch)
    if sketch.questions.isEmpty { write(proposal, to: &sketch) }
    finish(&sketch)
  }

  /// The source or table that the file is read as
  enum Proposal {
    case source(Source)
    case table(Table)
  }

  private var proposal: Proposal? {
    switch request.subject {
    case .source(let source): return .source(source)
    case .table(let table): return .table(table)
    case .new(let name):
      guard !fields.isEmpty else { return nil }
      let all = fields.map { Field(name: $0.name, type: $0.type) }
      if case .none = time {
        guard let key = fields.firstIndex(where: { columns[$0.place].isKey }) else { return nil }
        return .table(Table(name: name, fields: all, key: [key]))
      }
      return .source(Source(name: name, parameters: [], freshness: nil, cost: 0, fields: all))
    }
  }

  /// Says why nothing can be proposed
  private func refuse(_ sketch: inout FileSketch) {
    guard sketch.questions.isEmpty else { return }
    if fields.isEmpty {
      sketch.refusal = (
        message: "no column but that of the time has values",
        help: "export the values beside the time"
      )
    } else {
      sketch.refusal = (
        message: "no column is the time of a row, and none has another value in each row",
        help: "name the time, such as `--columns 'time=\(name(of: fields[0].place))'`"
      )
    }
  }

  /// Reads the file with the options that are proposed
  private mutating func read(_ proposal: Proposal) {
    switch proposal {
    case .source(let source):
      reading = SketchedReading(
        source: source, request: request, options: options, isJSONLines: isJSONLines)
    case .table(let table):
      reading = SketchedReading(
        table: table, request: request, options: options, isJSONLines: isJSONLines)
    }
  }

  // MARK: Columns

  /// Writes the option `columns` where names do not tell; false if no column is one of the subject
  private mutating func chooseColumns(_ sketch: inout FileSketch) -> Bool {
    var entries: [FileOptionValue.Entry] = []
    if case .entries(let given)? = options.values[.columns] { entries = given }
    func has(_ name: String) -> Bool {
      entries.contains { ColumnChoice(key: $0.key, columns: []).name == name }
    }
    let isHeaderless = layout.map { $0.header.isEmpty } ?? false
    if let places = time.places, !has("time") {
      let isNamed = if case .named = time { true } else { false }
      if !isNamed || isHeaderless {
        entries.insert(.init(key: "time", value: columnsValue(places)), at: 0)
      }
    }
    for field in fields where field.isChosen || isHeaderless {
      if has(field.name) { continue }
      let unit = field.unit.map { "[\(SketchWords.literal($0) ?? $0.spelling)]" } ?? ""
      entries.append(.init(key: field.name + unit, value: columnsValue([field.place])))
    }
    // A file whose columns are all places would be read as one without a header.
    let arePlaces = entries.allSatisfy { entry in
      if case .number = entry.value { true } else { false }
    }
    if !entries.isEmpty, arePlaces, !isHeaderless, let places = time.places, !has("time") {
      entries.insert(.init(key: "time", value: columnsValue(places)), at: 0)
    }
    if !entries.isEmpty { try? options.set(.columns, to: .entries(entries)) }
    return isMatched(&sketch)
  }

  /// `true` if the subject of the rules has a column; else the columns are asked
  private mutating func isMatched(_ sketch: inout FileSketch) -> Bool {
    let names: [Field]
    switch request.subject {
    case .new: return true
    case .source(let source): names = source.fields + source.parameters
    case .table(let table): names = table.fields
    }
    guard subjectColumns.isEmpty else { return true }
    let answers = suggestions()
    guard !answers.isEmpty else {
      sketch.refusal = (
        message: "no column is a field of `\(request.subject.name)`: "
          + columns.prefix(8).map { "`\(name(of: $0.place - 1))`" }.joined(separator: ", "),
        help: names.first.map { "name one, such as `\(columnOption(for: $0))`" }
      )
      return false
    }
    sketch.questions.append(
      SketchQuestion(
        text: "no column is a field of `\(request.subject.name)`; say which one is meant",
        answers: answers))
    return false
  }

  /// The option that names the column of a field: the first column with values that is not the time
  private func columnOption(for field: Field) -> String {
    let isNumeric = field.type.isMarked
    let free = columns.filter { column in
      column.valueCount > 0 && !(time.places ?? []).contains(column.place - 1)
    }
    let column = free.first { !isNumeric || $0.isMixed || $0.isMostly(.number) } ?? free.first
    let header = column.map { name(of: $0.place - 1) } ?? "HEADER"
    return SketchAnswer("columns", "\(field.name)=\(header)").commandLine
  }

  // MARK: Lines

  /// Writes the declaration, the connection and the recording
  private func write(_ proposal: Proposal, to sketch: inout FileSketch) {
    guard let reading else { return }
    guard reading.count > 0 else {
      let problem = reading.problems.listed.first { !$0.isWarning }
      sketch.refusal = (
        message: problem?.message ?? "no row can be read", help: problem?.help
      )
      sketch.problems = reading.problems
      return
    }
    let format = isJSONLines ? "jsonl" : "csv"
    let path = FileOptionValue.text(request.path).code
    let given = options.isEmpty ? "" : ", " + options.code
    sketch.connection = "connect \(request.subject.name) to \(format)(\(path)\(given))"
    if case .new = request.subject { sketch.declaration = declaration(proposal) }
    sketch.rule = rule(proposal)
    if case .table = proposal { sketch.isTable = true }
    sketch.recording = recording(proposal)
    sketch.problems = reading.problems
  }

  /// `source porch fresh for 15min { state: Number }`
  private func declaration(_ proposal: Proposal) -> String {
    let all = fields.map { "\($0.name): \($0.type.declaredName)" }.joined(separator: ", ")
    switch proposal {
    case .source(let source):
      let freshness = (reading?.step).map {
        " fresh for \(SketchWords.freshness(step: $0.seconds))"
      }
      return "source \(source.name)\(freshness ?? "") { \(all) }"
    case .table(let table):
      let key = table.key.map { table.fields[$0].name }.joined(separator: ", ")
      return "table \(table.name) by \(key) { \(all) }"
    }
  }

  /// The file as a recording has it: UTC, points, the fields alone
  private func recording(_ proposal: Proposal) -> (name: String, text: String)? {
    guard let reading else { return nil }
    switch proposal {
    case .source(let source):
      return (
        name: source.name + ".csv",
        text: SketchedRecording(source.fields, source.parameters, request.enumerations)
          .text(of: reading.readings)
      )
    case .table(let table):
      return (
        name: table.name + ".csv",
        text: SketchedRecording(table.fields, [], request.enumerations).text(of: reading.rows)
      )
    }
  }
}

extension ValueType {
  /// The name in a declaration: `Temperature`
  var declaredName: String { fingerprintName }
}

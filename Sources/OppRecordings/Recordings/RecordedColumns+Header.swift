internal import OppModel

// The header of a file as people have it, and the lines around it.

extension RecordedColumns {
  /// A cell of the first row as a header
  ///
  /// - Parameter place: the place of the column, from 0.
  func header(_ cell: Cell, at place: Int, in file: TextFile) -> ColumnHeader {
    let text = file.text(file.trimmed(cell)) ?? file.shown(cell)
    guard !options.columns.isEmpty else {
      return ColumnHeader(text, names: knownNames, otherWords: otherWords)
    }
    return chosenHeader(text, at: place)
  }

  /// `true` if a row may be the header: it has the time and a field of a source, or the key of a table
  ///
  /// A file whose columns are chosen by their places alone has none: its first row has as many cells as they need.
  func fits(_ cells: [Cell], in file: TextFile) -> Bool {
    if options.hasNoHeader { return cells.count >= options.lastPlace }
    let headers = cells.enumerated().map { header($1, at: $0, in: file) }
    let joined = joinedNames(in: headers)
    let names = Set(headers.filter { $0.spelling != nil }.map { $0.name } + joined)
    let hasPosition = positionField != nil && names.contains("lat") && names.contains("lon")
    let hasField = hasPosition || fields.contains { names.contains($0.name) }
    guard !isSource else { return hasField && names.contains("time") }
    return hasField
      && key.allSatisfy {
        fields.indices.contains($0) && names.contains(fields[$0].name)
          || hasPosition && $0 == positionField
      }
  }

  /// Takes the units of the row below the header, such as `,°C,km/h` or `[time],[°C],[km/h]`; false if it is no such row
  mutating func takeUnits(_ row: RecordedRow, in file: TextFile) -> Bool {
    guard isSource, hasTime else { return false }
    var units: [(column: Int, field: Int, unit: OppModel.Unit)] = []
    for index in columns.indices {
      guard let cell = row.cell(index, in: file), let text = file.text(cell) else { continue }
      let inner = text.withoutBrackets
      switch columns[index].role {
      // A pattern in brackets: `[dd.MM.yyyy HH:mm]`.
      case .time, .day, .parameter: if inner == nil { return false }
      case .field(let field, _):
        guard !columns[index].hasUnit,
          let unit = Unit.stated(inner ?? text).first(where: {
            $0.dimension == Dimension(fields[field].type)
          })
        else { return false }
        units.append((index, field, unit))
      case .latitude, .longitude, .validFrom, .validUntil, .none: continue
      }
    }
    for (column, field, unit) in units {
      columns[column].role = .field(
        field,
        CellParser(type: fields[field].type, unit: unit, zone: zone, enumerations: enumerations))
      columns[column].hasUnit = true
      columns[column].limit = nil
    }
    return !units.isEmpty
  }

  /// `true` if the first column holds texts, which may begin with `#`
  var beginsWithText: Bool { columns.first?.keepsSpaces ?? false }

  /// Adds the marks and orders that the cells of a row prove
  func prove(_ row: RecordedRow, in file: TextFile, _ notation: inout FileNotation) {
    let degrees = CellParser(type: .number, unit: nil, zone: zone, enumerations: [])
    for index in columns.indices {
      guard let cell = row.cell(index, in: file) else { continue }
      switch columns[index].role {
      case .time(let parser), .day(let parser), .field(_, let parser), .parameter(_, let parser),
        .validFrom(let parser), .validUntil(let parser):
        parser.prove(cell, in: file, &notation)
      case .latitude, .longitude: degrees.prove(cell, in: file, &notation)
      case .none: continue
      }
    }
  }

  /// Words that stand for a name if no column has it
  var otherWords: [(word: String, name: String)] {
    var words: [(word: String, name: String)] = []
    if isSource {
      for word in ["timestamp", "datetime", "date_time", "date & time"] {
        words.append((word: word, name: "time"))
      }
      words.append((word: "date", name: "date"))
    }
    if positionField != nil {
      words.append((word: "latitude", name: "lat"))
      words.append((word: "longitude", name: "lon"))
      words.append((word: "lng", name: "lon"))
    }
    return words
  }
}

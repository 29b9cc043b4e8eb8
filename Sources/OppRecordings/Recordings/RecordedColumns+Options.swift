internal import OppModel

// The columns that the options of a file choose.

extension RecordedColumns {
  /// The header of a column of a file whose options choose columns
  ///
  /// A column that is chosen has the name of its key; another one has the name that it is spelt like, unless a key has
  /// that name; the parts of a joined column have none.
  ///
  /// ```
  /// columns: {"temp[F]": "Out °F", "time": ["Date", "Clock"]}
  ///
  /// Out °F        temp, °F, chosen             humidity      humidity, exact
  /// Date          no name                      temp          no name: `temp` is chosen
  /// ```
  func chosenHeader(_ text: String, at place: Int) -> ColumnHeader {
    var alike: ColumnChoice?
    for choice in options.columns {
      let isJoined = choice.columns.count > 1
      for column in choice.columns {
        switch column {
        case .place(place + 1), .header(text):
          if isJoined { return ColumnHeader(unread: text) }
          return ColumnHeader(text, choice: choice, spelling: .chosen)
        case .header(let header) where ColumnHeader.areAlike(header, text): alike = choice
        case .header, .place: continue
        }
      }
    }
    if let alike {
      return alike.columns.count > 1
        ? ColumnHeader(unread: text) : ColumnHeader(text, choice: alike, spelling: .chosenAlike)
    }
    let free = freeNames
    let words = otherWords.filter { word in
      free.contains(word.name) || word.name == "date" && free.contains("time")
    }
    return ColumnHeader(text, names: free, otherWords: words)
  }

  /// The names that the options choose no column for
  var freeNames: [String] {
    knownNames.filter { name in !options.columns.contains { $0.name == name } }
  }

  /// The names that columns joined of the others have, if all their parts are there
  func joinedNames(in headers: [ColumnHeader]) -> [String] {
    options.columns.filter { $0.columns.count > 1 }.filter { choice in
      choice.columns.allSatisfy { column in
        switch column {
        case .place(let place): place <= headers.count
        case .header(let text): headers.contains { ColumnHeader.areAlike($0.text, text) }
        }
      }
    }.map { $0.name }
  }

  /// `true` if the options use a column otherwise than as a value: for the rows that are meant, or as a part of another
  func isUsed(_ text: String, at place: Int) -> Bool {
    if options.only.contains(where: { ColumnHeader.areAlike($0.header, text) }) { return true }
    return options.columns.contains { choice in
      choice.columns.count > 1
        && choice.columns.contains { column in
          switch column {
          case .place(let own): own == place + 1
          case .header(let header): ColumnHeader.areAlike(header, text)
          }
        }
    }
  }

  /// A field and a column without a meaning that may hold it, as an example
  ///
  /// A header that has the field's name in it goes first, then one with a unit of the field in brackets.
  var proposal: (field: String, header: String)? {
    let texts = columns.filter { column in
      if case .none = column.role { !column.text.isEmpty } else { false }
    }.map { $0.text }
    for text in texts {
      let letters = Array(text.lowercased().utf8)
      for field in fields where Self.holds(letters, Array(field.name.utf8)) {
        return (field.name, text)
      }
    }
    for text in texts {
      guard let spelling = ColumnHeader.unit(in: text) else { continue }
      let dimensions = Unit.stated(spelling).map { $0.dimension }
      let fitting = fields.first { field in
        Dimension(field.type).map { dimensions.contains($0) } ?? false
      }
      if let fitting { return (fitting.name, text) }
    }
    return fields.first.flatMap { field in texts.first.map { (field.name, $0) } }
  }

  /// `true` if a word is somewhere in some letters
  private static func holds(_ letters: [UInt8], _ word: [UInt8]) -> Bool {
    letters.indices.contains { letters[$0...].starts(with: word) }
  }

  /// The problem of a column that the options name and that is not there, or `nil` if all are there
  var lackingChoice: RecordingProblem.Kind? {
    let own = columns.dropFirst(joinedCount)
    let texts = own.map { $0.text }.filter { !$0.isEmpty }
    let chosen = options.columns.flatMap { $0.columns }
    for column in chosen + options.only.map({ .header($0.header) }) {
      switch column {
      case .place(let place):
        if place > own.count { return .missingPlace(place: place, count: own.count) }
      case .header(let header):
        guard !texts.contains(where: { ColumnHeader.areAlike($0, header) }) else { continue }
        return .missingHeader(
          name: header, columns: texts, nearest: Spelling.nearest(header, in: texts))
      }
    }
    return nil
  }
}

extension FileOptions {
  /// The greatest place of a column that is chosen by it, from 1
  var lastPlace: Int {
    columns.flatMap { $0.columns }.reduce(1) { last, column in
      if case .place(let place) = column { max(last, place) } else { last }
    }
  }
}

internal import OppModel

// The columns that may be fields of a source or table of the rules, though their names differ.

extension RowSketcher {
  /// A column that may be a field
  private struct Match {
    let field: Int
    let place: Int
    let unit: OppModel.Unit?

    /// `true` if the names are the same in letters and digits
    let isNamed: Bool

    /// The word of the header that is like the field's name, by its place; `nil` if none is
    let similarity: Int?
  }

  /// The entries of the option `columns` for fields that no column has by its name, each with one column that can be meant
  ///
  /// ```
  /// of weather, beside a column `humidity`:
  ///
  /// Outdoor Temperature (°F)      temp[F]: similar, and in a unit of it
  /// Wind direction (°)            a suggestion for `wind_from`: in a unit of it
  /// Indoor temp, Outdoor temp     suggestions: either may be `temp`
  /// ```
  ///
  /// - Returns: the entries, and the options for the columns that a person has to choose.
  private func furtherColumns() -> (entries: [FileOptionValue.Entry], suggestions: [SketchAnswer]) {
    let matches = matches()
    var entries: [FileOptionValue.Entry] = []
    var used: Set<Int> = []
    for match in matches where isSure(match, among: matches) {
      entries.append(.init(key: key(of: match), value: columnsValue([match.place])))
      used.insert(match.field)
    }
    let open = matches.filter { !used.contains($0.field) }
    return (entries: entries, suggestions: open.prefix(12).map { answer($0) })
  }

  /// The columns that may be fields of the subject, if none is by its name
  func suggestions() -> [SketchAnswer] { matches().prefix(12).map { answer($0) } }

  /// Adds the columns that can be one field alone to the option `columns`, and suggests the others
  mutating func chooseFurtherColumns(_ sketch: inout FileSketch) {
    if case .new = request.subject { return }
    guard !subjectColumns.isEmpty else { return }
    let (new, suggestions) = furtherColumns()
    sketch.suggestions = suggestions
    guard !new.isEmpty else { return }
    var entries: [FileOptionValue.Entry] = []
    if case .entries(let given)? = options.values[.columns] { entries = given }
    try? options.set(.columns, to: .entries(entries + new))
  }

  /// `true` if no other column can be the field, and no other field the column
  private func isSure(_ match: Match, among matches: [Match]) -> Bool {
    if match.isNamed {
      return matches.filter { $0.isNamed && $0.field == match.field }.count == 1
    }
    guard match.similarity != nil, match.unit != nil else { return false }
    return !matches.contains { other in
      other.similarity != nil
        && (other.field == match.field) != (other.place == match.place)
    }
  }

  private func key(of match: Match) -> String {
    let name = candidates[match.field].name
    return name + (match.unit.map { "[\(SketchWords.literal($0) ?? $0.spelling)]" } ?? "")
  }

  private func answer(_ match: Match) -> SketchAnswer {
    let range = columns[match.place].numbers.map {
      "\(SketchWords.number($0.lowerBound)) to \(SketchWords.number($0.upperBound))"
    }
    let value = columnsValue([match.place])
    return SketchAnswer("columns", key(of: match) + "=" + (value.text ?? value.code), range ?? "")
  }

  /// The fields and parameters of the subject
  private var candidates: [Field] {
    if case .source(let source) = request.subject { return subjectFields + source.parameters }
    return subjectFields
  }

  /// The columns that are no field yet, with the fields that they may be: those with a similar name, else those in a unit of one
  private func matches() -> [Match] {
    let known = subjectColumns
    let taken = Set(known.map { $0.field })
    var found: [Match] = []
    for column in columns where column.valueCount > 0 && !column.isNested {
      let place = column.place - 1
      guard let header = column.header, !header.isEmpty, !(time.places ?? []).contains(place),
        !known.contains(where: { $0.place == place }),
        !options.only.contains(where: { ColumnHeader.areAlike($0.header, header) })
      else { continue }
      let fitting = candidates.enumerated().compactMap { index, field -> Match? in
        guard !taken.contains(index), field.type != .position else { return nil }
        return match(column, header, index, field)
      }
      let similar = fitting.filter { $0.similarity != nil }
      // `Wind gust` is rather `gust` than `wind`.
      let last = similar.compactMap { $0.similarity }.max()
      found += similar.isEmpty ? fitting : similar.filter { $0.similarity == last }
    }
    return found
  }

  private func match(
    _ column: ColumnEvidence, _ header: String, _ index: Int, _ field: Field
  ) -> Match? {
    let written = SketchedName(header: header, place: column.place)
    let spelling = written.unit ?? column.unitBelow
    let unit = spelling.flatMap { spelling in
      OppModel.Unit.stated(spelling).first { $0.dimension == Dimension(field.type) }
    }
    let isNamed = written.name == SketchedName.identifier(field.name)
    let similarity = isNamed ? Int.max : Self.similarity(written.name, field.name)
    // A unit of another kind shows that it is something else.
    guard unit != nil || similarity != nil && spelling == nil, column.fits(field.type) else {
      return nil
    }
    return Match(
      field: index, place: column.place - 1, unit: unit, isNamed: isNamed, similarity: similarity)
  }

  /// The place of the word of a header that begins with a field's name; `nil` if the names are not similar
  private static func similarity(_ header: String, _ field: String) -> Int? {
    let words = header.split(separator: "_")
    if let word = words.lastIndex(where: { String($0).hasPrefix(field) }) { return word }
    return header.hasPrefix(field) || field.hasPrefix(header) || header.hasSuffix(field)
      || Spelling.nearest(header, in: [field]) != nil ? 0 : nil
  }
}

extension ColumnEvidence {
  /// `true` if its cells can be values of a type
  fileprivate func fits(_ type: ValueType) -> Bool {
    if type.isMarked { return isMostly(.number) || isMostly(.quantity) || isMixed }
    return switch type {
    case .bool: isAll(.truth, .number)
    case .instant: isMostly(.moment) || isSinceEpoch
    case .date: isMostly(.day)
    case .number, .percent, .text, .duration, .length, .speed, .temperature,
      .temperatureDifference, .pressure, .angle, .elevation, .measure, .money, .timeOfDay,
      .weekday, .month, .position, .place, .colour, .enumeration, .row, .list:
      true
    }
  }
}

internal import OppModel

// A rule to begin with.

extension RowSketcher {
  /// A rule that fires at some row, or `nil` if there is none
  func rule(_ proposal: Proposal) -> SketchedRule? {
    guard let reading else { return nil }
    switch proposal {
    case .source(let source): return rule(source, reading)
    case .table(let table):
      return SketchedRule(
        table: table, rows: reading.rows.map { $0.values }, in: request.zone,
        ValueNotation(schema: ValueSchema(enumerations: request.enumerations)))
    }
  }

  /// A condition that was true at some row and false at another: a number above the middle of its values
  private func rule(_ source: Source, _ reading: SketchedReading) -> SketchedRule? {
    // The number of a row says nothing of the world.
    for (index, field) in source.fields.enumerated()
    where field.name != "id" && !field.name.hasSuffix("_id") {
      let values = reading.values(of: index)
      let name = "\(source.name).\(field.name)"
      if field.type == .bool, values.contains(.truth(true)) {
        return SketchedRule("when \(name)", "\(name) is true.")
      }
      guard field.type == .number || Dimension(field.type) != nil, field.type != .angle else {
        continue
      }
      let numbers = values.compactMap { value -> Double? in
        if case .scalar(let number) = value { number } else { nil }
      }.sorted()
      guard let least = numbers.first, let greatest = numbers.last, least < greatest else {
        continue
      }
      let unit = fields.first { $0.name == field.name }?.unit ?? Dimension(field.type)?.baseUnit
      let middle = numbers[numbers.count / 2] == greatest ? least : numbers[numbers.count / 2]
      let limit = SketchWords.value(middle, field.type, in: unit)
      return SketchedRule("when \(name) > \(limit)", "\(field.name) is {\(name)}.")
    }
    return textRule(source, reading)
  }

  /// A condition about the first text of a source that has no numbers; `nil` if it has no texts either
  private func textRule(_ source: Source, _ reading: SketchedReading) -> SketchedRule? {
    for (index, field) in source.fields.enumerated() where field.type == .text {
      guard case .text(let text)? = reading.values(of: index).first, !text.isEmpty else { continue }
      let name = "\(source.name).\(field.name)"
      return SketchedRule(
        "when \(name) == \(FileOptionValue.text(text).code)", "\(field.name) is {\(name)}.")
    }
    return nil
  }
}

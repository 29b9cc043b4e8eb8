internal import OppEngine
internal import OppModel

// Amounts for an interval, which a meter writes with its beginning and its end.

extension RowSketcher {
  /// Makes rates of the energies of a file whose rows are intervals of one length
  ///
  /// The other end of the interval is no field then. Energies that never fall are those of a counter, and stay.
  ///
  /// ```
  /// Consumption (kWh),Start,End                     consumption: Power, in kWh/30min
  /// 0.213,2026-11-05T00:00Z,2026-11-05T00:30Z       213 Wh in 30 min: 426 W
  /// ```
  ///
  /// - Returns: the length of the intervals in seconds, or `nil` if nothing has changed.
  mutating func chooseRates() -> Int64? {
    guard case .new = request.subject, let (end, seconds) = interval else { return nil }
    var changed = fields
    for index in fields.indices {
      guard let unit = fields[index].unit, unit.dimension == .measure(.energy),
        isRising(index) == false,
        let rate = OppModel.Unit.stated("\(unit.spelling)/\(Self.literal(seconds))").first
      else { continue }
      changed[index] = SketchedField(
        name: fields[index].name, type: rate.dimension.type, unit: rate,
        place: fields[index].place, isChosen: true)
    }
    guard changed.contains(where: { $0.unit?.dimension == .measure(.power) && $0.isChosen })
    else { return nil }
    changed.remove(at: end)
    fields = changed
    return seconds
  }

  /// Asks for the meaning of energies that never fall in a file of few intervals
  mutating func askRates(_ sketch: inout FileSketch) {
    guard asks, case .new = request.subject, let reading, reading.count < Self.fewRows,
      let (_, seconds) = interval
    else { return }
    for (index, field) in fields.enumerated() where isRising(index) == true {
      let isGiven = request.options.columns.contains { $0.name == field.name }
      guard !isGiven, let unit = field.unit, unit.dimension == .measure(.energy) else { continue }
      let length = Self.literal(seconds)
      let header = columnsValue([field.place])
      let written = header.text ?? header.code
      sketch.questions.append(
        SketchQuestion(
          text: "`\(name(of: field.place))` never falls in these few rows: it may count up, or not",
          answers: [
            SketchAnswer(
              "columns", "\(field.name)[\(unit.spelling)/\(length)]=\(written)",
              "the amount of each \(SketchWords.span(seconds))"),
            SketchAnswer(
              "columns", "\(field.name)[\(unit.spelling)]=\(written)", "the state of a counter"),
          ]))
    }
  }

  /// The number of rows from which on values that never fall are those of a counter: of two, each second pair is so
  private static let fewRows = 3

  /// The field that has the other end of each row's interval, and the length of all of them
  private var interval: (field: Int, seconds: Int64)? {
    guard let reading, reading.readings.count > 1 else { return nil }
    for index in fields.indices where fields[index].type == .instant {
      var length: Int64?
      let isSame = reading.readings.allSatisfy { row in
        guard index < row.fields.count, case .known(let value) = row.fields[index],
          case .scalar(let other) = value, let seconds = Int64(exactly: other)
        else { return false }
        let difference = seconds - row.time.seconds
        defer { length = difference }
        return length ?? difference == difference
      }
      if isSame, let length, length != 0 {
        return (field: index, seconds: Int64(clamping: length.magnitude))
      }
    }
    return nil
  }

  /// Whether the values of a field never fall; `nil` if it has none
  private func isRising(_ index: Int) -> Bool? {
    let numbers = (reading?.values(of: index) ?? []).compactMap { value -> Double? in
      if case .scalar(let number) = value { number } else { nil }
    }
    guard numbers.count > 1 else { return nil }
    return zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// A duration as a unit of data has it: `30min`
  private static func literal(_ seconds: Int64) -> String {
    if seconds % 3600 == 0 { return "\(seconds / 3600)h" }
    return seconds % 60 == 0 ? "\(seconds / 60)min" : "\(seconds)s"
  }
}

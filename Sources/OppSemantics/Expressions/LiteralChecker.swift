internal import OppModel
internal import OppSyntax

/// Checks literals: quantities, times, dates, pins and colours
///
/// ```
/// 1h30m                      Duration 5400s           7am          TimeOfDay 07:00
/// 20mph                      Speed 8.9408m/s          #ff0000      Colour #FF0000
/// 2026-06-21T12:00           (combine 2026-06-21 12:00), as its zone is that of the run
/// 2026-06-21T12:00-07:00     Instant 2026-06-21T19:00:00Z
/// ```
struct LiteralChecker: CheckerPart {
  let checker: Checker

  /// A literal of any kind; one that is malformed is a failure, reported here or by the parser
  func checkLiteral(_ literal: LiteralSyntax, hint: ValueType?) -> Checked {
    if literal.isBroken { return .failure }
    let text = reports.mendedText(at: literal.range) ?? literal.text
    switch literal.kind {
    case .number, .quantity: return checkQuantity(text, at: literal.range, hint: hint)
    case .truth: return .value(builder.constant(.truth(text == "true"), .bool), .bool)
    case .timeOfDay: return checkTimeOfDay(text, at: literal.range)
    case .date:
      guard let days = LiteralReader.date(text[...].utf8) else {
        report(.noSuchDate(text), at: literal.range)
        return .failure
      }
      return .value(builder.constant(.scalar(Double(days)), .date), .date)
    case .instant: return checkInstant(text, at: literal.range)
    case .pin: return checkPin(text, at: literal.range)
    case .colour:
      // One with too few digits is reported by the parser.
      guard let colour = Colour.rgb(text) else { return .failure }
      return .value(builder.constant(.scalar(Double(colour)), .colour), .colour)
    }
  }

  // MARK: Quantities

  /// A quantity by its unit, by the reading that is being tried, by the hint, or left open
  ///
  ///     30min → Duration     30m, hint Length → Length     30m, no hint → ambiguous     20C, no hint → ambiguous
  private func checkQuantity(_ text: String, at range: SourceRange, hint: ValueType?) -> Checked {
    guard let literal = quantity(text, at: range, hint: hint) else { return .failure }
    if let problem = UnitProblem(degrees: literal, as: units.readings[range] ?? hint, in: text) {
      report(problem, at: range)
      return .failure
    }
    if literal.readings.count == 1, let reading = literal.readings.first {
      return .value(builder.constant(.scalar(reading.value), reading.type), reading.type)
    }
    if let type = units.readings[range] ?? hint, let value = literal.value(as: type) {
      return .value(builder.constant(.scalar(value), type), type)
    }
    units.add(
      AmbiguousQuantity(range: range, text: text, types: literal.readings.map { $0.type }))
    return .ambiguous
  }

  /// The literal that a text is; `nil` if it is none, which is reported
  ///
  /// Each text is parsed once a rule set, as the same quantities are written over and over.
  private func quantity(
    _ text: String, at range: SourceRange, hint: ValueType?
  ) -> QuantityLiteral? {
    if let known = units.literal(text) { return known }
    do {
      let literal = try QuantityLiteral.parse(text)
      units.keep(literal, as: text)
      return literal
    } catch {
      let problem = UnitProblem(error, in: text)
      if case .angleOutOfTurn = problem, (units.readings[range] ?? hint) == .elevation {
        report(.elevationOutOfRange(text), at: range)
      } else {
        report(problem, at: range)
      }
      return nil
    }
  }

  /// The text at a range, if it is a number without a unit
  func numberText(at range: SourceRange) -> String? {
    guard let text = text(at: range), let literal = units.literal(text),
      literal.readings.first?.type == .number
    else { return nil }
    return text
  }

  // MARK: Times

  /// A time of day in seconds; `24:00` only where a range may end with it
  private func checkTimeOfDay(_ text: String, at range: SourceRange) -> Checked {
    guard let seconds = LiteralReader.timeOfDay(text[...].utf8) else {
      report(.noSuchTime(text), at: range)
      return .failure
    }
    if seconds == 86_400, !local.allowsEndOfDay {
      report(.endOfDay, at: range)
      return .failure
    }
    return .value(builder.constant(.scalar(Double(seconds)), .timeOfDay), .timeOfDay)
  }

  /// A local instant becomes the sum of its date and its time, as the zone is that of the run
  private func checkInstant(_ text: String, at range: SourceRange) -> Checked {
    switch LiteralReader.instant(text[...].utf8) {
    case .absolute(let instant):
      return .value(builder.constant(.scalar(Double(instant.seconds)), .instant), .instant)
    case .local(let day, let secondOfDay):
      let next = secondOfDay == 86_400
      // `2026-06-21T24:00` is the first second of the next day.
      let date = builder.constant(.scalar(Double(next ? day + 1 : day)), .date)
      let time = builder.constant(.scalar(next ? 0 : Double(secondOfDay)), .timeOfDay)
      return .value(builder.arithmetic(.combine, date, time, .instant), .instant)
    case nil:
      let isDate =
        text.utf8.count >= 10 && LiteralReader.date(text.utf8.prefix(10)) == nil
        || LiteralReader.anyInstant(text[...].utf8) != nil
      report(isDate ? .noSuchDate(text) : .noSuchTime(text), at: range)
      return .failure
    }
  }

  /// A position, whose latitude is from -90 to 90 degrees and whose longitude from -180 to 180
  private func checkPin(_ text: String, at range: SourceRange) -> Checked {
    guard let (latitude, longitude) = LiteralReader.pin(text),
      let position = Position(latitude: latitude, longitude: longitude)
    else {
      let latitude = LiteralReader.pin(text)?.latitude ?? 0
      report(.noSuchPin(text, isLatitude: latitude.magnitude > 90), at: range)
      return .failure
    }
    return .value(builder.constant(.position(position), .position), .position)
  }
}

extension UnitProblem {
  /// The problem of a quantity in the words of the checker
  ///
  ///     30minutes → write `30min`     20kmh → write `20km/h`     5parsec → there is no unit `parsec`
  init(_ problem: QuantityProblem, in text: String) {
    switch problem {
    case .notANumber: self = .mixedParts(text)
    case .unknownUnit(let unit):
      // Every short unit is one slip from another, and a unit of another kind is no slip at all.
      let nearest = unit.utf8.count > 3 ? nearestSpelling(of: unit, in: Unit.spellings) : nil
      let sameLetters =
        Unit.spellings.first { $0.lowercased() == unit.lowercased() }
        ?? Currency(code: unit.uppercased())?.code
      let corrected = (sameLetters ?? EverydayWords.unit(meantBy: unit)).flatMap { meant in
        text.hasSuffix(unit) ? String(text.dropLast(unit.count)) + meant : nil
      }
      // `10k` are thousands, not kelvins.
      if unit == "k" {
        let digits = text.dropLast()
        let isWhole = digits.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
        self = .unknownUnit(unit, nearest: nil, corrected: isWhole ? digits + "000" : nil)
      } else if ["ct", "cts", "cent", "cents"].contains(unit) {
        self = .unknownUnit(unit, nearest: nil, corrected: Self.euros(ofCents: text, unit))
      } else {
        self = .unknownUnit(unit, nearest: nearest, corrected: corrected)
      }
    case .tooManyDigits: self = .tooLong(text, limit: ExactDecimal.maximumDigits)
    case .outOfRange: self = .tooLarge(text)
    case .compoundOfOther, .compoundOrder, .compoundFraction: self = .mixedParts(text)
    case .tooManyDecimals(let currency): self = .tooManyDecimals(text, currency)
    case .angleOutOfTurn(let same):
      self = .angleOutOfTurn(text, same: ValueNotation.jsonNumber(same) + "deg")
    case .elevationOutOfRange: self = .elevationOutOfRange(text)
    }
  }

  /// `0.50EUR` of `50ct`; `nil` if the cents are no whole number
  private static func euros(ofCents text: String, _ unit: String) -> String? {
    guard let cents = Int(text.dropLast(unit.utf8.count)), cents >= 0 else { return nil }
    return "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)EUR"
  }

  /// The problem of degrees that are an angle where an elevation is meant, or the other way round; nil for any other quantity
  init?(degrees literal: QuantityLiteral, as type: ValueType?, in text: String) {
    guard literal.readings.count == 1, let reading = literal.readings.first else { return nil }
    switch (type, reading.type) {
    case (.elevation?, .angle): self = .elevationOutOfRange(text)
    case (.angle?, .elevation):
      self = .angleOutOfTurn(text, same: ValueNotation.jsonNumber(reading.value + 360) + "deg")
    default: return nil
    }
  }
}

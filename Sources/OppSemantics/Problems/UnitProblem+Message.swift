internal import OppModel
internal import OppSyntax

extension UnitProblem {
  /// The problem in words, at its place
  func diagnostic(at range: SourceRange) -> Diagnostic {
    var result = Diagnostic(code: code, range: range, headline: headline)
    if let help { result.helps.append(help) }
    return result
  }

  /// The stable name of the problem, in kebab case
  private var code: String {
    switch self {
    case .unknownUnit: "unknown-unit"
    case .ambiguous, .tooManyAmbiguous: "ambiguous-unit"
    case .mixedParts: "mixed-units"
    case .tooLong, .tooLarge, .angleOutOfTurn, .elevationOutOfRange: "number-out-of-range"
    case .tooManyDecimals: "too-many-decimals"
    case .noSuchDate: "invalid-date"
    case .noSuchTime, .endOfDay: "invalid-time"
    case .noSuchPin: "invalid-pin"
    }
  }

  /// The problem in one line
  private var headline: String {
    switch self {
    case .unknownUnit(let unit, _, _): "there is no unit `\(unit)`"
    case .ambiguous(let literal, _): "`\(literal)` can mean minutes or metres here"
    case .mixedParts(let literal): "the parts of `\(literal)` do not form one quantity"
    case .tooLong(let literal, let limit):
      "a number has at most \(limit) digits, and this has \(literal.utf8.count)"
    case .tooLarge(let literal): "`\(literal)` is too large a number"
    case .tooManyDecimals(let literal, let currency):
      currency.decimals == 0
        ? "`\(literal)` has decimals, and \(currency.code) has none"
        : "`\(literal)` has more than the \(currency.decimals) decimals of \(currency.code)"
    case .angleOutOfTurn(let literal, _):
      "`\(literal)` is not between 0 and below 360 degrees"
    case .elevationOutOfRange(let literal):
      "`\(literal)` is not between -90 and 90 degrees, as elevations are"
    case .noSuchDate(let literal): "there is no day `\(literal)`"
    case .noSuchTime(let literal): "there is no time `\(literal)`"
    case .noSuchPin(let literal, let isLatitude):
      isLatitude
        ? "the latitude of `\(literal)` is not between -90 and 90 degrees"
        : "the longitude of `\(literal)` is not between -180 and 180 degrees"
    case .tooManyAmbiguous(let limit):
      "more than \(limit) quantities here can mean minutes or metres"
    case .endOfDay: "`24:00` is the end of a day, and can only end a range"
    }
  }

  /// `18:30` of `18h30`
  private static func clockTime(_ literal: String) -> String? {
    let parts = literal.utf8.split(separator: UInt8(ascii: "h"), omittingEmptySubsequences: false)
    let isDigit = { (byte: UInt8) in byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      parts[0].allSatisfy(isDigit), parts[1].allSatisfy(isDigit)
    else { return nil }
    return "\(String(Substring(parts[0]))):\(String(Substring(parts[1])))"
  }

  /// `8:30` of `8.30`
  private static func withColon(_ literal: String) -> String {
    var text = ""
    for scalar in literal.unicodeScalars {
      text.unicodeScalars.append(scalar == "." ? ":" : scalar)
    }
    return text
  }

  /// The advice; nil if the headline says all there is
  private var help: String? {
    switch self {
    case .unknownUnit("°", _, let corrected?):
      "write `\(corrected)` for a temperature, `\(corrected.dropLast())deg` for an angle"
    case .unknownUnit(_, let nearest, let corrected):
      corrected.map { "write `\($0)`" } ?? nearest.map { "did you mean `\($0)`?" }
    case .ambiguous(_, let spellings):
      "write \(spellings.map { "`\($0)`" }.joined(separator: " or "))"
    case .mixedParts(let literal) where Self.clockTime(literal) != nil:
      Self.clockTime(literal).map { "write `\($0)`" }
    case .mixedParts: "only parts of a duration can be put together, as in `1h30min`"
    case .noSuchTime(let literal) where literal.utf8.contains(UInt8(ascii: ".")):
      "write `\(Self.withColon(literal))`"
    case .noSuchTime: "times of day run from `0:00` to `23:59:59`"
    case .noSuchPin: "a pin is latitude first, then longitude: `@48.4284,-123.3656`"
    case .tooManyAmbiguous: "write `min` for minutes, and lengths in `km`"
    case .endOfDay: "write `0:00` of the next day"
    case .tooManyDecimals(let literal, let currency): Self.withoutPoint(literal, currency)
    case .angleOutOfTurn(_, let same): "write `\(same)` for the same direction"
    case .noSuchDate(let literal): Self.nearestDate(literal)
    case .tooLong, .tooLarge, .elevationOutOfRange: nil
    }
  }

  /// The advice on decimals that are too many: a point between thousands, or a fraction of the minor unit
  ///
  ///     1.500EUR → for one thousand and more, write `1_500EUR`     12.505EUR → the smallest amount is `0.01EUR`
  private static func withoutPoint(_ literal: String, _ currency: Currency) -> String {
    let number = literal.prefix { $0.isNumber || $0 == "." || $0 == "_" || $0 == "-" }
    let parts = number.split(separator: ".")
    let least = "the smallest amount is `\(currency.smallestText)`"
    guard parts.count == 2, parts[1].utf8.count == 3, parts[1].utf8.last == UInt8(ascii: "0") else {
      return least
    }
    return
      "\(least); if the point is between thousands, write `\(parts[0])_\(parts[1])\(currency.code)`"
  }

  /// The number of days of the month of a date, or the years that there are
  ///
  ///     2026-02-30 → that month has 28 days: write `2026-02-28`     2026-13-01 → a date is year, month, day
  private static func nearestDate(_ literal: String) -> String? {
    let parts = literal.utf8.prefix(10).split(separator: UInt8(ascii: "-"))
      .compactMap { Int(String(decoding: Array($0), as: UTF8.self)) }
    guard parts.count == 3 else { return nil }
    let days = ForeignDate.days(inMonth: parts[1], of: parts[0])
    if days >= parts[2], parts[2] > 0 {
      return "instants go from 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z"
    }
    return days == 0
      ? "a date is year, month, day: `2026-06-21`"
      : "that month has \(days) days: write `\(String(Substring(literal.utf8.prefix(8))))\(days)`"
  }
}

extension Currency {
  /// The minor unit as a literal: `0.01EUR`, `1JPY`
  fileprivate var smallestText: String {
    ValueNotation(schema: ValueSchema()).literal(.scalar(1), type: .money(self))
  }
}

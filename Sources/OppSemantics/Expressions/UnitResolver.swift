internal import OppModel
internal import OppSyntax

/// Decides the quantities with two readings by their context
///
/// ```
/// free >= 30m            the left is a Duration: a hint, nothing is tried
/// wind * 10m < 5km       minutes, as a Length is compared
/// let x = 30m            both fit: an error, write `30min` or `0.03km`
/// let d = 5C             a temperature: there is no other spelling for the difference
/// ```
struct UnitResolver: CheckerPart {
  let checker: Checker

  /// Checks one comparison, argument or declaration, in which quantities with two readings are decided
  ///
  /// Hints carry the types around a quantity. Where a hint does not reach, as in
  /// `speed * 10m < 5km`, every combination of readings is tried, and exactly one must fit.
  func resolving(_ body: () -> Checked) -> Checked {
    units.separately {
      let start = attempt()
      let result = body()
      if units.count == start.ambiguities { return result }
      let open = Array(units.ambiguities[start.ambiguities...])
      undo(start)
      return decide(open, from: start, body)
    }
  }

  /// Decides quantities, each once, if they are few enough to try all combinations
  private func decide(
    _ open: [AmbiguousQuantity], from start: Checker.Attempt, _ body: () -> Checked
  ) -> Checked {
    var quantities: [AmbiguousQuantity] = []
    for quantity in open where !quantities.contains(where: { $0.range == quantity.range }) {
      quantities.append(quantity)
    }
    guard quantities.count <= UnitChoices.ambiguityLimit else {
      report(.tooManyAmbiguous(limit: UnitChoices.ambiguityLimit), at: quantities[0].range)
      return .failure
    }
    return units.trying { decide(among: quantities, from: start, body) }
  }

  /// Tries all combinations, of which there are 2ⁿ for n quantities, and keeps the one that fits
  ///
  /// If none fits, the problems of the first combination are reported; if several do, the first quantity that is open.
  private func decide(
    among quantities: [AmbiguousQuantity], from start: Checker.Attempt, _ body: () -> Checked
  ) -> Checked {
    var fits: [Int] = []
    for choice in 0..<(1 << quantities.count) {
      units.choose(choice, of: quantities)
      let result = body()
      if succeeded(since: start), result.type != nil { fits.append(choice) }
      undo(start)
    }
    guard let chosen = single(of: fits, quantities) else {
      if fits.isEmpty {
        // None fits: the problems of the first readings are reported.
        units.choose(0, of: quantities)
        // Without a message of its own, the problem was reported at the declaration.
        _ = body()
        recorder.noteUndecided(quantities)
        return .failure
      }
      let quantity = quantities.first { !$0.hasUsualType } ?? quantities[0]
      report(
        .ambiguous(quantity.text, spellings: UnitSuggestions.spellings(of: quantity.text)),
        at: quantity.range)
      recorder.noteUndecided(quantities)
      return .failure
    }
    units.choose(chosen, of: quantities)
    return body()
  }

  /// The one combination that fits
  ///
  /// If a `5C` fits as a temperature and as a difference, it is a temperature: there is no other
  /// spelling that a message could propose.
  ///
  /// The combinations are bits, as for ``UnitChoices/choose(_:of:)``: 0b01 is the second reading of the first quantity.
  private func single(of fits: [Int], _ quantities: [AmbiguousQuantity]) -> Int? {
    guard let first = fits.first else { return nil }
    let others = fits.dropFirst()
    for (index, quantity) in quantities.enumerated() where !quantity.hasUsualType {
      if others.contains(where: { $0 >> index & 1 != first >> index & 1 }) { return nil }
    }
    return first
  }
}

/// The spellings to write in place of a quantity
enum UnitSuggestions {
  /// Both meanings of `30m`: `30min` and `0.03km`
  static func spellings(of text: String) -> [String] {
    guard let literal = try? QuantityLiteral.parse(text),
      let metres = literal.value(as: .length), let seconds = literal.value(as: .duration)
    else { return [] }
    return [
      ValueNotation.jsonNumber(seconds / 60) + "min",
      ValueNotation.jsonNumber(metres / 1000) + "km",
    ]
  }

  /// The percentages that a number without a unit may mean
  ///
  ///     0.7 → 70%     70 → 70%     -0.125 → -12.5%     1 → 1% or 100%
  static func percentages(of number: Double) -> [String] {
    if number.magnitude == 1 { return [percentage(number), percentage(100 * number)] }
    return [
      percentage(number.magnitude < 1 ? Percentage.percent(ofRatio: number) : number)
    ]
  }

  /// A percentage as a literal: `12.5%`
  static func percentage(_ percent: Double) -> String { ValueNotation.jsonNumber(percent) + "%" }

  /// `true` if a text is about rain or snow, whose speed is given in millimetres an hour
  ///
  ///     rain, weather(home).rain, max(snow, last 3h) → true     wind → false
  private static func isFallOfWater(_ subject: String) -> Bool {
    subject.split { !$0.isLetter }.contains { ["rain", "snow", "precipitation"].contains($0) }
  }

  /// The text of an expression before `*` or `/`, in parentheses unless it is a single word or is in parentheses
  ///
  ///     limit → limit     a - b → (a - b)     (a) - (b) → ((a) - (b))     (a - b) → (a - b)
  static func operand(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: " ")) else { return text }
    var depth = 0
    for (offset, byte) in text.utf8.enumerated() {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0, offset + 1 < text.utf8.count { return "(\(text))" }
    }
    return text
  }

  /// A number with the units of a dimension behind it
  ///
  /// - Parameter subject: the text that the quantity is compared with, whose name may tell its usual unit.
  ///
  ///     30 of Duration → 30min, 30h     5 of Length → 5m, 5km     0.7 of Percent → 70%     2 beside rain → 2mm/h
  static func units(
    for dimension: Dimension, after number: String, beside subject: String? = nil
  ) -> [String] {
    if dimension == .percent, let value = (try? ExactDecimal.parse(number))?.value {
      return percentages(of: value)
    }
    if dimension == .speed, subject.map(isFallOfWater) ?? false { return [number + "mm/h"] }
    let units: [String] =
      switch dimension {
      case .percent: ["%"]
      case .duration: ["min", "h"]
      case .length: ["m", "km"]
      case .speed: ["km/h", "m/s"]
      case .temperature: ["C", "F"]
      case .temperatureDifference: ["C", "F"]
      case .pressure: ["hPa"]
      case .angle, .elevation: ["deg"]
      case .measure(let measure): measure.usualUnits
      case .money(let currency): [currency.code]
      }
    return units.map { number + $0 }
  }
}

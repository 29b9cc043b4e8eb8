internal import OppModel
internal import OppSyntax

/// The quantities whose unit the context decides, and the readings that are being tried
///
/// `30m` are 30 minutes or 30 metres, `5C` a temperature or a difference. If a hint does not decide, the quantity is
/// added here, and ``UnitResolver`` tries its readings:
///
/// ```
/// wind * 10m < 5km      ambiguities [10m]      as minutes it fits, as metres not
/// ```
final class UnitChoices {
  /// The greatest number of quantities with two readings in one comparison
  static let ambiguityLimit = 6

  /// The quantities of the present comparison, argument or declaration that have two readings
  private(set) var ambiguities: [AmbiguousQuantity] = []

  /// The readings that are being tried, by the place of the quantity
  private(set) var readings: [SourceRange: ValueType] = [:]

  /// Literals read before, by their text
  private var literals: [String: QuantityLiteral] = [:]

  // MARK: Ambiguities

  /// Adds a quantity that no hint has decided
  func add(_ quantity: AmbiguousQuantity) { ambiguities.append(quantity) }

  /// Takes back the ambiguities after the first `count`
  func truncate(to count: Int) {
    if count < ambiguities.count { ambiguities.removeSubrange(count...) }
  }

  /// The number of ambiguities, which marks the start of an expression that is about to be checked
  var count: Int { ambiguities.count }

  /// Checks something whose ambiguities are its own, and removes them after it
  func separately<Result>(_ body: () -> Result) -> Result {
    let start = count
    defer { truncate(to: start) }
    return body()
  }

  // MARK: Readings

  /// Checks something to which none of the readings here apply
  func withoutReadings<Result>(_ body: () -> Result) -> Result {
    let outer = readings
    readings = [:]
    defer { readings = outer }
    return body()
  }

  /// Tries readings, and takes them back
  func trying<Result>(_ body: () -> Result) -> Result {
    let outer = readings
    defer { readings = outer }
    return body()
  }

  /// Sets the readings to a combination: bit `i` of `choice` picks the second reading of quantity `i`
  func choose(_ choice: Int, of quantities: [AmbiguousQuantity]) {
    for (index, quantity) in quantities.enumerated() {
      let reading = choice >> index & 1
      readings[quantity.range] = quantity.types[min(reading, quantity.types.count - 1)]
    }
  }

  // MARK: Literals

  /// A literal that was read before; nil for one that was not, or is none
  func literal(_ text: String) -> QuantityLiteral? { literals[text] }

  /// Keeps a literal, by its text
  func keep(_ literal: QuantityLiteral, as text: String) { literals[text] = literal }
}

/// A quantity with two readings, and its place
struct AmbiguousQuantity {
  /// The place of the literal, by which its reading is found again
  let range: SourceRange
  /// The literal as written
  let text: String
  /// The types of its two readings
  let types: [ValueType]

  /// `true` if it is a temperature or a difference of temperatures
  var hasUsualType: Bool { types.contains(.temperature) || types.contains(.angle) }
}

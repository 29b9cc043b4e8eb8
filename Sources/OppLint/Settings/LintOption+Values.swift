internal import OppModel

extension LintOption.Unit {
  /// The number of a value as written in a configuration, in base units; nil for one of another kind
  ///
  /// `50m` gives 50, `5km` 5000 and `30min` 1800; `50` gives nil for metres.
  func value(of text: String) -> Double? {
    do throws(QuantityProblem) {
      let literal = try QuantityLiteral.parse(text)
      switch self {
      case .count: return literal.value(as: .number)
      case .metres: return literal.value(as: .length)
      case .seconds: return literal.value(as: .duration)
      }
    } catch {
      return nil
    }
  }

  /// A value as one would write it
  var example: String {
    switch self {
    case .count: "6"
    case .metres: "50m"
    case .seconds: "30min"
    }
  }

  /// A value in the words of a configuration
  ///
  /// `50m`, `1800s`, `6`: the base unit, as `--show-settings` prints it.
  package func text(_ value: Double) -> String {
    let number = ValueNotation.jsonNumber(value)
    return switch self {
    case .count: number
    case .metres: number + "m"
    case .seconds: number + "s"
    }
  }
}

internal import OppModel

extension LintOption.Unit {
  /// The number of a value as written in a configuration, in base units; nil for one of another kind
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
  package func text(_ value: Double) -> String {
    let number = ValueNotation.jsonNumber(value)
    return switch self {
    case .count: number
    case .metres: number + "m"
    case .seconds: number + "s"
    }
  }
}

internal import OppModel
internal import OppSyntax

/// Functions of home automations, whose entities are fields here
///
/// ```
/// is_state("door.state", "open")       door.state == open       states("room.temp") > 20      room.temp > 20
/// numeric_state(temp, above: 25)       temp > 25C               is_state(fan.on, "on")        fan.on
/// ```
struct HomeCalls: CheckerPart {
  let checker: Checker

  /// The condition or the value that such a call means; `nil` for any other call
  func condition(_ call: CallSyntax) -> String? {
    let arguments = call.arguments
    guard let name = call.name?.text, let first = arguments.first, first.name == nil,
      let subject = path(first.value)
    else { return nil }
    let rest = Array(arguments.dropFirst())
    switch name {
    case "is_state" where rest.count == 1 && rest[0].name == nil:
      return text(at: rest[0].value.range).map { state(first.value, subject, $0) }
    case "states", "state", "state_value":
      guard rest.isEmpty, case .text = first.value else { return nil }
      return subject
    case "numeric_state":
      let limits = rest.compactMap { limit(of: $0, first.value, subject) }
      return limits.isEmpty || limits.count < rest.count ? nil : limits.joined(separator: " and ")
    default: return nil
    }
  }

  /// The value that an argument names, with or without quotes: `door.state` of `"door.state"`
  private func path(_ expression: ExpressionSyntax) -> String? {
    guard case .text(let words) = expression else {
      return expression.isOperand ? text(at: expression.range) : nil
    }
    guard let path = words.plainText, !path.isEmpty else { return nil }
    let isPath = path.utf8.allSatisfy { byte in
      byte == 0x5F || byte == 0x2E || byte >= 0x30 && byte <= 0x39
        || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
    }
    return isPath ? path : nil
  }

  /// The condition that a value is in a state
  private func state(_ value: ExpressionSyntax, _ subject: String, _ written: String) -> String {
    let isQuoted = written.hasPrefix("\"") && written.hasSuffix("\"") && written.utf8.count > 2
    let word = isQuoted ? String(written.dropFirst().dropLast()) : written
    switch type(of: value, subject) {
    case .bool?:
      let isOn = ["on", "true", "True", "open", "yes"].contains(word)
      return isOn ? subject : "not \(subject)"
    case .text?: return "\(subject) == \(written)"
    default: return "\(subject) == \(word)"
    }
  }

  /// The comparison that `above: 25` means, with the usual unit of the value; `nil` for another parameter
  private func limit(
    of argument: ArgumentSyntax, _ value: ExpressionSyntax, _ subject: String
  ) -> String? {
    guard let written = text(at: argument.value.range) else { return nil }
    let sign: String
    switch argument.name?.text {
    case "above", "greater_than", "min": sign = ">"
    case "below", "less_than", "max": sign = "<"
    default: return nil
    }
    var limit = written
    if case .literal(let literal) = argument.value, literal.kind == .number,
      let type = type(of: value, subject), let dimension = Dimension(type)
    {
      limit =
        UnitSuggestions.units(for: dimension, after: written, beside: subject).first ?? written
    }
    return "\(subject) \(sign) \(limit)"
  }

  /// The type of a value that is named in quotes or without
  private func type(of expression: ExpressionSyntax, _ path: String) -> ValueType? {
    guard case .text = expression else { return kind(of: expression).type }
    let parts = path.split(separator: ".").map { String($0) }
    guard parts.count == 2, case .symbol(.source(let source))? = nameTable.meaning(of: parts[0])
    else { return nil }
    return builder.source(source).fields.first { $0.name == parts[1] }?.type
  }
}

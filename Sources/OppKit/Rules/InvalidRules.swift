/// Rules that cannot be run
public struct InvalidRules: Error, Hashable, Sendable {
  /// The errors of the rules, and warnings beside them; empty if the supplies are wrong
  public let diagnostics: [Diagnostic]

  /// Supplies whose names the rules do not know, each with the nearest name if there is one
  public let unknownSupplies: [String]

  init(diagnostics: [Diagnostic] = [], unknownSupplies: [String] = []) {
    self.diagnostics = diagnostics
    self.unknownSupplies = unknownSupplies
  }
}

extension InvalidRules: CustomStringConvertible {
  /// The problems, a line each
  public var description: String {
    let lines =
      diagnostics.map {
        "\($0.location.path):\($0.location.line):\($0.location.column): \($0.severity.rawValue): \($0.message) (\($0.code))"
      } + unknownSupplies
    return lines.joined(separator: "\n")
  }
}

internal import OppModel
internal import OppOutputs

/// The zone in which commands on the store print times, and whose it is
struct ShownZone {
  let zone: Zone

  /// The name of the zone of the rules, if it is theirs; nil if it is that of `--zone` or the system
  private let rulesZone: String?

  /// The zone of `--zone`, else of the rules, else of the system
  ///
  /// - Parameter rules: the name of the zone of the rules; nil if they name none.
  static func find(
    _ invocation: Invocation, rules: String?, in context: CommandContext
  ) throws(CommandFailure) -> ShownZone {
    if !invocation.has("--zone"), let rules, let zone = LocalZone.named(rules) {
      return ShownZone(zone: zone, rulesZone: rules)
    }
    return ShownZone(zone: try LocalZone.find(invocation, in: context), rulesZone: nil)
  }

  /// `2026-06-21 14:00:00`
  func readable(_ instant: Instant) -> String { zone.readable(instant) }

  /// Prints the zone of the printed times, on standard error, if the system may show another
  func report(_ console: Console) {
    if let rulesZone { console.message("times are those of \(rulesZone), the zone of the rules") }
  }
}

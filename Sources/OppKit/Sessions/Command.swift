/// An override of an Opp by the person
public struct Command: Hashable, Sendable {
  let content: Content

  enum Content: Hashable, Sendable {
    case enable(String)
    case disable(String)
    case snooze(String, row: String?, until: Timestamp)
    case endSnooze(String, row: String?)
  }

  /// The Opp is enabled, regardless of the rules, and its snoozes end
  public static func enable(_ opp: String) -> Command { Command(content: .enable(opp)) }

  /// The Opp is disabled, regardless of the rules
  public static func disable(_ opp: String) -> Command { Command(content: .disable(opp)) }

  /// The Opp, or a row of it as ``Firing/row`` spells it, does not fire before an instant
  public static func snooze(_ opp: String, row: String? = nil, until: Timestamp) -> Command {
    Command(content: .snooze(opp, row: row, until: until))
  }

  /// A snooze ends now
  public static func endSnooze(_ opp: String, row: String? = nil) -> Command {
    Command(content: .endSnooze(opp, row: row))
  }
}

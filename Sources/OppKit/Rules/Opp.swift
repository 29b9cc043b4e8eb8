/// An Opp of a rule set, as a list of them shows it
public struct Opp: Hashable, Sendable, Identifiable {
  /// The name, which is unique in its rule set
  public let name: String

  /// The colour as `0xRRGGBB`; nil for none, and for one that changes
  public let colour: Int?

  /// The names of the sources and tables that it reads, those of sources first
  public let reads: [String]

  /// `true` if it is marked `urgent`, so that no quiet hours hold it back
  public let isUrgent: Bool

  /// `true` if the rules disable it
  public let isDisabled: Bool

  /// The place of its name in the text
  public let location: SourceLocation

  public var id: String { name }
}

/// Something that arrived and could not be taken, or not as a whole
public struct Rejection: Hashable, Sendable, CustomStringConvertible {
  /// The name of the source or table, as the arrival has it
  public let source: String

  /// The problem, as a sentence without a full stop, with code in backticks: *there is no field tmp; did you mean temp?*
  public let reason: String

  public var description: String { "\(source): \(reason)" }
}

internal import OppEngine

/// The limit that a step went beyond
///
/// Nothing of such a step counts, and its session is of no further use: its owner goes on from a copy or from the memory of before.
public struct Excess: Hashable, Sendable, CustomStringConvertible {
  /// A limit of a step
  package enum Limit: Hashable, Sendable {
    case work(Int)
    case firings(Int)
    case texts(bytes: Int)
    case time
  }

  /// The limit that was exceeded
  package let limit: Limit

  /// The last second up to which a step is within the limits, or `nil` if the very next second that matters is not
  ///
  /// A step to it, and from there to later seconds, comes as far as the one that took too much.
  public let reached: Timestamp?

  /// A sentence for people without a full stop
  public var description: String {
    switch limit {
    case .work(let limit): "the step costs more than \(limit) evaluations"
    case .firings(let limit): "the step has more than \(limit) firings"
    case .texts(let limit): "the texts of the step's firings have more than \(limit) bytes"
    case .time: "the step takes too long"
    }
  }

  package init(_ limit: Limit, reached: Timestamp?) {
    self.limit = limit
    self.reached = reached
  }

  init(_ limit: StepExcess, reached: Timestamp?) {
    self.reached = reached
    self.limit =
      switch limit {
      case .work(let limit): .work(limit)
      case .firings(let limit): .firings(limit)
      case .bytes(let limit): .texts(bytes: limit)
      case .time: .time
      }
  }
}

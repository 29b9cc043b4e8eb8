package import OppAnalysis
package import OppModel

/// The questions that rules have decided, over a graph with the nodes that they ask about
///
/// A class, because a prover remembers its decisions, and a copy of it would be made at every question.
///
/// ```
/// on 9:00             nodes [time == 9:00]                  before: time == 8:59:59
/// on 2:30             nodes [time in 2:30..3:30:01]         a change of the clock may move it by an hour
/// every 6h            nodes [time == 0:00], [6:00] …        moved by a change of the clock
/// on temp > 30C       nodes [temp > 30C]
/// on row added        nil: nothing is known of when
/// ```
package final class LintProofs {
  /// The times at which an event happens, as nodes that are true then
  package struct EventTimes: Sendable {
    /// Nil for an event of which nothing is known
    package let nodes: [NodeID]?

    /// A node that is true one second before; nil if the event is no fixed time of day
    package var secondBefore: NodeID?

    /// `true` if a change of the clock may move the event to other times
    package let isMovedByClock: Bool
  }

  /// The greatest number of times a day for which `every D` is followed
  static let repetitionLimit = 96

  /// By Opp, then by event
  package let events: [[EventTimes]]

  /// The condition of `set quiet`; nil without it
  package let quiet: NodeID?

  /// Over the graph of the rules with the nodes that were added for events
  private var prover: Prover

  init(_ graph: ConditionGraph, opps: [LintedOpp], zone: Zone?) {
    // All nodes are added first, since the prover holds the graph as it is then.
    var builder = ProofGraph(graph)
    events = opps.map { opp in opp.rule.events.map { Self.times(of: $0, &builder) } }
    quiet = graph.settings.quiet
    prover = Prover(graph: builder.graph, zone: zone)
  }

  /// `true` if it is proved that literals never hold together
  package func isNever(_ literals: [Literal]) -> Bool { prover.isNever(literals) }

  /// Whether literals can hold together, with the parts that exclude each other or an example
  package func verdict(_ literals: [Literal]) -> Verdict { prover.verdict(literals) }

  /// The times of day, in seconds, at which the clock lets a condition be true; `nil` if there are too many
  package func times(of condition: NodeID) -> [Range<Int64>]? {
    prover.times(of: condition)
  }

  /// The seconds of the longest interval for which the clock lets a condition be true; `nil` if it is not bounded
  package func longestStretch(of condition: NodeID) -> Int64? {
    prover.longestStretch(of: condition)
  }

  /// The times of an event, with the nodes for them added to a graph
  static func times(of event: Event, _ builder: inout ProofGraph) -> EventTimes {
    switch event {
    case .becomes(let node): return EventTimes(nodes: [node], isMovedByClock: false)
    case .instant(let node):
      return EventTimes(nodes: [builder.now(is: node)], isMovedByClock: false)
    // A fixed time, such as `on 9:00`; one that is read, such as a store's, is not known.
    case .timeOfDay(let node):
      guard case .constant(.scalar(let time)) = builder.graph[node].operation else {
        return EventTimes(nodes: nil, isMovedByClock: true)
      }
      let start = Int64(time)
      // Before 4:00 a change of the clock can bring an event as much as an hour later.
      let isNight = start < 4 * 3600
      let hour = QuietHours(start: start, end: start + 3601)
      return EventTimes(
        nodes: [isNight ? builder.time(in: hour) : builder.time(is: node)],
        secondBefore: start > 0 ? builder.time(is: start - 1) : nil, isMovedByClock: false)
    // Many repetitions a day would need a question each.
    case .every(let seconds):
      guard seconds > 0, 86_400 / seconds <= Int64(repetitionLimit) else {
        return EventTimes(nodes: nil, isMovedByClock: true)
      }
      let times = stride(from: 0, to: 86_400, by: Int(seconds)).map { builder.time(is: $0) }
      return EventTimes(nodes: times, isMovedByClock: true)
    // The sun itself; an offset has no node of its own.
    case .sun(let field, let place, 0):
      return EventTimes(nodes: [builder.time(is: field, place)], isMovedByClock: false)
    case .sun, .changes, .rowAdded, .rowRemoved:
      return EventTimes(nodes: nil, isMovedByClock: false)
    }
  }
}

extension LintedOpp {
  /// The conditions of a firing: the Opp's own, and the predicate of its rows
  ///
  /// For `for each e in agenda where e.busy when temp > 20C` both, each to be true.
  package var conditions: [Literal] {
    var literals: [Literal] = []
    if let predicate = rule.rows?.predicate { literals.append(Literal(predicate, .isTrue)) }
    if let condition = rule.condition { literals.append(Literal(condition, .isTrue)) }
    return literals
  }
}

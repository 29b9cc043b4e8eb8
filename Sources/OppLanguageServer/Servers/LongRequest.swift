/// A request whose response is made in slices between other messages
///
/// It is about one state of a rule set. If a text changes meanwhile, the work restarts with the next state, or the
/// request fails if the client has said that it sends it again.
final class LongRequest {
  /// Does a slice; the result with the last
  typealias Slices = () throws(ResponseError) -> String?

  /// The work on one state of the rule sets that it is about
  struct Work {
    /// The rule sets with the number of the check that the work is about
    private let states: [(state: RuleSetState, generation: Int)]
    let advance: Slices

    init(_ file: RequestedFile, _ advance: @escaping Slices) {
      states = [(file.state, file.state.generation)]
      self.advance = advance
    }

    /// - Requires: the rule sets are checked as they are now.
    init(_ states: [RuleSetState], _ advance: @escaping Slices) {
      self.states = states.map { ($0, $0.generation) }
      self.advance = advance
    }

    /// `true` while a thread works for one of the rule sets: a slice of the loop would do nothing
    var isWaiting: Bool { states.contains { $0.state.isWorkingAside } }

    /// `true` if a text has changed since
    var isOutdated: Bool {
      states.contains { $0.state.generation != $0.generation || $0.state.isStale }
    }
  }

  let id: RequestID
  let method: String

  /// Kept, because the work may have to restart with another text
  let parameters: Parameters

  /// Nil before it has begun, and if it has to restart
  var work: Work?

  /// `true` once it has begun, also if it has to restart
  var hasBegun = false

  /// The time at which it arrived, in milliseconds
  let arrival: Int64

  /// `true` while the work of the request is under way beside the loop
  var isWaiting: Bool { work?.isWaiting ?? false }

  /// The token under which the client shows that it is under way; `nil` if it does not
  var progress: ProgressToken?

  enum ProgressToken {
    /// The client has been requested to make it
    case requested(String)
    case shown(String)
  }

  init(id: RequestID, method: String, parameters: Parameters, arrival: Int64) {
    self.id = id
    self.method = method
    self.parameters = parameters
    self.arrival = arrival
  }
}

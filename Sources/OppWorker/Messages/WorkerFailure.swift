internal import OppJSON
internal import OppKit

/// The reason why a message has no other reply
package struct WorkerFailure: Error, Hashable, Sendable {
  /// The kinds, by the code that programs compare
  package enum Code: String, CaseIterable, Sendable {
    /// It is no JSON object, or a member is missing or not valid
    case badMessage = "bad-message"
    case unknownOperation = "unknown-operation"

    /// The rules are not kept, or never were: send them
    case unknownRules = "unknown-rules"

    /// The rules have errors, which the reply to them had
    case invalidRules = "invalid-rules"

    /// A supply is of nothing that the rules know
    case unknownSupply = "unknown-supply"
    case unknownZone = "unknown-zone"

    /// The session is not kept, or never was: send its state
    case unknownKey = "unknown-key"

    /// The session is of other rules, or of another zone: send its state
    case otherRules = "other-rules"
    case unreadableState = "unreadable-state"

    /// A later version of the worker has written the state
    case newerState = "newer-state"

    /// The step takes more work, time or firings than its limit: it was not taken
    case overWork = "over-work"

    /// A message, a rule set, a state or a reply is larger than its limit
    case overSize = "over-size"
    case unknownOpp = "unknown-opp"
    case unreadableData = "unreadable-data"
  }

  package let code: Code

  /// A sentence for people without a full stop
  package let message: String

  /// The last second up to which the step is within the limits, or `nil`
  let reached: Timestamp?

  package init(_ code: Code, _ message: String) {
    self.init(code, message, reached: nil)
  }

  private init(_ code: Code, _ message: String, reached: Timestamp?) {
    self.code = code
    self.message = message
    self.reached = reached
  }

  /// The failure of a step beyond a limit
  init(_ excess: Excess, seconds: Double) {
    let message =
      switch excess.limit {
      case .time: "the step takes more than \(Value.number(seconds).json) seconds"
      case .work, .firings, .texts: excess.description
      }
    let code: Code = if case .texts = excess.limit { .overSize } else { .overWork }
    self.init(code, message, reached: excess.reached)
  }

  /// The failure of something that is larger than its limit
  static func overSize(_ name: String, _ size: Int, _ limit: Int) -> WorkerFailure {
    WorkerFailure(.overSize, "the \(name) has \(size) bytes, more than \(limit)")
  }

  static func unknownZone(_ name: String) -> WorkerFailure {
    WorkerFailure(.unknownZone, "there is no zone `\(name)`")
  }

  /// The failure of a session that cannot begin, of rules without errors
  init(_ failure: SessionFailure) {
    switch failure {
    case .invalidRules(let problem): self.init(.unknownSupply, problem.description)
    case .unreadableMemory(let problem): self.init(problem)
    }
  }

  /// The failure of bytes that are no memory
  init(_ problem: UnreadableBytes) {
    self.init(problem.isNewer ? .newerState : .unreadableState, problem.description)
  }

  /// A reply that has the failure alone: `{"error":{"code":…,"message":…}}`
  package var reply: String { JSONText.object { write(to: &$0) } }

  /// The member `error` of a reply
  func write(to json: inout JSONText) {
    json.key("error")
    json.object { error in
      error.member("code", string: code.rawValue)
      error.member("message", string: message)
      if let reached { error.member("at", raw: "\(reached.secondsSince1970)") }
    }
  }
}

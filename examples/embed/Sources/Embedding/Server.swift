import OppKit

/// A message of a person's device: what has come, with the state that the last reply had
public struct Message {
  public let rules: String
  public let state: [UInt8]?
  public let at: Timestamp
  public let arrivals: [Arrival]

  public init(rules: String, state: [UInt8]?, at: Timestamp, arrivals: [Arrival]) {
    self.rules = rules
    self.state = state
    self.at = at
    self.arrivals = arrivals
  }
}

/// The reply: what to notify of, the state for the next message, and when that is due
public struct Reply {
  public let texts: [String]
  public let state: [UInt8]
  public let wake: Timestamp?
}

/// A server: many people, whose state comes with each message and goes back with the reply
public struct Server {
  /// Rules are checked once, and shared by all people who have them
  private var cache: [String: RuleSet] = [:]

  public init() {}

  /// The number of rule sets that it has checked
  public var ruleSets: Int { cache.count }

  public mutating func handle(_ message: Message) throws -> Reply {
    let rules = ruleSet(message.rules)
    var memory = try message.state.map { bytes in try Memory(bytes: bytes) } ?? Memory()
    var session = try Session(
      rules, supplies: ["weather": .pushed, "calendar": .pushed], zone: .utc, memory: memory,
      at: message.at)
    let step = session.step(at: message.at, arrivals: message.arrivals)
    memory.apply(session.takeChanges())
    return Reply(
      texts: step.firings.compactMap(\.text), state: memory.bytes, wake: step.wake)
  }

  private mutating func ruleSet(_ text: String) -> RuleSet {
    if let known = cache[text] { return known }
    let rules = RuleSet(text)
    cache[text] = rules
    return rules
  }
}

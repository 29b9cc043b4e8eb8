package import OppModel

/// Everything that happens in one simulated life, written down: rules, and events with their times
///
/// A seed makes one (``Plan/init(seed:)``), shrinking makes smaller ones, and a story is one in a file. Two runs of one plan are the same
/// to the last effect.
package struct Plan: Hashable, Sendable {
  /// The name of the story; that of the seed for a plan that was drawn
  package var name: String

  /// The seed of everything that the plan does not state, such as latencies
  package var seed: UInt64

  /// The name of the time zone
  package var zone = "UTC"

  /// The second at which the first process starts
  package var from: Instant

  /// The second at which the last process is stopped
  package var to: Instant

  /// The longest latency of services and notifiers, in milliseconds
  package var latency = 5_000

  /// The lines of the rule file
  package var rules: [String]

  /// In the order of their times
  package var events: [Event] = []

  /// The cause of a known fault, which the story must show until it is mended; `nil` for a story that must pass
  package var open: String?

  package struct Event: Hashable, Sendable {
    package var at: Instant
    package var action: Action

    package init(at: Instant, _ action: Action) {
      self.at = at
      self.action = action
    }
  }

  package init(name: String, seed: UInt64, from: Instant, to: Instant, rules: [String]) {
    self.name = name
    self.seed = seed
    self.from = from
    self.to = to
    self.rules = rules
  }

  /// The second from which on nothing goes wrong, but for kills that are still to come
  var peace: Instant {
    events.map { $0.at.advanced(by: $0.action.length) }.max() ?? from
  }

  /// The days from its first second to its last
  var days: Double { Double(to.seconds(since: from)) / 86_400 }

  /// The clauses of Opps with limits
  ///
  /// An edit has each of them take the place of the one before it.
  static let limits = [
    "at most 2 per hour", "at most once per 1h", "at most 5 per day", "at most 3 per 2h",
  ]

  /// The rules with other limits
  var rulesWithOtherLimits: [String] {
    rules.map { line in
      for (limit, other) in zip(Self.limits, Self.limits.dropFirst() + Self.limits.prefix(1))
      where line.contains(limit) {
        return line.replacing(limit, with: other)
      }
      return line
    }
  }

  /// The names of the Opps
  package var opps: [String] {
    rules.compactMap { line in
      guard line.hasPrefix("opp \"") else { return nil }
      return line.dropFirst(5).split(separator: "\"").first.map { String($0) }
    }
  }
}

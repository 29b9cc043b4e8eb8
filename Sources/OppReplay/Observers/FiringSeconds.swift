internal import OppEngine
internal import OppModel

/// The seconds of the firings and events of a rule around an instant
///
/// Explained at 10:00, with `on every 1h when temp > 20C at most 1 per day`, warm from 7:30 on:
///
/// ```
/// last firing      8:00
/// last held back   10:00, by `at most`
/// last event       10:00
/// next event       11:00
/// ```
struct FiringSeconds: Sendable {
  /// The last firing up to the instant
  private var lastFiring: Instant?

  /// The last firing up to the instant that `at most` or `disabled` held back
  private var lastHeldBack: Instant?

  /// The last event up to the instant, and the first one after it
  private var lastEvent: Instant?
  private var nextEvent: Instant?

  /// The key of the row whose firings are noted; `nil` for those of all rows
  var key: [Value]?

  private let rule: Int

  /// The index of the shadow (``ConditionGraph/addingShadows(of:)``), which fires at every event
  private let events: Int

  /// `true` if the rule has any `on`
  private let hasEvents: Bool

  init(_ graph: ConditionGraph, rule: Int, key: [Value]?) {
    self.rule = rule
    self.key = key
    events = graph.rules.count
    hasEvents = !graph.rules[rule].events.isEmpty
  }

  /// `true` until the next event after the instant is found
  var awaitsEvent: Bool { hasEvents && nextEvent == nil }

  /// Notes a second up to the instant
  mutating func note(_ step: Step, _ engine: borrowing Engine) {
    for firing in step.firings where key == nil || firing.row?.key == key {
      if firing.rule == rule { lastFiring = firing.at }
      if firing.rule == events, hasEvents { lastEvent = firing.at }
    }
    for opp in step.heldBack where engine.rule(ofOpp: opp) == rule {
      let own = engine.key(ofOpp: opp)
      if key == nil || own == key { lastHeldBack = engine.present }
    }
  }

  /// Notes a second after the instant
  mutating func noteFuture(_ step: Step) {
    guard awaitsEvent else { return }
    nextEvent =
      step.firings.first { $0.rule == events && (key == nil || $0.row?.key == key) }?.at
  }

  /// Adds the seconds to an explanation
  func fill(_ explanation: inout OppExplanation) {
    explanation.lastFiring = lastFiring
    explanation.lastHeldBack = lastHeldBack
    explanation.lastEvent = lastEvent
    explanation.nextEvent = nextEvent
  }
}

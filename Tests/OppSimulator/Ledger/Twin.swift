import OppEngine
import OppModel
import OppProviders
import OppReplay
import OppStore

/// What should have fired: a replay of the rules over what the sessions were told, without a store, restarts and limits
///
/// Limits are counted here over the firings that happened, because one that was missed moves all later ones.
struct Twin {
  /// The seconds at which an Opp fires without a limit, by its name
  private(set) var seconds: [String: [Instant]] = [:]

  /// The limits of Opps, by name
  private var limits: [String: RateLimit] = [:]

  /// Those after an edit that has exchanged them
  private var otherLimits: [String: RateLimit] = [:]
  private let edits: [(at: Instant, isOther: Bool)]

  /// The times in which it is not certain which limits count: from an edit until the daemon must have read it
  private var uncertain: [ClosedRange<Instant>] = []
  private let zone: Zone

  init(_ graph: ConditionGraph, _ ledger: Ledger) {
    let plan = ledger.plan
    zone = (try? ZoneDatabase().zone(named: plan.zone)) ?? .utc
    edits = ledger.limitEdits
    for opp in plan.rulesWithOtherLimits.compactMap({ SimulatedOpp(line: $0) }) {
      otherLimits[opp.name] = opp.limit
    }
    var unlimited = graph
    for index in unlimited.rules.indices {
      limits[unlimited.rules[index].name] = unlimited.rules[index].limit
      unlimited.rules[index].limit = nil
    }
    let replay = Replay(
      graph: unlimited, zone: zone, begins: plan.from,
      arrivals: ledger.told.map { (at: $0.at, arrival: $0.arrival) })
    for firing in replay.run(from: plan.from, to: plan.to, settling: false).firings {
      seconds[firing.opp, default: []].append(firing.at)
    }
    for (edit, before) in zip(edits, [false] + edits.map { $0.isOther })
    where edit.isOther != before {
      let begin = ledger.disturbances.filter { $0.contains(edit.at) }.map { $0.lowerBound }.min()
      let end = ledger.processed(after: edit.at).advanced(by: 10)
      uncertain.append((begin ?? edit.at).advanced(by: -1)...end)
    }
  }

  /// Returns whether a limit holds a firing back after the earlier ones of its Opp, or `nil` if its limit is being edited
  func isHeldBack(_ opp: String, at second: Instant, after earlier: [Instant]) -> Bool? {
    if uncertain.contains(where: { $0.contains(second) }) { return nil }
    let isOther = edits.last { $0.at <= second }?.isOther ?? false
    guard let limit = (isOther ? otherLimits : limits)[opp] else { return false }
    let counted = earlier.filter { $0 < second && isTogether($0, second, limit.period) }
    return counted.count >= limit.count
  }

  /// `true` if two seconds are of one period
  private func isTogether(
    _ first: Instant, _ second: Instant, _ period: RateLimit.Period
  ) -> Bool {
    let (one, other) = (zone.local(at: first), zone.local(at: second))
    switch period {
    case .hour:
      return one.date.days == other.date.days && one.secondOfDay / 3600 == other.secondOfDay / 3600
    case .day: return one.date.days == other.date.days
    case .week:
      return one.date.days - Int64(one.date.weekday) == other.date.days - Int64(other.date.weekday)
    case .month: return one.date.year == other.date.year && one.date.month == other.date.month
    case .seconds(let length): return second.seconds(since: first) < length
    case .ever: return true
    }
  }
}

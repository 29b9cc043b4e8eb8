package import OppModel

/// The firings that wait until the condition of `set quiet` is true no longer
///
/// ```
/// set quiet when busy                                 busy from 9:00 to 10:00, and from 10:00 on unknown
///
/// 9:10   "Tea" fires, and is held
/// 9:40   "Tea" fires again: that supersedes the firing of 9:10, and is held
/// 10:00  that of 9:40 is delivered: an unknown condition is not quiet
/// ```
///
/// The condition counts at the second of a firing, and at each later one while something is held. What is undecided, as it is
/// being fetched, is waited for: by a firing as for its text, by a held one for as long as the session waits for it.
struct QuietHold: Sendable {
  /// The instance of the condition; nil without `set quiet`
  let condition: InstanceID?

  /// By rule: whether its firings wait while it is quiet
  private let isHeld: [Bool]

  /// By rule: the seconds of `expires`; nil for no end
  private let lifetimes: [Int64?]

  /// By Opp and row: the firing that waits
  private var firings: [Holder: Held] = [:]

  /// The first second at which a firing that waits has expired
  private(set) var nextExpiry = Seconds.never

  /// The firings of Opps that the rules do not have, or do not hold: they may come back
  private var strayed: [StrayedFiring] = []

  /// The number of firings that have waited, by which those of one second have an order
  private var count: Int64 = 0

  private struct Holder: Hashable {
    let rule: RuleID
    let row: RowID?
  }

  private struct Held {
    let opp: String
    let at: Int64
    let number: Int64

    /// The first second at which it is no longer delivered; never without `expires`
    let expiry: Int64
  }

  /// A firing as memory has it, with its row as it was written
  private struct StrayedFiring {
    let opp: String
    let at: Int64
    let row: String?
  }

  init(_ graph: ConditionGraph) {
    condition = graph.settings.quiet.map { InstanceID(TemplateID($0)) }
    isHeld = graph.rules.map { graph.quietCondition(of: $0) != nil }
    lifetimes = graph.rules.map { $0.expires }
  }

  /// Whether nothing waits
  var isEmpty: Bool { firings.isEmpty }

  /// Whether memory has nothing to keep of it
  var isForgotten: Bool { firings.isEmpty && strayed.isEmpty }

  /// The shortest time of `expires` of any Opp, in seconds; `nil` if no Opp has the clause
  var shortestLifetime: Int64? { lifetimes.compactMap { $0 }.min() }

  /// The seconds of `expires` of a rule; nil for no end
  func lifetime(ofRule rule: Int) -> Int64? {
    lifetimes.indices.contains(rule) ? lifetimes[rule] : nil
  }

  /// The first second at which a firing of a rule has expired: that of `expires` itself still counts
  private func expiry(ofRule rule: Int, firedAt second: Int64) -> Int64 {
    lifetime(ofRule: rule).map { Seconds.add(Seconds.add(second, $0), 1) } ?? Seconds.never
  }

  /// The condition while which the firings of a rule wait; nil if they do not
  func condition(ofRule rule: Int) -> InstanceID? {
    isHeld.indices.contains(rule) && isHeld[rule] ? condition : nil
  }

  /// The rules of which something waits, each once
  var rules: [RuleID] { Set(firings.keys.map { $0.rule }).sorted { $0.index < $1.index } }

  /// The firings that wait, in the order in which they fired
  var identities: [HeldFiring] {
    let ordered = firings.sorted { ($0.value.at, $0.value.number) < ($1.value.at, $1.value.number) }
    return ordered.map {
      HeldFiring(opp: $0.value.opp, row: $0.key.row, at: Instant(seconds: $0.value.at))
    }
  }

  // MARK: Firing

  /// The delivery of a firing of a rule at this second
  func delivery(ofRule rule: Int, _ evaluator: borrowing Evaluator) -> FiringDelivery {
    guard let condition = condition(ofRule: rule) else { return .immediate }
    return evaluator.instances.readings[condition].truth == .true ? .waiting : .immediate
  }

  /// Whether it is being fetched whether the firings of a rule have to wait
  func isUndecided(ofRule rule: Int, _ evaluator: borrowing Evaluator) -> Bool {
    guard let condition = condition(ofRule: rule) else { return false }
    return evaluator.instances.readings[condition].isUndecided
  }

  /// Holds a firing that waits, in place of an earlier one of its Opp and row
  ///
  /// - Returns: the one of the two that is never delivered; none if it is the only one.
  mutating func hold(_ firing: Firing, _ evaluator: inout Evaluator) -> [SettledDelivery] {
    guard firing.delivery == .waiting else { return [] }
    let holder = Holder(rule: RuleID(firing.rule), row: firing.row)
    let (before, at) = (firings[holder], firing.at.seconds)
    evaluator.marks.held()
    // A firing that had to wait for readings may be of an earlier second than one that did not.
    let held = Held(
      opp: firing.opp, at: at, number: count,
      expiry: expiry(ofRule: firing.rule, firedAt: at))
    if let before, before.at > at { return [Self.dropped(holder, held, .superseded, evaluator)] }
    firings[holder] = held
    nextExpiry = min(nextExpiry, held.expiry)
    count += 1
    evaluator.areNeedsOutdated = true
    return before.map { [Self.dropped(holder, $0, .superseded, evaluator)] } ?? []
  }

  // MARK: Delivering

  /// Gives up the firings that have expired, and delivers all others that wait once the condition is true no longer
  mutating func settle(_ evaluator: inout Evaluator) -> [SettledDelivery] {
    guard !firings.isEmpty, let condition else { return [] }
    let expired = expire(&evaluator)
    let reading = evaluator.instances.readings[condition]
    guard !firings.isEmpty, reading.truth != .true, !reading.isUndecided else { return expired }
    let due = identities
    remove(Array(firings.keys), &evaluator)
    let now = Instant(seconds: evaluator.now)
    return expired
      + due.map {
        SettledDelivery(opp: $0.opp, row: $0.row, at: $0.at, delivery: .later(now), second: now)
      }
  }

  /// Gives up the firings whose time is over
  private mutating func expire(_ evaluator: inout Evaluator) -> [SettledDelivery] {
    guard nextExpiry <= evaluator.now else { return [] }
    let expired = firings.filter { $0.value.expiry <= evaluator.now }
      .sorted { ($0.value.at, $0.value.number) < ($1.value.at, $1.value.number) }
    remove(expired.map { $0.key }, &evaluator)
    return expired.map { Self.dropped($0.key, $0.value, .expired, evaluator) }
  }

  /// Forgets firings that wait no longer
  private mutating func remove(_ holders: [Holder], _ evaluator: inout Evaluator) {
    guard !holders.isEmpty else { return }
    for holder in holders { firings[holder] = nil }
    nextExpiry = firings.values.map { $0.expiry }.min() ?? Seconds.never
    evaluator.marks.held()
    evaluator.areNeedsOutdated = true
  }

  /// Drops a firing that is answered: it is delivered no more
  mutating func drop(answeredBy given: GivenAnswer, _ evaluator: inout Evaluator)
    -> [SettledDelivery]
  {
    guard !firings.isEmpty else { return [] }
    let text = RowText(evaluator.graph)
    var result: [SettledDelivery] = []
    var answered: [Holder] = []
    for (holder, held) in firings.sorted(by: { $0.value.number < $1.value.number })
    where held.opp == given.opp {
      guard given.row == nil || given.concerns(row: text.text(of: holder.row)) else { continue }
      result.append(Self.dropped(holder, held, .answered, evaluator))
      answered.append(holder)
    }
    remove(answered, &evaluator)
    return result
  }

  /// A firing that is not delivered, which has become known at this second
  ///
  /// A firing whose time is over has expired, also if it would be delivered at this second.
  private static func dropped(
    _ holder: Holder, _ held: Held, _ delivery: FiringDelivery, _ evaluator: borrowing Evaluator
  ) -> SettledDelivery {
    SettledDelivery(
      opp: held.opp, row: holder.row, at: Instant(seconds: held.at),
      delivery: held.expiry <= evaluator.now ? .expired : delivery,
      second: Instant(seconds: evaluator.now))
  }

  // MARK: Memory

  /// The firings that wait: their seconds, Opps and rows
  ///
  /// `1 2 1782075600 3:Tea F 1782079200 5:Chore R 21:row 6:chores 1 t 1:a`
  func write(to writer: inout MemoryWriter, _ graph: ConditionGraph) {
    let held = identities
    writer.add(held.count + strayed.count)
    for firing in held {
      var row: String?
      if let id = firing.row {
        var words = MemoryWriter(graph, beginning: MemoryKind.row.rawValue)
        words.add(id)
        row = words.text
      }
      Self.write(firing.at.seconds, firing.opp, row: row, to: &writer)
    }
    for firing in strayed { Self.write(firing.at, firing.opp, row: firing.row, to: &writer) }
  }

  private static func write(
    _ at: Int64, _ opp: String, row: String?, to writer: inout MemoryWriter
  ) {
    writer.add(at)
    writer.add(opp)
    guard let row else { return writer.word("F") }
    writer.word("R")
    writer.add(row)
  }

  /// Takes over the firings of an entry
  ///
  /// Those of Opps that the rules do not have, or do not hold, are kept as they are: while a file is being saved, a part of it
  /// may be missing for a moment. Versions before wrote a row after `T`, without its length.
  mutating func restore(from reader: inout MemoryReader, _ graph: ConditionGraph, at now: Int64) {
    for _ in 0..<reader.count() {
      let at = reader.second()
      let opp = reader.string()
      var row: String?
      switch reader.word() {
      case "F": break
      case "R": row = reader.string()
      case "T": row = reader.rowText(graph)
      default: reader.fail()
      }
      guard reader.isIntact else { return }
      if let holder = holder(opp, row: row, graph) {
        let held = Held(
          opp: opp, at: at, number: count,
          expiry: expiry(ofRule: Int(holder.rule.index), firedAt: at))
        firings[holder] = held
        nextExpiry = min(nextExpiry, held.expiry)
        count += 1
      } else if Seconds.add(at, MemoryLedger.keeping) > now {
        strayed.append(StrayedFiring(opp: opp, at: at, row: row))
      }
    }
  }

  /// The Opp and row of a firing; nil for one that the rules do not have, or whose firings do not wait
  private func holder(_ opp: String, row: String?, _ graph: ConditionGraph) -> Holder? {
    guard let rule = graph.rules.firstIndex(where: { $0.name == opp }), isHeld[rule] else {
      return nil
    }
    guard let row else {
      return graph.rules[rule].rows == nil ? Holder(rule: RuleID(rule), row: nil) : nil
    }
    var reader = MemoryReader(row, graph, beginning: MemoryKind.row.rawValue)
    guard let id = reader.row(graph), reader.isIntact, reader.isAtEnd,
      graph.rules[rule].rows?.table == id.table, graph[id.table].key.count == id.key.count
    else { return nil }
    return Holder(rule: RuleID(rule), row: id)
  }
}

extension MemoryReader {
  /// The row of a table by its name and key; `nil` if there is no such table
  fileprivate mutating func row(_ graph: ConditionGraph) -> RowID? {
    let table = graph.table(named: string())
    let key = key(of: table)
    return table.map { RowID(table: $0, key: key) }
  }

  /// A row without its length before it, as a text with it
  fileprivate mutating func rowText(_ graph: ConditionGraph) -> String? {
    row(graph).map { row in
      var words = MemoryWriter(graph, beginning: MemoryKind.row.rawValue)
      words.add(row)
      return words.text
    }
  }
}

/// A firing that waits until it is quiet no longer
package struct HeldFiring: Hashable, Sendable {
  /// The name of the Opp
  package let opp: String

  /// The row of `for each`
  package let row: RowID?
  package let at: Instant
}

extension Engine {
  /// The firings that wait until it is quiet no longer, in the order in which they fired
  package var heldFirings: [HeldFiring] { monitor.hold.identities }
}

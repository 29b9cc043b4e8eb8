package import OppModel

/// The firings that wait until the condition of `set quiet` is true no longer
///
/// ```
/// set quiet when busy                                 busy from 9:00 to 10:00, and from 10:00 on unknown
///
/// 9:10   "Tea" fires, and is held
/// 9:40   "Tea" fires again: that supersedes the firing of 9:10, and is held
/// 10:00  that of 9:40 is delivered: what is unknown is not quiet
/// ```
///
/// The condition counts at the second of a firing, and at each later one while something is held. What is undecided, as it is
/// being fetched, is waited for: by a firing as for its text, by what is held for as long as the session waits for it.
struct QuietHold: Sendable {
  /// The instance of the condition; nil without `set quiet`
  let condition: InstanceID?

  /// By rule: whether its firings wait while it is quiet
  private let isHeld: [Bool]

  /// By Opp and row: the firing that waits
  private var firings: [Holder: Held] = [:]

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
  }

  init(_ graph: ConditionGraph) {
    condition = graph.settings.quiet.map { InstanceID(TemplateID($0)) }
    isHeld = graph.rules.map { graph.quietCondition(of: $0) != nil }
  }

  /// Whether nothing waits
  var isEmpty: Bool { firings.isEmpty }

  /// The condition while which the firings of a rule wait; nil where they do not
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
  /// - Returns: the one of the two that is never delivered; none where it is the only one.
  mutating func hold(_ firing: Firing, _ evaluator: inout Evaluator) -> [SettledDelivery] {
    guard firing.delivery == .waiting else { return [] }
    let holder = Holder(rule: RuleID(firing.rule), row: firing.row)
    let (before, at) = (firings[holder], firing.at.seconds)
    evaluator.marks.held()
    // A firing that had to wait for readings may be of an earlier second than one that did not.
    if let before, before.at > at {
      return [Self.dropped(holder, at: at, firing.opp, .superseded, evaluator)]
    }
    firings[holder] = Held(opp: firing.opp, at: at, number: count)
    count += 1
    evaluator.areNeedsOutdated = true
    return before.map { [Self.dropped(holder, at: $0.at, $0.opp, .superseded, evaluator)] } ?? []
  }

  // MARK: Delivering

  /// Delivers everything that waits, once the condition is true no longer
  mutating func settle(_ evaluator: inout Evaluator) -> [SettledDelivery] {
    guard !firings.isEmpty, let condition else { return [] }
    let reading = evaluator.instances.readings[condition]
    guard reading.truth != .true, !reading.isUndecided else { return [] }
    let due = identities
    firings = [:]
    evaluator.marks.held()
    evaluator.areNeedsOutdated = true
    let now = Instant(seconds: evaluator.now)
    return due.map {
      SettledDelivery(opp: $0.opp, row: $0.row, at: $0.at, delivery: .later(now), second: now)
    }
  }

  /// Drops what an answer is to: it is delivered no more
  mutating func drop(answeredBy given: GivenAnswer, _ evaluator: inout Evaluator)
    -> [SettledDelivery]
  {
    guard !firings.isEmpty else { return [] }
    let text = RowText(evaluator.graph)
    var result: [SettledDelivery] = []
    for (holder, held) in firings.sorted(by: { $0.value.number < $1.value.number })
    where held.opp == given.opp {
      guard given.row == nil || given.concerns(row: text.text(of: holder.row)) else { continue }
      result.append(Self.dropped(holder, at: held.at, held.opp, .answered, evaluator))
      firings[holder] = nil
    }
    guard !result.isEmpty else { return [] }
    evaluator.marks.held()
    evaluator.areNeedsOutdated = true
    return result
  }

  /// A firing that is not delivered, which has become known at this second
  private static func dropped(
    _ holder: Holder, at second: Int64, _ opp: String, _ delivery: FiringDelivery,
    _ evaluator: borrowing Evaluator
  ) -> SettledDelivery {
    SettledDelivery(
      opp: opp, row: holder.row, at: Instant(seconds: second), delivery: delivery,
      second: Instant(seconds: evaluator.now))
  }

  // MARK: Memory

  /// The firings that wait: their seconds, Opps and rows
  ///
  /// `1 2 1782075600 3:Tea F 1782079200 5:Chore T 6:chores 1 t 1:a`
  func write(to writer: inout MemoryWriter, _ graph: ConditionGraph) {
    let held = identities
    writer.add(held.count)
    for firing in held {
      writer.add(firing.at.seconds)
      writer.add(firing.opp)
      writer.add(firing.row != nil)
      if let row = firing.row { writer.add(row) }
    }
  }

  /// Takes over the firings of an entry; those of an Opp that is no more, or that waits no longer, are left out
  mutating func restore(from reader: inout MemoryReader, _ graph: ConditionGraph) {
    for _ in 0..<reader.count() {
      let at = reader.second()
      let opp = reader.string()
      var (row, isWhole): (RowID?, Bool) = (nil, true)
      if reader.isTrue() {
        let table = graph.table(named: reader.string())
        let key = reader.key(of: table)
        row = table.map { RowID(table: $0, key: key) }
        isWhole = table.map { graph[$0].key.count == key.count } ?? false
      }
      guard reader.isIntact, isWhole,
        let rule = graph.rules.firstIndex(where: { $0.name == opp }), isHeld[rule],
        graph.rules[rule].rows?.table == row?.table
      else { continue }
      firings[Holder(rule: RuleID(rule), row: row)] = Held(opp: opp, at: at, number: count)
      count += 1
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

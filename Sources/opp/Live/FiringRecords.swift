internal import OppEngine
internal import OppJSON
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppStore

/// Converts firings to the records of the store and the texts of notifications
///
/// The engine knows values, the store and the notifiers know texts:
///
/// ```
/// Firing      rule 3, row chores["dishes", 2], text "Dishes!", recipient .list(["ada", "ben"]), payload level 3
/// NewFiring   opp "Chore due", row ["dishes",2], text "Dishes!", recipients ada, ben, payload {"level":3}
/// ```
struct FiringRecords {
  /// The graph of the rules that fired: `rule` of a firing is an index into its rules
  private let graph: ConditionGraph

  /// Values as JSON, with instants in the zone of the rules if they are for people
  private let readable: ReadableValue

  init(graph: ConditionGraph, zone: Zone) {
    self.graph = graph
    readable = ReadableValue(graph: graph, zone: zone)
  }

  /// The record of a firing, with the urgency that its rule declares
  ///
  /// - Parameter title: that of its row.
  func record(of firing: Firing, title: String?) -> NewFiring {
    let rule = graph.rules[firing.rule]
    return NewFiring(
      opp: firing.opp, row: row(firing.row), title: title, at: firing.at, text: firing.text,
      recipients: recipients(firing.recipient), payload: payload(firing.payload),
      colour: firing.colour, isUrgent: rule.isUrgent,
      expires: rule.expires.map { firing.at.advanced(by: $0) },
      isHeld: firing.delivery == .waiting)
  }

  /// The record of the outcome of a firing that was held; nil if it still is
  func record(of settled: SettledDelivery) -> SettledFiring? {
    let id = FiringIdentity.text(opp: settled.opp, row: row(settled.row), at: settled.at)
    switch settled.delivery {
    case .immediate, .waiting: return nil
    case .later(let instant): return SettledFiring(id: id, .due(instant))
    case .superseded: return SettledFiring(id: id, .superseded)
    case .answered: return SettledFiring(id: id, .dismissed)
    case .expired: return SettledFiring(id: id, .expired)
    }
  }

  /// The identities of firings that are held
  func identities(of held: [HeldFiring]) -> Set<String> {
    Set(held.map { FiringIdentity.text(opp: $0.opp, row: row($0.row), at: $0.at) })
  }

  /// The record of an event whose notification came too late: it is in the history
  ///
  /// An event that was slept through for longer than `expires` has expired.
  func record(of missed: MissedEvent) -> NewFiring {
    let rule = graph.rules[missed.rule]
    let lifetime = missed.reason == .slept ? rule.expires : nil
    return NewFiring(
      opp: missed.opp, row: row(missed.row), at: missed.at, text: nil,
      colour: graph.constantColour(of: rule),
      expires: lifetime.map { missed.at.advanced(by: $0) }, isMissed: true)
  }

  /// The key of a row as a JSON array; empty for none
  func row(_ row: RowID?) -> String {
    row.map { readable.json(of: $0) } ?? ""
  }

  /// The names of the people to notify: one text, or the texts of a list; none for any other value
  private func recipients(_ value: Value?) -> [String] {
    switch value {
    case .text(let name)?: [name]
    case .list(let names)?:
      names.compactMap { name in
        if case .text(let text) = name { text } else { nil }
      }
    case .truth?, .scalar?, .position?, .place?, .row?, nil: []
    }
  }

  /// The object of `with { level: 3, room: "hall" }`, in the order of the clause; nil without one
  private func payload(_ entries: [PayloadValue]) -> String? {
    guard !entries.isEmpty else { return nil }
    return JSONText.object { object in
      for entry in entries {
        object.member(entry.name, raw: readable.json(of: entry.value, type: entry.type))
      }
    }
  }
}

extension Notice {
  /// The notice of a firing to the people of one notifier; one without a text has the name of its Opp instead
  init(_ pending: PendingDelivery) {
    let firing = pending.firing.firing
    self.init(
      id: pending.firing.id, title: firing.opp, text: firing.text ?? firing.opp,
      recipients: pending.part.recipients, at: firing.at, payload: firing.payload,
      colour: firing.colour, isUrgent: firing.isUrgent, expires: firing.expires)
  }
}

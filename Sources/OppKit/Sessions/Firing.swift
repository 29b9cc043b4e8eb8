internal import OppEngine
internal import OppModel
internal import OppOutputs

/// A firing of an Opp, of which a person is notified
public struct Firing: Hashable, Sendable, Identifiable {
  /// The Opp, the row and the second, as `2026-06-21T10:00:00Z/Lunch%20walk`: the same as that of `opp run`
  ///
  /// It follows from the rules and the arrivals, so that a step which is repeated after a crash fires with the same
  /// identities: an app that delivers each identity once delivers exactly once.
  public let id: String

  /// The name of the Opp
  public let opp: String

  /// The row of `for each`, as a plain text: `dishes`, `home, 2`; nil for an Opp without rows
  public let row: String?

  /// The second that it is of, which may be earlier than that of the step
  public let at: Timestamp

  /// The text of the notification; `nil` for an Opp without `notify`
  public let text: String?

  /// The names of the people to notify; empty for the person whose rules they are
  public let recipients: [String]

  /// The values of `with`, in the order of the text
  public let payload: [PayloadValue]

  /// 0xRRGGBB; nil for none
  public let colour: Int?

  /// `true` if it is marked `urgent`
  public let isUrgent: Bool

  /// The last second at which it is still to be delivered; nil without `expires`
  public let expires: Timestamp?

  /// `true` if it waits for the end of a quiet time: a ``Delivery`` of a later step says whether it is delivered
  public let isHeld: Bool

  /// A value of `with { name: value }`
  public struct PayloadValue: Hashable, Sendable {
    public let name: String

    /// The value; `nil` if it is unknown
    public let value: Value?
  }
}

/// The outcome of a firing that was held
public struct Delivery: Hashable, Sendable {
  /// The outcome of holding a firing
  public enum Outcome: Hashable, Sendable {
    /// It is to be delivered at an instant
    case due(Timestamp)
    /// A later firing of its Opp and row took its place
    case superseded
    /// It was answered while it waited
    case answered
    /// The time of `expires` was over while it waited
    case expired
  }

  /// The identity of the firing
  public let firing: Firing.ID
  public let outcome: Outcome
}

/// An event whose Opp might have fired, had its readings come in time
public struct MissedEvent: Hashable, Sendable {
  /// The name of the Opp
  public let opp: String

  /// The row of `for each`, as a plain text; nil for an Opp without rows
  public let row: String?

  /// The second of the event
  public let at: Timestamp

  /// A fragment for people
  public let reason: String
}

/// A row that an Opp has recorded into a table
public struct RecordedRow: Hashable, Sendable {
  /// The name of the Opp
  public let opp: String
  public let table: String
  public let at: Timestamp

  /// The fields that are written, in the order of the table; a value is `nil` if it is unknown
  public let fields: [Firing.PayloadValue]
}

/// Converts results of engines into the types of the library
struct ResultWriter {
  private let graph: ConditionGraph
  private let schema: ValueSchema
  private let rows: RowText

  /// The keys of rows as JSON, for identities
  private let keys: ReadableValue
  private let zone: Zone

  init(_ graph: ConditionGraph, _ zone: Zone) {
    self.graph = graph
    self.zone = zone
    schema = ValueSchema(graph)
    rows = RowText(graph)
    keys = ReadableValue(graph: graph, zone: zone)
  }

  func firing(_ firing: OppEngine.Firing) -> Firing {
    let row = firing.row.map { rows.text(of: $0) }
    return Firing(
      id: id(firing.opp, firing.row, firing.at), opp: firing.opp, row: row,
      at: Timestamp(firing.at),
      text: firing.text, recipients: recipients(firing.recipient),
      payload: firing.payload.map { entry in
        Firing.PayloadValue(
          name: entry.name, value: entry.value.map { Value($0, type: entry.type, schema) })
      }, colour: firing.colour.map { Int($0) }, isUrgent: graph.rules[firing.rule].isUrgent,
      expires: graph.rules[firing.rule].expires.map { Timestamp(firing.at) + $0 },
      isHeld: firing.delivery == .waiting)
  }

  func delivery(_ settled: SettledDelivery) -> Delivery? {
    let id = id(settled.opp, settled.row, settled.at)
    switch settled.delivery {
    case .immediate, .waiting: return nil
    case .later(let instant): return Delivery(firing: id, outcome: .due(Timestamp(instant)))
    case .superseded: return Delivery(firing: id, outcome: .superseded)
    case .answered: return Delivery(firing: id, outcome: .answered)
    case .expired: return Delivery(firing: id, outcome: .expired)
    }
  }

  func missed(_ event: OppEngine.MissedEvent) -> MissedEvent {
    let reason =
      switch event.reason {
      case .undecided(let reasons):
        reasons.map { $0.message(in: graph, zone: zone) }.joined(separator: "; ")
      case .slept: "the step to it came too late"
      }
    return MissedEvent(
      opp: event.opp, row: event.row.map { rows.text(of: $0) }, at: Timestamp(event.at),
      reason: reason)
  }

  func record(_ record: Record) -> RecordedRow {
    let table = graph[record.table]
    let fields = table.fields.indices.filter { record.isGiven[$0] }.map { index in
      Firing.PayloadValue(
        name: table.fields[index].name,
        value: record.row[index].map { Value($0, type: table.fields[index].type, schema) })
    }
    return RecordedRow(
      opp: record.opp, table: table.name, at: Timestamp(record.at), fields: fields)
  }

  private func recipients(_ value: OppModel.Value?) -> [String] {
    switch value {
    case .text(let name)?: [name]
    case .list(let names)?:
      names.compactMap { name in
        if case .text(let text) = name { text } else { nil }
      }
    case .truth?, .scalar?, .position?, .place?, .row?, nil: []
    }
  }

  func id(_ opp: String, _ row: RowID?, _ at: Instant) -> String {
    FiringIdentity.text(opp: opp, row: row.map { keys.json(of: $0) } ?? "", at: at)
  }
}

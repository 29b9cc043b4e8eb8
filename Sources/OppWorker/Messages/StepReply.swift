internal import OppJSON
internal import OppKit

/// The results of a step, and of the steps to the seconds before it at which something arrived
///
/// Members that are empty are left out, but for `firings`, `requests` and `wake`.
struct StepReply {
  /// The last second that was decided
  private(set) var at: Timestamp?
  private var firings: [Firing] = []
  private var deliveries: [Delivery] = []
  private var records: [RecordedRow] = []
  private var missed: [MissedEvent] = []
  private var requests: [Request] = []
  private var notices: [String] = []
  private var rejections: [Rejection] = []
  private var wake: Timestamp?
  private var slack = 0
  private(set) var work = 0

  /// The number of firings
  var firingCount: Int { firings.count }

  /// The arrivals with a second that had been decided before, in the order of the message
  var late: [(name: String, at: Timestamp)] = []

  /// Adds the results of the next step
  mutating func add(_ step: Step) {
    at = step.at
    firings += step.firings
    deliveries += step.deliveries
    records += step.records
    missed += step.missed
    requests += step.requests
    notices += step.notices
    rejections += step.rejections
    wake = step.wake
    slack = step.slack
    work += step.work
  }

  func write(to json: inout JSONText) {
    if let at { json.member("at", raw: "\(at.secondsSince1970)") }
    json.key("firings")
    json.array { array in
      for firing in firings { array.object { $0.write(firing) } }
    }
    json.write("deliveries", deliveries) { $0.write($1) }
    json.write("records", records) { $0.write($1) }
    json.write("missed", missed) { $0.write($1) }
    json.write(requests)
    if !notices.isEmpty { json.member("notices", strings: notices) }
    json.write("late", late) { item, late in
      item.member("source", string: late.name)
      item.member("at", raw: "\(late.at.secondsSince1970)")
    }
    json.write("rejected", rejections) { $0.write($1) }
    json.member("wake", raw: wake.map { "\($0.secondsSince1970)" } ?? "null")
    if slack > 0 { json.member("slack", raw: "\(slack)") }
    json.member("work", raw: "\(work)")
  }
}

extension JSONText {
  /// An array of objects, unless it is empty
  mutating func write<Element>(
    _ name: String, _ elements: [Element], _ write: (inout JSONText, Element) -> Void
  ) {
    guard !elements.isEmpty else { return }
    key(name)
    array { array in
      for element in elements { array.object { write(&$0, element) } }
    }
  }

  mutating func write(_ firing: Firing) {
    member("id", string: firing.id)
    member("opp", string: firing.opp)
    if let row = firing.row { member("row", string: row) }
    member("at", raw: "\(firing.at.secondsSince1970)")
    if let text = firing.text { member("text", string: text) }
    if !firing.recipients.isEmpty { member("to", strings: firing.recipients) }
    if let colour = firing.colour { member("colour", string: Self.hexadecimal(colour)) }
    if !firing.payload.isEmpty { write("payload", firing.payload) }
    if firing.isUrgent { member("urgent", raw: "true") }
    if let expires = firing.expires { member("expires", raw: "\(expires.secondsSince1970)") }
    if firing.isHeld { member("held", raw: "true") }
  }

  mutating func write(_ delivery: Delivery) {
    member("firing", string: delivery.firing)
    switch delivery.outcome {
    case .due(let at): member("due", raw: "\(at.secondsSince1970)")
    case .superseded: member("dropped", string: "superseded")
    case .answered: member("dropped", string: "answered")
    case .expired: member("dropped", string: "expired")
    }
  }

  mutating func write(_ record: RecordedRow) {
    member("opp", string: record.opp)
    member("table", string: record.table)
    member("at", raw: "\(record.at.secondsSince1970)")
    write("row", record.fields)
  }

  mutating func write(_ event: MissedEvent) {
    member("opp", string: event.opp)
    if let row = event.row { member("row", string: row) }
    member("at", raw: "\(event.at.secondsSince1970)")
    member("reason", string: event.reason)
  }

  mutating func write(_ rejection: Rejection) {
    member("source", string: rejection.source)
    member("reason", string: rejection.reason)
  }

  /// The member `requests`
  mutating func write(_ requests: [Request]) {
    key("requests")
    array { array in
      for request in requests { array.object { $0.write(request) } }
    }
  }

  mutating func write(_ request: Request) {
    member("id", string: request.id)
    member("source", string: request.source)
    if !request.arguments.isEmpty {
      key("arguments")
      object { object in
        for (name, value) in request.arguments.sorted(by: { $0.key < $1.key }) {
          object.member(name, raw: value.json)
        }
      }
    }
    if let text = request.text { member("text", string: text) }
    if let position = request.position { member("position", raw: position.json) }
    if request.isShared { member("shared", raw: "true") }
  }

  /// An object of names and values, null if they are unknown
  private mutating func write(_ name: String, _ values: [Firing.PayloadValue]) {
    key(name)
    object { object in
      for entry in values { object.member(entry.name, raw: entry.value?.json ?? "null") }
    }
  }

  /// `#FFB300`
  static func hexadecimal(_ colour: Int) -> String {
    let digits = String(colour, radix: 16, uppercase: true)
    return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }
}

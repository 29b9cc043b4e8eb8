internal import OppKit

/// The input of a step: the second, arrivals and when they came, responses, and overrides of the person
///
/// ```
/// {"at": 1782036000, "arrived": [{"source": "location", "fields": {"position": "@52.1,5.1"}}],
///  "responses": [{"id": "source 7:weather 1 ? @52.1,5.1", "arrived": [{"source": "weather", "fields": {"temp": 22}}]}],
///  "commands": [{"snooze": "Milk", "until": 1782043200}]}
/// ```
struct StepMessage {
  let at: Timestamp

  /// The arrivals, with the second at which each came; nil for that of the step
  let arrived: [(at: Timestamp?, name: String, arrival: Arrival)]
  let responses: [Response]
  let commands: [Command]

  /// The number of rows, events, places and other things that arrive
  var arrivingCount: Int {
    arrived.reduce(0) { $0 + $1.arrival.size }
      + responses.reduce(0) { $0 + $1.size }
  }

  /// - Parameters:
  ///   - second: the second; nil for the member `at`.
  ///   - zones: the zones that calendars may name.
  init(
    _ message: Message, at second: Timestamp? = nil, zones: @escaping Zones
  ) throws(WorkerFailure) {
    at =
      if let second { second } else { try message.requiredSecond("at") }
    var arrived: [(at: Timestamp?, name: String, arrival: Arrival)] = []
    for item in try message.objects("arrived") {
      let second = try item.second("at")
      if let second, second > at { throw item.failure("at", "at most that of the step") }
      let (name, arrival) = try item.arrival(zones)
      arrived.append((second, name, arrival))
    }
    self.arrived = arrived
    var responses: [Response] = []
    for item in try message.objects("responses") { responses.append(try item.response(zones)) }
    self.responses = responses
    var commands: [Command] = []
    for item in try message.objects("commands") { commands.append(try item.command()) }
    self.commands = commands
  }
}

extension Message {
  /// An arrival, and the name of its source or table
  fileprivate func arrival(
    _ zones: @escaping Zones
  ) throws(WorkerFailure) -> (name: String, arrival: Arrival) {
    if let source = try text("source") {
      let reading = Reading(
        source, try values("fields"), arguments: try values("arguments"), at: try second("of"),
        freshness: try integer("freshness"))
      return (source, .reading(reading))
    }
    if let table = try text("table") {
      let change = Arrival.rows(
        of: table, try rows("rows"), removed: try rows("removed"),
        replacesAll: try truth("all") ?? false)
      return (table, change)
    }
    if has("events") {
      var events: [CalendarEvent] = []
      for item in try objects("events") { events.append(try item.event()) }
      return ("calendar", .events(events))
    }
    if let calendar = try text("calendar") {
      return ("calendar", .calendar(iCalendar: calendar.utf8, zones: zones))
    }
    if let address = try text("address") {
      if isNull("position") { return ("addresses", .noAddress(address)) }
      let place = try position("position")
      return (
        "addresses", .address(address, latitude: place.latitude, longitude: place.longitude)
      )
    }
    if has("places") {
      var places: [Arrival.Place] = []
      for item in try objects("places") { places.append(try item.place()) }
      return ("places", .places(places, category: try text("category")))
    }
    if let source = try text("lost") {
      return (source, .lost(source, reason: try text("reason") ?? "it is out of reach"))
    }
    if let kind = try text("answer") {
      guard let kind = Answer.Kind(rawValue: kind) else {
        throw failure("answer", "`done`, `dismissed` or `snoozed`")
      }
      let answer = Answer(
        kind, to: try requiredText("opp"), row: try text("row"), until: try second("until"),
        at: try second("given"))
      return (answer.opp, .answer(answer))
    }
    throw failure(
      "arrived",
      "`source`, `table`, `events`, `calendar`, `address`, `places`, `lost` or `answer` with its members"
    )
  }

  private func rows(_ name: String) throws(WorkerFailure) -> [[String: Value]] {
    var result: [[String: Value]] = []
    for row in try objects(name) { result.append(try row.values()) }
    return result
  }

  private func event() throws(WorkerFailure) -> CalendarEvent {
    CalendarEvent(
      uid: try requiredText("uid"), title: try text("title") ?? "",
      begins: try requiredSecond("begins"), ends: try requiredSecond("ends"),
      location: try text("location") ?? "", isBusy: try truth("busy") ?? true,
      isAllDay: try truth("all_day") ?? false)
  }

  private func place() throws(WorkerFailure) -> Arrival.Place {
    let found = try position("position")
    return Arrival.Place(
      name: try text("name") ?? "", category: try requiredText("category"),
      latitude: found.latitude, longitude: found.longitude)
  }

  /// A response with its arrivals, or the failure of a request
  fileprivate func response(_ zones: @escaping Zones) throws(WorkerFailure) -> Response {
    let id = try requiredText("id")
    if try truth("unchanged") == true { return .unchanged(id) }
    if let failure = try object("failure") {
      let word = try failure.text("kind") ?? RequestFailure.Kind.unreachable.rawValue
      guard let kind = RequestFailure.Kind(rawValue: word) else {
        let words = RequestFailure.Kind.allCases.map { "`\($0.rawValue)`" }
        throw failure.failure("kind", "one of \(words.joined(separator: ", "))")
      }
      return Response(
        to: id,
        failure: RequestFailure(
          kind, try failure.text("reason") ?? "the request failed",
          retryAfter: try failure.integer("retry_after")))
    }
    var arrivals: [Arrival] = []
    for item in try objects("arrived") { arrivals.append(try item.arrival(zones).arrival) }
    return Response(to: id, arrivals)
  }

  fileprivate func command() throws(WorkerFailure) -> Command {
    if let opp = try text("enable") { return .enable(opp) }
    if let opp = try text("disable") { return .disable(opp) }
    if let opp = try text("snooze") {
      return .snooze(opp, row: try text("row"), until: try requiredSecond("until"))
    }
    if let opp = try text("end_snooze") { return .endSnooze(opp, row: try text("row")) }
    throw failure("commands", "`enable`, `disable`, `snooze` or `end_snooze` with its members")
  }
}

/// The zone of an IANA name; nil if there is none
typealias Zones = @Sendable (String) -> ZoneRules?

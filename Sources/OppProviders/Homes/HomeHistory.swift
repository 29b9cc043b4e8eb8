internal import OppEngine
internal import OppModel
internal import OppReplay
internal import OppSession

/// The arrivals of a past interval, as a live run would have had them
///
/// ```
/// >  {"id":15,"type":"history/history_during_period","start_time":"…","end_time":"…","entity_ids":[…],…}
/// <  … {"sensor.kitchen":[{"s":"unknown","a":{…},"lu":1795768975.485481},{"s":"21.3","a":{…},"lu":1795768976.646399},…]}
/// ```
///
/// It is asked for a day and 50 entities at a time. Home Assistant keeps ten days unless its settings say otherwise, and the
/// means of hours for ever.
struct HomeHistory {
  private let hub: HomeHub
  private let subject: HomeSubject
  private let grace: Duration

  /// `true` if hours of which the states are gone have their means
  private let includesMeans: Bool

  /// The longest interval of a request, in seconds
  private static let day: Int64 = 86_400

  /// The most entities of a request
  private static let entities = 50

  /// The time for an answer: a day of a busy house is long
  private static let answerLimit = Duration.seconds(60)

  init(_ hub: HomeHub, _ subject: HomeSubject, lost grace: Duration, means: Bool) {
    includesMeans = means
    (self.hub, self.subject, self.grace) = (hub, subject, grace)
  }

  /// A state of an entity from a second on
  private struct Change {
    let time: Double
    let id: String
    let entity: HomeEntity
  }

  /// - Throws: ``FetchFailure``, with the reason why the history is not available.
  func arrivals(from start: Instant, until end: Instant) async throws(FetchFailure) -> [PastArrival]
  {
    hub.hold()
    defer { hub.release() }
    var fields = 0
    if case .readings(let readings) = subject { fields = readings.source.fields.count }
    var state = HomeMemory.State(
      fields: [HeldValue<Value>](repeating: HeldValue(), count: fields))
    state.configuration = HomeConfiguration(try await result(.config))
    let ids = try await entities()
    var replay = Replay(subject: subject, grace: grace, state: state, start: start)
    var means: [Change] =
      includesMeans ? try await self.means(of: ids, from: start, until: end) : []
    var begin = start
    while begin < end {
      let next = min(begin.advanced(by: Self.day), end)
      var changes: [Change] = []
      for first in stride(from: 0, to: ids.count, by: Self.entities) {
        let part = Array(ids[first..<min(first + Self.entities, ids.count)])
        // The state at the beginning is known of the day before.
        changes += try await self.changes(
          of: part, from: begin, until: next, includesFirst: begin == start)
      }
      Self.add(&means, until: next, to: &changes)
      changes.sort { ($0.time, $0.id) < ($1.time, $1.id) }
      var index = 0
      while index < changes.count {
        let first = index
        while index < changes.count, changes[index].time == changes[first].time { index += 1 }
        let entities = changes[first..<index].map { (id: $0.id, entity: $0.entity) }
        replay.take(entities, at: changes[first].time)
      }
      begin = next
    }
    replay.passTime(until: Double(end.seconds))
    return replay.arrivals
  }

  /// The entities of the source or table, of those that there are now
  private func entities() async throws(FetchFailure) -> [String] {
    switch subject {
    case .readings(let readings): return readings.fields.entities
    case .rows(let rows):
      var state = HomeMemory.State(fields: [])
      for object in try await result(.states).elements ?? [] {
        guard let id = object["entity_id"]?.text else { continue }
        state.entities[id] = HomeEntity(stateObject: object)
      }
      return state.entities.keys.filter { rows.included($0, state) != nil }.sorted()
    }
  }

  private func changes(
    of ids: [String], from start: Instant, until end: Instant, includesFirst: Bool
  ) async throws(FetchFailure) -> [Change] {
    let command = HomeCommand(
      "history/history_during_period",
      [
        ("start_time", Notice.json(start.rfc3339)), ("end_time", Notice.json(end.rfc3339)),
        ("entity_ids", Notice.json(ids)),
        ("include_start_time_state", includesFirst ? "true" : "false"),
        ("significant_changes_only", "false"), ("minimal_response", "false"),
        ("no_attributes", "false"),
      ])
    var changes: [Change] = []
    for (id, states) in try await result(command).members {
      for message in states.elements ?? [] {
        let entity = HomeEntity(message)
        guard let time = entity.updated ?? entity.changed, time.isFinite else { continue }
        changes.append(Change(time: max(time, Double(start.seconds)), id: id, entity: entity))
      }
    }
    return changes
  }

  /// Adds the means of a day to its changes; once an entity has states, it needs no more
  private static func add(
    _ means: inout [Change], until end: Instant, to changes: inout [Change]
  ) {
    if means.isEmpty { return }
    var begins: [String: Double] = [:]
    for change in changes { begins[change.id] = min(begins[change.id] ?? .infinity, change.time) }
    changes += means.filter {
      $0.time < Double(end.seconds) && $0.time < begins[$0.id] ?? .infinity
    }
    means.removeAll { $0.time < Double(end.seconds) || begins[$0.id] != nil }
  }

  /// The means of hours, and for meters their states at the ends of hours
  ///
  /// ```
  /// <  … {"sensor.kitchen":[{"start":1795766400000,"end":1795770000000,"mean":20.5},…]}
  /// ```
  private func means(
    of ids: [String], from start: Instant, until end: Instant
  ) async throws(FetchFailure) -> [Change] {
    let own = ("statistic_ids", Notice.json(ids))
    let metadata = HomeCommand("recorder/get_statistics_metadata", [own])
    var units: [String: String] = [:]
    for entry in try await result(metadata).elements ?? [] {
      guard let id = entry["statistic_id"]?.text else { continue }
      units[id] = entry["display_unit_of_measurement"]?.text
    }
    let command = HomeCommand(
      "recorder/statistics_during_period",
      [
        ("start_time", Notice.json(start.rfc3339)), ("end_time", Notice.json(end.rfc3339)), own,
        ("period", Notice.json("hour")), ("types", Notice.json(["mean", "state"])),
      ])
    var changes: [Change] = []
    for (id, hours) in try await result(command).members {
      for hour in hours.elements ?? [] {
        let mean = hour["mean"]?.numeral
        guard let value = mean ?? hour["state"]?.numeral,
          let time = hour[mean == nil ? "end" : "start"]?.number, time.isFinite
        else { continue }
        let seconds = max(time / 1000, Double(start.seconds))
        changes.append(
          Change(
            time: seconds, id: id, entity: HomeEntity(state: value, unit: units[id], at: seconds)))
      }
    }
    return changes
  }

  private func result(_ command: HomeCommand) async throws(FetchFailure) -> HomeMessage {
    do {
      return try await hub.result(of: command, within: Self.answerLimit)
    } catch let refusal as HomeRefusal {
      throw FetchFailure(.refused, "\(hub.access.name) refuses its history: \(refusal.message)")
    } catch {
      throw (error as? HomeFault ?? .silent).failure(hub.access)
    }
  }
}

/// Plays states of the past as if they came now
private struct Replay {
  let subject: HomeSubject
  let grace: Duration
  var state: HomeMemory.State
  let start: Instant
  private(set) var arrivals: [PastArrival] = []

  /// The time of this machine that stands for ``start``
  private let epoch = ContinuousClock.now

  init(subject: HomeSubject, grace: Duration, state: HomeMemory.State, start: Instant) {
    (self.subject, self.grace, self.state, self.start) = (subject, grace, state, start)
  }

  private func time(_ seconds: Double) -> ContinuousClock.Instant {
    epoch + .milliseconds(Int64((seconds - Double(start.seconds)) * 1000))
  }

  /// The second at which a change is known
  private func second(_ seconds: Double) -> Instant {
    Instant(seconds: Int64(seconds.rounded(.up)))
  }

  /// Takes the states that entities have from one time on, such as all of them at the beginning
  mutating func take(_ entities: [(id: String, entity: HomeEntity)], at seconds: Double) {
    passTime(until: seconds)
    var touched: Set<String> = []
    for (id, entity) in entities where state.entities[id] != entity {
      state.entities[id] = entity
      touched.insert(id)
    }
    if touched.isEmpty { return }
    let second = second(seconds)
    let arrival = subject.take(
      touched: touched, isWhole: false, lost: grace, &state, at: second, time(seconds)
    ).arrival
    if let arrival { arrivals.append(PastArrival(arrival, at: second)) }
  }

  /// Ends the values that hold no longer
  mutating func passTime(until seconds: Double) {
    while let end = state.ends.min(), end <= time(seconds) {
      let due = Double(start.seconds) + Double((end - epoch).milliseconds) / 1000
      let second = second(due)
      if let arrival = subject.expired(&state, at: second, end) {
        arrivals.append(PastArrival(arrival, at: second))
      }
    }
  }
}

internal import OppEngine
internal import OppModel

/// The arrivals of a past interval, as a live run would have had them
///
/// ```
/// >  {"id":15,"type":"history/history_during_period","start_time":"…","end_time":"…","entity_ids":[…],…}
/// <  … {"sensor.kitchen":[{"s":"unknown","a":{…},"lu":1795768975.485481},{"s":"21.3","a":{…},"lu":1795768976.646399},…]}
/// ```
///
/// It is asked for a day and 50 entities at a time. Home Assistant keeps ten days unless its settings say otherwise.
struct HomeHistory {
  private let hub: HomeHub
  private let subject: HomeSubject
  private let grace: Duration

  /// The longest interval of a request, in seconds
  private static let day: Int64 = 86_400

  /// The most entities of a request
  private static let entities = 50

  /// The time for an answer: a day of a busy house is long
  private static let answerLimit = Duration.seconds(60)

  init(_ hub: HomeHub, _ subject: HomeSubject, lost grace: Duration) {
    (self.hub, self.subject, self.grace) = (hub, subject, grace)
  }

  /// A state of an entity from a second on
  private struct Change {
    let time: Double
    let id: String
    let entity: HomeEntity
  }

  /// - Throws: ``FetchFailure``, with the reason for which the history cannot be had.
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
    var begin = start
    while begin < end {
      let next = min(begin.advanced(by: Self.day), end)
      var changes: [Change] = []
      for first in stride(from: 0, to: ids.count, by: Self.entities) {
        let part = Array(ids[first..<min(first + Self.entities, ids.count)])
        changes += try await self.changes(of: part, from: begin, until: next)
      }
      changes.sort { ($0.time, $0.id) < ($1.time, $1.id) }
      for change in changes { replay.take(change.entity, change.id, at: change.time) }
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
    of ids: [String], from start: Instant, until end: Instant
  ) async throws(FetchFailure) -> [Change] {
    let command = HomeCommand(
      "history/history_during_period",
      [
        ("start_time", Notice.json(start.rfc3339)), ("end_time", Notice.json(end.rfc3339)),
        ("entity_ids", Notice.json(ids)), ("include_start_time_state", "true"),
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

  /// The last second of an arrival
  private var last = Int64.min

  /// The time of this machine that stands for ``start``
  private let epoch = ContinuousClock.now

  init(subject: HomeSubject, grace: Duration, state: HomeMemory.State, start: Instant) {
    (self.subject, self.grace, self.state, self.start) = (subject, grace, state, start)
  }

  private func time(_ seconds: Double) -> ContinuousClock.Instant {
    epoch + .milliseconds(Int64((seconds - Double(start.seconds)) * 1000))
  }

  /// The second at which a change counts; of two within a second the later one has the next second, as in a live run
  private mutating func second(_ seconds: Double) -> Instant {
    last = max(Int64(seconds.rounded(.up)), last == .min ? .min : last + 1)
    return Instant(seconds: last)
  }

  mutating func take(_ entity: HomeEntity, _ id: String, at seconds: Double) {
    passTime(until: seconds)
    guard state.entities[id] != entity else { return }
    state.entities[id] = entity
    let before = last
    let second = second(seconds)
    let arrival = subject.take(
      touched: [id], isWhole: false, lost: grace, &state, at: second, time(seconds)
    ).arrival
    if let arrival { arrivals.append(PastArrival(arrival, at: second)) } else { last = before }
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

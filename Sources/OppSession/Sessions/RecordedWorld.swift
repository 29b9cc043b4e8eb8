package import OppEngine
package import OppModel

/// A recording that responds to fetches as services would, and pushes the readings that come by themselves
///
/// Sources are fetched, all but the location; so is the calendar together with its agenda. The location,
/// the rows of other tables, places and addresses come when the recording has them.
///
/// ```
/// recording     12:00 weather 20 °C     12:20 location     13:00 weather 22 °C
/// fetch weather at 11:59 → a reading without fields     at 12:40 → 20 °C, of 12:00     at 13:00 → 22 °C
/// push          12:20 location
/// ```
package struct RecordedWorld: Sendable {
  /// The sources and tables of the rule set
  private let graph: ConditionGraph

  /// The sources of which one response has the readings for all values of their parameters
  private let withAllValues: Set<SourceID>

  /// The readings of each subject, in the order of time
  private var readings: [FetchKey: [SourceReading]] = [:]

  /// The values that each of those sources has readings for, in the order of the recording
  private var values: [SourceID: [FetchKey]] = [:]

  /// The calendar's schedule, which a fetch brings at any time; nil in a recording without a calendar
  private var schedule: Arrival?

  /// The arrivals that come by themselves, in the order of time
  private var pushed: [(at: Instant, arrival: Arrival)] = []

  /// The number of arrivals of ``pushed`` that have been handed out
  private var nextPushed = 0

  /// Changes of the agenda, in the order of time, and how many of them have come to pass
  private var agenda: [(at: Instant, change: TableChange)] = []

  /// The number of changes of ``agenda`` that have been applied
  private var passedAgenda = 0

  /// The agenda as it is then, in the order in which rows came; nil before it is known
  private var agendaRows: [[Value?]]?

  /// The keys of those rows
  private var agendaKeys: [[Value]] = []

  /// - Parameter withAllValues: the sources of which one response has the readings for all values of
  ///   their parameters.
  package init(
    graph: ConditionGraph, arrivals: [(at: Instant, arrival: Arrival)],
    withAllValues: Set<SourceID> = []
  ) {
    self.graph = graph
    self.withAllValues = withAllValues
    for (at, arrival) in arrivals {
      switch arrival {
      case .reading(let reading) where reading.source != graph.wellKnown.location?.source:
        let subject = FetchKey.source(reading.source, reading.arguments)
        if withAllValues.contains(reading.source), readings[subject] == nil {
          values[reading.source, default: []].append(subject)
        }
        readings[subject, default: []].append(reading)
      case .schedule: schedule = arrival
      case .rows(let change) where change.table == graph.wellKnown.agenda?.table:
        agenda.append((at, change))
      case .reading, .rows, .address, .places, .unavailable, .lost, .counts, .awaited, .answer:
        pushed.append((at, arrival))
      }
    }
  }

  /// One provider a source, and one for the calendar with its agenda
  ///
  /// - Parameter cell: how finely the position matters to the weather, in degrees.
  package func providers(cell: Double?) -> [Provider] {
    var result: [Provider] = []
    var calendar: [Provider.Offer] = []
    for (index, source) in graph.sources.enumerated() {
      let id = SourceID(index)
      if id == graph.wellKnown.clock || id == graph.wellKnown.sun { continue }
      if id == graph.wellKnown.calendar?.source {
        calendar.insert(.source(id), at: 0)
      } else if id == graph.wellKnown.location?.source {
        result.append(Provider(name: source.name, served: [.source(id)], isPushed: true))
      } else {
        let isLocal = source.parameters.contains { $0.type == .position }
        result.append(
          Provider(
            name: source.name, served: [.source(id)], hasAllValues: withAllValues.contains(id),
            cell: isLocal ? cell : nil, latency: 0))
      }
    }
    for (index, table) in graph.tables.enumerated() {
      let id = TableID(index)
      if id == graph.wellKnown.agenda?.table {
        calendar.append(.table(id))
      } else if table.firings == nil {
        result.append(Provider(name: table.name, served: [.table(id)], isPushed: true))
      }
    }
    result.append(Provider(name: "calendar", served: calendar, isBundle: true, latency: 0))
    result.append(Provider(name: "addresses", served: [.addresses], isPushed: true))
    result.append(Provider(name: "places", served: [.places], isPushed: true))
    return result
  }

  /// The next second at which something comes by itself
  package var nextPush: Instant? {
    nextPushed < pushed.count ? pushed[nextPushed].at : nil
  }

  /// The arrivals that have come by themselves up to an instant and were not handed out yet
  package mutating func arrivals(upTo instant: Instant) -> [Arrival] {
    var result: [Arrival] = []
    while nextPushed < pushed.count, pushed[nextPushed].at <= instant {
      result.append(pushed[nextPushed].arrival)
      nextPushed += 1
    }
    return result
  }

  /// The response of the service at an instant: the reading in force, with its own instant
  package mutating func response(to fetch: Fetch, at instant: Instant) -> FetchResponse {
    FetchResponse(fetch: fetch, outcome: outcome(of: fetch.subject, at: instant))
  }

  /// The outcome of a fetch of a subject
  private mutating func outcome(
    of subject: FetchKey, at instant: Instant
  ) -> FetchResponse.Outcome {
    switch subject {
    case .source(let source, _) where source == graph.wellKnown.calendar?.source:
      return .arrived(calendar(at: instant))
    case .source(let source, _) where withAllValues.contains(source):
      let latest = (values[source] ?? []).compactMap { subject in
        Self.latest(readings[subject] ?? [], at: instant).map { Arrival.reading($0) }
      }
      return .arrived(latest)
    case .source(let source, let arguments):
      let reading = Self.latest(readings[subject] ?? [], at: instant)
      return .arrived([.reading(reading ?? nothing(of: source, arguments, instant))])
    case .table, .address, .places:
      return .failed(FetchFailure(.misconfigured, "it is pushed"))
    }
  }

  /// The calendar, and the whole agenda, because a session that fetches it again may have lost the earlier rows
  private mutating func calendar(at instant: Instant) -> [Arrival] {
    var result: [Arrival] = []
    if let schedule { result.append(schedule) }
    while passedAgenda < agenda.count, agenda[passedAgenda].at <= instant {
      pass(agenda[passedAgenda].change)
      passedAgenda += 1
    }
    if let agendaRows, let table = agenda.first?.change.table {
      result.append(
        .rows(TableChange(table: table, rows: agendaRows, removedKeys: [], isWhole: true)))
    }
    return result
  }

  /// Applies a change to the rows of the agenda
  private mutating func pass(_ change: TableChange) {
    let table = graph.tables[change.table]
    var rows = agendaRows ?? []
    agendaRows = nil
    let added = change.rows.map { table.keyValues(of: $0) }
    for key in change.removedKeys + added {
      while let index = agendaKeys.firstIndex(of: key) {
        agendaKeys.remove(at: index)
        rows.remove(at: index)
      }
    }
    agendaKeys += added
    agendaRows = rows + change.rows
  }

  /// A reading without a single field
  private func nothing(of source: SourceID, _ arguments: [Value?], _ at: Instant) -> SourceReading {
    let fields = graph.sources[source].fields.map { _ in FieldReading.missing }
    return SourceReading(
      source: source, arguments: arguments, instant: at, fields: fields, freshness: nil,
      isLasting: false)
  }

  /// The last reading up to an instant; of two at one instant, the later in the file
  private static func latest(_ readings: [SourceReading], at instant: Instant) -> SourceReading? {
    let next = readings.indices.partitionPoint { readings[$0].instant > instant }
    return next > 0 ? readings[next - 1] : nil
  }
}

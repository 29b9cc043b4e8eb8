import OppEngine
import OppModel
import OppSemantics
import OppSession
import OppSyntax
import OppTimelines
import Testing

/// A rule set lived by a session against services that answer as they are told to
struct SessionCheck {
  let analysis: Analysis
  let clockface: Clockface

  /// Seconds from a fetch to its answer
  var latency: Int64 = 2
  var providers: [String: (ConditionGraph, SourceID) -> Provider] = [:]

  /// Where the person is from when on, by the location's own pushes
  var walk: [(time: String, position: Position)] = []

  /// Machine sleeps: from a time, until a time
  var asleep: (from: String, to: String)?

  /// Whether a line says what a firing tells
  var showsTexts = false

  /// When somebody wants what failed asked again
  var nudges: [String] = []

  /// When the process ends, and another goes on from the memory of its engine
  var restarts: [String] = []

  /// When somebody wants what has a name fetched again, or everything
  var refreshes: [(time: String, name: String?)] = []

  /// Whether a session that is evicted may request what only the cache of one that stays has
  var mayRequestMore = false

  /// How old a reading is when it comes, in seconds
  var age: (Instant) -> Int64 = { _ in 0 }

  /// Whether a service says at a second that nothing has changed since its last response
  var isUnchanged: (Instant) -> Bool = { _ in false }

  /// The fields of a source by its name at a second; nil for a failure
  var answer: (String, Instant) -> Result<[String: Value], FetchFailure> = { _, _ in .success([:]) }

  /// What a source brings in place of a reading, by its name at a second; nil for a failure
  var bundles: [String: (ConditionGraph, Instant) -> [Arrival]?] = [:]

  init(_ rules: String, day: String = "2026-06-21") throws {
    analysis = RuleSet.analyze(rules)
    for diagnostic in analysis.diagnostics where diagnostic.severity == .error {
      Issue.record("\(diagnostic.headline) in \(rules)")
    }
    clockface = Clockface(day: try #require(CivilDate(iso8601: day)), zone: .utc)
  }

  /// What happens from one time of the day to another, a line each, such as `12:00:02 fires x`
  ///
  /// A session that is thrown away after every second has to do the same, but where the process ends.
  func log(_ from: String, _ to: String) throws -> [String] {
    let lines = try log(from, to, isEvicted: false)
    guard restarts.isEmpty else { return lines }
    var evicted = try log(from, to, isEvicted: true)
    if mayRequestMore { evicted.removeAll { $0.contains(" asks ") && !lines.contains($0) } }
    #expect(evicted == lines, "a session that is evicted after every second")
    return lines
  }

  private func log(_ from: String, _ to: String, isEvicted: Bool) throws -> [String] {
    let graph = analysis.graph
    var now = try #require(clockface.instant(from))
    let end = try #require(clockface.instant(to))
    var session = try EvictedSession(
      graph: graph, zone: .utc, begins: now, providers: supply(graph), settings: SessionSettings(),
      isEvicted: isEvicted)
    var under: [(at: Instant, fetch: Fetch)] = []
    var lines: [String] = []
    var pushes = try walk.map { (at: try #require(clockface.instant($0.time)), $0.position) }
    var refreshes = try refreshes.map { (at: try #require(clockface.instant($0.time)), $0.name) }
    var nudges = try nudges.map { try #require(clockface.instant($0)) }
    var restarts = try restarts.map { try #require(clockface.instant($0)) }
    while now < end {
      if restarts.contains(where: { $0 <= now }) {
        let engine = Engine(
          graph: graph, zone: .utc, restoring: session.session.engine.memory(),
          for: EngineSurroundings(
            providers: supply(graph), timeouts: EventTimeouts(), lead: SessionSettings().lead))
        session.replace(with: LiveSession(engine: engine, providers: supply(graph)))
        under = []
      }
      restarts.removeAll { $0 <= now }
      if nudges.contains(where: { $0 <= now }) {
        try session.change { $0.retryFailed() }
      }
      nudges.removeAll { $0 <= now }
      for refresh in refreshes where refresh.at <= now {
        try session.change { $0.refresh(refresh.1) }
      }
      refreshes.removeAll { $0.at <= now }
      let answers = under.filter { $0.at <= now }.map { outcome($0.fetch, graph, at: now) }
      under.removeAll { $0.at <= now }
      let arrived = pushes.filter { $0.at <= now }.map { fix($0.1, graph, at: $0.at) }
      pushes.removeAll { $0.at <= now }
      let fetches = session.open(at: now, arrived: arrived, responses: answers)
      for fetch in fetches {
        lines.append("\(clockface.text(now)) asks \(name(fetch, graph))")
        under.append((now.advanced(by: latency), fetch))
      }
      let step = try session.close()
      lines += step.firings.map { firing in
        let late = firing.at == now ? "" : " of \(clockface.text(firing.at))"
        let told = showsTexts ? ": \(firing.text ?? "")" : ""
        return "\(clockface.text(now)) fires \(firing.opp)\(late)\(told)"
      }
      lines += step.missed.map { "\(clockface.text(now)) misses \($0.opp)" }
      lines += step.health.map { "\(clockface.text(now)) \(text($0))" }
      var next = step.wake ?? end
      for answer in under { next = min(next, answer.at) }
      for push in pushes { next = min(next, push.at) }
      for nudge in nudges + restarts { next = min(next, nudge) }
      for refresh in refreshes { next = min(next, refresh.at) }
      #expect(next > now, "it wakes at the second that it lives")
      now = try awake(at: max(next, now.advanced(by: 1)))
    }
    return lines
  }

  private func awake(at instant: Instant) throws -> Instant {
    guard let asleep else { return instant }
    let from = try #require(clockface.instant(asleep.from))
    let to = try #require(clockface.instant(asleep.to))
    return instant >= from && instant < to ? to : instant
  }

  private func supply(_ graph: ConditionGraph) -> [Provider] {
    graph.sources.enumerated().compactMap { index, source in
      let id = SourceID(index: Int32(index))
      if source.name == "location", !walk.isEmpty {
        return Provider(name: source.name, served: [.source(id)], isPushed: true)
      }
      return providers[source.name]?(graph, id)
    }
  }

  private func outcome(_ fetch: Fetch, _ graph: ConditionGraph, at now: Instant) -> FetchResponse {
    guard case .source(let source, let arguments) = fetch.subject else {
      return FetchResponse(fetch: fetch, outcome: .failed(FetchFailure(.broken, "not a source")))
    }
    if isUnchanged(now) { return FetchResponse(fetch: fetch, outcome: .unchanged) }
    if let bundle = bundles[graph.sources[Int(source.index)].name] {
      guard let arrivals = bundle(graph, now) else {
        return FetchResponse(fetch: fetch, outcome: .failed(FetchFailure(.broken, "503")))
      }
      return FetchResponse(fetch: fetch, outcome: .arrived(arrivals))
    }
    switch answer(graph.sources[Int(source.index)].name, now) {
    case .failure(let failure): return FetchResponse(fetch: fetch, outcome: .failed(failure))
    case .success(let values):
      let fields = graph.sources[Int(source.index)].fields.map { field in
        values[field.name].map { FieldReading.known($0) } ?? .missing
      }
      return FetchResponse(
        fetch: fetch,
        outcome: .arrived([
          .reading(
            SourceReading(
              source: source, arguments: arguments, instant: now.advanced(by: -age(now)),
              fields: fields, freshness: nil, isLasting: false))
        ]))
    }
  }

  private func fix(_ position: Position, _ graph: ConditionGraph, at: Instant) -> Arrival {
    let index = graph.sources.firstIndex { $0.name == "location" } ?? 0
    let fields = graph.sources[index].fields.map { field in
      field.name == "position" ? FieldReading.known(.position(position)) : .missing
    }
    return .reading(
      SourceReading(
        source: SourceID(index: Int32(index)), arguments: [], instant: at, fields: fields,
        freshness: nil, isLasting: false))
  }

  private func name(_ fetch: Fetch, _ graph: ConditionGraph) -> String {
    guard case .source(let source, _) = fetch.subject else { return "\(fetch.subject)" }
    var text = graph.sources[Int(source.index)].name
    if let position = fetch.position { text += " at \(position.latitude),\(position.longitude)" }
    return text
  }

  private func text(_ notice: HealthChange) -> String {
    let opps = notice.opps.joined(separator: ", ")
    switch notice.state {
    case .well: return "\(notice.provider) works again"
    case .failing(let failure, _): return "\(notice.provider): \(failure.reason) (\(opps))"
    case .quotaSpent(let until): return "\(notice.provider): quota until \(clockface.text(until))"
    case .budgetSpent(let until): return "\(notice.provider): budget until \(clockface.text(until))"
    case .notConnected: return "\(notice.provider) is not connected (\(opps))"
    }
  }
}

extension SessionCheck {
  /// The same check with a source connected on some terms
  func connecting(
    _ source: String, freshness: Int64? = nil, cell: Double? = nil, quota: Quota = Quota()
  ) -> SessionCheck {
    var copy = self
    copy.providers[source] = { _, id in
      Provider(
        name: source, served: [.source(id)], freshness: freshness, cell: cell, quota: quota,
        latency: Double(latency))
    }
    return copy
  }

  func answering(
    _ answer: @escaping (String, Instant) -> Result<[String: Value], FetchFailure>
  ) -> SessionCheck {
    var copy = self
    copy.answer = answer
    return copy
  }
}

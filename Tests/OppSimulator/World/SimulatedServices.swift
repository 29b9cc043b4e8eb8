import OppEngine
import OppModel
import OppSession
import OppStore
import opp

/// The services that sources are fetched from: each field of a source has the same number
final class SimulatedServices {
  private let chance: Chance
  private let longest: Int
  private var count = 0

  /// The values of sources from the present second on, by name
  var values: [String: Int] = [:]

  private var moods: [String: (mood: Action.ServiceMood, until: Int64)] = [:]

  /// The requests in a minute that the service of plugs allows
  static let tightQuota = 2

  init(_ chance: Chance, longest: Int) {
    self.chance = chance
    self.longest = longest
  }

  func set(_ mood: Action.ServiceMood, of name: String, until: Int64) {
    moods[name] = (mood, until)
  }

  /// Takes a request: its response comes to the mailbox of the process
  func request(
    _ fetch: Fetch, _ graph: ConditionGraph, generation: Int, on machine: Machine,
    _ world: SimulatedWorld
  ) {
    count += 1
    guard case .source(let id, let arguments) = fetch.subject else { return }
    let source = graph.sources[Int(id.index)]
    machine.note("requests \(source.name)")
    machine.disk.asAnother {
      machine.ledger.requested(source.name, world.observed(), at: machine.time)
    }
    let mood = moods[source.name].flatMap { $0.until > machine.time ? $0.mood : nil }
    var latency = Int64(chance.number(in: 0...longest, "latency", count))
    if mood == .slow { latency += 50_000 }
    machine.schedule(after: latency) { [world] machine in
      var outcome: FetchResponse.Outcome
      switch mood {
      case .failing: outcome = .failed(FetchFailure(.broken, "the service responded with 503"))
      case .limiting:
        outcome = .failed(
          FetchFailure(.limited, "the service responded with 429", retryAfter: 600))
      case nil, .slow, .lasting:
        let value = Value.scalar(Double(self.values[source.name] ?? 0))
        outcome = .arrived([
          .reading(
            SourceReading(
              source: id, arguments: arguments, instant: machine.now,
              fields: source.fields.map { _ in .known(value) },
              freshness: mood == .lasting ? 3_600 : nil, isLasting: false))
        ])
      }
      world.responds(FetchResponse(fetch: fetch, outcome: outcome))
    }
  }
}

/// The services as a process with one set of rules sees them
final class SimulatedWorld: LiveWorld {
  private let machine: Machine
  private let process: SimulatedProcess
  private let graph: ConditionGraph
  private let generation: Int
  private var waiting: [Fetch] = []

  /// The responses in the mailbox, which the session has not received
  private var untold: [FetchResponse] = []
  private var hasEnded = false
  let providers: [Provider]

  init(
    _ machine: Machine, _ process: SimulatedProcess, _ graph: ConditionGraph,
    _ providers: [Provider], _ generation: Int
  ) {
    self.machine = machine
    self.process = process
    self.graph = graph
    self.providers = providers.map { $0.name.hasPrefix("plug ") ? $0.withTightQuota : $0 }
    self.generation = generation
  }

  var reportsToMailbox: Bool { true }
  var nextArrival: Instant? { nil }
  func arrivals(upTo now: Instant) -> [Arrival] { [] }

  /// The session receives what has come to the mailbox at this second
  func responses(upTo now: Instant) -> [FetchResponse] {
    for response in untold where !process.isDead {
      if case .source(let id, _) = response.fetch.subject {
        let name = graph.sources[Int(id.index)].name
        if case .failed(let failure) = response.outcome {
          machine.ledger.responded(name, isGood: false, pause: failure.retryAfter, at: now)
        } else {
          machine.ledger.responded(name, isGood: true, pause: nil, at: now)
        }
      }
      guard case .arrived(let arrivals) = response.outcome else { continue }
      for arrival in arrivals { machine.ledger.told(arrival, at: now) }
    }
    untold = []
    return []
  }

  func request(_ fetches: [Fetch], at now: Instant) -> [FetchResponse] {
    waiting += fetches
    return []
  }

  func begin() {
    for fetch in waiting {
      process.effect()
      if process.isDead { break }
      machine.services.request(fetch, graph, generation: generation, on: machine, self)
    }
    waiting = []
  }

  /// Takes a response of a service
  func responds(_ response: FetchResponse) {
    guard machine.process === process, !process.isDead, !hasEnded else { return }
    if case .failed(let failure) = response.outcome {
      machine.note("response: \(failure.reason)")
    } else {
      machine.note("response")
    }
    untold.append(response)
    process.mailbox.put(.response(response, generation: generation))
  }

  func end() { hasEnded = true }

  /// The store as another process sees it
  func observed() -> Store? { process.observed() }
}

extension Provider {
  /// The same connection, with a request for each value and a quota that these exceed
  fileprivate var withTightQuota: Provider {
    Provider(
      name: name, served: served, freshness: freshness,
      quota: Quota(perMinute: SimulatedServices.tightQuota), cost: cost, latency: latency)
  }
}

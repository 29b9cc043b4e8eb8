internal import OppEngine
internal import OppModel
internal import OppProviders
internal import OppReplay
internal import OppSession

/// A day of a recording, run to count the fetches
///
/// ```
/// 49 fetches, cost 49; 82 wakes, 1 firing
/// polling the same every 10 minutes: 432 fetches, cost 432        3 subjects, 144 times each
/// ```
struct SimulatedDay {
  /// The fetches, in the order of time
  private(set) var requests: [(at: Instant, fetch: Fetch, cost: Double, opps: [String])] = []

  /// The number of firings of the day
  private(set) var firings = 0

  /// The number of seconds at which anything was processed
  private(set) var wakes = 0

  /// The different subjects of fetches, with the cost of fetching each of them once
  private(set) var subjects: [FetchKey: Double] = [:]

  /// The fixed interval at which everything would be polled, in seconds
  static let interval: Int64 = 600

  /// The number and cost of requests, if everything that was fetched at all were polled
  var polled: (count: Int, cost: Double) {
    let times = Int(86_400 / Self.interval)
    return (subjects.count * times, subjects.values.reduce(0, +) * Double(times))
  }

  /// The cost of all fetches of the day
  var cost: Double { requests.reduce(0) { $0 + $1.cost } }

  /// Runs from the beginning of the recording to the end of the day, because the engine remembers the time before the day
  ///
  /// - Parameter begins: a later beginning, so that a day in a long recording takes no longer than one in a short one.
  init(_ run: RecordedRun, from: Instant, to: Instant, begins: Instant? = nil) {
    var simulation = Simulation(
      graph: run.graph, zone: run.zone, begins: begins ?? run.replay.begins, arrivals: run.arrivals,
      cell: run.cell, withAllValues: run.withAllValues)
    var (requests, firings, wakes) = (self.requests, 0, 0)
    let pricing = simulation.session
    var costs: [FetchKey: Double] = [:]
    simulation.run(to: to) { now, fetches, step in
      guard now >= from else { return }
      wakes += 1
      firings += step.firings.count { $0.text != nil }
      for fetch in fetches {
        let cost = pricing.cost(of: fetch.subject)
        costs[fetch.subject] = cost
        requests.append((now, fetch, cost, pricing.opps(dependingOn: fetch)))
      }
    }
    (self.requests, self.firings, self.wakes) = (requests, firings, wakes)
    subjects = costs
  }
}

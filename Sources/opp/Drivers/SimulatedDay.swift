internal import OppEngine
internal import OppModel
internal import OppProviders

/// A day of a recording, lived through to see what would be asked
struct SimulatedDay {
  /// What was asked, in the order of time
  private(set) var asked: [(at: Instant, fetch: Fetch, cost: Double, opps: [String])] = []
  private(set) var firings = 0
  private(set) var wakes = 0

  /// How many different things were asked, and what asking each of them once costs
  private(set) var subjects: [FetchSubject: Double] = [:]

  /// Every how many seconds everything would be asked on a fixed interval
  static let interval: Int64 = 600

  /// What asking everything that was asked at all on a fixed interval would come to
  var polled: (count: Int, cost: Double) {
    let times = Int(86_400 / Self.interval)
    return (subjects.count * times, subjects.values.reduce(0, +) * Double(times))
  }

  var cost: Double { asked.reduce(0) { $0 + $1.cost } }

  /// Lives from the beginning of the recording to the end of the day, for what came before is remembered
  init(_ run: RecordedRun, from: Instant, to: Instant) {
    var simulation = Simulation(
      graph: run.graph, zone: run.zone, begins: run.replay.begins, arrivals: run.arrivals,
      cell: run.cell, withAllValues: run.withAllValues)
    var (asked, firings, wakes) = (self.asked, 0, 0)
    let pricing = simulation.session
    var costs: [FetchSubject: Double] = [:]
    simulation.run(to: to) { now, fetches, step in
      guard now >= from else { return }
      wakes += 1
      firings += step.firings.count
      for fetch in fetches {
        let cost = pricing.cost(of: fetch.subject)
        costs[fetch.subject] = cost
        asked.append((now, fetch, cost, pricing.opps(dependingOn: fetch)))
      }
    }
    (self.asked, self.firings, self.wakes) = (asked, firings, wakes)
    subjects = costs
  }
}

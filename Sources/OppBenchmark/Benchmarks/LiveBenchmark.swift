internal import OppEngine
internal import OppModel
internal import OppReplay
internal import OppSemantics
internal import OppSession

/// A year that a session runs over the Greensboro recording: its requests, beside those of polling
///
/// Three policies over the same recording: `planned` fetches by the planner of a session, `polling` fetches every
/// source each ten minutes, and `hindsight` is a bound that no policy without a view of the future reaches. The
/// first should fire the same Opps as a replay of the recording; the differences are printed below the table.
struct LiveBenchmark {
  let isQuick: Bool

  func run() {
    guard let root = Repository.root else {
      print("\nLiving: the repository's examples are not here; start it in the repository.")
      return
    }
    let graph = RuleSet.analyze(EverydayRules.text(count: 30)).graph
    guard let year = Year.load(graph, root: root) else { return }
    let planned = SimulatedYear(graph: graph, year: year)
    compare(planned, graph, year)
    growth(root)
  }

  /// Requests a day of each source, by policy
  private func compare(_ planned: SimulatedYear, _ graph: ConditionGraph, _ year: Year) {
    // Days of 86,400 seconds: the two changes of the clock cancel out over a year.
    let days = Double(year.to.seconds(since: year.from)) / 86_400
    let polled = PolledYear(graph: graph, year: year, every: 600)
    let bound = HindsightBound(graph: graph, year: year)
    let report = Report(
      "Requests a day, 30 rules over the Greensboro year",
      columns: ["source", "planned", "polling", "share", "hindsight", "times"])
    var sums = (planned: 0, polled: 0, bound: 0)
    for name in polled.counts.keys.sorted() {
      let (own, polling) = (planned.counts[name] ?? 0, polled.counts[name] ?? 0)
      let least = bound.counts[name] ?? 0
      sums = (sums.planned + own, sums.polled + polling, sums.bound + least)
      report.row(row(name, own, polling, least, days))
    }
    report.row(row("all", sums.planned, sums.polled, sums.bound, days))
    let firings = planned.firings
    let replayed = year.replay(graph).firings
    let counts = [firings, polled.firings, replayed].map { Report.count($0.count) }
    print("firings: planned \(counts[0]), polled \(counts[1]), replayed \(counts[2])")
    print("planned and replayed are \(Self.same(firings, replayed))")
    print("polled and replayed are \(Self.same(polled.firings, replayed))")
  }

  /// The cells of a source: requests a day by the session, by polling, their ratio, the bound, and the ratio to it
  ///
  ///     730 planned, 52,560 polled, 365 at least, 365 days   →   2.00   144.00   1.39 %   1.00   2.00
  private func row(
    _ name: String, _ planned: Int, _ polled: Int, _ bound: Int, _ days: Double
  ) -> [String] {
    [
      name, Report.decimal(Double(planned) / days), Report.decimal(Double(polled) / days),
      Report.decimal(100 * Double(planned) / Double(max(1, polled))) + " %",
      Report.decimal(Double(bound) / days),
      Report.decimal(Double(planned) / Double(max(1, bound))),
    ]
  }

  /// The comparison of two lists of firings in words: by Opp, second, row and text, one by one
  private static func same(_ left: [Firing], _ right: [Firing]) -> String {
    guard left.count == right.count else { return "different in number" }
    let different = zip(left, right).count { pair in
      pair.0.opp != pair.1.opp || pair.0.at != pair.1.at || pair.0.row != pair.1.row
        || pair.0.text != pair.1.text
    }
    return different == 0 ? "identical" : "different in \(different)"
  }

  /// Prints the cost of a day with ten, thirty and ninety rules, and with none
  private func growth(_ root: String) {
    let report = Report(
      "A simulated day, mean of the year",
      columns: ["", "wakes", "requests", "bytes", "processor", "memory"])
    for count in [0, 10, 30, 90] {
      let graph = RuleSet.analyze(count == 0 ? "" : EverydayRules.text(count: count)).graph
      guard let year = Year.load(graph, root: root) else { return }
      let days = Double(year.to.seconds(since: year.from)) / 86_400
      let (time, simulated) = Stopwatch.median(of: 1) { SimulatedYear(graph: graph, year: year) }
      let requests = simulated.counts.values.reduce(0, +)
      report.row([
        "\(count) rules", Report.decimal(Double(simulated.wakes) / days),
        Report.decimal(Double(requests) / days),
        Report.count(
          Self.bytes(Double(requests) / days, fetchesCalendar: simulated.counts["calendar"] != nil)),
        Report.time(time / days), Report.memory(PeakMemory.megabytes),
      ])
    }
    print("bytes: \(Self.exchange) a request, with the TLS handshake of its own connection, and")
    print(
      "twice a day a calendar of \(Self.calendar) that has changed (it is requested with its ETag)")
  }

  /// The bytes over the wire for a short response: about 4,500 for a TLS 1.3 handshake with its
  /// certificates, 400 for the request and its headers, 1,100 for the response with its headers
  private static let exchange = 6000

  /// A calendar of some two hundred events
  private static let calendar = 60_000

  /// A day's, for the requests of a day
  private static func bytes(_ requests: Double, fetchesCalendar: Bool) -> Int {
    Int(requests) * exchange + (fetchesCalendar ? 2 * calendar : 0)
  }
}

/// A year that a session has run
///
/// The session responds to its requests from the recording in the same second.
struct SimulatedYear {
  /// All firings, in the order of time
  private(set) var firings: [Firing] = []
  /// Requests by the name of the provider
  private(set) var counts: [String: Int] = [:]

  /// Seconds at which it woke by itself
  private(set) var wakes = 0

  /// Runs the year, which takes seconds
  init(graph: ConditionGraph, year: Year) {
    var simulation = Simulation(
      graph: graph, zone: year.zone, begins: year.from, arrivals: year.arrivals)
    var delivered: [Firing] = []
    var wakes = 0
    var wake: Instant?
    simulation.run(to: year.to) { now, _, step in
      delivered += step.firings
      if now == wake { wakes += 1 }
      wake = step.wake
    }
    firings = delivered
    self.wakes = wakes
    let providers = simulation.session.providers
    for (index, count) in simulation.session.work.fetches {
      counts[providers[index].name, default: 0] += count
    }
  }
}

import OppEngine
import OppModel
import OppReplay
import OppSemantics
import OppSession
import OppTesting
import OppTestLimits
import OppTimelines
import Testing

/// A session finds out what to fetch only where something has changed that this depends on
///
/// What is counted is how often it does, not how long it takes.
@Suite(.limited) struct SearchCountTests {
  /// A walk past a shop, a step every ten seconds
  private static let walk = (0..<1000).map { step in
    let (hour, minute) = (8 + step / 360, step / 6 % 60)
    let time = "\(pad(hour)):\(pad(minute)):\(step % 6)0"
    return "\(time) position=@36.08,-79.\(84_000 - step * 8)"
  }

  /// Rain between nine and ten, said every ten minutes
  private static let rain = (0..<30).map { count in
    "\(pad(7 + count / 6)):\(count % 6)0 falls=\(count / 6 == 2)"
  }

  private static func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  @Test func `a walk changes nothing that is to be fetched`() throws {
    let work = try work(
      """
      source rain fresh for 10min { falls: Bool }
      place shop = @36.08,-79.80 within 150m
      opp "Rain" when rain.falls and time in 8:00..20:00
      opp "Shop" near shop
      """,
      firings: 2)
    #expect(work.searches * 5 < work.steps)
  }

  @Test func `what is beside a missing reading counts, what is below does not`() throws {
    let work = try work(
      """
      source rain fresh for 10min { falls: Bool }
      place shop = @36.08,-79.80 within 150m
      opp "Rain at the shop" when rain.falls near shop
      """,
      firings: 1)
    #expect(work.searches * 5 < work.steps)
  }

  /// What a session over a recording did, whose firings are those of a replay
  private func work(
    _ rules: String, firings count: Int, _ location: SourceLocation = #_sourceLocation
  ) throws -> SessionMetrics {
    let lines = (Self.rain + Self.walk).sorted().joined(separator: "\n")
    let check = try EngineCheck(
      rules, lines, zone: "UTC", day: "2026-06-21", from: "07:00",
      to: "12:00")
    let arrivals = check.timeline.arrivals.map { (at: $0.at, arrival: $0.arrival) }
    let graph = check.analysis.graph
    let replayed = Replay(graph: graph, zone: .utc, begins: check.from, arrivals: arrivals)
      .run(from: check.from, to: check.to).firings
    var simulation = Simulation(graph: graph, zone: .utc, begins: check.from, arrivals: arrivals)
    var firings: [Firing] = []
    simulation.run(to: check.to) { _, _, step in firings += step.firings }
    #expect(firings == replayed, sourceLocation: location)
    #expect(replayed.count == count, sourceLocation: location)
    #expect(simulation.session.work.steps > 1000, sourceLocation: location)
    return simulation.session.work
  }
}

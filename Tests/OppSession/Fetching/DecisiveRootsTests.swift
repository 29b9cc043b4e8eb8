import OppModel
import OppSemantics
import OppTestLimits
import OppTesting
import Testing

@testable import OppEngine
@testable import OppSession

/// Goals are left out only where those that were found need every fetch
@Suite(.limited) struct DecisiveRootsTests {
  private static let begins = Instant(seconds: 1_782_000_000)

  /// Many Opps over sources `s0`, `s1` …, and what is known of these
  private struct World {
    var engine: Engine
    private var demand = FetchDemand()
    private let failures: [Double]

    /// - Parameters:
    ///   - known: by source, its reading; nil where it is missing.
    init(_ opps: [String], sources count: Int, known: [Bool?], failures: [Double]) throws {
      let sources = (0..<count).map {
        "source s\($0) fresh for 1h { b\($0): Bool  n\($0): Number }\n"
      }
      let analysis = RuleSet.analyze(sources.joined() + opps.joined(separator: "\n"))
      try #require(!analysis.hasErrors, "\(analysis.diagnostics)")
      let graph = analysis.graph
      engine = Engine(graph: graph, zone: .utc, begins: begins)
      engine.serve(
        CountedSession.sources(graph, named: "s").filter { $0.name.count < 4 }, lead: 0)
      self.failures = failures
      var arrivals: [Arrival] = []
      for (index, value) in known.enumerated() {
        guard let value, let source = graph.sources.firstIndex(where: { $0.name == "s\(index)" })
        else { continue }
        arrivals.append(
          .reading(
            SourceReading(
              source: SourceID(index: Int32(source)), arguments: [], instant: begins,
              fields: [.known(.truth(value)), .known(.scalar(Double(index)))], freshness: nil,
              isLasting: false)))
      }
      engine.open(begins, arrived: arrivals)
    }

    /// The needs, and the conditions that are then learned of
    mutating func needs(mayCutShort: Bool) -> (needs: Needs, open: Set<InstanceID>) {
      let subjects = demand.openSubjects(in: &engine, due: [], withheld: [])
      var options = FetchOptions()
      for (index, subject) in subjects.enumerated() {
        options.add(
          .possible(
            Fetch(subject: subject), cost: Double(1 + index % 4),
            failure: failures[index % failures.count]))
      }
      options.complete(subjects)
      let needs = demand.decisions(
        in: &engine, options, deciding: [], mayCutShort: mayCutShort
      ) { _ in 0 }
      var learner = OddsLearner(Odds(), engine.graph.nodes.map { _ in Fingerprint(bits: 0) })
      learner.learn(needs, demand, engine)
      var (open, next) = (Set<InstanceID>(), learner.openLeaves.first)
      while let instance = next {
        open.insert(instance)
        next = learner.openLeaves.first(after: instance)
      }
      return (needs, open)
    }
  }

  private struct Conditions {
    var random: SplitMix64
    let sources: Int

    mutating func leaf() -> String {
      let source = random.number(in: 0...sources - 1)
      switch random.number(in: 0...9) {
      case 0...3: return "b\(source)"
      case 4...5: return "n\(source) > \(random.number(in: 0...9))"
      case 6: return "n\(source) > n\(random.number(in: 0...sources - 1))"
      case 7: return "known(n\(source))"
      case 8: return "time in 9:00..\(random.number(in: 10...23)):00"
      default: return "(b\(source) for 10min)"
      }
    }

    mutating func condition(_ depth: Int) -> String {
      if depth == 0 || random.oneIn(4) { return leaf() }
      let (left, right) = (condition(depth - 1), condition(depth - 1))
      switch random.number(in: 0...8) {
      case 0...3: return "(\(left) and \(right))"
      case 4...6: return "(\(left) or \(right))"
      case 7: return "not \(left)"
      default: return "(if \(leaf()) then \(left) else \(right))"
      }
    }
  }

  @Test(arguments: LawSeeds.seeds(30))
  func `the fetches are the same, whether goals are left out or not`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let sources = random.number(in: 2...14)
    var conditions = Conditions(random: random, sources: sources)
    let opps = (0..<random.number(in: 200...260)).map { index in
      let event = conditions.random.oneIn(20) ? "on b0 " : ""
      return "opp \"\(index)\" \(event)when \(conditions.condition(3))"
    }
    let known: [Bool?] = (0..<sources).map { _ in random.oneIn(5) ? random.oneIn(2) : nil }
    let failures = random.oneIn(3) ? [0, 0.2, 0.01] : [0]
    var world = try World(opps, sources: sources, known: known, failures: failures)
    let (whole, wholeOpen) = world.needs(mayCutShort: false)
    let (cut, cutOpen) = world.needs(mayCutShort: true)
    #expect(!whole.isCutShort && whole.openConditions.isEmpty)
    #expect(Planner.next(whole.problem) == Planner.next(cut.problem))
    #expect(wholeOpen.isSubset(of: cutOpen))
    guard cut.isCutShort else {
      // Nothing is left of the attempt.
      #expect(cut.roots.count == whole.roots.count && cutOpen == wholeOpen)
      return
    }
    #expect(Planner.next(whole.problem).fetches == Array(whole.problem.fetches.indices))
    #expect(cut.roots.count < whole.roots.count)
  }

  @Test func `a few of many Opps need every source`() throws {
    let opps = (0..<300).map { index in
      let (own, other) = (index % 20, index * 7 % 20)
      return "opp \"\(index)\" when b\(own) and (n\(other) > \(index) or n\(own) > 5)"
    }
    var world = try World(opps, sources: 20, known: [], failures: [0])
    let (whole, wholeOpen) = world.needs(mayCutShort: false)
    let (cut, cutOpen) = world.needs(mayCutShort: true)
    #expect(cut.isCutShort && cut.roots.count <= 20 && whole.roots.count == 300)
    #expect(Planner.next(cut.problem).fetches == Array(0..<20))
    #expect(Planner.next(whole.problem).fetches == Array(0..<20))
    #expect(cutOpen == wholeOpen)
  }

  @Test func `where a source may turn out needless, no goal is left out`() throws {
    // Of `b0 or b1` either is enough to be true.
    let opps = (0..<300).map { "opp \"\($0)\" when b0 or b1 and n1 > \($0)" }
    var world = try World(opps, sources: 2, known: [], failures: [0])
    let (needs, _) = world.needs(mayCutShort: true)
    #expect(!needs.isCutShort && needs.roots.count == 300)
    #expect(!Planner.needsAll(needs.problem))
  }
}

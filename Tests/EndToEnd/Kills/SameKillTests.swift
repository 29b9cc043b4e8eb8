import OppStore
import OppTesting
import OppTestLimits
import Testing

/// The tool and the library, killed at the same points of the same day
@Suite(.limited(minutes: 3)) struct SameKillTests {
  @Test func `200 kills lose no firing, and give none two identities, in opp run and in a Runner`()
    async throws
  {
    let (tool, runner) = (try KilledTool(KillPlan()), KilledRunner(KillPlan()))
    let whole = Self.states(try tool.live())
    for name in ["Tick", "Few", "Warm", "Again", "Mean", "Change", "Box", "Boxes", "Asked"] {
      #expect(whole.count { $0.contains("/\(name) ") } > 2, "\(name)")
    }
    #expect(whole.count > 250 && whole.contains { $0.hasSuffix("superseded") })
    let told = Self.told(in: tool.world)
    let runnerFirings = Self.states(try await runner.live())
    #expect(Self.difference(runnerFirings, whole) == [])
    #expect(Self.difference(Self.told(in: runner.world), told) == [])

    for seed in LawSeeds.seeds(1, long: 50) {
      let plan = KillPlan(seed: seed, count: 200)
      let (tool, runner) = (try KilledTool(plan), KilledRunner(plan))
      let toolFirings = Self.states(try tool.live())
      #expect(Self.difference(toolFirings, whole) == [], "seed \(seed)")
      let runnerFirings = Self.states(try await runner.live())
      #expect(Self.difference(runnerFirings, whole) == [], "seed \(seed)")
      for world in [tool.world, runner.world] {
        let kills = world.plan.kills
        #expect(kills.values.reduce(0, +) == 200 && kills.values.allSatisfy { $0 > 25 })
        #expect(Self.difference(Self.told(in: world), told) == [], "seed \(seed)")
        // It is told again only where nobody knew whether it was told.
        #expect(world.told.values.reduce(0) { $0 + $1.count - 1 } == world.unknownDeliveries)
      }
    }
  }

  /// The identities of the firings of a store, each with its state; one that is there twice is in it twice
  private static func states(_ firings: [StoredFiring]) -> [String] {
    firings.map { "\($0.id) \($0.state)" }
  }

  private static func states(_ firings: [KilledRunner.Kept]) -> [String] {
    firings.map { firing in
      let state: StoredFiring.State =
        switch firing.state {
        case .waiting: .waiting
        case .held: .held
        case .superseded: .superseded
        case .told: .delivered
        }
      return "\(firing.id) \(state)"
    }
  }

  /// The identities that the person was told, each with its texts
  private static func told(in world: KilledWorld) -> [String] {
    world.told.flatMap { id, texts in Set(texts).map { "\(id) \($0)" } }
  }

  /// The first lines that only one of two lists has, or more often than the other
  private static func difference(_ some: [String], _ others: [String]) -> [String] {
    let lines = some.sorted().difference(from: others.sorted()).map { change in
      switch change {
      case .insert(_, let line, _): "+ \(line)"
      case .remove(_, let line, _): "- \(line)"
      }
    }
    return Array(lines.prefix(10))
  }
}

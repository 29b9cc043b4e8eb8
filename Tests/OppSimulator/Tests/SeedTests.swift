import OppModel
import OppSimulator
import OppTestLimits
import Testing

/// A few seeds in each test run; `.ci/simulate` lives through hundreds
@Suite(.limited) struct SeedTests {
  @Test(arguments: [UInt64(2), 3, 4, 6])
  func `a seed breaks no invariant`(seed: UInt64) {
    let outcome = SimulatedLife.run(Plan(seed: seed))
    #expect(outcome.violation == nil)
    #expect(!outcome.firings.isEmpty)
  }

  @Test func `a seed lives the same life again`() {
    let plan = Plan(seed: 5)
    #expect(SimulatedLife.run(plan).trace == SimulatedLife.run(plan).trace)
  }

  /// The ledger knows limits of events alone, so that what a limit holds back of an Opp by the clock counts as lost
  @Test func `a firing that is not justified is found, and its story is short`() throws {
    var plan = Plan(seed: 40)
    plan.rules = [
      "set zone \"UTC\"", "connect notifications to webhook(\"http://hook.example/all\")",
      "opp \"W1\" when time.minute < 10 notify \"x\" at most once per day",
      "opp \"E1\" on every 1h notify \"x\"",
    ]
    plan.zone = "UTC"
    plan.events = Array(plan.events.prefix(8))
    plan.to = plan.from.advanced(by: 36 * 3600)
    let violation = try #require(SimulatedLife.run(plan).violation)
    #expect(violation.invariant == .kept)
    let small = Shrinking.shrink(plan, breaking: violation, runs: 60)
    #expect(small.events.isEmpty)
    #expect(small.opps == ["W1"])
    #expect(SimulatedLife.run(small).violation?.invariant == .kept)
  }
}

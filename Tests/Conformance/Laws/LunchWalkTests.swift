import Foundation
import OppEngine
import OppModel
import OppProviders
import OppReplay
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// The one-line form over the year in Greensboro, against a program that knows nothing of Opp
@Suite(.limited) struct LunchWalkTests {
  @Test func `the one-line form is true in the very seconds that brute force finds`() throws {
    #expect(try Self.stretches.get()[0] == LunchWalkByHand.stretches(isNearPark: true))
  }

  @Test func `without a place it is true up to the single second before a meeting`() throws {
    #expect(try Self.stretches.get()[1] == LunchWalkByHand.stretches(isNearPark: false))
  }

  /// The stretches of truth over the recording, with the place and without, by one replay
  private static let stretches = Result {
    let condition = "sky == sunny and time in 12:00..13:00 and free >= 30m"
    let analysis = RuleSet.analyze(
      """
      opp "Lunch walk" when \(condition) near "Country Park, Greensboro"
      opp "Lunch" when \(condition)
      """)
    #expect(!analysis.hasErrors)
    let folder = Repository.root.appending(path: "examples/opportunity/data").path(
      percentEncoded: false)
    let recorded = try #require(RecordedExample(folder: folder, graph: analysis.graph))
    #expect(recorded.problemCount == 0)
    let result = recorded.replay.run(from: recorded.from, to: recorded.to, conditions: true)
    return try [0, 1].map { rule in
      let condition = try #require(result.conditions.first { $0.rule == rule })
      return condition.stretches.filter { $0.truth == .true }.map { stretch in
        Int(stretch.from.seconds)..<Int(stretch.to.seconds)
      }
    }
  }
}

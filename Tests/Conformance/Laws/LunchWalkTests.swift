import Foundation
import OppEngine
import OppModel
import OppProviders
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// The one-line form over the year in Greensboro, against a program that knows nothing of Opp
@Suite(.limited) struct LunchWalkTests {
  @Test func `the one-line form is true in the very seconds that brute force finds`() throws {
    let rules =
      "opp \"Lunch walk\" when sky == sunny and time in 12:00..13:00 and free >= 30m"
      + " near \"Country Park, Greensboro\""
    #expect(try stretches(rules) == LunchWalkByHand.stretches(isNearPark: true))
  }

  @Test func `without a place it is true up to the single second before a meeting`() throws {
    let rules = "opp \"Lunch\" when sky == sunny and time in 12:00..13:00 and free >= 30m"
    #expect(try stretches(rules) == LunchWalkByHand.stretches(isNearPark: false))
  }

  /// The stretches of truth of the one Opp of a rule set over the recording
  private func stretches(_ rules: String) throws -> [Range<Int>] {
    let analysis = RuleSet.analyze(rules)
    #expect(!analysis.hasErrors)
    let folder = Repository.root.appending(path: "examples/opportunity/data").path(
      percentEncoded: false)
    let recorded = try #require(RecordedExample(folder: folder, graph: analysis.graph))
    #expect(recorded.problemCount == 0)
    let result = recorded.replay.run(from: recorded.from, to: recorded.to, conditions: true)
    var found: [Range<Int>] = []
    for stretch in result.conditions.first?.stretches ?? [] where stretch.truth == .true {
      found.append(Int(stretch.from.seconds)..<Int(stretch.to.seconds))
    }
    return found
  }
}

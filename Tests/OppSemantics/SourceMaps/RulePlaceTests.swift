import OppModel
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

/// The places in a rule that nodes shared with other rules come from
@Suite(.limited) struct RulePlaceTests {
  /// The text at the place in Opp 1 of the node that is the condition of Opp 0
  private func place(_ rules: String) throws -> String {
    let analysis = RuleSet.analyze(rules)
    try #require(!analysis.hasErrors)
    let condition = try #require(analysis.graph.rules[0].condition)
    return analysis.text(analysis.place(of: condition, inRule: 1))
  }

  @Test func `what another Opp writes out is the list here that holds it`() throws {
    #expect(
      try place(
        """
        opp "Fine" when sky == clouds
        opp "Other" when free >= 1h and (sky in [clouds, fog] or temp > 30C)
        """) == "sky in [clouds, fog]")
  }

  @Test func `a part of a let is the name of the let`() throws {
    #expect(
      try place(
        """
        let bad = sky == rain and temp < 5C
        opp "Cold" when temp < 5C
        opp "Bad" when free >= 1h and bad
        """) == "bad")
  }

  @Test func `the body of a let with parameters is its call`() throws {
    #expect(
      try place(
        """
        let hot(limit: Temperature) = temp > limit
        opp "Hot" when temp > 30C
        opp "Call" when free >= 1h and hot(30C)
        """) == "hot(30C)")
  }

  @Test func `what the rule itself writes is that place`() throws {
    #expect(
      try place(
        """
        let bad = sky == rain
        opp "Rain" when sky == rain
        opp "Both" when free >= 1h and (bad or temp > 30C) and not (sky == rain)
        """) == "bad")
    #expect(
      try place(
        """
        opp "Rain" when sky == rain
        opp "Written" when sky == rain or free >= 1h
        """) == "sky == rain")
  }

  @Test func `what the rule does not hold is at its name`() throws {
    #expect(
      try place(
        """
        opp "Rain" when sky == rain
        opp "Free" when free >= 1h
        """) == "\"Free\"")
  }
}

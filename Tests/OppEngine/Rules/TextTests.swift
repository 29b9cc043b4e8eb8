import OppEngine
import OppReplay
import OppTestLimits
import OppTimelines
import Testing

/// What a firing tells, of expressions that nothing but its text uses
@Suite(.limited) struct TextTests {
  @Test func `a text is compared with one that no condition has used before`() throws {
    try check(
      #"""
      source s { label: Text }
      opp "x" on 00:10 or 00:20
      notify "{if label contains "a" then 1 else 2}"
      """#,
      "00:05 label=alpha", tells: ["1", "1"])
  }

  @Test func `a place is found by an address that no condition has used before`() throws {
    try check(
      #"""
      opp "x" on 00:10 or 00:20
      notify "{distance("Depot", @52.52,13.4) otherwise 1km}"
      """#,
      "00:05 address Depot @52.52,13.4", tells: ["0 m", "0 m"])
  }

  /// Checks what an Opp tells at each of its firings
  private func check(
    _ rules: String, _ lines: String, tells texts: [String],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let subject = try EngineCheck(
      rules, lines, zone: "UTC", day: "2026-06-21", from: "00:00", to: "01:00")
    let result = subject.timeline.replay.run(from: subject.from, to: subject.to)
    #expect(result.firings.map(\.text) == texts, sourceLocation: location)
    subject.expectAgreement(watching: [], isLong: false, location)
  }
}

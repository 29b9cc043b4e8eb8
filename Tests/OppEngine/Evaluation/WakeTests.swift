import OppEngine
import OppModel
import OppReplay
import OppTestLimits
import OppTimelines
import Testing

/// The next second at which anything may change by itself
@Suite(.limited) struct WakeTests {
  @Test func `no rule never wakes, whatever arrives`() throws {
    try wakes("", "00:10 temp=20C\n00:20 position=@48.4,-123.4", at: "00:30", "never")
  }

  @Test func `a reading that nothing depends on wakes nobody`() throws {
    let rules = #"opp "x" when battery < 20%"#
    try wakes(rules, "00:10 temp=20C", at: "00:10", "never")
    try wakes(rules, "00:10 temp=20C battery=50%", at: "00:10", "00:25:01")
  }

  @Test func `a condition that waits for a reading wakes when it grows stale`() throws {
    let rules = #"opp "x" when temp > 20C"#
    try wakes(rules, "", at: "00:00", "never")
    try wakes(rules, "00:10 temp=25C", at: "00:10", "01:10:01")
    try wakes(rules, "00:10 temp=25C", at: "01:10:01", "never")
  }

  @Test func `a window that is closed wakes when it opens`() throws {
    let rules = #"opp "x" when time in 12:00..13:00 and temp > 20C"#
    try wakes(rules, "", at: "00:00", "12:00")
    try wakes(rules, "", at: "12:00", "13:00")
    try wakes(rules, "", at: "13:00", "06-22T12:00")
  }

  @Test func `what drifts wakes when it crosses`() throws {
    try wakes(
      #"opp "x" when free >= 30min"#, "00:00 busy 02:00..03:00", at: "00:00", "01:30:01")
    try wakes(
      #"opp "x" when free >= 30min"#, "00:00 busy 02:00..03:00", at: "02:00", "03:00")
    try wakes(
      #"opp "x" when now > 2026-06-21T00:20"#, "", at: "00:00", "00:20:01")
    try wakes(#"opp "x" when now > 2026-06-21T00:20"#, "", at: "00:20:01", "never")
  }

  @Test func `for wakes when it has lasted`() throws {
    let rules = #"source s { c: Bool } opp "x" when c for 10min"#
    try wakes(rules, "00:05 c=true", at: "00:05", "00:15")
    try wakes(rules, "00:05 c=true", at: "00:15", "never")
    try wakes(rules, "00:05 c=true\n00:08 c=false", at: "00:08", "never")
  }

  @Test func `one second wakes as ARCHITECTURE draws it`() throws {
    let rules = """
      source yard fresh for 1h { warmth: Temperature  wet: Bool }
      opp "Walk" when warmth > 20C for 20min and not wet
      """
    let lines = "12:30 warmth=18C wet=false\n13:20 warmth=22C wet=false"
    try wakes(rules, lines, at: "13:20", "13:40")
    try wakes(rules, lines, at: "13:40", "14:20:01")
    try wakes(rules, lines, at: "14:20:01", "never")
  }

  @Test func `an event wakes when it happens`() throws {
    try wakes(#"opp "x" on every 1h"#, "", at: "00:30", "01:00")
    try wakes(#"opp "x" on 07:00"#, "", at: "00:30", "07:00")
  }

  @Test func `what is said over midnight wakes at midnight`() throws {
    try wakes(#"opp "x" when weekday == mon"#, "", at: "12:00", "06-22T00:00")
  }

  /// A wake may be early; these are not
  private func wakes(
    _ rules: String, _ lines: String, at second: String, _ expected: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let subject = try EngineCheck(
      rules, lines, zone: "UTC", day: "2026-06-21", from: "00:00", to: "23:59")
    let instant = try #require(subject.clockface.instant(second))
    var engine = subject.timeline.replay.engine(at: instant)
    let wake = engine.step(at: instant).wake
    #expect(
      wake.map(subject.clockface.text) ?? "never" == expected, "\(rules) at \(second)",
      sourceLocation: location)
  }
}

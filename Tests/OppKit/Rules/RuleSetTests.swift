import OppKit
import OppTestLimits
import Testing

/// Rules as programs see them
@Suite(.limited) struct RuleSetTests {
  @Test func `any text makes a rule set, with what is wrong at its place`() throws {
    let rules = RuleSet("// é𝒳\nopp \"Warm\" when temp > 20 and sky == suny\n", path: "a.opp")
    #expect(!rules.isRunnable)
    let diagnostics = rules.diagnostics
    #expect(diagnostics.map(\.code) == ["missing-unit", "unknown-case"])
    let unit = try #require(diagnostics.first)
    #expect(unit.message == "`20` has no unit where a temperature is needed")
    #expect(unit.location.path == "a.opp")
    #expect((unit.location.line, unit.location.column) == (2, 24))
    #expect(unit.helps == ["write `20C` or `20F`"])
    #expect(
      unit.rendered(in: rules).hasPrefix(
        "error: `20` has no unit where a temperature is needed (missing-unit)\n  ┌─ a.opp:2:24\n"))
  }

  @Test func `columns are in scalars and in units of UTF-16`() throws {
    let rules = RuleSet("opp \"𝒳\" when temp > 20\n")
    let place = try #require(rules.diagnostics.first).location
    #expect((place.column, place.utf16Column) == (21, 22))
    #expect(place.utf8Range == 23..<25)
  }

  @Test func `a fix is applied to the files it was made for`() throws {
    let rules = RuleSet(#"opp "Walk" when free >= 30 min"#)
    let fix = try #require(rules.thoroughDiagnostics().first?.fixes.first)
    #expect(fix.isSafe)
    let fixed = RuleSet(fix.applied(to: rules.files))
    #expect(fixed.files.map(\.text) == [#"opp "Walk" when free >= 30min"#])
    #expect(fixed.isRunnable)
  }

  @Test func `what is proved of conditions is found besides`() {
    let rules = RuleSet(#"opp "Never" when temp > 30C and temp < 20C"#)
    #expect(rules.diagnostics.isEmpty)
    #expect(rules.thoroughDiagnostics().map(\.code) == ["never-true"])
  }

  @Test func `Opps are listed with what they read`() throws {
    let rules = RuleSet(
      """
      opp "Walk" when sky == sunny and time in 12:00..13:00 and free >= 30min colour amber
      opp "Next" for each e in agenda on e.begins - 10min notify "{e.title}" urgent
      """)
    #expect(rules.diagnostics.isEmpty)
    let walk = try #require(rules.opps.first)
    #expect(walk.name == "Walk" && walk.id == "Walk")
    #expect(walk.reads == ["weather", "calendar"])
    #expect(walk.colour == 0xFFBF00 || walk.colour != nil)
    #expect(rules.opps[1].reads == ["agenda"])
    #expect(rules.opps[1].isUrgent && !walk.isUrgent)
    #expect(rules.sources == ["weather", "calendar", "agenda"])
  }

  @Test func `a fingerprint stays over layout and comments, and changes with a word`() {
    let text = #"opp "A" when temp > 20C notify "warm""#
    let other = "opp \"A\" // a comment\n  when temp > 20C\n  notify \"warm\"\n"
    #expect(RuleSet(text).fingerprint == RuleSet(other, path: "b.opp").fingerprint)
    #expect(
      RuleSet(text).fingerprint != RuleSet(#"opp "A" when temp > 21C notify "warm""#).fingerprint)
    #expect(RuleSet(text).fingerprint.count == 32)
  }

  @Test func `rules are formatted, and broken ones left as they are`() {
    #expect(
      RuleSet(#"opp   "A"   when temp>20C"#).formatted().map(\.text) == [
        "opp \"A\" when temp > 20C\n"
      ])
    #expect(RuleSet("opp \"A\" when (").formatted().map(\.text).first?.isEmpty == false)
  }

  @Test func `tests are run, and a failed one says why`() throws {
    let rules = RuleSet(
      """
      opp "Warm" when temp > 20C notify "warm"
      test "warm"
        at 2026-06-01T12:00 given temp = 25C
        expect "Warm" fires
      test "cold"
        at 2026-06-01T12:00 given temp = 15C
        expect "Warm" fires
      """)
    #expect(rules.diagnostics.isEmpty)
    let results = try rules.test()
    #expect(results.map(\.name) == ["warm", "cold"])
    #expect(results.map(\.hasPassed) == [true, false])
    #expect(results[1].report.contains("temp is 15°C, needs more than 20C"))
  }

  @Test func `rules with errors run nowhere`() {
    let rules = RuleSet(#"opp "Warm" when temp > 20"#)
    #expect(throws: InvalidRules.self) { try rules.test() }
    #expect(throws: SessionFailure.self) {
      try Session(rules, supplies: [:], zone: .utc, at: Timestamp(secondsSince1970: 0))
    }
    do throws(SessionFailure) {
      _ = try Session(
        RuleSet(#"opp "A" when temp > 20C"#), supplies: ["wether": .pushed], zone: .utc,
        at: Timestamp(secondsSince1970: 0))
    } catch {
      #expect(
        error.description
          == "there is no source or table `wether` to supply; did you mean `weather`?")
    }
  }
}

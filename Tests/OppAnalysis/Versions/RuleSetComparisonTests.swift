import OppAnalysis
import OppModel
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

/// Two versions of a rule set, compared by what they mean
@Suite(.limited) struct RuleSetComparisonTests {
  private func compare(_ old: String, _ new: String) throws -> RuleSetComparison {
    let first = RuleSet.analyze(old)
    let second = RuleSet.analyze(new)
    #expect(first.diagnostics.map(\.headline) == [])
    #expect(second.diagnostics.map(\.headline) == [])
    return RuleSetComparison(old: first.graph, new: second.graph, zone: .utc)
  }

  /// `stricter when`: the kind of the only change, and its clauses
  private func change(_ old: String, _ new: String) throws -> String {
    let found = try compare("opp \"A\" " + old, "opp \"A\" " + new).changes
    try #require(found.count == 1)
    return (["\(found[0].kind)"] + found[0].clauses.map { "\($0)" }).joined(separator: " ")
  }

  @Test(arguments: [
    ("when temp > 30C", "when 30C < temp", "same"),
    ("when temp > 0C and free > 1h", "when free > 60min and temp > 32F", "same"),
    ("when not (temp > 30C)", "when temp <= 30C", "same"),
    ("when temp > 30C", "when temp > 32C", "stricter when"),
    ("when temp > 30C", "when temp > 28C", "looser when"),
    ("when temp > 30C", "when temp < 0C", "different when"),
    ("when sky in [rain, fog]", "when sky == fog", "stricter when"),
    ("when temp > 30C for 20min", "when temp > 30C for 10min", "looser when"),
    ("when temp > 30C for 20min", "when temp > 31C for 20min", "stricter when"),
    ("when not (temp > 30C for 1h)", "when not (temp > 31C for 1h)", "looser when"),
    ("when (not (sky != rain)) for 1h", "when sky == rain for 1h", "same"),
    ("when (not (sky != rain)) within last 1h", "when sky == rain within last 1h", "same"),
    ("on 9:00", "on 9:00 when busy", "stricter when"),
    ("on 9:00", "on 9:00 or 10:00", "looser on"),
    ("on 9:00", "on 10:00", "different on"),
    ("on temp > 30C", "on temp > 32C", "stricter on"),
    ("on 9:00 notify \"a\"", "on 9:00 notify \"b\" colour red", "worded notify colour"),
    ("when busy at most 2 per day", "when busy at most once per day", "stricter atMost"),
    ("when busy at most 2 per day", "when busy at most 3 per week", "different atMost"),
    ("when busy", "when busy again every 1h", "looser again"),
    ("on 9:00", "on 9:00 disabled", "stricter disabled"),
    ("when busy at most 2 per day", "when not busy at most once per day", "different when atMost"),
    (
      "for each e in agenda where busy on e.begins",
      "for each e in agenda where busy and not all_day on e.begins", "stricter forEach"
    ),
    (
      "for each e in agenda on e.begins", "for each f in friends on f added", "different forEach on"
    ),
  ])
  func `the change of an Opp has a direction and its clauses`(
    _ old: String, _ new: String, _ expected: String
  ) throws {
    #expect(try change(old, new) == expected)
  }

  @Test func `a change of a condition has a day on which the two differ`() throws {
    let comparison = try compare("opp \"A\" when temp > 30C", "opp \"A\" when temp > 32C")
    let change = comparison.changes[0]
    #expect(change.gained == nil)
    let reading = try #require(change.lost?.readings.first)
    guard case .scalar(let temperature) = reading.value else {
      Issue.record("a temperature is a number")
      return
    }
    #expect(temperature > 30 && temperature <= 32)
  }

  @Test(arguments: [
    ("on temp > 30C", "on temp > 32C"),
    (
      "for each e in agenda where ends - begins > 1h on e.begins",
      "for each e in agenda where ends - begins > 2h on e.begins"
    ),
    ("when total(rain, last 12h) < 1mm", "when total(rain, last 12h) < 2mm"),
    (
      "for each f in friends when distance(f.position) < 500m",
      "for each f in friends when distance(f.position) < 501m"
    ),
    ("when time in sunset - 1h..sunset", "when time in sunset - 2h..sunset"),
    ("when now >= 2027-03-01T10:00", "when now >= 2027-03-02T10:00"),
    ("when travelled(last 1h) > 5km", "when travelled(last 1h) > 6km"),
    ("when total(raining, last 3h) > 1h", "when total(raining, last 3h) > 2h"),
  ])
  func `a changed threshold has a day on which it makes a difference`(
    _ old: String, _ new: String
  ) throws {
    let first = RuleSet.analyze("opp \"A\" " + old).graph
    let second = RuleSet.analyze("opp \"A\" " + new).graph
    let change = RuleSetComparison(old: first, new: second, zone: nil).changes[0]
    #expect(change.kind == .stricter || change.kind == .looser)
    #expect(change.gained != nil || change.lost != nil)
  }

  @Test func `Opps are matched by name, and by meaning where only the name changed`() throws {
    let comparison = try compare(
      """
      opp "Kept" on 9:00
      opp "Old name" when temp > 30C and free > 1h notify "Go."
      opp "Gone" on 8:00
      """,
      """
      let heat = temp > 30C
      opp "New name" when free > 1h and heat notify "Go."
      opp "Kept" on 9:00
      opp "Fresh" on 7:00
      """)
    #expect(comparison.changes.map(\.name) == ["New name", "Kept", "Fresh", "Gone"])
    #expect(comparison.changes.map(\.kind) == [.renamed, .same, .added, .removed])
    #expect(comparison.changes[0].old == 1)
  }

  /// Both ways, since a clause may come or go
  @Test(arguments: [
    ("when temp > 30C", "when temp > 31C"), ("on 9:00", "on 10:00"),
    ("on 9:00", "on 9:00 when busy"),
    ("for each e in agenda on e.begins", "for each e in agenda where busy on e.begins"),
    ("on 9:00 notify \"a\"", "on 9:00 notify \"b\""),
    ("on 9:00 notify \"a\" to \"Ann\"", "on 9:00 notify \"a\" to \"Bo\""),
    ("on 9:00 notify \"a\" with { b: 1 }", "on 9:00 notify \"a\" with { b: 2 }"),
    ("on 9:00 colour red", "on 9:00 colour blue"),
    ("when busy at most once per day", "when busy at most 2 per day"),
    ("when busy", "when busy at most once per day"),
    ("on 9:00 again every 1h", "on 9:00 again every 2h"),
    ("on 9:00 again every 1h for 5h", "on 9:00 again every 1h for 6h"),
    ("on 9:00 again every 1h", "on 9:00 again every 1h for 6h"),
    ("on 9:00 snooze 5min", "on 9:00 snooze 6min"), ("on 9:00", "on 9:00 expires 1h"),
    ("on 9:00", "on 9:00 urgent"), ("on 9:00", "on 9:00 disabled"),
  ])
  func `an Opp of another name with another difference is not merely renamed`(
    _ first: String, _ second: String
  ) throws {
    // A text of its own, since without one it is the name.
    let tails = [first, second].map { $0.contains("notify") ? $0 : $0 + " notify \"x\"" }
    for (old, new) in [(tails[0], tails[1]), (tails[1], tails[0])] {
      let comparison = try compare("opp \"Old\" " + old, "opp \"New\" " + new)
      #expect(comparison.changes.map(\.kind) == [.added, .removed], "\(old), then \(new)")
      let renamed = try compare("opp \"Old\" " + old, "opp \"New\" " + old)
      #expect(renamed.changes.map(\.kind) == [.renamed], "\(old)")
    }
  }

  @Test func `declarations may move, grow and change their defaults`() throws {
    let old = """
      enum Mood { good bad }
      source me(day: Number = 1) { mood: Mood, energy: Number }
      table chores by id { id: Text  done: Bool }
      opp "Mood" when me.mood == bad
      opp "Chores" when any(chores where not done)
      opp "First day" when me(day: 1).energy > 3
      """
    let new = """
      table chores by id { id: Text, minutes: Number, done: Bool }
      source other { energy: Number }
      source me(day: Number = 2) { energy: Number, mood: Mood, sleep: Duration }
      enum Mood { fine good bad }
      opp "Chores" when any(chores where not done)
      opp "Mood" when me(day: 1).mood == bad
      opp "First day" when me.energy > 3
      """
    let comparison = try compare(old, new)
    #expect(comparison.changes.map(\.name) == ["Chores", "Mood", "First day"])
    #expect(comparison.changes.map(\.kind) == [.same, .same, .different])
  }

  @Test func `settings that changed are named`() throws {
    let comparison = try compare(
      "set zone \"Europe/Berlin\"\nset quiet 22:00..7:00\nopp \"A\" on 9:00",
      "set zone \"Europe/Oslo\"\nset quiet 22:00..7:00\nopp \"A\" on 9:00")
    #expect(comparison.settings == ["zone"])
    #expect(comparison.changes.map(\.kind) == [.same])
  }

  @Test(
    arguments: [
      ("set quiet 22:00..7:00", "set quiet when time in 22:00..7:00", false),
      ("set quiet when busy or raining", "let b = busy\nset quiet when b or raining", false),
      ("set quiet when busy", "set quiet when raining", true),
      ("", "set quiet when busy", true), ("set quiet 22:00..7:00", "set quiet 22:00..8:00", true),
    ])
  func `what is quiet is compared by its meaning`(old: String, new: String, isChanged: Bool) throws
  {
    let opp = "\nopp \"A\" on 9:00 when temp > 20C"
    let comparison = try compare(old + opp, new + opp)
    #expect(comparison.settings == (isChanged ? ["quiet"] : []))
    #expect(comparison.changes.map(\.kind) == [.same])
  }
}

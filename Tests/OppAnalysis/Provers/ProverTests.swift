import OppAnalysis
import OppModel
import OppSemantics
import OppTestLimits
import Testing

/// What is proved and what is not, condition by condition
@Suite(.limited) struct ProverTests {
  @Test(arguments: [
    "temp > 30C and temp < 10C",
    "sky == rain and sky == snow",
    "raining and not raining",
    "(raining or snowing) and not raining and not snowing",
    "sky in [rain, snow] and sky != rain and sky != snow",
    "time in 8:00..9:00 and time >= 9:00",
    "time in 22:00..2:00 and time in 3:00..21:00",
    "time.hour == 8 and time < 8:00",
    "time.minute == 30 and time in 8:31..9:00",
    "weekday == mon and weekday in [tue, wed]",
    "month == feb and today.day == 30",
    "today == 2026-03-28 and weekday == sun",
    "today.day == 29 and month == feb and today.year == 2027",
    "humidity > 100%",
    "humidity * 2 > 250%",
    "humidity > 90% and humidity * 1.0 < 0.8",
    "wind / gust > 90% and wind / gust < 0.5",
    "wind / gust > humidity and wind / gust < 10% and humidity > 20%",
    "(wind / gust otherwise 40%) > 90% and wind / gust < 0.5",
    "temp - feels_like > 5C and temp < feels_like",
    "2 * rain + snow > 5mm/h and rain < 1mm/h and snow < 1mm/h",
    "(temp > 20C for 1h) and temp < 10C",
    "(if raining then temp else feels_like) > 20C and raining and temp < 10C",
    "(gust otherwise wind) > 15m/s and gust < 10m/s",
    "known(temp) and not known(temp)",
    "store(\"A\").open and not store(\"A\").open",
    "busy and free >= 1h",
    "now > 2027-08-02T10:00 and now < 2027-08-02T9:00",
    "now in 2026-06-03T10:00..2026-06-03T11:00 and time > 12:00",
    "now < 2026-06-03T10:00 and today > 2026-06-03",
    "today + 8:00 < now and time < 6:00",
    "max(temp, last 3h) < 10C and temp > 20C",
    "average(temp, last 3h) > 20C and max(temp, last 3h) < 20C",
    "min(temp, last 1h) < min(temp, last 2h)",
    "total(raining, last 1h) > 2h",
    "any(friends where distance(position, @51.5,-0.12) < 1km) and count(friends) == 0",
    "any(agenda where busy) and none(agenda where busy)",
    "any(agenda where busy and ends > now + 2h) and none(agenda where ends > now + 1h)",
    "count(agenda where busy) >= 2 and none(agenda where busy)",
    "any(agenda where ends < begins)",
    "any(agenda where title == \"a\" and title == \"b\")",
    "near @51.5,-0.12 and near @52.5,-0.12",
    "near @51.5,-0.12 and distance(@51.5,-0.12) > 1km",
    "time < sun(place: @51.5,-0.12).sunrise and time > sun(place: @51.5,-0.12).sunset",
    "began(raining) > now",
    "(raining for 2h) and not (raining for 1h)",
    "(raining within last 1h) and not (raining within last 2h)",
    "(temp > 25C for 2h) and not (temp > 20C for 1h)",
    "((temp > 25C and humidity < 40%) for 1h) and not (temp > 20C for 1h)",
    "(temp > 25C within last 1h) and not (temp > 20C within last 1h)",
    "((not (sky != rain)) for 1h) and not (sky == rain for 1h)",
    "not (((not (sky != rain)) for 1h) or known(sky == rain for 1h)) and known((not (sky != rain)) for 1h)",
    "total(temp > 25C, last 1h) > total(temp > 20C, last 2h)",
    "count(agenda where busy and not all_day) > count(agenda where busy)",
    "count(agenda where busy) > count(agenda)",
    "sunset - 1h > 12:00 and sunset - 2h < 11:00",
    "time in sunset - 1h..sunset and not (time in sunset - 2h..sunset) and sunset > 2:00",
    "time in sunset - 1h..sunset and not (time in sunset - 2h..sunset)",
  ])
  func `is never true`(condition: String) {
    let verdict = AnalysedRules("opp \"A\" when \(condition)").verdict()
    #expect(verdict.isNever, "\(verdict)")
  }

  @Test(arguments: [
    "temp > 30C",
    "sky == rain and not raining",
    "humidity * 2 > 150%",
    "humidity * 1.0 > 57.3% and humidity * 1.0 < 0.574",
    "(raining or snowing) and not raining",
    "time in 22:00..2:00 and time >= 23:00",
    "time.minute == 30 and time in 8:00..9:00",
    "month == feb and today.day == 29 and weekday == sat",
    "today == 2026-03-29 and weekday == sun",
    "now > 2027-08-02T10:00 and today.year == 2027",
    "temp - feels_like > 5C and temp < 30C",
    "2 * rain + snow > 5mm/h and rain < 1mm/h and snow < 4mm/h",
    "(temp > 20C for 1h) and humidity < 40%",
    "(if raining then temp else feels_like) > 20C and temp < 10C",
    "(gust otherwise wind) > 15m/s and wind < 10m/s",
    "known(temp) and not known(gust)",
    "store(\"A\").open and not store(\"B\").open",
    "abs(temp - feels_like) > 3C and temp < feels_like",
    "near @51.5,-0.12 and distance(@51.5,-0.12) > 100m",
    "weather(place: @51.5,-0.12).temp > 3C",
    "time in sun(place: @51.5,-0.12).sunset..sun(place: @51.5,-0.12).sunrise",
    "today + 8:00 < now and time < 8:30",
    "max(temp, last 3h) > 25C and temp > 10C",
    "free >= 1h and not busy",
    "store(\"A\").opens < time and store(\"A\").opens > 20:00",
    "time - 2h in 23:00..23:30",
    "daylight and temp < 0C",
    "any(agenda where busy) and count(friends) == 0",
    "count(agenda where busy) >= 3 and none(agenda where all_day)",
    "now in 2026-06-03T10:00..2026-06-03T11:00 and time > 10:30",
    "near @51.5,-0.12 and distance(@51.51,-0.12) > 1km",
    "began(raining) < now - 1h and raining",
    "(raining for 1h) and not (raining for 10h)",
    "(raining within last 2h) and not raining",
    "near \"Hauptstrasse 1, Bern\" and raining",
    "near \"A\" and near \"B\"",
    "near \"A\" and not near \"B\"",
    "near any \"cafe\" within 300m and distance(\"Hauptstrasse 1, Bern\") > 5km",
    "(raining within last 2h) and not (raining within last 1h)",
    "max(temp, last 3h) > 25C and temp < 10C",
    "change(temp, last 3h) > 5C and temp < 10C",
    "average(temp, last 3h) > 20C and temp < 15C",
    "(temp < 5C within last 3h) and temp > 20C",
    "device.battery < 20% and not charging and location.speed > 3m/s",
    "(temp > 25C for 1h) and not (temp > 20C for 2h)",
    "(temp > 20C for 1h) and not (temp > 25C for 1h)",
    "total(rain, last 12h) < 2mm",
    "near any \"cafe\" within 1km",
    "time in sunset - 1h..sunset and near any \"cafe\" within 1km",
    "total(rain, last 12h) > 1mm and total(rain, last 12h) < 2mm and rain == 0mm/h",
    "total(raining, last 3h) > 1h and total(raining, last 3h) < 2h",
    "total(charging, last 3h) > 1h and charging",
    "travelled(last 1h) > 5km and travelled(last 1h) < 6km",
    "time in sunset - 2h..sunset and not (time in sunset - 1h..sunset)",
    "time in sunset - 1h..sunset and near @48.4,-123.4 within 1km",
    "count(agenda) > count(agenda where busy) and any(agenda where busy)",
  ])
  func `has an example`(condition: String) {
    let verdict = AnalysedRules("opp \"A\" when \(condition)").verdict()
    #expect(verdict.witness != nil, "\(verdict)")
  }

  @Test(arguments: [
    "e.begins in now..now + 1h and e.title == \"x\"",
    "e.busy and e.ends - e.begins > 2h",
    "e.busy", "e.ends - e.begins > 2h", "e.ends > e.begins + 2h", "e.all_day and e.title == \"a\"",
  ])
  func `has an example of a row`(condition: String) {
    let verdict = AnalysedRules("opp \"A\" for each e in agenda when \(condition)").verdict()
    #expect(verdict.witness?.rows.count == 1, "\(verdict)")
  }

  // What compares each part with all others takes minutes for so many.
  @Test func `a conjunction of very many parts takes time in proportion to their number`() {
    let parts = (0..<30_000).map { "s.n > \($0)" }.joined(separator: " and ")
    let rules = AnalysedRules(
      """
      source s { n: Number }
      opp "A" when \(parts)
      opp "B" when s.n < 5
      """)
    var prover = Prover(graph: rules.graph, zone: .utc)
    let both = [Literal(rules.condition(0), .isTrue), Literal(rules.condition(1), .isTrue)]
    let (alone, together) = (prover.isNever([both[0]]), prover.isNever(both))
    #expect(!alone && together)
  }

  @Test(arguments: [
    "distance(f.position) < 500m",
    "distance(f.position) in 500m..501m and f.free_until > now + 30min",
    "distance(f.position) > 5km and distance(f.position, @51.5,-0.12) < 100m",
  ])
  func `has an example of a row somewhere`(condition: String) {
    let verdict = AnalysedRules("opp \"A\" for each f in friends when \(condition)").verdict()
    #expect(verdict.witness?.rows.count == 1, "\(verdict)")
  }

  @Test func `a local time has an example without a zone, and no proof`() {
    let rules = AnalysedRules(
      "opp \"A\" when now >= 2027-03-01T10:00\nopp \"B\" when now < 2027-03-01T10:00 and today > 2027-03-01"
    )
    var prover = Prover(graph: rules.graph, zone: nil)
    #expect(prover.verdict([Literal(rules.condition(0), .isTrue)]).witness != nil)
    #expect(prover.verdict([Literal(rules.condition(1), .isTrue)]).witness == nil)
  }

  @Test func `an example that looks back says since when, and what was before`() throws {
    let rules = AnalysedRules("opp \"A\" when max(temp, last 3h) > 25C and temp < 10C")
    let witness = try #require(rules.verdict().witness)
    #expect(witness.looksBack)
    #expect(witness.firstReading < witness.begins)
    let now = AnalysedRules("opp \"A\" when temp < 10C").verdict().witness
    #expect(now?.looksBack == false)
  }

  @Test func `two Opps over rows of different tables have an example with a row of each`() {
    let rules = AnalysedRules(
      """
      table chores by id { id: Text  done: Bool }
      opp "A" for each e in agenda when e.busy
      opp "B" for each c in chores when c.done
      """)
    var prover = Prover(graph: rules.graph, zone: .utc)
    let both = [Literal(rules.condition(0), .isTrue), Literal(rules.condition(1), .isTrue)]
    // The order of the literals does not matter, and two runs give the same example.
    for question in [both, both.reversed(), both] {
      let verdict = prover.verdict(question)
      #expect(
        verdict.witness?.rows.map { rules.graph.tables[Int($0.table.index)].name }
          == ["agenda", "chores"], "\(verdict)")
    }
  }
}

/// Rules of a text, and questions about their conditions
struct AnalysedRules {
  let graph: ConditionGraph

  init(_ text: String) {
    graph = RuleSet.analyze(text).graph
  }

  /// The condition of the Opp at an index
  func condition(_ rule: Int = 0) -> NodeID {
    guard graph.rules.indices.contains(rule), let condition = graph.rules[rule].condition else {
      Issue.record("there is no condition \(rule)")
      return NodeID(index: 0)
    }
    return condition
  }

  func verdict(_ holds: Truthfulness = .isTrue) -> Verdict {
    var prover = Prover(graph: graph, zone: .utc)
    return prover.verdict([Literal(condition(), holds)])
  }
}

import OppAnalysis
import OppModel
import OppSemantics
import Testing

/// What is proved and what is not, condition by condition
@Suite struct ProverTests {
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
    "temp - feels_like > 5C and temp < feels_like",
    "2 * rain + snow > 5mm/h and rain < 1mm/h and snow < 1mm/h",
    "(temp > 20C for 1h) and temp < 10C",
    "(if raining then temp else feels_like) > 20C and raining and temp < 10C",
    "(gust otherwise wind) > 15m/s and gust < 10m/s",
    "known(temp) and not known(temp)",
    "store(\"A\").open and not store(\"A\").open",
  ])
  func `is never true`(condition: String) {
    let verdict = AnalysedRules("opp \"A\" when \(condition)").verdict()
    #expect(verdict.isNever, "\(verdict)")
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

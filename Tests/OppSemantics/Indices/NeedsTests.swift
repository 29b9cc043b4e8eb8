import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

/// The sources and tables that an Opp reads
@Suite(.limited) struct NeedsTests {
  @Test(arguments: [
    (#"opp "A" when temp > 20C"#, ["weather"]),
    (
      #"opp "A" on 8:00 notify "{battery}" to (if busy then "b" else "a")"#, ["calendar", "device"]
    ),
    (#"opp "A" on 8:00 notify "x" with { level: battery }"#, ["device"]),
    (#"opp "A" on 8:00 record trips { at: now  wifi: device.wifi }"#, ["device"]),
    (#"opp "A" on 8:00 when count(trips) < 3 record trips { at: now } at most once"#, ["trips"]),
  ])
  func `an Opp needs all that its clauses read`(opp: String, needs: [String]) {
    let analysis = RuleSet.analyze("table trips by at { at: Instant  wifi: Bool }\n" + opp)
    #expect(analysis.diagnostics.map(\.headline) == [])
    #expect(analysis.needs(ofOpp: "A").sorted() == needs)
  }
}

import OppEngine
import OppModel
import OppReplay
import OppSemantics
import OppSyntax
import OppTestLimits
import OppTesting
import Testing

/// The reach of charts into the past
@Suite(.limited) struct ChartReachTests {
  /// Noon of a Sunday
  private static let now = Instant(seconds: 1_782_043_200)

  private static func reach(_ charts: String) throws -> ChartReach {
    let analysis = RuleSet.analyze(
      """
      source s { x: Number  on: Bool }
      source p(name: Text) { y: Number }
      table rows by id { id: Text  at: Instant  v: Number }
      \(charts)
      """)
    #expect(!analysis.hasErrors, "\(charts): \(analysis.diagnostics.map(\.headline))")
    return ChartReach(analysis.graph)
  }

  @Test(arguments: [
    // The first second of the earliest period, in hours before midnight
    ("x per day last 1", 0), ("x per day last 3", 48), ("x per hour last 12", -1),
    ("average(x, since period) per day last 3", 48),
    ("x - ago(x, 1d) per day last 1", 24), ("max(x, last 7d) per day last 2", 192),
    ("average(x, last 1d..2d) per day last 1", 48),
    ("total(on for 2h, since period) per day last 1", 2),
    ("total(on within last 3h, last 1d) per day last 1", 27),
    ("times(on, last 1d) per day last 1", 792), ("times(on, since period) per day last 2", 792),
    ("average(x, since today + 0:00) per day last 1", 72),
    // Of a local time a day more, for the zone may be any
    ("average(x, since 2026-06-01T0:00) per day last 1", 504),
    ("total(on for 1h, since 2026-06-01T0:00) per day last 1", 505),
    ("average(x, since now.date - 2d + 6:00) per day last 1", 120),
    ("average(x, since today.week_start + 0:00) per day last 1", 264),
    ("total(on until x > 3, since period) per day last 1", 9600),
    ("(age(x) / 1s) per day last 1", 9600),
    ("count(rows where v > max(x, last 2h)) per day last 1", 2),
  ]) func reach(chart: String, hours: Int64) throws {
    let reach = try Self.reach(#"chart "c" of "# + chart)
    let start = try #require(reach.start(at: Self.now, .utc))
    let midnight = Self.now.advanced(by: -12 * 3600)
    // Each window looks at a second more than its length.
    let back = midnight.seconds(since: start)
    #expect((hours * 3600...hours * 3600 + 5).contains(back), "\(back)")
    #expect(reach.sources(at: Self.now, .utc) == ["s": start])
  }

  @Test func `a source is kept for the chart that reaches furthest`() throws {
    let reach = try Self.reach(
      """
      let warm(n: Text) = p(n).y + 1
      chart "a" of x per day last 2
      chart "b" for each r in rows of average(warm(r.id), last 1d) per day last 1
      chart "c" for each v in distinct([x, p("z").y] as e where e > 0) of v per day last 5
      chart "d" of count(rows) per day last 30
      """)
    let midnight = Self.now.advanced(by: -12 * 3600)
    #expect(
      reach.sources(at: Self.now, .utc)
        == ["s": midnight.advanced(by: -4 * 86_400), "p": midnight.advanced(by: -4 * 86_400)])
    #expect(reach.names == ["s", "p"])
    #expect(reach.start(at: Self.now, .utc) == midnight.advanced(by: -29 * 86_400))
  }

  @Test func `without charts there is none`() throws {
    let reach = try Self.reach("")
    #expect(reach.names == [])
    #expect(reach.sources(at: Self.now, .utc).isEmpty)
    #expect(reach.start(at: Self.now, .utc) == nil)
  }
}

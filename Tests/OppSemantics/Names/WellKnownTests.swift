internal import OppModel
internal import OppSemantics
internal import OppSyntax
internal import OppTestLimits
internal import Testing

/// Sources and tables that a rule set declares by the names of the prelude
@Suite(.limited) struct WellKnownTests {
  private func codes(_ rules: String) -> [String] {
    RuleSet.analyze(rules).diagnostics.map(\.code)
  }

  // MARK: A source or table of the same name is like any other

  @Test func `a field of a rule set's own calendar does not move by itself`() {
    let rules = #"""
      source calendar { free: Number }
      opp "seats" on calendar.free changes notify "{calendar.free}"
      opp "mean" when average(calendar.free, last 1h) > 3
      """#
    #expect(codes(rules) == [])
  }

  @Test func `a rule set's own calendar is not known ahead`() {
    let rules = #"""
      source calendar { visitors: Number }
      opp "full" when calendar.visitors > 3 within next 1h
      """#
    #expect(codes(rules) == codes(rules.replacing("calendar", with: "museum")))
    #expect(codes(rules) != [])
  }

  @Test func `rows of a rule set's own agenda are not known ahead`() {
    let rules = #"""
      table agenda by id { id: Text }
      opp "much" when count(agenda) > 1 within next 1h
      """#
    #expect(codes(rules) == codes(rules.replacing("agenda", with: "todo")))
    #expect(codes(rules) != [])
  }

  @Test func `an event of a table without times is reported, whatever the name of the table`() {
    let rules = #"""
      table agenda by id { id: Text }
      opp "next" for each e in agenda on event begins
      """#
    #expect(codes(rules) == codes(rules.replacing("agenda", with: "todo")))
    #expect(codes(rules) != [])
  }

  @Test func `an event of an agenda without its time is reported`() {
    let rules = #"""
      table agenda by id { id: Text  begins: Instant }
      opp "next" on event ends notify "{event.id}"
      """#
    #expect(codes(rules) == ["unknown-field"])
  }

  // MARK: One with the fields of the role takes the role over

  @Test func `roles go to the rule set's own declarations that have the fields`() {
    let rules = #"""
      source location { accuracy: Length  position: Position }
      source calendar { room: Text  busy: Bool }
      table agenda by id { id: Text  ends, begins: Instant }
      opp "next" on event begins notify "{event.id}"
      opp "home" when near @48.85,2.35
      """#
    let analysis = RuleSet.analyze(rules)
    #expect(analysis.diagnostics.map(\.code) == [])
    let (graph, known) = (analysis.graph, analysis.graph.wellKnown)
    #expect(known.location?.source == graph.source(named: "location"))
    #expect(known.location?.position == 1)
    #expect(known.calendar?.source == graph.source(named: "calendar"))
    #expect(known.calendar?.busy == 1)
    #expect(known.calendar?.free == nil)
    #expect(known.agenda?.table == graph.table(named: "agenda"))
    #expect(known.agenda?.begins == 2)
    #expect(graph.rules[0].rows?.table == known.agenda?.table)
  }

  @Test func `roles stay with the prelude where the fields are others`() {
    let rules = #"""
      source location { position: Text }
      source calendar { free: Bool  busy: Duration }
      table agenda by id { id: Text  begins, ends: TimeOfDay }
      source clock { now: Number }
      source weather { raining: Number }
      """#
    let graph = RuleSet.analyze(rules).graph
    let known = graph.wellKnown
    #expect(known == RuleSet.analyze("").graph.wellKnown)
    #expect(known.location?.source != graph.source(named: "location"))
    #expect(known.calendar != nil)
    #expect(known.agenda != nil)
    #expect(known.clock != graph.source(named: "clock"))
  }
}

import OppEngine
import OppModel
import OppReplay
import OppSemantics
import OppTestLimits
import OppTimelines
import Testing

/// What a firing says, to whom, and with what
@Suite(.limited) struct TellingTests {
  @Test func `the text is of the second of the firing`() throws {
    try told(
      #"opp "x" on 00:20 notify "{temp}, free for {free}, at {time}""#,
      """
      00:00 busy 01:00..02:00
      00:10 temp=20C
      00:20 temp=21C
      """,
      "21°C, free for 40 min, at 00:20")
  }

  @Test func `an unknown prints a question mark and stops nothing`() throws {
    try told(#"opp "x" on 00:20 notify "{temp} and {free}""#, "", "? and ?")
  }

  @Test func `the text defaults to the name, and record alone delivers nothing`() throws {
    try told(#"opp "Walk" on 00:20"#, "", "Walk")
    try told(
      #"table log by at { at: Instant } opp "x" on 00:20 record log { at: now }"#, "", "nobody")
    try told(
      #"table log by at { at: Instant } opp "x" on 00:20 notify "a" record log { at: now }"#, "",
      "a")
  }

  @Test func `a row says its own fields`() throws {
    try told(
      """
      table tasks by id { id, owner: Text  due: Instant }
      opp "x" for each t in tasks on t.due notify "{t.id}" to t.owner with { due: t.due, left: 1min }
      """,
      """
      00:00 tasks + id=mow owner=Ann due=00:10
      00:00 tasks + id=dig owner=Bob due=00:20
      00:15 tasks + id=mop owner=Cid due=00:20
      """,
      """
      mow to "Ann" with due 2026-06-21T00:10:00Z, left 60s; \
      dig to "Bob" with due 2026-06-21T00:20:00Z, left 60s; \
      mop to "Cid" with due 2026-06-21T00:20:00Z, left 60s
      """)
  }

  @Test func `a row that comes into the list is all that an Opp needs`() throws {
    try told(
      """
      table tasks by id { id: Text  done: Bool }
      opp "x" for each t in tasks where not t.done notify "{t.id}"
      """,
      """
      00:00 tasks + id=mow done=true
      00:10 tasks + id=dig done=false
      00:20 tasks + id=mow done=false
      00:30 tasks + id=dig done=true
      00:40 tasks + id=dig done=false
      """,
      "dig; mow; dig")
  }

  @Test func `a colour is as of the firing`() throws {
    let rules = #"opp "x" on 00:20 or 00:40 notify "" colour (if temp > 20C then red else blue)"#
    let subject = try EngineCheck(
      rules, "00:00 temp=25C\n00:30 temp=5C", zone: "UTC", day: "2026-06-21", from: "00:00",
      to: "01:00")
    let firings = subject.timeline.replay.run(from: subject.from, to: subject.to).firings
    #expect(firings.map { $0.colour.map(Colour.text) } == ["red", "blue"])
    subject.expectAgreement(watching: [], isLong: false, #_sourceLocation)
  }

  private func told(
    _ rules: String, _ lines: String, _ expected: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let subject = try EngineCheck(
      rules, lines, zone: "UTC", day: "2026-06-21", from: "00:00", to: "01:00")
    let result = subject.timeline.replay.run(from: subject.from, to: subject.to)
    let notation = ValueNotation(schema: ValueSchema(subject.analysis.graph))
    let found = result.firings.map { firing in
      var text = firing.text ?? "nobody"
      if let recipient = firing.recipient {
        text += " to " + notation.literal(recipient, type: .text)
      }
      let payload = firing.payload.map { item in
        item.name + " " + (item.value.map { notation.literal($0, type: item.type) } ?? "unknown")
      }
      return payload.isEmpty ? text : text + " with " + payload.joined(separator: ", ")
    }
    #expect(found.joined(separator: "; ") == expected, sourceLocation: location)
    subject.expectAgreement(watching: [], isLong: false, location)
  }
}

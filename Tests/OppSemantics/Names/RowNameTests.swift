import OppModel
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

@testable import OppSemantics

/// Plain names of the fields of a row in the clauses of `for each`
@Suite(.limited) struct RowNameTests {
  private static let tables = """
    enum Mode { walk, bike }
    place home = @52.1,5.1
    table chores by id {
      id, name, owner, location: Text
      due: Date
      at: Instant
      done: Bool
      mode: Mode
      effort: Number
      hue: Colour
      spot: Position
      friends: Number
      bike: Bool
    }

    """

  /// The rules and charts of a text, after the same tables
  private func graph(_ rules: String) -> String {
    let analysis = RuleSet.analyze(Self.tables + rules)
    #expect(analysis.diagnostics.isEmpty, "\(rules): \(analysis.diagnostics.map(\.headline))")
    let printer = GraphText(analysis.graph)
    return
      (analysis.graph.rules.map { printer.text($0) }
      + analysis.graph.charts.map { chart in
        "\(chart.rows.map { "\($0)" } ?? "") \(printer.text(chart.value))"
      }).joined(separator: "\n")
  }

  @Test(arguments: [
    // Every clause, and what is within its expressions.
    ("c", "on done", "on c.done"),
    ("c", "on at - 10min when not done", "on c.at - 10min when not c.done"),
    ("c", "on every 2h from at", "on every 2h from c.at"),
    ("c", "on effort changes from 3 to 4", "on c.effort changes from 3 to 4"),
    ("c", "on entering spot or leaving spot", "on entering c.spot or leaving c.spot"),
    ("c", "when due <= today and effort > 3", "when c.due <= today and c.effort > 3"),
    ("c", "when done for 1h until effort > 3", "when c.done for 1h until c.effort > 3"),
    ("c", "when average(effort, last 1h) > 3", "when average(c.effort, last 1h) > 3"),
    ("c", "when began(done) < now - 1h", "when began(c.done) < now - 1h"),
    ("c", "when mode == bike", "when c.mode == bike"),
    ("c", "when mode in [walk, bike]", "when c.mode in [walk, bike]"),
    ("c", "when bike", "when c.bike"),
    ("c", "when location == name", "when c.location == c.name"),
    (
      "c", "when at least 2 of [done, bike, raining]",
      "when at least 2 of [c.done, c.bike, raining]"
    ),
    ("c", "near spot", "near c.spot"),
    ("c", "near location for 10min", "near c.location for 10min"),
    (
      "c", "notify \"{name}: {effort:.1}\" to owner with { x: due, y: [name, owner] }",
      "notify \"{c.name}: {c.effort:.1}\" to c.owner with { x: c.due, y: [c.name, c.owner] }"
    ),
    (
      "c", "on done record chores { id: name, done: not done } at most once",
      "on c.done record chores { id: c.name, done: not c.done } at most once"
    ),
    ("c", "colour hue", "colour c.hue"),
    (
      "c", "when distance(location.position, spot) < 1km and done",
      "when distance(location.position, c.spot) < 1km and c.done"
    ),
    // The inner row goes first; a name that it lacks is that of the row outside.
    (
      "c", "when any(agenda where title contains name and begins.date == due)",
      "when any(agenda as e where e.title contains c.name and e.begins.date == c.due)"
    ),
    (
      "c", "when sum(chores where owner == c.owner and not done each effort) > effort",
      "when sum(chores as d where d.owner == c.owner and not d.done each effort) > c.effort"
    ),
    (
      "c", "when first(agenda by title).title == name",
      "when first(agenda by title).title == c.name"
    ),
    ("chore", "notify \"{name}\"", "notify \"{chore.name}\""),
  ])
  func `a field of the row has a plain name in every clause`(
    row: String, plain: String, qualified: String
  ) {
    let head = "opp \"A\" for each \(row) in chores "
    #expect(graph(head + plain) == graph(head + qualified))
  }

  @Test func `a chart has the plain names of its rows, and none of its values`() {
    #expect(
      graph(
        "chart \"A\" for each c in chores of effort + count(agenda where title == name) per day last 3"
      )
        == graph(
          "chart \"A\" for each c in chores of c.effort + count(agenda as e where e.title == c.name) per day last 3"
        ))
    let values = RuleSet.analyze(
      Self.tables + "chart \"B\" for each m in distinct(chores each mode) of effort per day last 3")
    #expect(values.diagnostics.map(\.code) == ["field-without-owner"])
  }

  @Test func `event begins is short for for each, with its plain names`() {
    #expect(
      graph("opp \"A\" on event begins - 10min when not all_day notify \"{title}\"")
        == graph(
          "opp \"A\" for each event in agenda on event.begins - 10min when not event.all_day notify \"{event.title}\""
        ))
    #expect(
      graph("opp \"A\" on event ends + 2 * 30min or event begins")
        == graph("opp \"A\" for each event in agenda on event.ends + 2 * 30min or event.begins"))
    #expect(
      graph("opp \"A\" for each e in agenda on e begins - 1h")
        == graph("opp \"A\" for each e in agenda on begins - 1h"))
  }

  @Test(arguments: [
    ("on event begins - free", "not-constant"), ("on event begins - 5km", "type-mismatch"),
    ("on event begins - 30", "missing-unit"),
  ])
  func `the offset of an event is a constant duration`(clause: String, code: String) {
    let codes = RuleSet.analyze("opp \"A\" \(clause)").diagnostics.map(\.code)
    #expect(codes.contains(code), "\(clause): \(codes)")
  }

  @Test func `an event goes before a field of its name`() {
    let rules = """
      table visits by id { id: Text  added: Bool }
      opp "A" for each visit in visits on visit added
      opp "B" for each visit in visits on added
      """
    let analysis = RuleSet.analyze(rules)
    #expect(analysis.diagnostics.isEmpty)
    #expect(analysis.graph.rules[0].events == [.rowAdded])
    #expect(analysis.graph.rules[1].events != [.rowAdded])
  }

  @Test func `the names of a row do not reach into lets`() {
    let analysis = RuleSet.analyze(
      Self.tables + "let late = due < today\nopp \"A\" for each c in chores when late")
    #expect(analysis.diagnostics.map(\.code) == ["field-without-owner"])
  }
}

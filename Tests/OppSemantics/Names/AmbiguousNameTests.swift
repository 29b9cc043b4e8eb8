import OppModel
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

@testable import OppSemantics

/// Names that mean more than one thing, and names of the prelude that are hidden
@Suite(.limited) struct AmbiguousNameTests {
  private static let fridge = "source fridge { temp: Temperature  position: Position }\n"

  private func analyze(_ files: [String], recordsSymbols: Bool = false) -> Analysis {
    RuleSet.analyze(
      files: files.enumerated().map { SourceFile(path: "\($0).opp", text: $1) },
      recordsSymbols: recordsSymbols)
  }

  private func text(_ analysis: Analysis) -> [String] {
    analysis.diagnostics.map { DiagnosticText.text($0, files: analysis.files) }
  }

  // MARK: Sources

  @Test func `a name is reported once a file, with each thing that it may mean`() {
    let rules = """
      opp "A" when temp > 8C or temp < 2C notify "{temp}"
      opp "B" when age(temp) > 1h
      chart "C" of temp per day last 3
      test "D" given temp = 3C at 2026-06-21T12:00 expect "A" quiet
      """
    let found = text(analyze([Self.fridge, rules, "opp \"E\" when temp > 3C"]))
    #expect(found.count == 2)
    let parts = found.map { $0.split(separator: "\n").map(String.init) }
    #expect(parts[0][0] == "1:14-18 ambiguous-name: `temp` is ambiguous here")
    #expect(parts[0][1] == "  at 0.opp:1:17-21: `fridge.temp`")
    #expect(parts[0][2].hasPrefix("  at prelude.opp:") && parts[0][2].hasSuffix(": `weather.temp`"))
    #expect(parts[0][3] == "  help: write `fridge.temp` or `weather.temp`")
    #expect(parts[0][4] == "  note: the name is used at 6 places of this file")
    #expect(
      parts[0][5].hasPrefix("  fix (safe): 1:14-18 -> \"fridge.temp\", 1:27-31 -> \"fridge.temp\""))
    #expect(parts[0][6].hasPrefix("  fix (display): 1:14-18 -> \"weather.temp\""))
    #expect(parts[0].count == 7)
    #expect(parts[1].last == "  fix (display): 1:14-18 -> \"weather.temp\"")
  }

  @Test func `of several own sources none was meant before`() {
    let found = text(
      analyze([Self.fridge + "source cellar { temp: Temperature }\nopp \"A\" when temp > 8C"]))
    #expect(found.count == 1)
    #expect(found[0].contains("help: write `fridge.temp` or `cellar.temp` or `weather.temp`"))
    #expect(!found[0].contains("(safe)"))
    #expect(found[0].split(separator: "\n").count { $0.contains("(display)") } == 3)
  }

  @Test func `an expression of its own is ambiguous as well`() {
    let analysis = analyze([Self.fridge])
    let expression = analysis.expression("temp > 3C and temp < 8C")
    #expect(expression.diagnostics.map(\.code) == ["ambiguous-name"])
    #expect(expression.diagnostics.first?.fix?.edits.count == 2)
    #expect(analysis.expression("fridge.temp > 3C").diagnostics.isEmpty)
  }

  @Test(arguments: [
    "source oven(room: Text) { temp: Temperature }\nopp \"A\" when temp > 8C",
    "source oven { heat: Temperature }\nlet temp = oven.heat\nopp \"A\" when temp > 8C",
    "table ovens by id { id: Text  temp: Temperature }\nopp \"A\" when temp > 8C",
    "source rain { rain: Bool }\nopp \"A\" when sky == rain",
    "source weather { temp: Temperature }\nopp \"A\" when temp > 8C",
    "source fridge { temp: Temperature }\nopp \"A\" when fridge.temp > 8C and weather.temp > 8C",
  ])
  func `a name with one meaning is not ambiguous`(rules: String) {
    #expect(text(analyze([rules])) == [])
  }

  // MARK: Positions

  @Test func `near, distance, travelled and defaults are about the position of the person`() {
    let rules = """
      place home = @52.1,5.1
      source sauna(place: Position = position) { heat: Temperature }
      let far(from: Position = position) = distance(from, home) > 1km
      opp "A" when near home and distance(home) < 1km and travelled(last 1h) > 1km
      opp "B" when sauna.heat > 80C and far()
      """
    let own = analyze([rules + "\n" + Self.fridge])
    #expect(text(own) == [])
    let words = GraphText(own.graph)
    let plain = analyze([rules])
    #expect(
      own.graph.rules.map { words.text($0) }
        == plain.graph.rules.map { GraphText(plain.graph).text($0) })
    #expect(
      analyze([Self.fridge + "opp \"A\" when distance(position, @1.0,2.0) > 1km"]).diagnostics
        .map(\.code) == ["ambiguous-name"])
  }

  @Test(arguments: [
    ("position == home", "near home within 100m"),
    ("home is position", "near home within 100m"),
    ("position != home", "not near home within 100m"),
    ("location.position == @52.1,5.1", "near @52.1,5.1 within 100m"),
    ("position in [home, office]", "near home within 100m or near office within 100m"),
  ])
  func `an equal position is asked for by near`(condition: String, help: String) {
    let places = "place home = @52.1,5.1\nplace office = @52.2,5.1\n"
    let wrong = analyze([places + "opp \"A\" when \(condition)"])
    #expect(wrong.diagnostics.map(\.code) == ["equal-position"])
    #expect(wrong.diagnostics.first?.helps == ["write `\(help)`"])
    #expect(text(analyze([places + "opp \"A\" when \(help)"])) == [])
  }

  // MARK: Rows

  private static let chores =
    "table chores by id { id: Text  due: Instant  busy: Bool  spot: Position }\n"

  @Test func `a field of the row and one of a source are ambiguous, the row first`() {
    let rules =
      Self.chores + """
        opp "A" for each c in chores when busy notify "{busy}"
        opp "B" for each c in chores when any(agenda where busy) or any(friends where busy)
        """
    let found = text(analyze([rules]))
    #expect(found.count == 1)
    #expect(found[0].contains("help: write `c.busy` or `calendar.busy`"))
    #expect(
      found[0].contains(
        "fix (safe): 2:35-39 -> \"calendar.busy\", 2:49-53 -> \"calendar.busy\", 3:79-83"))
    #expect(found[0].contains("fix (display): 2:35-39 -> \"c.busy\""))
  }

  @Test func `a let and a place get another name wherever they are used`() {
    let first =
      Self.chores + """
        let due = today + 18:00
        place spot = @52.1,5.1
        opp "A" for each c in chores when now < due and near spot
        """
    let analysis = analyze([first, "opp \"B\" when now > due or near spot"])
    let found = text(analysis)
    #expect(found.count == 2)
    #expect(found[0].contains("help: write `c.due`, or give the let `due` another name"))
    #expect(
      found[0].contains(
        "fix (safe): 2:5-8 -> \"my_due\", 4:41-44 -> \"my_due\", 1.opp:1:20-23 -> \"my_due\""))
    #expect(found[1].contains("or give the place `spot` another name"))
    #expect(found[1].contains("1.opp:1:32-36 -> \"my_spot\""))
  }

  @Test func `names of functions, enum cases and sources are nothing besides a row`() {
    let rules = """
      enum Mode { walk, bike }
      table trips by id { id, location: Text  walk, max, score: Number }
      let score(a: Number) = a + 1
      opp "A" for each t in trips when walk > 1 and max > 2 and location == "x" and score > score(2)
      """
    #expect(text(analyze([rules])) == [])
  }

  // MARK: Sources of the prelude that are replaced

  @Test func `the names that are lost with a source are named where a rule reads one`() {
    let rules = "source weather { temp: Temperature }\n"
    #expect(text(analyze([rules + "opp \"A\" when temp > 3C"])) == [])
    let found = analyze([
      rules,
      "opp \"A\" when sky == sunny or rain > 2mm/h\nopp \"B\" when sky == rain notify \"{sky}\"",
    ])
    #expect(found.diagnostics.map(\.code) == ["hidden-name", "hidden-name"])
    #expect(found.diagnostics[0].headline.hasPrefix("`sky` is a field of the prelude's `weather`"))
    #expect(found.diagnostics[0].notes.contains { $0.contains("`wind`, `gust`") })
    #expect(found.diagnostics[0].notes.contains { $0.contains("3 places") })
  }

  @Test(arguments: [
    "when near home", "when near any \"bakery\"", "on entering home",
    "when raining near home within 1km", "when distance(home) > 1km",
    "when travelled(last 1h) > 1km",
  ])
  func `a position that is lost with a location is named where it is needed`(clauses: String) {
    let rules = "place home = @52.1,5.1\nopp \"A\" \(clauses)\n"
    for fields in [
      "{ spot: Position }", "{ position: Text }", "(who: Text) { position: Position }",
    ] {
      let found = analyze([rules + "source location \(fields)"]).diagnostics
      #expect(found.map(\.code) == ["hidden-name"])
      #expect(found.first?.headline.hasPrefix("`position` is a field of the prelude's") ?? false)
      #expect(found.first?.helps.first?.hasPrefix("declare `position: Position`") ?? false)
    }
    #expect(text(analyze([rules + "source location { position: Position }"])) == [])
    #expect(text(analyze(["source location { spot: Position }\nopp \"A\" when temp > 3C"])) == [])
  }

  @Test(arguments: [
    "when m.q otherwise m.a - m.b > 1 + m.a otherwise m.b",
    "when 1 + uv otherwise m.b > 4",
    "for each c in chores when busy and 1 + m.a otherwise m.b > 4 notify \"{busy}\"",
  ])
  func `several names and signs on a line keep what they meant`(clauses: String) {
    let declarations = Self.chores + "source m { a, b, q, uv: Number }\n"
    let found = analyze([declarations + "opp \"A\" \(clauses)\n"]).diagnostics
    #expect(!found.isEmpty)
    for diagnostic in found {
      #expect(["ambiguous-name", "ambiguous-otherwise"].contains(diagnostic.code))
      #expect(diagnostic.fix?.applicability == .safe)
    }
  }

  // MARK: Opps that read a name

  @Test func `the Opps that read a name are found through lets and places`() throws {
    let rules = """
      let temp = 3C
      let cold = temp < 4C
      let frosty(limit: Temperature) = cold and temp < limit
      opp "A" when cold
      opp "B" when frosty(2C)
      opp "C" when weather.temp > 3C
      opp "D" on 9:00 notify "{temp}"
      """
    for records in [false, true] {
      let analysis = analyze([rules], recordsSymbols: records)
      let name = SourceRange(file: 0, start: 4, end: 8)
      #expect(analysis.opps(readingNameAt: name) == ["A", "B", "D"])
    }
  }

  @Test func `a weekday that shares its name with a source is said to`() {
    let found = analyze(["opp \"A\" when sun - weekday > 1"]).diagnostics
    #expect(found.map(\.code) == ["not-a-value"])
    #expect(found.first?.helps.first?.contains("`weekday == sun`") ?? false)
  }
}

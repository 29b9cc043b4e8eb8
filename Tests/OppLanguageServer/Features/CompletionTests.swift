import OppLanguageServer
import OppModel
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// What can be written at a place: the first items of the list, or some of it
@Suite(.limited) struct CompletionTests {
  private static let declarations = """
    place home = @48.4284,-123.3656
    let warm = temp >= 18C
    let score(far: Length, grams: Number = 3) = far / 1km * grams
    enum Mode { walk | foot, bus }
    table trips by id { id: Text, mode: Mode, far: Length, at: Instant }
    source meter(room: Text = "hall") { inside: Temperature, heating: Bool }
    opp "Lunch walk" when sky == sunny

    """

  private func complete(_ marked: String) -> (list: CompletionList, snapshot: RuleSetSnapshot) {
    let example = FeatureCase(Self.declarations + marked)
    return (example.snapshot.completions(at: example.offset, in: 0), example.snapshot)
  }

  private func labels(_ marked: String) -> [String] { complete(marked).list.items.map(\.label) }

  @Test(arguments: [
    ("opp \"A\" when sky == ‸", ["clear", "sunny", "clouds", "cloudy"]),
    ("opp \"A\" when sky == su‸", ["sunny"]),
    ("opp \"A\" when sky in [clear, ‸]", ["clear", "sunny"]),
    ("opp \"A\" when weekday == ‸", ["mon", "tue", "wed"]),
    ("opp \"A\" when month in jan..‸", ["jan", "feb"]),
    ("opp \"A\" when raining colour ‸", ["red", "amber", "green", "blue", "violet"]),
    ("opp \"A\" when weather.‸", ["sky", "temp", "feels_like"]),
    ("opp \"A\" when weather(home).te‸", ["temp"]),
    ("opp \"A\" when today.‸", ["year", "month", "day", "weekday"]),
    ("opp \"A\" for each t in trips when t.‸", ["id", "mode", "far", "at"]),
    ("opp \"A\" when first(trips).‸", ["id", "mode", "far", "at"]),
    ("opp \"A\" when free >= 30‸", ["30s", "30min", "30h", "30d", "30w"]),
    ("opp \"A\" when free >= 1.5‸", ["1.5s", "1.5min", "1.5h"]),
    ("opp \"A\" when temp > 20‸", ["20C", "20F"]),
    ("opp \"A\" near home within 3‸", ["3m", "3km", "3mm", "3cm", "3mi", "3ft", "3in"]),
    ("opp \"A\" when wind > 20k‸", ["20km/h", "20kn"]),
    ("opp \"A\" near ‸", ["home"]),
    ("opp \"A\" on entering ‸", ["home"]),
    ("opp \"A\" for each t in ‸", ["trips", "agenda"]),
    ("opp \"A\" when any(‸)", ["trips", "agenda"]),
    ("test \"t\" at 2026-06-21T12:00 expect \"‸\" fires", ["Lunch walk"]),
    ("test \"t\" at 2026-06-21T12:00 expect \"Lu‸", ["Lunch walk"]),
    ("test \"t\" at 2026-06-21T12:00 expect \"Lunch walk\" ‸", ["fires", "quiet", "unknown"]),
    ("opp \"A\" when raining at ‸", ["most"]),
    ("opp \"A\" on every 2w ‸", ["from"]),
    ("opp \"A\" on 8:00 or every 2w f‸", ["from"]),
    ("opp \"A\" when raining at most once per ‸", ["hour", "day", "week", "month"]),
    ("chart \"A\" ‸", ["of", "per", "for each"]),
    ("chart \"A\" of count(trips) per ‸", ["hour", "day", "week", "month", "year"]),
    ("chart \"A\" of count(trips) per day ‸", ["last"]),
    ("chart \"A\" of count(trips where at in ‸) per day last 3", ["period"]),
    ("chart \"A\" of average(temp, since ‸) per day last 3", ["period"]),
    ("chart \"A\" for each t in ‸", ["trips", "agenda"]),
    ("opp \"A\" when raining record trips { ‸ }", ["id", "mode", "far", "at"]),
    ("opp \"A\" when raining record trips { id: \"a\" mode: ‸ }", ["walk", "foot", "bus"]),
    ("opp \"A\" when raining record ‸", ["trips"]),
    ("set ‸", ["zone", "clock", "units", "quiet", "budget"]),
    ("set units ‸", ["metric", "us", "uk"]),
    ("set clock ‸", ["12h", "24h"]),
    ("set quiet ‸", ["22:00..07:00", "when"]),
    ("set quiet wh‸", ["when"]),
    ("set quiet when ‸", ["warm", "heating", "daylight", "raining"]),
    ("set quiet when busy or ‸", ["warm"]),
    ("connect location to ‸", ["openmeteo"]),
    ("connect notifications to ‸", ["command", "mqtt", "homeassistant", "stdout"]),
    ("connect calendar to caldav(‸)", ["url:", "user:", "password:"]),
    ("connect calendar to caldav(url: \"x\", ‸)", ["user:", "password:"]),
    ("connect weather to csv(\"a.csv\", dates: ‸)", ["\"dmy\"", "\"mdy\"", "\"ymd\""]),
    ("connect weather to csv(\"a.csv\", day_at: ‸)", ["0:00", "24:00"]),
    ("connect weather to csv(\"a.csv\", decimal: \"‸\")", [",", "."]),
    ("connect weather to csv(\"a.csv\", encoding: \"w‸", ["windows-1252"]),
    ("connect trips to csv(\"a.csv\", columns: {\"‸\": \"x\"})", ["time", "id", "mode"]),
    ("connect weather to csv(\"a.csv\", columns: {\"temp\": \"‸\"})", []),
    ("let x = score(‸)", ["far:", "grams:"]),
    ("source s { a: ‸ }", ["Mode", "Sky"]),
    ("opp \"A\" when raining near ‸home", ["home"]),
    ("‸", ["opp", "let", "place", "test"]),
    ("op‸", ["opp"]),
  ])
  func `first come`(place: String, expected: [String]) {
    let found = labels(place)
    let first = Array(found.prefix(expected.count))
    if place.contains("score(") || place.contains("{ a:") || place.contains("openmeteo") {
      #expect(expected.allSatisfy { found.prefix(12).contains($0) }, "\(found.prefix(12))")
    } else {
      #expect(first == expected, "\(found.prefix(12))")
    }
  }

  @Test(arguments: [
    ("opp \"A\" when ‸", ["warm", "raining", "not", "near", "any", "heating", "charging"]),
    ("opp \"A\" when raining ‸", ["and", "or", "near", "notify", "at most"]),
    ("opp \"A\"\n  when raining\n  ‸", ["notify", "near", "at most", "and"]),
    ("opp \"A\"\n  when raining\n\n‸", ["opp", "let", "notify"]),
    ("opp \"A\" when raining notify \"It is {te‸}\"", ["temp"]),
    ("opp \"A\" when total(rain, ‸)", ["last", "since"]),
    ("let y(d: Length) = d > 3km and ‸", ["d", "warm"]),
    ("opp \"A\" for each t in trips where ‸", ["mode", "far", "t"]),
    ("test \"t\" given ‸", ["sky", "temp", "inside", "trips", "no"]),
    ("opp \"A\" on ‸", ["entering", "leaving", "every", "sunset", "event begins"]),
    ("connect ‸", ["weather", "calendar", "notifications", "meter", "trips"]),
    ("opp \"A\" when free >= (‸", ["free"]),
    ("opp \"A\" when (sky == sunny and ‸\n  near home", ["warm"]),
    ("‸", ["opp near a place", "opp for each row"]),
  ])
  func `among them are`(place: String, expected: [String]) {
    let found = labels(place)
    for label in expected { #expect(found.contains(label), "\(label) in \(found)") }
  }

  /// All that is offered at a place, in its order
  @Test(arguments: [
    (
      "opp \"A\" for each t in ‸",
      [
        "trips", "agenda", "forecast", "happenings", "friends", "firings(\"…\")", "first",
        "distinct", "gaps",
      ]
    ),
    ("opp \"A\" when weekday in ‸", ["weekdays", "weekend", "[…]", "mon", "tue", "wed", "thu"]),
    ("opp \"A\" when sky in ‸", ["[…]", "forecast.sky"]),
    ("opp \"A\" near ‸", ["home", "any \"…\"", "position", "first", "ago"]),
    ("opp \"A\" when any(trips by ‸)", ["id", "far", "at", "any"]),
    ("opp \"A\" when average(temp, ‸) > 3C", ["last", "since", "next"]),
    ("opp \"A\" when travelled(‸) > 3km", ["last", "since", "next"]),
    ("opp \"A\" when sum(‸) > 3km", ["trips.far", "forecast.temp", "forecast.rain"]),
    ("opp \"A\" when raining for ‸", ["10min", "30min", "1h", "1d"]),
    ("opp \"A\" when ago(temp, ‸) > 3C", ["10min", "30min", "1h", "1d"]),
    ("opp \"A\" on sky changes from ‸", ["clear", "sunny", "clouds"]),
    ("opp \"A\" on sky changes ‸", ["from", "to", "or", "when"]),
    ("opp \"A\" for each t in trips on ‸", ["at", "t.at", "t added", "t removed"]),
    ("opp \"A\" for each t in trips when t.far > ‸", ["accuracy", "visibility"]),
    ("test \"t\" given sky = ‸", ["clear", "sunny", "clouds"]),
    ("test \"t\" given temp = ‸", ["unknown"]),
    ("test \"t\" given answer \"‸\" = done", ["Lunch walk"]),
    ("test \"t\" given answer \"Lunch walk\" = ‸", ["snoozed", "dismissed", "done", "unknown"]),
    ("test \"t\" at 2026-06-21T12:00 expect \"Lunch walk\" fires ‸", ["with", "at", "given"]),
    ("opp \"A\" when any(firings(\"‸\"))", ["Lunch walk"]),
    (
      "connect notifications(\"Ann\") to stdout()\nopp \"A\" when raining notify \"x\" to ‸",
      ["\"Ann\"", "first", "ago"]
    ),
    ("opp \"A\" when raining ‸", ["near", "notify", "on", "at most"]),
    ("opp \"A\" when raining notify \"x\" ‸", ["to", "with"]),
    ("opp \"A\" near home ‸", ["within", "for"]),
    ("opp \"A\" when sky ‸", ["near", "notify"]),
    ("let x = if raining ‸", ["then"]),
    ("let x = if raining then 3km ‸", ["else"]),
  ])
  func `what is offered begins so`(place: String, expected: [String]) {
    let found = labels(place)
    #expect(Array(found.prefix(expected.count)) == expected, "\(found)")
  }

  @Test(arguments: [
    ("opp \"A\" when sky == ‸", 30), ("opp \"A\" for each t in ‸", 12),
    ("opp \"A\" when weekday == ‸", 20), ("opp \"A\" when raining colour ‸", 12),
    ("opp \"A\" when temp > ‸", 30), ("opp \"A\" when raining ‸", 20),
  ])
  func `only what fits is offered`(place: String, limit: Int) {
    #expect(labels(place).count <= limit, "\(labels(place))")
  }

  /// Behind `sky == ` the names are of Skies; an amount may begin arithmetic once letters are typed
  @Test func `names of another type are left out`() {
    let (list, _) = complete("opp \"A\" when sky == ‸")
    let kinds: Set<CompletionItem.Kind> = [.field, .variable, .place, .table, .parameter]
    #expect(list.items.filter { kinds.contains($0.kind) }.isEmpty)
    #expect(!labels("opp \"A\" when free >= ‸").contains("now"))
    #expect(labels("opp \"A\" when free >= no‸").contains("now"))
    #expect(!labels("opp \"A\" when sky == no‸").contains("now"))
  }

  /// The names that are whole values make a right rule where they are offered
  @Test(arguments: [
    "opp \"A\" when sky == ‸", "opp \"A\" when sky in [clear, ‸]", "opp \"A\" when temp > ‸",
    "opp \"A\" when free >= ‸", "opp \"A\" when time in 8:00..‸", "opp \"A\" when now > ‸",
    "opp \"A\" when distance(home) < ‸", "opp \"A\" when weekday == ‸",
    "opp \"A\" for each t in ‸", "opp \"A\" near ‸", "opp \"A\" on ‸", "opp \"A\" on entering ‸",
    "opp \"A\" when distance(‸) < 3km", "opp \"A\" when raining colour ‸",
    "opp \"A\" for each t in trips on ‸", "opp \"A\" for each t in trips when t.mode == ‸",
    "opp \"A\" for each t in trips when t.at > ‸", "opp \"A\" when raining for ‸",
    "opp \"A\" when any(trips by ‸)", "opp \"A\" when any(trips where mode == ‸)",
    "opp \"A\" when near home within ‸", "opp \"A\" when raining again every ‸",
    "opp \"A\" when score(‸) > 3", "opp \"A\" when score(far: ‸) > 3", "let x = 3km + ‸",
    "opp \"A\" when meter(room: ‸).heating", "opp \"A\" on sky changes from ‸",
    "opp \"A\" when raining record trips { id: \"a\", mode: ‸ }",
    "opp \"A\" when raining record trips { id: \"a\", at: ‸ }", "test \"t\" given sky = ‸",
    "opp \"A\" when free > 30‸", "opp \"A\" when count(‸) > 3", "opp \"A\" when sky in ‸",
    "test \"t\" given answer \"Lunch walk\" = ‸", "opp \"A\" when any(firings(\"‸\"))",
  ])
  func `an item that is a whole value gives no error`(place: String) {
    let whole: Set<CompletionItem.Kind> = [.enumCase, .field, .place, .table, .unit, .opp]
    let marked = MarkedText(Self.declarations + place)
    let bytes = Array(marked.text.utf8)
    let (list, _) = complete(place)
    for item in list.items where whole.contains(item.kind) {
      let text =
        bytes[..<Int(list.replaced.start)] + Array((item.text ?? item.label).utf8)
        + bytes[Int(list.replaced.end)...]
      let file = SourceFile(path: "rules.opp", bytes: Array(text))
      let errors = RuleSet.analyze(files: [file], connectors: .tool).diagnostics.filter {
        $0.severity == .error
      }
      #expect(errors.isEmpty, "\(item.label): \(errors.map(\.headline))")
    }
  }

  @Test(arguments: [
    "// ‸", "/// su‸", "opp \"‸\" when raining", "place x = \"Be‸\"",
    "opp \"A\" when raining notify \"a‸\"",
    "let ‸", "place ‸", "enum X { ‸ }", "opp \"A\" when 2026-0‸",
  ])
  func `nothing comes where a person names things`(place: String) {
    #expect(labels(place).isEmpty, "\(labels(place))")
  }

  @Test func `clock and sun cannot be given`() {
    let found = labels("test \"t\" given ‸")
    #expect(!found.contains("now") && !found.contains("sunset"))
  }

  @Test func `a clause that is there is not offered again`() {
    let found = labels("opp \"A\" near home ‸\n  notify \"x\"")
    #expect(found.contains("when") && !found.contains("notify") && !found.contains("near"))
  }

  @Test func `an item replaces the word around the place`() {
    let example = FeatureCase("opp \"A\" when te‸mp > 3C")
    let list = example.snapshot.completions(at: example.offset, in: 0)
    #expect(example.text(list.replaced) == "temp")
    #expect(list.items.first?.label == "temp")
  }

  @Test func `the name of an opp replaces the text in the quotes`() throws {
    let example = FeatureCase(
      "opp \"Go \\\"now\\\"\" when raining\ntest \"t\" at 2026-06-21T12:00 expect \"Go‸ x\" fires")
    let list = example.snapshot.completions(at: example.offset, in: 0)
    #expect(example.text(list.replaced) == "Go x")
    #expect(try #require(list.items.first).text == "Go \\\"now\\\"")
  }

  @Test func `an item has its words when they are wanted`() throws {
    let (list, snapshot) = complete("/// How far.\nlet far_away = 3km\nlet x = far_‸")
    let item = try #require(list.items.first { $0.label == "far_away" })
    let words = try #require(item.key.flatMap { snapshot.documentation(ofItem: $0) })
    #expect(words.contains("let far_away: Length") && words.contains("How far."))
  }

  @Test func `every item whose words are offered has some`() {
    for place in [
      "‸", "opp \"A\" when ‸", "set ‸", "connect weather to ‸", "opp \"A\" when raining ‸",
    ] {
      let (list, snapshot) = complete(place)
      for item in list.items {
        guard let key = item.key else { continue }
        #expect(snapshot.documentation(ofItem: key) != nil, "\(key)")
      }
    }
  }

  @Test func `snippets without their stops are rules`() {
    for item in complete("‸").list.items where item.kind == .snippet {
      guard let text = item.text else { continue }
      let tree = Parser.parse(SourceFile(path: "snippet.opp", text: text))
      #expect(tree.diagnostics.isEmpty, "\(text)")
    }
  }

  @Test func `a list is bounded and says so`() {
    let lets = (0..<500).map { "let name_\($0) = raining\n" }.joined()
    let example = FeatureCase(lets + "opp \"A\" when name‸")
    let list = example.snapshot.completions(at: example.offset, in: 0)
    #expect(list.items.count == CompletionList.limit && list.isIncomplete)
  }

  @Test func `the text may be newer than the snapshot`() {
    let snapshot = FeatureCase(Self.declarations).snapshot
    let marked = MarkedText("opp \"New\" when sky == ‸")
    let list = snapshot.completions(at: marked.offset, in: 0, text: Array(marked.text.utf8))
    #expect(list.items.first?.label == "clear")
  }

  @Test(arguments: SampleRuleSet.examples)
  func `no place of an example stops the server`(sample: SampleRuleSet) {
    let snapshot = FeatureCase.snapshot(sample.files)
    for file in sample.files {
      for offset in stride(from: 0, through: file.bytes.count, by: 17) {
        let list = snapshot.completions(at: Int32(offset), in: Int(file.index))
        #expect(Int(list.replaced.start) <= offset && offset <= Int(list.replaced.end))
      }
    }
  }

  @Test func `the cost does not grow with the file`() {
    let rule =
      "opp \"Rule NUMBER\" when sky == sunny and free >= 30min and temp in 10C..20C near home\n"
    let many = (0..<600).map { rule.replacing("NUMBER", with: "\($0)") }.joined()
    let example = FeatureCase(
      "place home = @1,2\n" + many + "opp \"A\" when sky == ‸\n"
        + many.replacing("Rule", with: "Other"))
    let before = example.snapshot.analysis.graph.nodes.count
    let clock = ContinuousClock()
    let time = clock.measure {
      for _ in 0..<20 { _ = example.snapshot.completions(at: example.offset, in: 0) }
    }
    #expect(time < .seconds(10))
    #expect(example.snapshot.analysis.graph.nodes.count == before)
  }
}

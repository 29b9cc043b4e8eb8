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
    ("connect notifications to ‸", ["command", "stdout", "webhook", "ntfy"]),
    ("connect calendar to caldav(‸)", ["url:", "user:", "password:"]),
    ("connect calendar to caldav(url: \"x\", ‸)", ["user:", "password:"]),
    ("let x = score(‸)", ["far:", "grams:"]),
    ("source s { a: ‸ }", ["Mode", "trips", "Sky"]),
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

import OppLanguageServer
import OppModel
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// What an editor shows of a text: hovers, hints, colours of words, folds, links
@Suite(.limited) struct ReadingTests {
  // MARK: Hover

  @Test(arguments: [
    ("let x = ‸temp > 20C", ["weather.temp: Temperature", "Declared in the prelude."]),
    (
      "/// Nice.\nlet warm = temp > 20C\nlet x = ‸warm", ["let warm: Bool", "Nice.", "rules.opp:2"]
    ),
    ("let x = temp > ‸68F", ["68F: Temperature", "20 °C"]),
    ("let x = free >= ‸90min", ["90min: Duration", "1.5 h"]),
    ("let x = wind > ‸20mph", ["32.19 km/h"]),
    ("let x = sky == ‸sunny", ["Sky.sunny"]),
    ("let x = ‸any(agenda)", ["any(rows)", "Functions"]),
    ("opp \"A\" ‸when raining", ["when CONDITION", "Opps"]),
    ("opp \"A\" when raining ‸at most once per day", ["at most N per PERIOD"]),
    ("opp \"‸A\" when raining and free >= 1h", ["opp \"A\"", "`weather`", "`calendar`"]),
    ("let x(d: Length) = ‸d > 3km", ["d: Length"]),
    ("set ‸zone \"UTC\"", ["set zone"]),
    ("connect weather to ‸openmeteo()", ["OpenmeteoConnector"]),
    ("source s(a: Text) { b: Number }\nlet x = ‸s(\"a\").b > 3", ["source s(a: Text)"]),
    ("let x = (free ‸>= 30min)", ["Bool"]),
    ("let x = today.‸year > 2000", ["date.year"]),
    ("‸chart \"A\" of temp per day last 3", ["chart \"NAME\"", "Charts"]),
    ("chart \"A\" ‸of count(agenda) per day last 3", ["of VALUE"]),
    (
      "chart \"A\" of average(temp, since ‸period) per day last 3",
      ["the period that the number is of"]
    ),
    ("chart \"A\" of count(agenda where begins in ‸period) per day last 3", ["x in period"]),
    ("chart \"A\" of count(agenda) per ‸week last 3", ["per week last 52"]),
    ("chart \"A\" for each e in agenda of ‸e.ends - e.begins per day last 3", ["row of agenda"]),
  ])
  func `the place shows`(marked: String, expected: [String]) throws {
    let example = FeatureCase(marked)
    let hover = try #require(example.snapshot.hover(at: example.offset, in: 0))
    for text in expected { #expect(hover.markdown.contains(text), "\(hover.markdown)") }
    #expect(hover.range.start <= example.offset && example.offset <= hover.range.end)
  }

  @Test(arguments: ["// a ‸comment\nlet x = 3", "let x = 3‸\n\n\n", "‸"])
  func `nothing is shown of what means nothing`(marked: String) {
    let example = FeatureCase(marked)
    let hover = example.snapshot.hover(at: example.offset, in: 0)
    #expect(marked.contains("= 3‸") ? hover != nil : hover == nil)
  }

  // MARK: Hints

  private static let allHints = Set(InlayHint.Kind.allCases)

  private func hints(_ text: String, kinds: Set<InlayHint.Kind> = allHints) -> [String] {
    let example = FeatureCase(text)
    return example.snapshot.inlayHints(of: 0, in: 0..<example.source.wholeRange.end, kinds: kinds)
      .map(\.label)
  }

  @Test(arguments: [
    ("let x = temp > 68F", [" = 20 °C"]), ("let x = temp - feels_like > 9F", [" = 5 °C"]),
    ("let x = free >= 30m", [" = 30 min"]), ("opp \"A\" near @1,2 within 30m", [" = 30 metres"]),
    ("let x = distance(@1,2) < 3mi", [" = 4.83 km"]), ("let x = wind > 20mph", [" = 32.19 km/h"]),
    ("let x = temp > -4F", [" = -20 °C"]), ("let x = resort(\"a\").base > 6in", [" = 15.24 cm"]),
    ("let x = temp > 20C and free > 30min and wind > 3km/h", []), ("let x = free >= 3", []),
    ("let x = nothing > 30m", []),
  ])
  func `a unit is converted`(text: String, expected: [String]) {
    #expect(hints(text) == expected)
  }

  @Test func `each kind has a switch`() {
    let text = "let x = temp > 68F and free > 30m and wind > 20mph and distance(@1,2) < 3mi"
    #expect(hints(text).count == 4)
    for kind in InlayHint.Kind.allCases { #expect(hints(text, kinds: [kind]).count <= 1) }
    #expect(hints(text, kinds: []).isEmpty)
  }

  @Test func `the sun sets at home`() throws {
    let position = try #require(Position(latitude: 48.4284, longitude: -123.3656))
    let sun = SunPlace(
      instant: Instant(seconds: 1_782_072_000), zone: Zone(offset: -7 * 3600), position: position,
      name: "home")
    let example = FeatureCase("let x = time > sunset and time < sun(@1,2).sunrise")
    let hints = example.snapshot.inlayHints(
      of: 0, in: 0..<example.source.wholeRange.end, kinds: [.sun], sun: sun)
    #expect(hints.map(\.label) == [" 21:18 at home"])
  }

  // MARK: Words

  private func painted(_ text: String) -> [String] {
    let example = FeatureCase(text)
    return example.snapshot.semanticTokens(of: 0).map { token in
      let modifiers = SemanticTokenModifiers.names.enumerated().filter { index, _ in
        token.modifiers.rawValue >> UInt8(index) & 1 == 1
      }.map { "+" + $1 }.joined()
      return "\(example.text(token.range)) \(token.type.name)\(modifiers)"
    }
  }

  @Test func `words have the class of their meaning`() {
    #expect(
      painted("/// Doc.\nlet warm = temp >= 1h30m // end") == [
        "/// Doc. comment+documentation", "let keyword", "warm variable+declaration",
        "= operator", "temp property+readonly+defaultLibrary", ">= operator", "1 number", "h unit",
        "30 number", "m unit", "// end comment",
      ])
    #expect(
      painted("opp \"A\" when sky == sunny and temp > -5°C") == [
        "opp keyword", "\" string", "A event+declaration", "\" string", "when keyword",
        "sky property+readonly+defaultLibrary", "== operator",
        "sunny enumMember+readonly+defaultLibrary", "and keyword",
        "temp property+readonly+defaultLibrary", "> operator", "- number", "5 number", "°C unit",
      ])
    #expect(painted("let x = now").last == "now property+defaultLibrary")
  }

  @Test(arguments: SampleRuleSet.examples + SampleRuleSet.manual)
  func `the words of a file come in order, each once and on one line`(sample: SampleRuleSet) {
    let snapshot = FeatureCase.snapshot(sample.files)
    for file in sample.files {
      let tokens = snapshot.semanticTokens(of: Int(file.index))
      var end: Int32 = 0
      var covered = 0
      for token in tokens {
        #expect(token.range.start >= end && !token.range.isEmpty)
        end = token.range.end
        covered += Int(token.range.end - token.range.start)
        #expect(file.lineIndex(at: token.range.start) == file.lineIndex(at: token.range.end))
      }
      let blank = file.bytes.count { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D }
      // Only blanks are left out; those in texts and comments are covered.
      #expect(covered >= file.bytes.count - blank)
      let half = Int32(file.bytes.count / 2)
      let part = snapshot.semanticTokens(of: Int(file.index), in: half..<(half + 200))
      let expected = tokens.filter { $0.range.end > half && $0.range.start < half + 200 }
      #expect(part == expected)
    }
  }

  // MARK: Ranges

  @Test(arguments: SampleRuleSet.examples)
  func `selections grow to the whole file`(sample: SampleRuleSet) throws {
    let snapshot = FeatureCase.snapshot(sample.files)
    for file in sample.files {
      for offset in stride(from: Int32(0), to: file.wholeRange.end, by: 11) {
        let ranges = snapshot.selections(at: offset, in: Int(file.index))
        #expect(ranges.last == file.wholeRange)
        for (inner, outer) in zip(ranges, ranges.dropFirst()) {
          #expect(outer.contains(inner) && outer != inner)
          #expect(inner.start <= offset && offset <= inner.end)
        }
      }
    }
  }

  @Test func `a selection begins with the word`() {
    let example = FeatureCase("opp \"A\" when sky == su‸nny and raining")
    let ranges = example.snapshot.selections(at: example.offset, in: 0).map(example.text)
    #expect(
      ranges == [
        "sunny", "sky == sunny", "sky == sunny and raining", "when sky == sunny and raining",
        "opp \"A\" when sky == sunny and raining",
      ])
  }

  @Test func `declarations, blocks and comments fold`() {
    let example = FeatureCase(
      """
      // one
      // two

      opp "A"
        when raining
        record trips {
          id: "a"
        }
      let x = 3
      // alone
      """)
    #expect(
      example.snapshot.foldedLines(of: 0).map { "\($0.first)-\($0.last) \($0.kind)" } == [
        "0-1 comment", "3-7 region", "5-7 region",
      ])
  }

  // MARK: Links and colours

  @Test func `addresses, connectors and settings lead elsewhere`() {
    let example = FeatureCase(
      """
      // See https://example.org/a(b). Fine.
      set zone "UTC"
      connect notifications to ntfy("https://ntfy.example.org/x")
      """)
    let links = example.snapshot.links(of: 0).map { link in
      switch link.target {
      case .address(let text): text
      case .page(let name): "\(example.text(link.range)) → \(name)"
      }
    }
    #expect(
      links == [
        "https://example.org/a(b", "zone → Time", "ntfy → NtfyNotifier",
        "https://ntfy.example.org/x",
      ])
  }

  @Test func `colours are found by number and by name`() {
    let example = FeatureCase(
      "opp \"A\" when raining colour #3366cc\nopp \"B\" when snowing colour amber")
    #expect(example.snapshot.colours(of: 0).map(\.rgb) == [0x3366CC, 0xFFB300])
    #expect(RuleSetSnapshot.presentations(of: 0x3366CC) == ["#3366CC"])
    #expect(RuleSetSnapshot.presentations(of: 0xFFB300) == ["amber", "#FFB300"])
  }

  @Test func `each opp has a lens at its name`() {
    let example = FeatureCase("opp \"A\" when raining\nlet x = 3\nopp \"B ☔️\" when snowing")
    #expect(example.snapshot.lenses(of: 0).map(\.opp) == ["A", "B ☔️"])
    #expect(example.snapshot.lenses(of: 0).map { example.text($0.range) } == ["\"A\"", "\"B ☔️\""])
  }

  // MARK: Broken text

  @Test(arguments: [
    "", "opp", "opp \"", "let x = {", "\u{FEFF}opp \"A\" when", "#", "@1,2 } ) ]", "///",
  ])
  func `broken text has its words and stops nothing`(text: String) {
    let example = FeatureCase(text)
    let end = example.source.wholeRange.end
    for offset in 0...end {
      _ = example.snapshot.hover(at: offset, in: 0)
      _ = example.snapshot.completions(at: offset, in: 0)
      _ = example.snapshot.signatureHelp(at: offset, in: 0)
      _ = example.snapshot.selections(at: offset, in: 0)
      _ = example.snapshot.definition(at: offset, in: 0)
      _ = example.snapshot.semanticTokens(of: 0, in: offset..<end)
    }
    _ = example.snapshot.outline(of: 0)
    _ = example.snapshot.foldedLines(of: 0)
    _ = example.snapshot.links(of: 0)
    _ = example.snapshot.inlayHints(of: 0, in: 0..<end, kinds: Self.allHints)
  }
}

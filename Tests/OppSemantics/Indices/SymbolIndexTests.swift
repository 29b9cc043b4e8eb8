import OppModel
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// Where names are declared and used
@Suite(.limited) struct SymbolIndexTests {
  private static let rules = """
    place home = @48.4284,-123.3656
    let warm = temp >= 18C
    let cheap(limit: Number) = stock(store: "Lidl", item: "milk").price < limit
    enum Mode { walk | foot, bike }
    table trips by id { id: Text, mode: Mode, far: Length }
    source meter(room: Text = "hall") { inside: Temperature }

    opp "Walk" for each trip in trips as t where t.mode == foot and far > 1km
      when warm and inside < 20C and cheap(limit: 3) and sky == sunny near home
      notify "{trip.id} at {home.name}" with { mode: trip.mode }
      record trips { id: "a", mode: walk } at most once per day
    test "walks" given sky = clear, temp = unknown at 2026-06-21T12:00 expect "Walk" quiet
    """

  /// Every use of the name at the mark, each with the word before it
  private func uses(_ marked: String) throws -> [String] {
    let marked = MarkedText(Self.rules.replacingOccurrence(of: marked))
    let analysis = RuleSet.analyze(marked.text, connectors: .tool, recordsSymbols: true)
    try #require(!analysis.hasErrors)
    let index = analysis.symbols
    let use = try #require(index.use(at: marked.offset, in: 0))
    return try index.ranges(of: use.id).filter { $0.file == 0 }.map {
      let word = try #require(analysis.trees[0].word(at: $0.start)?.previousWord)
      return word.text + analysis.text(word.range.endPoint.union($0))
    }
  }

  @Test(arguments: [
    ("place ‸home", ["place home", "near home", "{home"]),
    ("let ‸warm", ["let warm", "when warm"]),
    ("(‸limit: Number", ["(limit", "< limit", "(limit"]),
    ("let ‸cheap", ["let cheap", "and cheap"]),
    ("‸foot,", ["| foot", "== foot"]),
    ("{ ‸walk |", ["{ walk", ": walk"]),
    ("table ‸trips", ["table trips", "in trips", "record trips"]),
    ("‸mode: Mode, far", [", mode", ".mode", ".mode", ", mode"]),
    ("enum ‸Mode", ["enum Mode", ": Mode"]),
    ("‸far: Length", [", far", "and far"]),
    ("each ‸trip", ["each trip", "{trip", ": trip"]),
    ("as ‸t where", ["as t", "where t"]),
    ("with { ‸mode:", ["{ mode"]),
    ("‸inside: Temp", ["{ inside", "and inside"]),
    ("opp \"‸Walk", ["\"Walk", "\"Walk"]),
    ("‸sky == sunny", ["and sky", "given sky"]),
    ("== ‸sunny", ["== sunny"]),
    ("‸stock(", ["= stock"]),
    ("(‸store:", ["(store"]),
    ("‸name}", [".name"]),
  ])
  func `a name is used`(at place: String, here expected: [String]) throws {
    #expect(try uses(place) == expected)
  }

  @Test func `names behind a mistake are found by their place`() throws {
    let marked = MarkedText(
      """
      let warm = temp >= 18C
      opp "Walk" when free >= 3 + sky and (nothing for ‸warm)
      """)
    let index = RuleSet.analyze(marked.text, connectors: .tool, recordsSymbols: true).symbols
    let use = try #require(index.use(at: marked.offset, in: 0))
    #expect(index.declaration(of: use.id)?.name == "warm")
  }

  @Test func `a declaration has its type, its owner and its words`() throws {
    let analysis = RuleSet.analyze(
      "/// The heating.\nsource meter { inside: Temperature }", connectors: .tool,
      recordsSymbols: true)
    let found = try #require(analysis.declarations.last { $0.name == "inside" })
    #expect(found.type == .temperature && found.container == "meter" && found.kind == .field)
    #expect(analysis.declarations.last { $0.name == "meter" }?.documentation == ["The heating."])
  }

  @Test func `an expression has its type, and what its place expects`() throws {
    let marked = MarkedText("opp \"A\" when sky == ‸sunny and free >= 30m")
    let analysis = RuleSet.analyze(marked.text, connectors: .tool, recordsSymbols: true)
    let sunny = SourceRange(file: 0, start: marked.offset, end: marked.offset + 5)
    #expect(analysis.symbols.type(of: sunny).map(analysis.typeNames.name) == "Sky")
    let half = SourceRange(file: 0, start: marked.offset + 18, end: marked.offset + 21)
    #expect(analysis.symbols.type(of: half) == .duration)
    #expect(analysis.symbols.expectedType(of: half) == .duration)
  }

  @Test(arguments: SampleRuleSet.examples + SampleRuleSet.manual)
  func `every name of sound rules means something`(sample: SampleRuleSet) {
    let analysis = RuleSet.analyze(files: sample.files, connectors: .tool, recordsSymbols: true)
    guard !analysis.hasErrors else { return }
    let index = analysis.symbols
    var last: SourceRange?
    for use in index.uses {
      if let last { #expect(last.file < use.range.file || last.end <= use.range.start) }
      last = use.range
    }
    for tree in analysis.trees {
      for token in tree.tokens where token.kind == .name {
        let use = index.use(at: token.range.start, in: token.range.file)
        let place = analysis.files[Int(token.range.file)].position(at: token.range.start)
        #expect(use?.range == token.range, "\(token.text) at \(place.line):\(place.column)")
      }
    }
  }

  @Test func `evaluation takes no notes`() {
    #expect(RuleSet.analyze(Self.rules).declarations.isEmpty)
  }
}

/// The surroundings of a place, by checking one declaration again
@Suite(.limited) struct SurroundingsTests {
  private func surroundings(_ marked: String) -> (Surroundings?, Analysis) {
    let analysis = RuleSet.analyze(
      "enum Mode { walk }\ntable trips by id { id: Text, mode: Mode }\nlet warm = temp > 20C",
      connectors: .tool, recordsSymbols: true)
    let text = marked.split(separator: "‸", omittingEmptySubsequences: false)
      .joined(separator: "probed_")
    let file = SourceFile(path: "probe.opp", text: text, index: analysis.freeFileIndex)
    return (analysis.surroundings(of: "probed_", in: Parser.parse(file).tree), analysis)
  }

  @Test(arguments: [
    ("opp \"A\" when sky == ‸", "Sky"),
    ("opp \"A\" when ‸", "Bool"),
    ("opp \"A\" when free >= ‸", "Duration"),
    ("opp \"A\" near ‸", "Position"),
    ("opp \"A\" when raining colour ‸", "Colour"),
    ("let x = weekday in [mon, ‸]", "Weekday"),
    ("let x(d: Length) = d < ‸", "Length"),
    ("let x = time in 8:00..‸", "TimeOfDay"),
    ("let x = resort(‸).base > 3cm", "Text"),
    ("test \"a\" given sky = ‸", "Sky"),
    ("opp \"A\" when raining record trips { mode: ‸ }", "Mode"),
    ("connect location to fixed(‸)", "Position"),
    ("place a = ‸", "Position"),
  ])
  func `a place expects`(marked: String, type: String) throws {
    let (found, analysis) = surroundings(marked)
    #expect(try #require(found).expected.map(analysis.typeNames.name) == type)
  }

  @Test func `rows and parameters are in scope`() throws {
    let (rows, _) = surroundings("opp \"A\" for each t in trips where any(agenda where ‸)")
    #expect(try #require(rows).rows.map(\.opensFields) == [true, true])
    let (parameters, _) = surroundings("let x(d: Length, e: Text) = ‸ and raining")
    #expect(try #require(parameters).parameters.map(\.name) == ["d", "e"])
  }

  @Test(arguments: [
    "let x = weather.‸", "let x = first(trips).‸", "let x = trips.‸", "let x = Mode.‸",
    "let x = today.‸", "let x = stock(\"a\", \"b\").‸",
  ])
  func `an owner is found for a field`(marked: String) throws {
    #expect(try #require(surroundings(marked).0).owner != nil)
  }

  @Test func `nothing is kept of what was looked at`() {
    let (_, analysis) = surroundings("opp \"New\" when temp > ‸ or free > 3h")
    #expect(analysis.graph.rules.isEmpty && !analysis.hasErrors)
    let before = analysis.graph.nodes.count
    for _ in 0..<10 {
      let file = SourceFile(
        path: "probe.opp", text: "opp \"B\" when probed_ and temp > 99C",
        index: analysis.freeFileIndex)
      _ = analysis.surroundings(of: "probed_", in: Parser.parse(file).tree)
    }
    #expect(analysis.graph.nodes.count == before)
  }
}

extension String {
  /// The text with the mark where a part of it, given with the mark, stands first
  fileprivate func replacingOccurrence(of marked: String) -> String {
    let plain = marked.split(separator: "‸", omittingEmptySubsequences: false).joined()
    guard let range = firstRange(of: plain) else { return self }
    return replacingCharacters(in: range, with: marked)
  }

  private func firstRange(of part: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
      start = index(after: start)
    }
    return nil
  }

  private func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}

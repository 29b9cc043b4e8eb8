import OppLanguageServer
import OppModel
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// Definition, references and renaming
@Suite(.limited) struct NameTests {
  private static let rules = """
    place home = @48.4284,-123.3656
    let warm = temp >= 18C
    let hot(limit: Temperature) = temp > limit
    enum Mode { walk | foot, bike }
    table trips by id { id: Text, mode: Mode }
    opp "Walk" for each trip in trips where mode == foot
      when warm and hot(limit: 30C) near home
      notify "{trip.id} at {home.name}"
      record trips { id: "a", mode: walk } at most once per day
    test "t" at 2026-06-21T12:00 expect "Walk" quiet
    """

  /// The rules with the mark in front of the n-th place of a word
  private func example(_ word: String, _ occurrence: Int = 1) -> FeatureCase {
    var parts = Self.rules.split(separator: word, omittingEmptySubsequences: false)
    let head = parts.prefix(occurrence).joined(separator: word)
    parts.removeFirst(occurrence)
    return FeatureCase(head + "‸" + word + parts.joined(separator: word))
  }

  @Test(arguments: [
    ("home", 2, "home = "), ("warm", 2, "warm = "), ("limit", 3, "limit: T"),
    ("foot", 2, "foot, b"),
    ("trips", 2, "trips by"), ("trip.", 1, "trip in "), ("Walk", 2, "Walk\" fo"),
    ("mode", 3, "mode: M"),
  ])
  func `a name leads to its declaration`(word: String, occurrence: Int, expected: String) throws {
    let example = example(word, occurrence)
    let range = try #require(example.snapshot.definition(at: example.offset, in: 0))
    let around = SourceRange(file: 0, start: range.start, end: range.start + 8)
    #expect(example.text(around).hasPrefix(expected.prefix(6)), "\(example.text(around))")
  }

  @Test func `a name of the prelude leads there`() throws {
    let example = example("temp")
    let range = try #require(example.snapshot.definition(at: example.offset, in: 0))
    #expect(range.file == 1 && example.text(range) == "temp")
  }

  @Test func `references leave the declaration out where it is not wanted`() {
    let example = example("home")
    #expect(
      example.snapshot.references(at: example.offset, in: 0, includesDeclaration: true).count == 3)
    #expect(
      example.snapshot.references(at: example.offset, in: 0, includesDeclaration: false).count == 2)
    #expect(example.snapshot.highlights(at: example.offset, in: 0).count == 3)
  }

  // MARK: Renaming

  @Test(arguments: [
    ("home", "flat", 3), ("warm", "mild", 2), ("limit", "bound", 3), ("hot", "boiling", 2),
    ("foot", "afoot", 2), ("walk", "stroll", 2), ("Mode", "Way", 2), ("trips", "journeys", 3),
    ("mode", "way", 3), ("trip ", "journey", 2), ("Walk", "Go \"{now}\" 🥪", 2),
  ])
  func `every place of a name changes, and nothing else`(
    word: String, name: String, count: Int
  ) throws {
    let example = example(word)
    let edits = try example.snapshot.rename(at: example.offset, in: 0, to: name)
    #expect(edits.count == count)
    let renamed = example.applying(edits)
    let after = RuleSet.analyze(renamed, recordsSymbols: true)
    #expect(after.diagnostics.isEmpty)
    // A place is known by its name also where it is shown.
    let nodes = example.snapshot.analysis.graph.nodes
    #expect(after.graph.nodes == nodes || word == "home")
    // Back again, the text is as it was.
    let snapshot = FeatureCase.snapshot([SourceFile(path: "rules.opp", text: renamed)])
    let first = try #require(edits.first)
    let old = word.trimmingSpaces
    let back = try snapshot.rename(at: first.range.start, in: 0, to: old)
    #expect(FeatureCase(renamed).applying(back) == Self.rules)
  }

  @Test(arguments: [
    ("home", "warm", RenameProblem.taken("warm", by: .let)),
    ("home", "near", .reserved("near")), ("home", "two words", .notAName("two words")),
    ("home", "3rd", .notAName("3rd")), ("home", "", .notAName("")),
    ("home", "weather", .takenByPrelude("weather")), ("temp", "heat", .ofPrelude("temp")),
    ("day", "night", .builtIn("day")), ("Text", "String", .builtIn("Text")),
    ("foot", "bike", .taken("bike", by: .enumerationCase)),
    ("mode", "id", .taken("id", by: .field)), ("limit", "temp", .changesMeaning("temp")),
    ("home", "temp", .changesMeaning("temp")), ("Walk", "", .emptyText), ("at {", "x", .noName),
    ("== ", "x", .noName),
  ])
  func `a name stays`(word: String, name: String, problem: RenameProblem) {
    let example = example(word)
    #expect(throws: problem) {
      try example.snapshot.rename(at: example.offset, in: 0, to: name)
    }
    #expect(!problem.message.isEmpty)
  }

  @Test func `a row that nobody named keeps its name`() {
    let example = FeatureCase("opp \"A\" on event begins notify \"{‸event.title}\"")
    #expect(throws: RenameProblem.impliedRow("event")) {
      try example.snapshot.rename(at: example.offset, in: 0, to: "meeting")
    }
  }

  /// The number of names of each kind that are renamed
  private static let namesOfKind = LawSeeds.isLong ? 2 : 1

  @Test(arguments: SampleRuleSet.examples)
  func `renaming and renaming back gives the same text`(sample: SampleRuleSet) throws {
    let snapshot = FeatureCase.snapshot(sample.files)
    let own = snapshot.analysis.declarations.filter { Int($0.range.file) < sample.files.count }
    // A name costs two checks.
    var seen: [SymbolKind: Int] = [:]
    for declaration in own {
      seen[declaration.kind, default: 0] += 1
      guard seen[declaration.kind, default: 0] <= Self.namesOfKind else { continue }
      let name = declaration.name + "_renamed"
      let edits = try snapshot.rename(
        at: declaration.range.start, in: Int(declaration.range.file), to: name)
      let files = sample.files.map { FeatureCase.applying(edits, to: $0) }
      let renamed = FeatureCase.snapshot(files)
      let moved = edits.filter { $0.range < declaration.range }.reduce(0) { sum, edit in
        edit.range.file == declaration.range.file ? sum + "_renamed".utf8.count : sum
      }
      let back = try renamed.rename(
        at: declaration.range.start + Int32(moved), in: Int(declaration.range.file),
        to: declaration.name)
      for (file, original) in zip(files, sample.files) {
        #expect(FeatureCase.applying(back, to: file).bytes == original.bytes, "\(name)")
      }
    }
  }

  // MARK: Outlines

  @Test func `the outline has declarations with their parts`() {
    let example = FeatureCase(
      """
      set zone "UTC"
      source meter(room: Text) { inside, outside: Temperature }
      enum Mode { walk | foot, bike }
      connect meter to csv("a.csv")
      chart "Warmth" of average(meter("hall").inside, since period) per day last 30
      opp "Cold 🥶" when meter("hall").inside < 5C
      test "t" at 2026-06-21T12:00 expect "Cold 🥶" quiet
      """)
    func lines(_ entries: [OutlineEntry], _ indent: String = "") -> [String] {
      entries.flatMap { ["\(indent)\($0.name) \($0.detail)"] + lines($0.children, indent + "  ") }
    }
    #expect(
      lines(example.snapshot.outline(of: 0)) == [
        "zone \"UTC\"", "meter ", "  room Text", "  inside Temperature", "  outside Temperature",
        "Mode ", "  walk ", "  foot ", "  bike ", "meter csv", "Warmth ", "Cold 🥶 ", "t ",
      ])
  }

  @Test func `names are found by their letters`() {
    let snapshot = FeatureCase(Self.rules).snapshot
    #expect(snapshot.symbols(matching: "wa").map(\.name) == ["walk", "warm", "Walk"])
    #expect(snapshot.symbols(matching: "tps").map(\.name) == ["trips"])
    #expect(snapshot.symbols(matching: "sunrise").isEmpty)
    #expect(snapshot.symbols(matching: "", limit: 2).count == 2)
  }
}

extension FeatureCase {
  func applying(_ edits: [TextEdit]) -> String {
    String(decoding: Self.applying(edits, to: source).bytes, as: UTF8.self)
  }

  static func applying(_ edits: [TextEdit], to file: SourceFile) -> SourceFile {
    var bytes = file.bytes
    for edit in edits.reversed() where edit.range.file == file.index {
      bytes.replaceSubrange(
        Int(edit.range.start)..<Int(edit.range.end), with: Array(edit.text.utf8))
    }
    return SourceFile(path: file.path, bytes: bytes, index: file.index)
  }
}

extension String {
  fileprivate var trimmingSpaces: String { filter { $0 != " " } }
}

import OppEngine
import OppModel
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

/// Texts that grow while the rules run have a limit, and a text that was cut is reported once
@Suite(.limited) struct LongTextTests {
  private static let begins = Instant(seconds: 1_782_043_200)  // 2026-06-21T12:00Z

  /// The texts of the firings, and the problems, of steps at some seconds
  private func run(
    _ rules: String, note: String, seconds: [Int64] = [0, 1]
  ) -> (texts: [String], problems: [EngineProblem]) {
    let analysis = RuleSet.analyze(
      "source s { note: Text }\ntable log by id { id: Number, text: Text }\n" + rules)
    #expect(analysis.diagnostics.filter { $0.severity == .error }.map(\.headline) == [])
    let graph = analysis.graph
    var engine = Engine(graph: graph, zone: .utc, begins: Self.begins)
    var texts: [String] = []
    var problems: [EngineProblem] = []
    for second in seconds {
      let at = Self.begins.advanced(by: second)
      let reading = graph.sources.firstIndex { $0.name == "s" }.map { index in
        Arrival.reading(
          SourceReading(
            source: SourceID(index: Int32(index)), arguments: [], instant: at,
            fields: [.known(.text(note))], freshness: nil, isLasting: false))
      }
      let step = engine.step(at: at, arrived: [reading].compactMap { $0 })
      texts += step.firings.compactMap { $0.text }
      problems += step.problems
    }
    return (texts, problems)
  }

  private static let doubled =
    "let t0 = note\n"
    + (1...40).map { "let t\($0) = \"{t\($0 - 1)}{t\($0 - 1)}\"\n" }.joined()

  @Test(arguments: ["", "a", "abc"])
  func `a text that each of forty lets doubles ends at the limit`(_ note: String) {
    let (texts, problems) = run(
      Self.doubled + "opp \"a\" on every 1s notify \"{t40}\"\nopp \"b\" when t39 contains \"zz\"\n",
      note: note)
    let beginning = String(repeating: note, count: 20_000)
    #expect(!texts.isEmpty)
    for text in texts {
      #expect(text.utf8.count <= TextLimit.bytes && text.hasPrefix(beginning))
      #expect(text.isEmpty == note.isEmpty && text.hasSuffix("…") != note.isEmpty)
    }
    #expect(problems.isEmpty == note.isEmpty && Set(problems).count == problems.count)
  }

  @Test(arguments: [
    "\"{note}\"", "\"{upper(note)}\"", "\"{note}{note}{note}\"", "\"{[note, note]}\"",
    "\"{if note == \"\" then \"a\" else note}\"",
  ])
  func `a reading of any length makes no longer a text`(_ text: String) throws {
    let note = String(repeating: "ß", count: TextLimit.bytes)
    let (texts, problems) = run("opp \"a\" on every 1s notify \(text)\n", note: note)
    let first = try #require(texts.first)
    #expect(first.utf8.count <= TextLimit.bytes && first.hasSuffix("…"))
    // Of a condition or a reading, and of the firing.
    #expect(!problems.isEmpty && Set(problems).count == problems.count, "\(problems)")
  }

  @Test func `the text of a row that doubles with each firing stops to grow`() throws {
    let (texts, problems) = run(
      """
      opp "a" on every 1s at most 1000 per day
        notify "{count(log)}{first(log by id descending).text}{first(log by id descending).text}"
        record log { id: count(log), text: "{note}{first(log by id descending).text}{first(log by id descending).text}" }
      """, note: "a", seconds: (0..<40).map { $0 })
    #expect(texts.count > 30 && texts.allSatisfy { $0.utf8.count <= TextLimit.bytes })
    #expect(problems == [.textCut(opp: "a")])
  }
}

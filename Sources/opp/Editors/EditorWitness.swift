internal import OppAnalysis
internal import OppLanguageServer
internal import OppModel
internal import OppOutputs
internal import OppReplay
internal import OppSemantics
internal import OppSyntax

/// The example of a finding for an editor: in words, and as a test that guards it
///
/// For `when temp > 20C`, with the day on which it is true:
///
/// ```
/// test "Warm on Wed 3 June 2026 at 12:00"
///   given weather.temp = 21°C
///   at 2026-06-03T12:00  expect "Warm" fires
/// ```
struct EditorWitness {
  /// The rules that the test is tried with
  private let snapshot: RuleSetSnapshot

  /// The Opp of the finding; nil for a finding of no Opp, which has no test
  private let opp: String?

  /// The witness in the zone of the rules
  private let words: WitnessText

  init(_ snapshot: RuleSetSnapshot, opp: String?) {
    self.snapshot = snapshot
    self.opp = opp
    let graph = snapshot.analysis.graph
    words = WitnessText(
      graph: graph,
      zone: CheckedRules(
        files: RuleFiles(files: [], folder: nil), analysis: snapshot.analysis
      ).zone ?? .utc)
  }

  func words(of witness: Witness) -> WitnessWords {
    WitnessWords(
      day: words.day(of: witness), values: words.values(of: witness),
      test: { opp.flatMap { test(of: witness, $0) } })
  }

  /// The outcomes that a test may expect, in the order in which they are tried
  private static let outcomes = ["unknown", "quiet", "fires"]

  /// A test with the outcome that holds today; nil if the example cannot be written as one
  private func test(of witness: Witness, _ opp: String) -> String? {
    let name = ValueNotation.textLiteral(opp)
    let body = words.test(witness)
    let trials = Self.outcomes.map { outcome in
      "test \"\(outcome)\"\n\(body)  expect \(name) \(outcome)\n"
    }
    let files = snapshot.files.indices.map { snapshot.source(at: $0) }
    let trial = SourceFile(
      path: "trial", text: trials.joined(), index: Int32(clamping: files.count))
    let analysis = CheckedRules.analyze(files + [trial])
    if analysis.hasErrors { return nil }
    let tests = analysis.tests.suffix(Self.outcomes.count)
    var runner = ScenarioRunner(graph: analysis.graph, zone: words.zone)
    for (outcome, test) in zip(Self.outcomes, tests) where runner.run(test).failures.isEmpty {
      let title = ValueNotation.textLiteral("\(opp) on \(words.day(of: witness))")
      return "test \(title)\n\(body)  expect \(name) \(outcome)"
    }
    return nil
  }
}

internal import OppEngine
internal import OppJSON
package import OppModel
package import OppReplay
package import OppSemantics
internal import OppSyntax

/// Prints the results of tests, for people or as JSON Lines
///
/// ```
/// ok      "warm"
/// failed  "cold"
///   rules.opp:8:23: expect "Walk" fires
///     it did not fire: at 2026-06-03 10:00:00 its condition is false: temp is 15°C, needs more than 20C
///       ✗ temp > 20C   temp is 15°C, read 09:00
/// 1 of 2 tests failed
/// ```
package struct ScenarioOutput {
  /// The rules and tests with their texts
  package let analysis: Analysis

  /// The graph that the tests ran over
  package let graph: ConditionGraph

  /// The zone of the rules, in which times are shown
  package let zone: Zone
  package let console: Console

  package init(analysis: Analysis, graph: ConditionGraph, zone: Zone, console: Console) {
    self.analysis = analysis
    self.graph = graph
    self.zone = zone
    self.console = console
  }

  /// The words of values
  private var readable: ReadableValue { ReadableValue(graph: graph, zone: zone) }

  /// The words of an Opp's condition
  private func words(_ rule: Int, at: Instant? = nil) -> ExplanationText {
    ExplanationText(analysis: analysis, graph: graph, zone: zone, rule: rule, at: at)
  }

  // MARK: - For people

  /// Prints whether a test passed; of one that failed, each expectation that was not met
  ///
  /// - Parameter places: the places of the test and of its expectations in the files.
  package func print(_ scenario: Scenario, _ places: ScenarioPlaces, _ result: ScenarioResult) {
    let name = ValueNotation.textLiteral(scenario.name)
    guard !result.failures.isEmpty else {
      console.line("\(console.styled("ok", .good))      \(name)")
      return
    }
    console.line("\(console.styled("failed", .bad))  \(name)")
    for failure in result.failures {
      let range = range(of: failure, places)
      console.line("  \(place(range)): \(text(range))")
      for line in happening(failure, of: scenario) { console.line("    \(line)") }
      // A firing that should not have been needs no tree: it was true.
      if let explanation = failure.explanation, failure.firings.isEmpty, explanation.truth != .true
      {
        let tree = ExplanationTree(
          words: words(rule(of: failure, scenario), at: failure.at), console: console,
          at: failure.at, indent: 2)
        tree.print(explanation)
      }
    }
  }

  /// The last line: `6 tests passed`, `1 of 2 tests failed`, `no tests`
  package func printSummary(count: Int, failed: Int) {
    let tests = "\(count) \(count == 1 ? "test" : "tests")"
    if count == 0 {
      console.line("no tests")
    } else if failed == 0 {
      console.line(console.styled("\(tests) passed", .good))
    } else {
      console.line(console.styled("\(failed) of \(tests) failed", .bad))
    }
  }

  // MARK: Actual results

  /// The index of the Opp that an expectation is about
  private func rule(of failure: ScenarioFailure, _ scenario: Scenario) -> Int {
    scenario.steps[failure.step].expectations[failure.expectation].rule
  }

  /// The lines below an expectation that was not met: the reason why the Opp did not fire, or the firings in its place
  private func happening(_ failure: ScenarioFailure, of scenario: Scenario) -> [String] {
    let expectation = scenario.steps[failure.step].expectations[failure.expectation]
    guard let silence = failure.silence else { return fired(failure) }
    let words = words(expectation.rule, at: failure.at)
    let at = readable.local(failure.at)
    // `expect … unknown` is about the truth, not about a firing.
    if expectation.outcome == .unknown {
      guard let explanation = failure.explanation else {
        return ["at \(at) the condition was \(failure.truth.word)"]
      }
      let missing = words.missing(explanation)
      return [
        "at \(at) the condition was \(failure.truth.word)"
          + (missing.isEmpty ? "" : ": \(missing.joined(separator: ", and "))")
      ]
    }
    return [silenceWords(silence, failure, words, at)]
  }

  /// The sentence for each reason why an Opp did not fire
  private func silenceWords(
    _ silence: ScenarioFailure.Silence, _ failure: ScenarioFailure, _ words: ExplanationText,
    _ at: String
  ) -> String {
    let missing = failure.explanation.map { words.missing($0) } ?? []
    let because = missing.isEmpty ? "" : ": \(missing.joined(separator: ", and "))"
    switch silence {
    // From the plainest reason to that which needs the condition explained.
    case .disabled: return "it did not fire: it is disabled"
    case .limited(let second):
      return "it did not fire: `at most` held back the firing of \(readable.local(second))"
    case .noEvent: return "it did not fire: none of its events happened"
    case .noEventAtBeginning:
      return "it did not fire: memory begins at this second; put an `at` before it"
    case .eventNeverFalse(let node):
      let condition = words.text(of: node).map { "`\($0)`" } ?? "its event"
      return
        "it did not fire: \(condition) is true, and was never known to be false; `on` needs that, `when` does not"
    case .eventLasts(let node, let since):
      let condition = words.text(of: node).map { "`\($0)`" } ?? "its event"
      return
        "it did not fire: \(condition) has been true since \(readable.local(since)), and happens only when that begins"
    case .eventWithoutCondition(let second):
      return
        "it did not fire at its event of \(readable.local(second)); at \(at) its condition is \(failure.truth.word)\(because)"
    case .alreadyTrue(let since):
      return
        "it did not fire: it has been true since \(readable.local(since)), and fires only when that begins"
    case .notTrue:
      return "it did not fire: at \(at) its condition is \(failure.truth.word)\(because)"
    case .noRow:
      return failure.truth == .unknown
        ? "it did not fire: its table is unknown, as the test gives no row of it"
        : "it did not fire: there is no such row"
    }
  }

  /// A line for each firing that was not expected; three for one with another text
  private func fired(_ failure: ScenarioFailure) -> [String] {
    guard let expected = failure.expectedText else {
      return failure.firings.map {
        "it fired at \(readable.local($0.at))\(row(of: $0))\(delivery($0))"
      }
    }
    return failure.firings.flatMap { firing in
      [
        "it fired at \(readable.local(firing.at))\(row(of: firing)) with another text",
        "expected: \(ValueNotation.textLiteral(expected))",
        "it said:  \(firing.text.map { ValueNotation.textLiteral($0) } ?? "nothing")",
      ]
    }
  }

  /// ` for [1, "a"]` of a firing for a row; else nothing
  private func row(of firing: Firing) -> String {
    firing.row.map { " for [\(words(firing.rule).text(of: $0))]" } ?? ""
  }

  /// ` with "text"`; nothing if the text is the name of the Opp
  private func delivery(_ firing: Firing) -> String {
    guard let text = firing.text, text != firing.opp else { return "" }
    return " with \(ValueNotation.textLiteral(text))"
  }

  // MARK: Places

  /// The place of an expectation; that of the whole test if it has none
  private func range(of failure: ScenarioFailure, _ places: ScenarioPlaces) -> SourceRange {
    guard places.expectations.indices.contains(failure.step),
      places.expectations[failure.step].indices.contains(failure.expectation)
    else { return places.range }
    return places.expectations[failure.step][failure.expectation]
  }

  /// The file of a range
  private func file(_ range: SourceRange) -> SourceFile { analysis.files[Int(range.file)] }

  /// `rules.opp:4:24`
  private func place(_ range: SourceRange) -> String {
    let position = file(range).position(at: range.start)
    return "\(file(range).path):\(position.line):\(position.column)"
  }

  /// The text of a range on one line
  private func text(_ range: SourceRange) -> String {
    analysis.text(range).split(whereSeparator: { $0.isWhitespace }).joined(separator: " ")
  }

  // MARK: - For programs

  /// Prints one object
  ///
  /// ```json
  /// {"type":"test","name":"warm","file":"rules.opp","line":3,"passed":true}
  /// ```
  package func printJSON(_ scenario: Scenario, _ places: ScenarioPlaces, _ result: ScenarioResult) {
    console.line(
      JSONText.object { json in
        json.member("type", string: "test")
        json.member("name", string: scenario.name)
        let position = file(places.range).position(at: places.range.start)
        json.member("file", string: file(places.range).path)
        json.member("line", raw: String(position.line))
        json.member("passed", raw: result.failures.isEmpty ? "true" : "false")
        guard !result.failures.isEmpty else { return }
        json.key("failures")
        json.array { array in
          for failure in result.failures {
            array.object { add(failure, scenario, range(of: failure, places), &$0) }
          }
        }
      })
  }

  /// Adds a failure: the Opp, the second, the expectation as it is written, and the actual result
  private func add(
    _ failure: ScenarioFailure, _ scenario: Scenario, _ range: SourceRange, _ json: inout JSONText
  ) {
    let position = file(range).position(at: range.start)
    json.member("opp", string: graph.rules[rule(of: failure, scenario)].name)
    json.member("at", string: failure.at.rfc3339)
    json.member("line", raw: String(position.line))
    json.member("column", raw: String(position.column))
    json.member("expected", string: text(range))
    json.member("happened", strings: happening(failure, of: scenario))
    json.member("truth", string: failure.truth.word)
    json.key("firings")
    json.array { array in
      for firing in failure.firings {
        array.object { object in
          object.member("at", string: firing.at.rfc3339)
          if let text = firing.text { object.member("text", string: text) }
        }
      }
    }
  }
}

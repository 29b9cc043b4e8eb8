internal import OppEngine
internal import OppLanguageServer
internal import OppModel
internal import OppOutputs
internal import OppReplay
internal import OppSemantics
internal import OppSyntax
internal import OppSystem

/// An Opp that was explained for an editor, with the way from its parts to the text
///
/// Pointing at `temp > 20C` in the editor shows its part alone:
///
/// ```
/// ✗ temp > 20C  temp is 19°C, read 10:00; since …
/// as of 2026-06-21 10:00:01
/// ```
struct ExplainedOpp {
  /// The explanation by parts; nil if there is only ``text``
  private let explanation: OppExplanation?

  /// The words of its parts; nil if there is only ``text``
  private let words: ExplanationText?

  /// The explanation of the whole Opp as printed, or the data that is missing
  private let text: String

  /// The check whose texts the parts came from
  private let snapshot: RuleSetSnapshot

  /// - Parameter text: of the whole Opp, or the sentence in its place.
  private init(
    _ text: String, _ snapshot: RuleSetSnapshot, explanation: OppExplanation? = nil,
    words: ExplanationText? = nil
  ) {
    self.text = text
    self.snapshot = snapshot
    self.explanation = explanation
    self.words = words
  }

  /// Explains an Opp in slices
  static func explain(
    _ replays: EditorReplays, _ snapshot: RuleSetSnapshot, root: String,
    _ question: ExplanationQuestion
  ) -> Sliced<ExplainedOpp> {
    func said(_ text: String) -> Sliced<ExplainedOpp> {
      Sliced(done: ExplainedOpp(text, snapshot))
    }
    if snapshot.analysis.hasErrors { return said("no replay: the rules have errors") }
    guard let rule = snapshot.analysis.graph.rules.firstIndex(where: { $0.name == question.opp })
    else { return said("there is no Opp `\(question.opp)`") }
    var work: ExplanationRun?
    var words: ExplanationText?
    return Sliced {
      if let known = words {
        guard !EditorRun.slice({ work?.advance(by: 16) ?? false }), let result = work?.result
        else { return nil }
        work = nil
        return ExplainedOpp(
          printed(result, known), snapshot, explanation: result, words: known)
      }
      switch replays.run(snapshot, root: root, at: question.at) {
      case .failure(let failure):
        let lines = [failure.message] + (failure.help.map { [$0] } ?? [])
        return ExplainedOpp(lines.joined(separator: "; "), snapshot)
      case .success(let run):
        let made = ExplanationText(
          analysis: snapshot.analysis, graph: run.recorded.graph, zone: run.recorded.zone,
          rule: rule, at: run.instant, units: run.recorded.units)
        let begins = run.recorded.replay.begins
        guard run.instant >= begins else {
          return ExplainedOpp(
            "unknown at \(made.readable.inWords(run.instant)): the recording begins at \(made.readable.inWords(begins, after: run.instant))",
            snapshot)
        }
        words = made
        work = ExplanationRun(run.recorded.replay, rule: rule, at: run.instant)
        return nil
      }
    }
  }

  /// The text that `opp why` prints for people
  private static func printed(_ explanation: OppExplanation, _ words: ExplanationText) -> String {
    let console = Console()
    ExplanationOutput(explanation: explanation, words: words, console: console).printText()
    return console.collected
  }

  // MARK: Parts

  /// The explanation for an editor: of the whole, or of the part that an expression became
  func response(about part: SourceRange?) -> OppAnswer {
    guard let part else { return OppAnswer(text: text, unknown: unknownParts) }
    guard let explanation, let words, let condition = explanation.condition else {
      return OppAnswer(text: explanation == nil ? text : "")
    }
    guard let found = find(part, in: condition) else { return OppAnswer(text: "") }
    let instant = "as of \(words.readable.inWords(explanation.at))"
    return OppAnswer(
      text: [describe(found, at: part, words, explanation.at), instant].joined(separator: "\n"))
  }

  /// The part whose text is exactly a range, the outermost first; nil if there is none
  ///
  /// - Complexity: linear in the parts of the explanation.
  private func find(_ range: SourceRange, in part: Explanation) -> Explanation? {
    if place(of: part) == range { return part }
    for below in part.parts {
      if let found = find(range, in: below) { return found }
    }
    return nil
  }

  /// The range of a part in the text; nil for one that the rules do not write, such as a row
  private func place(of part: Explanation) -> SourceRange? {
    guard case .node(let node) = part.subject, let words else { return nil }
    return snapshot.analysis.place(of: node, inRule: words.rule)
  }

  /// The words for one part: a condition with the parts below it, a value with the time of its reading, or why it is
  /// unknown
  private func describe(
    _ part: Explanation, at range: SourceRange, _ words: ExplanationText, _ at: Instant
  ) -> String {
    if part.type == .bool {
      let console = Console()
      ExplanationTree(words: words, console: console, at: at).print(part)
      let lines = console.collected.split(separator: "\n").map { $0.dropFirst(2) }
      return lines.joined(separator: "\n")
    }
    // A place is a node of its declaration: here it has the name that is pointed at.
    let name = part.type == .place ? snapshot.analysis.text(range) : words.text(of: part)
    if let value = part.value {
      let read = part.readAt.map { ", read \(words.local($0))" } ?? ""
      return "\(name) is \(words.text(of: value, of: part))\(read)"
    }
    let reasons = part.reasons.map { $0.message(in: words.graph, zone: words.readable.zone) }
    return "\(name) is unknown: \(reasons.joined(separator: ", "))"
  }

  // MARK: Unknown parts

  /// The least parts that are unknown, in the order of the text
  private var unknownParts: [UnknownPart] {
    guard let condition = explanation?.condition else { return [] }
    var found: [UnknownPart] = []
    add(condition, to: &found)
    return found.sorted { $0.range < $1.range }
  }

  /// The least conditions that are unknown, each with its first reason
  private func add(_ part: Explanation, to found: inout [UnknownPart]) {
    guard part.type == .bool, part.truth == .unknown else { return }
    let below = part.parts.filter { $0.type == .bool && $0.truth == .unknown }
    guard below.isEmpty else {
      for part in below { add(part, to: &found) }
      return
    }
    guard let words, let range = place(of: part),
      let cause = part.reasons.compactMap({ $0.cause(in: words.graph) }).first
    else { return }
    let unknown = UnknownPart(cause: cause, range: range)
    if !found.contains(unknown) { found.append(unknown) }
  }
}

extension Console {
  /// The text that was printed, without line ends around it
  var collected: String {
    flush()
    return String(decoding: transcript, as: UTF8.self).trimmingLineEnds()
  }
}

extension UnknownReason {
  /// The cause for an editor; nil if no change of the rules is known that helps
  fileprivate func cause(in graph: ConditionGraph) -> UnknownPart.Cause? {
    switch self {
    case .noReading(let source, _), .neverRead(let source, _):
      .neverRead(graph.sources[Int(source.index)].name)
    case .stale(let source, _, _): .stale(graph.sources[Int(source.index)].name)
    case .unknownTable(let table, nil): .neverRead(graph.tables[Int(table.index)].name)
    case .missing: .missing
    case .addressNotFoundYet(let text): .address(text)
    case .placesNotFoundYet: .neverRead("places")
    case .unavailable, .unknownTable, .rowWithoutField, .missingRow, .noRows, .emptyList,
      .noSuchAddress, .notLookedUp, .noPlace, .sunDoesNotCross, .dividedByZero, .fractionOfADay,
      .notANumber,
      .beyondCalendar, .beforeMemory, .unknownAt, .rowWasAway, .notCountedAt, .tooLargeToAddUp,
      .neverTrue,
      .notBegun:
      nil
    }
  }
}

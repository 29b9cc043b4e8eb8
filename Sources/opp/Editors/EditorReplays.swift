internal import Foundation
internal import OppEngine
internal import OppLanguageServer
internal import OppModel
internal import OppOutputs
internal import OppSemantics
internal import OppSyntax

/// The recordings for the language server: that of a rule set lies in the folder `data` of its root
struct EditorReplays {
  private let surroundings: Surroundings

  init(in surroundings: Surroundings) {
    self.surroundings = surroundings
  }

  var services: ReplayServices {
    let surroundings = surroundings
    let pages = PageFolder(in: surroundings)
    return ReplayServices(
      firings: { Self.firings($0, root: $1, in: surroundings) },
      why: { Self.why($0, root: $1, opp: $2, at: $3, in: surroundings) },
      document: { pages.uri(of: $0, holding: $1) })
  }

  private static func firings(
    _ snapshot: RuleSetSnapshot, root: String, in surroundings: Surroundings
  ) -> ReplayedFirings {
    if snapshot.analysis.hasErrors { return .missing("no replay: the rules have errors") }
    let run: RecordedRun
    do throws(CommandFailure) {
      run = try self.run([], .evaluate, snapshot, root: root, in: surroundings)
    } catch {
      return .missing("no replay: \(error.message)")
    }
    let readable = ReadableValue(graph: run.graph, zone: run.zone)
    var counts: [String: ReplayedFirings.Count] = [:]
    for firing in run.replay.run(from: run.from, to: run.to).firings {
      let name = run.graph.rules[firing.rule].name
      counts[name, default: .init(count: 0, last: "")].count += 1
      counts[name]?.last = readable.local(firing.at)
    }
    return .counted(counts, from: readable.local(run.from), to: readable.local(run.to))
  }

  /// The text that `opp why` prints for people
  private static func why(
    _ snapshot: RuleSetSnapshot, root: String, opp: String, at: String?,
    in surroundings: Surroundings
  ) -> String {
    if snapshot.analysis.hasErrors { return "no replay: the rules have errors" }
    guard let rule = snapshot.analysis.graph.rules.firstIndex(where: { $0.name == opp }) else {
      return "there is no Opp `\(opp)`"
    }
    let run: RecordedRun
    do throws(CommandFailure) {
      let words = at.map { ["--at", $0] } ?? []
      run = try self.run(words, .evaluate, snapshot, root: root, in: surroundings)
    } catch {
      return ([error.message] + (error.help.map { [$0] } ?? [])).joined(separator: "; ")
    }
    let instant = at == nil ? run.to : run.from
    let words = ExplanationText(
      analysis: snapshot.analysis, graph: run.graph, zone: run.zone, rule: rule, at: instant)
    guard instant >= run.replay.begins else {
      return
        "unknown at \(words.local(instant)): the recording begins at \(words.local(run.replay.begins))"
    }
    let console = Console()
    let explanation = run.replay.explain(rule: rule, row: nil, at: instant)
    ExplanationOutput(explanation: explanation, words: words, console: console).printText()
    return String(decoding: console.transcript, as: UTF8.self)
      .trimmingCharacters(in: .newlines)
  }

  /// The replay over the recording of a root, as a command line with some words would have it
  private static func run(
    _ words: [String], _ command: Command, _ snapshot: RuleSetSnapshot, root: String,
    in surroundings: Surroundings
  ) throws(CommandFailure) -> RecordedRun {
    let files = snapshot.files.indices.map { snapshot.source(at: $0) }
    let rules = CheckedRules(
      files: RuleFiles(files: files, folder: root), analysis: snapshot.analysis)
    return try RecordedRun.read(
      try Invocation.parse(words, for: command), rules: rules, graph: snapshot.analysis.graph,
      readsOn: true, in: surroundings, Console())
  }
}

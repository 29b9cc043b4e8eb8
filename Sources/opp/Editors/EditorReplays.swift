internal import Dispatch
internal import OppEngine
internal import OppLanguageServer
internal import OppModel
internal import OppOutputs
internal import OppSemantics
internal import OppSyntax

/// The recordings for the language server: that of a rule set lies in the folder `data` of its root
///
/// Without a recording there are the clock and the sun, from the present on. A class, because the recordings and explanations of a
/// check are kept until the next.
///
/// ```
/// a check of the rules   snapshot 7     runs "" → the recording up to its end, "2026-06-19T12:00" → up to then
///                                       explanations Warm at the end → its text and its parts
/// the next check         snapshot 8     everything again
/// ```
final class EditorReplays {
  let context: CommandContext

  /// The recording and the explanations of the last check
  private var known: Known?

  /// The end of the last recording that was read of each root, and its zone
  private(set) var ends: [String: (end: Instant, zone: Zone)] = [:]

  /// The results over one check, which is recognized by identity
  private struct Known {
    /// The check that all of it belongs to
    let snapshot: RuleSetSnapshot

    /// By the instant as it was requested; empty for the end of the recording
    var runs: [String: Result<EditorRun, CommandFailure>] = [:]

    /// The files of the recording that nothing is connected to, by the root
    var files: [String: [OfferedFile]] = [:]

    /// By Opp and instant; an unfinished explanation continues at the place at which it stopped
    var explanations: [ExplanationQuestion: Sliced<ExplainedOpp>] = [:]
  }

  init(in context: CommandContext) {
    self.context = context
  }

  /// The functions that the language server calls
  var services: ReplayServices {
    let pages = PageFolder(in: context)
    return ReplayServices(
      firings: { self.firings($0, root: $1) },
      explanation: { self.response($0, root: $1, $2) },
      day: { self.day($0, root: $1, opp: $2, date: $3) },
      files: { self.files($0, root: $1) },
      demand: { EditorDemand($0, root: $1, in: self.context).lines },
      sun: { self.sun($0, root: $1, now: $2) },
      witness: { EditorWitness($0, opp: $1).words(of: $2) },
      document: { pages.uri(of: $0, holding: $1) })
  }

  // MARK: Recordings

  /// The replay over the recording of a root, read once for a check
  func run(
    _ snapshot: RuleSetSnapshot, root: String, at: String? = nil
  ) -> Result<EditorRun, CommandFailure> {
    if let found = memory(of: snapshot).runs[at ?? ""] { return found }
    let made = Result { () throws(CommandFailure) in
      try EditorRun.read(snapshot, root: root, at: at, in: context)
    }
    known?.runs[at ?? ""] = made
    if at == nil, case .success(let run) = made {
      ends[root] = (run.instant, run.recorded.zone)
    }
    return made
  }

  /// The results over a check, empty for a new one
  private func memory(of snapshot: RuleSetSnapshot) -> Known {
    if let known, known.snapshot === snapshot { return known }
    let made = Known(snapshot: snapshot)
    known = made
    return made
  }

  /// The files of the recording of a root that nothing is connected to, searched once for a check
  private func files(_ snapshot: RuleSetSnapshot, root: String) -> [OfferedFile] {
    if let found = memory(of: snapshot).files[root] { return found }
    let made = EditorFiles(snapshot, root: root, in: context).offered
    known?.files[root] = made
    return made
  }

  // MARK: Explanations

  /// The explanation of a whole Opp, made once for a check and an instant
  func explained(
    _ snapshot: RuleSetSnapshot, root: String, _ question: ExplanationQuestion
  ) -> Sliced<ExplainedOpp> {
    var whole = question
    whole.part = nil
    if let found = memory(of: snapshot).explanations[whole] { return found }
    let made = ExplainedOpp.explain(self, snapshot, root: root, whole)
    known?.explanations[whole] = made
    return made
  }

  /// The text for a part of an Opp, or for the whole
  private func response(
    _ snapshot: RuleSetSnapshot, root: String, _ question: ExplanationQuestion
  ) -> Sliced<OppAnswer> {
    let explained = explained(snapshot, root: root, question)
    return Sliced { explained.step()?.response(about: question.part) }
  }
}

/// A replay for an editor, and the instant that counts as now
struct EditorRun {
  let recorded: RecordedRun

  /// The second that is explained, and that counts as now
  let instant: Instant

  /// `true` if there is a recording
  let isRecorded: Bool

  /// The time that one slice takes, in nanoseconds
  private static let slice: UInt64 = 10_000_000

  /// - Parameter at: an instant as `--at` takes it; nil for the end of the recording, without one for the present.
  static func read(
    _ snapshot: RuleSetSnapshot, root: String, at: String?, in context: CommandContext
  ) throws(CommandFailure) -> EditorRun {
    let files = snapshot.files.indices.map { snapshot.source(at: $0) }
    let rules = CheckedRules(
      files: RuleFiles(files: files, folder: root), analysis: snapshot.analysis)
    let isRecorded = context.kind(of: root + "/data") == .folder
    let instant = at ?? (isRecorded ? nil : context.present.rfc3339)
    let run = try RecordedRun.read(
      try Invocation.parse(instant.map { ["--at", $0] } ?? [], for: .evaluate), rules: rules,
      graph: snapshot.analysis.graph, readsOn: true, in: context, Console())
    let end = instant == nil ? run.to : run.from
    return EditorRun(recorded: run, instant: end, isRecorded: isRecorded)
  }

  /// Does work for the time of one slice
  ///
  /// - Parameter step: returns `true` while there is more to do.
  /// - Returns: `true` while there is more to do.
  static func slice(_ step: () -> Bool) -> Bool {
    let end = DispatchTime.now().uptimeNanoseconds + slice
    while step() {
      if DispatchTime.now().uptimeNanoseconds > end { return true }
    }
    return false
  }
}

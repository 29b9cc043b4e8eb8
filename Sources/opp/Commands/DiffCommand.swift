internal import OppAnalysis
internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppReplay
internal import OppSemantics

extension Command {
  /// ```console
  /// $ opp diff old.opp new.opp
  /// stricter   "Walk"  new.opp:1
  ///            in `when`
  ///            no longer true on Wed 3 June 2026 at 12:00 with weather.temp = 21°C
  /// added      "Tea time"  new.opp:2
  /// removed    "Tea"  old.opp:2
  /// 3 Opps changed, 0 the same
  /// ```
  ///
  /// after `temp > 20C` of `Walk` became `temp > 22C`.
  static let diff = Command(
    name: "diff",
    summary: "says what two versions of a rule set do differently",
    operands: "OLD NEW",
    operandCount: 2...2,
    takesLong: true,
    options: [
      Option("--data", value: "DIR", "also replays both over this recording"),
      Option("--exit-code", "exits with 1 where anything that fires may have changed"),
      .zone, .format,
    ],
    discussion: """
      OLD and NEW are files, folders, or revisions of git such as HEAD~1:rules. For each Opp by its name: whether
      it means the same, is stricter, looser or different, was added, removed or renamed, or only says something
      else; with a day on which the two differ. Layout, the order of declarations, names of `let`s and units make
      no difference. With --data it also counts the firings gained and lost, and the requests a day that
      `opp run` would have made before and after.
      """,
    examples: [
      ("opp diff HEAD:rules rules", "what the changes of the working copy do"),
      ("opp diff main:rules rules --exit-code", "fails a pull request that changes what fires"),
      ("opp diff old.opp new.opp --data data", "and how it would have gone last year"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    // Both versions must be right on their own before they are compared.
    var versions: [CheckedRules] = []
    for operand in invocation.operands {
      let rules = try CheckedRules.version(operand, in: context)
      guard rules.printProblems(console, isJSON: invocation.wantsJSON) else { return .problems }
      versions.append(rules)
    }
    let (old, new) = (versions[0].analysis, versions[1].analysis)
    let zone = try RecordedRun.namedZone(invocation, new.graph, ZoneDatabase())
    let comparison = RuleSetComparison(old: old.graph, new: new.graph, zone: zone)
    var replays: ComparedReplays?
    if invocation.has("--data") {
      replays = try ComparedReplays(
        invocation, old: versions[0], new: versions[1], in: context, console)
    }
    let output = DiffOutput(
      comparison: comparison, old: old, new: new,
      words: WitnessText(graph: comparison.graph, zone: zone ?? .utc), replays: replays,
      console: console)
    if invocation.wantsJSON { output.printJSON() } else { output.print() }
    let changesFirings =
      comparison.changes.contains { $0.kind.changesFirings }
      || !comparison.settings.isEmpty || replays?.isChanged ?? false
    return invocation.has("--exit-code") && changesFirings
      ? .problems : replays?.status ?? .success
  }
}

extension CheckedRules {
  /// A version of a rule set: a file, a folder, or a revision of git
  fileprivate static func version(
    _ operand: String, in context: CommandContext
  ) throws(CommandFailure) -> CheckedRules {
    guard operand != "-", context.kind(of: operand) == .missing,
      let revision = GitRevision(operand, in: context)
    else { return try read([operand], in: context) }
    return check(RuleFiles(files: try revision.files(), folder: nil))
  }
}

/// The firings of two versions of a rule set over one recording
///
/// ```
/// before   12:00 Walk   15:00 Walk   16:00 Tea
/// after    12:00 Walk                16:00 Tea   17:00 Walk
///
/// common 2     differences   15:00 Walk lost, 17:00 Walk gained
/// ```
struct ComparedReplays {
  /// A firing of only one of the versions
  struct Difference {
    let opp: String
    let at: Instant

    /// The row of `for each`, as people write its key
    let row: String?
    let isGained: Bool
  }

  /// In the order of time
  let differences: [Difference]

  /// The number of firings that both have
  let common: Int

  /// The requests of each version, by a rehearsal of the recording
  let requests: (before: RehearsedRequests, after: RehearsedRequests)

  /// The period of the second version; both read the same recording
  let from: Instant
  let to: Instant
  let zone: Zone

  /// Status 1 if the recording has problems
  let status: ExitStatus

  /// `true` if any firing is gained or lost
  var isChanged: Bool { !differences.isEmpty }

  init(
    _ invocation: Invocation, old: CheckedRules, new: CheckedRules,
    in context: CommandContext, _ console: Console
  ) throws(CommandFailure) {
    let first = try RecordedRun.read(
      invocation, rules: old, graph: old.analysis.graph, in: context, console)
    // The problems of the recording have been reported.
    let second = try RecordedRun.read(
      invocation, rules: new, graph: new.analysis.graph, in: context, Console())
    (from, to, zone) = (second.from, second.to, second.zone)
    status = first.status.combined(with: second.status)
    requests = (RehearsedRequests(first), RehearsedRequests(second))
    let before = Self.firings(first)
    let after = Self.firings(second)
    let (known, wanted) = (Set(before), Set(after))
    common = after.count { known.contains($0) }
    differences =
      (before.filter { !wanted.contains($0) }.map { ($0, false) }
      + after.filter { !known.contains($0) }.map { ($0, true) })
      .sorted { $0.0.at < $1.0.at }
      .map { Difference(opp: $0.0.opp, at: $0.0.at, row: $0.0.row, isGained: $0.1) }
  }

  /// A firing without its text: the same Opp, second and row are the same firing
  private struct Key: Hashable {
    let opp: String
    let at: Instant
    let row: String?
  }

  /// The firings of a replay, in the order of time
  private static func firings(_ run: RecordedRun) -> [Key] {
    let readable = ReadableValue(graph: run.graph, zone: run.zone)
    return run.replay.run(from: run.from, to: run.to).firings.map { firing in
      Key(opp: firing.opp, at: firing.at, row: firing.row.map { readable.text(of: $0) })
    }
  }
}

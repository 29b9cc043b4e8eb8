internal import OppEngine
internal import OppFormat
internal import OppModel
internal import OppOutputs
internal import OppReplay
internal import OppSemantics
internal import OppSyntax

/// Rules, parsed and checked
///
/// Any text makes one: its mistakes are in ``diagnostics``. A rule set is a value without state; many sessions, on many
/// threads, share it.
///
/// ```swift
/// let rules = RuleSet(#"opp "Warm" when temp > 20C notify "{temp}""#)
/// guard rules.isRunnable else {
///   for diagnostic in rules.diagnostics { print(diagnostic.rendered(in: rules)) }
///   return
/// }
/// ```
///
/// - Complexity: making one is about linear in the text: thirty everyday rules take about half a millisecond.
public struct RuleSet: Sendable {
  /// The files, in the order in which messages name them
  public let files: [RuleFile]

  /// The errors and warnings, in the order of the files and of the text
  public let diagnostics: [Diagnostic]

  /// The Opps, in the order of the text
  ///
  /// Those with errors are there as far as they could be understood.
  public let opps: [Opp]

  /// The files with the prelude behind them, by the index in ranges
  let sourceFiles: [SourceFile]

  /// The conditions
  let graph: ConditionGraph

  /// The files that the rules connect, for replays of recordings that have them
  let connectedFiles: ConnectedFiles

  /// The rules as engines run them; `nil` if there are errors
  private let compiled: CompiledRules?

  /// The version of the language that this library reads
  public static let languageVersion = Version.number

  /// - Parameter files: all files of the rules: they are one namespace, in any order.
  public init(_ files: [RuleFile]) {
    self.files = files
    let analysis = Self.analyze(files)
    sourceFiles = analysis.files
    graph = analysis.graph
    connectedFiles = ConnectedFiles(analysis)
    diagnostics = analysis.diagnostics.map { Diagnostic($0, in: analysis.files) }
    opps = analysis.opps
    let hasErrors = diagnostics.contains { $0.severity == .error }
    compiled = hasErrors ? nil : CompiledRules(analysis.graph, edition: Self.edition(of: files))
  }

  /// Names the exact text of the files, and the version of the language
  private static func edition(of files: [RuleFile]) -> Fingerprint {
    var hasher = FingerprintHasher()
    hasher.add(languageVersion)
    for file in files { hasher.add(file.text) }
    return hasher.fingerprint
  }

  /// A rule set of one file
  ///
  /// - Parameter path: the name of the file in messages.
  public init(_ text: String, path: String = "rules.opp") {
    self.init([RuleFile(path: path, text: text)])
  }

  /// `true` if there is no error
  public var isRunnable: Bool { compiled != nil }

  /// The names of the sources and tables that the Opps read, each once, in the order of the Opps
  ///
  /// A session needs supplies for them. The clock, the sun and the table `firings` are known without being read, and
  /// are not among them.
  public var sources: [String] {
    var seen: Set<String> = []
    return opps.flatMap { $0.reads }.filter { seen.insert($0).inserted }
  }

  /// The IANA name of the zone that `set zone` names; nil if the rules leave it to the person
  public var zoneName: String? { graph.settings.zone }

  /// A text of 32 hexadecimal digits that is the same for the same rules
  ///
  /// Spaces, line breaks, comments and the paths of files do not change it; the order of files does.
  public var fingerprint: String {
    var hasher = FingerprintHasher()
    for file in files {
      for token in Parser.parse(file.source).tree.tokens where !token.kind.isTrivia {
        hasher.add(token.text)
      }
      hasher.add("")
    }
    let digits = String(hasher.fingerprint.bits, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  /// The files in the canonical layout; one that cannot be read as rules is left as it is
  public func formatted() -> [RuleFile] {
    files.map { RuleFile(path: $0.path, bytes: Formatter.format($0.source).bytes) }
  }

  /// ``diagnostics`` with the findings of proofs: conditions that are never or always true, and the fixes that advice
  /// gives
  ///
  /// `opp check` reports all of them. The proofs cost several times as much as checking; an editor runs them when the writer
  /// pauses.
  ///
  /// - Parameter zone: the zone of the person; nil if the rules set none, and it is not known.
  public func thoroughDiagnostics(zone: ZoneRules? = nil) -> [Diagnostic] {
    let analysis = Self.analyze(files)
    let found = analysis.withAdvisedFixes(analysis.diagnosticsWithProofs(zone: zone?.zone)) {
      OppSemantics.RuleSet.analyze(files: $0)
    }
    return found.map { Diagnostic($0, in: analysis.files) }
  }

  /// The results of the `test` declarations, in the order of the text
  ///
  /// - Parameter zone: the zone of the rules if they set none.
  /// - Throws: if the rules have errors.
  public func test(zone: ZoneRules = .utc) throws(InvalidRules) -> [TestResult] {
    try requireRunnable()
    let analysis = Self.analyze(files)
    var runner = ScenarioRunner(graph: analysis.graph, zone: zone.zone)
    return zip(analysis.tests, analysis.testPlaces).map { scenario, places in
      let result = runner.run(scenario)
      let console = Console()
      let output = ScenarioOutput(
        analysis: analysis, graph: analysis.graph, zone: zone.zone, console: console)
      output.print(scenario, places, result)
      console.flush()
      return TestResult(
        name: scenario.name, hasPassed: result.failures.isEmpty,
        report: String(decoding: console.transcript, as: UTF8.self))
    }
  }

  /// The rules as engines run them
  ///
  /// - Throws: if there are errors.
  @discardableResult
  func requireRunnable() throws(InvalidRules) -> CompiledRules {
    guard let compiled else { throw InvalidRules(diagnostics: diagnostics) }
    return compiled
  }

  /// The check of the files, with everything that explanations and expressions need: the same graph at each call
  func analysis() -> Analysis { Self.analyze(files) }

  private static func analyze(_ files: [RuleFile]) -> Analysis {
    OppSemantics.RuleSet.analyze(files: files.map { $0.source })
  }
}

/// The result of a `test` declaration
public struct TestResult: Hashable, Sendable {
  /// The name of the test
  public let name: String
  public let hasPassed: Bool

  /// The lines that `opp test` prints: of a test that failed, each expectation that was not met, and why
  public let report: String
}

extension Analysis {
  /// The Opps as a list of them shows them
  fileprivate var opps: [Opp] {
    zip(graph.rules, rulePlaces).map { rule, places in
      Opp(
        name: rule.name, colour: graph.constantColour(of: rule).map { Int($0) },
        reads: needs(ofOpp: rule.name).filter { isSupplied($0) }, isUrgent: rule.isUrgent,
        isDisabled: rule.isDisabled, location: SourceLocation(places.name, in: files))
    }
  }

  /// `true` if a named source or table comes from outside: the clock, the sun, firings and lists do not
  private func isSupplied(_ name: String) -> Bool {
    guard let source = graph.source(named: name) else {
      return graph.suppliedTable(named: name) != nil
    }
    return source != graph.wellKnown.clock && source != graph.wellKnown.sun
  }
}

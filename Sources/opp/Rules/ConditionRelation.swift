internal import OppAnalysis
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSemantics
internal import OppSyntax

/// A relation between two conditions that `implies`, `equivalent` and `disjoint` prove or refute
///
/// A relation is refuted if some literals can be true together at one second, and proved if they cannot:
///
/// | relation of A and B | is refuted by |
/// | --- | --- |
/// | A implies B | A true, B not true |
/// | A and B are equivalent | A true, B not true; or B true, A not true |
/// | A and B are disjoint | A true, B true |
///
/// Unknown is not true: A implies B fails if A is true and B unknown.
enum ConditionRelation {
  case implies
  case equivalent
  case disjoint

  /// Decides the relation of the first two operands in the rule set of the others, and prints it
  func run(
    _ invocation: Invocation, in context: CommandContext, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let texts = Array(invocation.operands.prefix(2))
    let rules = try CheckedRules.read(Array(invocation.operands.dropFirst(2)), in: context)
    guard rules.printProblems(console, isJSON: invocation.wantsJSON) else { return .problems }
    var conditions: [ComparedCondition] = []
    for text in texts {
      guard let found = try ComparedCondition.find(text, in: rules.analysis, invocation, console)
      else { return .problems }
      conditions.append(found)
    }
    let graph = rules.analysis.graph
    // Without a zone local times are those of UTC, as they are when `opp eval` replays without one.
    let zone = try RecordedRun.namedZone(invocation, graph, ZoneDatabase()) ?? .utc
    var prover = Prover(graph: graph, zone: zone)
    let result = decide(conditions[0], conditions[1], &prover)
    let output = RelationOutput(
      relation: self, conditions: conditions, analysis: rules.analysis,
      witnessWords: WitnessText(graph: graph, zone: zone), console: console)
    if invocation.wantsJSON { output.printJSON(result) } else { output.print(result) }
    return result.holds == true ? .success : .problems
  }

  /// Searches for a second that refutes the relation
  private func decide(
    _ first: ComparedCondition, _ second: ComparedCondition, _ prover: inout Prover
  ) -> ProvedRelation {
    switch self {
    case .implies:
      return ProvedRelation([question(first, .isTrue, second, .isNotTrue)], &prover)
    case .equivalent:
      return ProvedRelation(
        [
          question(first, .isTrue, second, .isNotTrue),
          question(second, .isTrue, first, .isNotTrue),
        ],
        &prover)
    case .disjoint: return ProvedRelation([question(first, .isTrue, second, .isTrue)], &prover)
    }
  }

  /// The literals that refute the relation if they hold together; nil if they plainly cannot
  private func question(
    _ first: ComparedCondition, _ one: Truthfulness, _ second: ComparedCondition,
    _ other: Truthfulness
  ) -> [Literal]? {
    var literals: [Literal] = []
    for (condition, holds) in [(first, one), (second, other)] {
      if let node = condition.node {
        literals.append(Literal(node, holds))
      } else if holds != .isTrue {
        return nil
      }
    }
    return literals
  }
}

/// One side of a relation: an Opp by its name, or an expression
struct ComparedCondition {
  /// The text as it was given, for messages
  let text: String

  /// The index of the Opp; nil for an expression
  let rule: Int?

  /// Nil if an Opp has no condition, so that it is always true
  let node: NodeID?

  /// - Returns: nil if the expression has errors, which are printed.
  static func find(
    _ text: String, in analysis: Analysis, _ invocation: Invocation, _ console: Console
  ) throws(CommandFailure) -> ComparedCondition? {
    if let rule = analysis.graph.rules.firstIndex(where: { $0.name == text }) {
      return ComparedCondition(text: text, rule: rule, node: analysis.graph.rules[rule].condition)
    }
    let expression = analysis.expression(text, path: "condition")
    guard let node = expression.node, let type = expression.type else {
      if invocation.wantsJSON {
        let output = DiagnosticOutput(files: expression.files)
        for diagnostic in expression.diagnostics { console.line(output.json(diagnostic)) }
      } else {
        let renderer = DiagnosticRenderer(
          files: expression.files, usesColour: console.errorColours)
        console.messages(renderer.render(expression.diagnostics))
        console.message(
          "  = help: `\(text.printable)` is neither the name of an Opp nor a condition")
      }
      return nil
    }
    guard type == .bool else {
      throw .usage(
        "`\(text)` is \(analysis.typeNames.phrase(for: type)), not a condition",
        help: "compare it with something, as in `\(text) == …`")
    }
    return ComparedCondition(text: text, rule: nil, node: node)
  }
}

/// Whether a relation holds, with an example against it or the parts that prove it
///
/// ```
/// temp > 30C implies temp > 20C     holds, by `temp > 30C`, `temp > 20C`
/// temp > 20C implies temp > 30C     does not hold, for example with temp = 30°C
/// busy, free >= 1h are disjoint     holds, as `free` is 0 while `busy`
/// ```
struct ProvedRelation {
  /// Nil if it was not decided
  let holds: Bool?
  let counterexample: Witness?

  /// The question that the counterexample refutes
  let refuted: Int?

  /// Parts of both conditions that contradict each other, each once; empty if the relation does not hold
  let proof: [OppAnalysis.Part]

  /// The laws of the prelude that the proof rests on, each once
  let axioms: [Axiom]

  /// - Parameter questions: each refutes the relation if its literals can hold together; nil if they
  ///   plainly cannot.
  init(_ questions: [[Literal]?], _ prover: inout Prover) {
    var (proof, axioms): ([OppAnalysis.Part], [Axiom]) = ([], [])
    var isDecided = true
    for (index, question) in questions.enumerated() {
      guard let question else { continue }
      switch prover.verdict(question) {
      case .never(let core, let laws):
        proof += core.filter { part in !proof.contains { $0.node == part.node } }
        axioms += laws.filter { law in !axioms.contains { $0.law == law.law } }
      case .possible(let witness):
        (holds, counterexample, refuted) = (false, witness, index)
        (self.proof, self.axioms) = ([], [])
        return
      case .undecided: isDecided = false
      }
    }
    (holds, counterexample, refuted) = (isDecided ? true : nil, nil, nil)
    (self.proof, self.axioms) = isDecided ? (proof, axioms) : ([], [])
  }
}

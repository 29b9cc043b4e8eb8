internal import OppOutputs

extension Command {
  /// A command that proves or refutes a relation between two conditions
  ///
  /// `implies`, `equivalent` and `disjoint` differ in `relation` and their texts alone; see ``ConditionRelation``.
  static func relation(
    _ relation: ConditionRelation, _ name: String, summary: String,
    examples: [(line: String, meaning: String)]
  ) -> Command {
    Command(
      name: name, summary: summary, operands: "A B [FILE|DIR]…", operandCount: 2...Int.max,
      takesLong: true, options: [.zone, .format],
      discussion: """
        A and B are names of Opps, whose conditions are meant, or expressions in the scope of the rules: a `let`
        is one. What is unknown is not true. It ends with 0 where it holds, and with 1 where it does not or could
        not be decided. Every counterexample has been evaluated before it is shown.
        """,
      examples: examples
    ) { (invocation, context, console) throws(CommandFailure) in
      try relation.run(invocation, in: context, console)
    }
  }
}

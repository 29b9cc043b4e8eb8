extension Command {
  static let disjoint = Command(
    name: "disjoint",
    summary: "proves that two conditions are never true together, or shows a day on which they are",
    operands: "A B [FILE|DIR]…",
    operandCount: 2...Int.max,
    options: [.zone, .format],
    discussion: """
      A and B are names of Opps, whose conditions are meant, or expressions in the scope of the rules: a `let`
      is one. What is unknown is not true. It ends with 0 where it holds, and with 1 where it does not or could
      not be decided. Every counterexample has been evaluated before it is shown.
      """,
    examples: [
      ("opp disjoint busy 'free >= 1h'", "holds: free is 0 while busy"),
      ("opp disjoint \"Run\" \"Rest\" rules", "whether two Opps exclude each other"),
    ]
  ) { (invocation, surroundings, console) throws(CommandFailure) in
    try ConditionRelation.disjoint.run(invocation, in: surroundings, console)
  }
}

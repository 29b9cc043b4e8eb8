extension Command {
  static let implies = Command(
    name: "implies",
    summary:
      "proves that one condition is true whenever another is, or shows a day on which it is not",
    operands: "A B [FILE|DIR]…",
    operandCount: 2...Int.max,
    options: [.zone, .format],
    discussion: """
      A and B are names of Opps, whose conditions are meant, or expressions in the scope of the rules: a `let`
      is one. What is unknown is not true. It ends with 0 where it holds, and with 1 where it does not or could
      not be decided. Every counterexample has been evaluated before it is shown.
      """,
    examples: [
      ("opp implies 'temp > 30C' 'temp > 20C'", "holds"),
      ("opp implies \"Stay in\" \"Drink\" rules", "whether one Opp says what another has said"),
    ]
  ) { (invocation, surroundings, console) throws(CommandFailure) in
    try ConditionRelation.implies.run(invocation, in: surroundings, console)
  }
}

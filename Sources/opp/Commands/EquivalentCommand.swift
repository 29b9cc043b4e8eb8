extension Command {
  static let equivalent = Command(
    name: "equivalent",
    summary:
      "proves that two conditions are true at the same times, or shows a day on which they are not",
    operands: "A B [FILE|DIR]…",
    operandCount: 2...Int.max,
    options: [.zone, .format],
    discussion: """
      A and B are names of Opps, whose conditions are meant, or expressions in the scope of the rules: a `let`
      is one. What is unknown is not true. It ends with 0 where it holds, and with 1 where it does not or could
      not be decided. Every counterexample has been evaluated before it is shown.
      """,
    examples: [
      ("opp equivalent 'not (temp > 20C)' 'temp <= 20C'", "holds"),
      ("opp equivalent warm_evening \"Balcony\" rules", "a let and the condition of an Opp"),
    ]
  ) { (invocation, surroundings, console) throws(CommandFailure) in
    try ConditionRelation.equivalent.run(invocation, in: surroundings, console)
  }
}

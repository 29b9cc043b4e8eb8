extension Command {
  /// A and B are true at the same seconds; see ``ConditionRelation``
  static let equivalent = relation(
    .equivalent, "equivalent",
    summary:
      "proves that two conditions are true at the same times, or shows a day on which they are not",
    examples: [
      ("opp equivalent 'not (temp > 20C)' 'temp <= 20C'", "holds"),
      ("opp equivalent warm_evening \"Balcony\" rules", "a let and the condition of an Opp"),
    ])
}

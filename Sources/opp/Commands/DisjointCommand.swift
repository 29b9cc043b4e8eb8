extension Command {
  /// A and B are never true together; see ``ConditionRelation``
  static let disjoint = relation(
    .disjoint, "disjoint",
    summary:
      "proves that two conditions are never true together, or shows a day on which they are",
    examples: [
      ("opp disjoint busy 'free >= 1h'", "holds: free is 0 while busy"),
      ("opp disjoint \"Run\" \"Rest\" rules", "whether two Opps exclude each other"),
    ])
}

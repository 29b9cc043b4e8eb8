extension Command {
  /// B is true whenever A is; see ``ConditionRelation``
  static let implies = relation(
    .implies, "implies",
    summary:
      "proves that one condition is true whenever another is, or shows a day on which it is not",
    examples: [
      ("opp implies 'temp > 30C' 'temp > 20C'", "holds"),
      ("opp implies \"Stay in\" \"Drink\" rules", "whether one Opp says what another has said"),
    ])
}

internal import OppAnalysis
internal import OppJSON
internal import OppModel
internal import OppOutputs
internal import OppSemantics

/// Prints whether a relation between two conditions holds
///
/// ```
/// does not hold: `temp > 30C` is true whenever `temp > 20C` is
///   for example on Wed 3 June 2026 at 12:00:
///     weather.temp = 30°C
///     `temp > 20C` is true, and `temp > 30C` is not
/// ```
struct RelationOutput {
  let relation: ConditionRelation

  /// The two sides, in the order of the command line
  let conditions: [ComparedCondition]
  let analysis: Analysis
  let witnessWords: WitnessText
  let console: Console

  // MARK: For people

  /// Prints whether the relation holds, and the proof or the example
  func print(_ result: ProvedRelation) {
    guard let holds = result.holds else {
      console.line("\(console.styled("not decided", .unsure)): \(claim)")
      return console.line("  no proof and no counterexample was found within the limits")
    }
    if holds {
      console.line("\(console.styled("holds", .good)): \(claim)")
      let parts = result.proof.map { "`\(text(of: $0))`" }
      if !parts.isEmpty { console.line("  by \(parts.joined(separator: ", "))") }
      for axiom in result.axioms { console.line("  as \(axiom.words)") }
      return
    }
    console.line("\(console.styled("does not hold", .bad)): \(claim)")
    guard let witness = result.counterexample else { return }
    console.line("  for example on \(witnessWords.day(of: witness)):")
    for line in witnessWords.values(of: witness) { console.line("    \(line)") }
    console.line("    \(outcome(refuted: result.refuted ?? 0))")
  }

  /// An Opp in quotes, an expression as code
  private func name(_ index: Int) -> String {
    conditions[index].rule == nil
      ? "`\(conditions[index].text)`" : ValueNotation.textLiteral(conditions[index].text)
  }

  /// The relation as a sentence
  private var claim: String {
    switch relation {
    case .implies: "\(name(1)) is true whenever \(name(0)) is"
    case .equivalent: "\(name(0)) and \(name(1)) are true at the same times"
    case .disjoint: "\(name(0)) and \(name(1)) are never true together"
    }
  }

  /// The contradiction to the claim that the example shows
  ///
  /// - Parameter refuted: the index of the side that is true, if both directions are claimed.
  private func outcome(refuted: Int) -> String {
    switch relation {
    case .implies: "\(name(0)) is true, and \(name(1)) is not"
    case .equivalent: "\(name(refuted)) is true, and \(name(1 - refuted)) is not"
    case .disjoint: "both are true"
    }
  }

  /// The parts that prove it, in the writer's words, and the laws of the prelude that they rest on
  private func reasons(_ result: ProvedRelation) -> [String] {
    result.proof.map { "`\(text(of: $0))`" } + result.axioms.map { $0.words }
  }

  /// A part as it is written, on one line
  private func text(of part: OppAnalysis.Part) -> String {
    let rule = conditions.indices.contains(part.literal) ? conditions[part.literal].rule : nil
    let text =
      analysis.text(of: part.node, inRule: rule) ?? analysis.text(of: part.node) ?? "a part"
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  // MARK: For programs

  /// `{"holds":…,"counterexample":…,"because":[…]}`
  ///
  /// ```json
  /// {"holds":true,"because":["temp > 30C","temp > 20C"]}
  /// ```
  func printJSON(_ result: ProvedRelation) {
    console.line(
      JSONText.object { json in
        json.member("holds", raw: result.holds.map { "\($0)" } ?? "null")
        if let witness = result.counterexample {
          json.key("counterexample")
          witnessWords.add(witness, to: &json)
        }
        json.member("because", strings: reasons(result).map { text in text.filter { $0 != "`" } })
      })
  }
}

extension Axiom {
  /// The law in the words of the manual
  var words: String {
    switch law {
    case .percentage: "a percentage of the weather or the battery lies in 0%..100%"
    case .notNegative: "speeds, rain, snow and distances are never negative"
    case .freeLimit: "`free` is at most 3650 days"
    case .freeWhileBusy: "`free` is 0 while `busy`"
    case .endsAfterBeginning: "an event does not end before it begins"
    }
  }
}

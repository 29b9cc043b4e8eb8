internal import OppOutputs
internal import OppSemantics

extension Command {
  /// The text is the one that is compiled with every rule set, comments included
  static let prelude = Command(
    name: "prelude",
    summary: "prints what is there without declaring it, written in Opp",
    operands: "",
    operandCount: 0...0,
    options: [],
    discussion: "Every source, table, enum and name of the prelude, with its documentation.",
    examples: [
      ("opp prelude", "prints the prelude"),
      ("opp prelude | less", "reads it page by page"),
    ]
  ) { (_, _, console) throws(CommandFailure) in
    console.write(Prelude.text)
    return .success
  }
}

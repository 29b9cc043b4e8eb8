extension DiagnosticPage {
  /// Messages about names
  ///
  /// Sorted by code. An example such as `tmp` is one letter off a name, so that the message has its help as well.
  package static let names: [DiagnosticPage] = [
    DiagnosticPage(
      "ambiguous-name",
      "This name means more than one thing: the source or the row before it says which.",
      #"""
      source fridge { temp: Temperature }
      opp "A" when temp > 8C
      """#),
    DiagnosticPage(
      "case-as-condition",
      "A case of an enum is not a condition by itself: compare a field with it."),
    DiagnosticPage(
      "cyclic-let",
      "A `let` must not depend on itself, directly or through others.",
      #"""
      let a = b
      let b = a
      """#),
    DiagnosticPage(
      "duplicate-name",
      "A name is declared once in a rule set.",
      #"""
      let a = 1
      let a = 2
      """#),
    DiagnosticPage(
      "field-without-owner",
      "A source whose parameters have no defaults is written with its arguments.",
      #"opp "A" when new_snow > 10cm"#),
    DiagnosticPage(
      "given-always-known",
      "The clock and the sun are always known: the `at` of a test sets them."),
    DiagnosticPage(
      "hidden-name",
      "A source of the rule set replaces the one of its name in the prelude, and this name is lost with it.",
      #"""
      source weather { temp: Temperature }
      opp "A" when sky == sunny
      """#),
    DiagnosticPage(
      "missing-field",
      "A row that is recorded needs this field."),
    DiagnosticPage(
      "not-a-function",
      "The name before the parentheses is not a function."),
    DiagnosticPage(
      "unknown-argument",
      "The function has no parameter of this name.",
      #"opp "A" when weather(town: "x").temp > 20C"#),
    DiagnosticPage(
      "unknown-case",
      "The enum has no such case.",
      #"opp "A" when sky == suny"#),
    DiagnosticPage(
      "unknown-field",
      "There is no such field.",
      #"opp "A" when weather.heat > 20C"#),
    DiagnosticPage(
      "unknown-function",
      "There is no such function.",
      #"opp "A" when medain([1, 2]) > 1"#),
    DiagnosticPage(
      "unknown-name",
      "Nothing of this name is declared.",
      #"opp "A" when tmp > 20C"#),
    DiagnosticPage(
      "unknown-opp",
      "The test names an Opp that the rules do not have."),
    DiagnosticPage(
      "unknown-table",
      "There is no such table."),
    DiagnosticPage(
      "unknown-type",
      "There is no such type.",
      "source s fresh for 1h { a: Textt }"),
    DiagnosticPage(
      "unknown-unit",
      "There is no such unit.",
      #"opp "A" when free > 30mn"#),
  ]
}

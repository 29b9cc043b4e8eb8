internal import OppModel
internal import OppSyntax

/// The rule `hidden-name`
///
/// ```
/// found     let temp = …, let wind = …                         each `temp` means the new one from now on
///           source sensor { temp: Temperature }                as a note, unless it is connected
///           any(chores as e where …) within `for each e`       the row outside is out of reach
/// silent    let weekend = [fri, sat]                           no reading, and replaced as a whole
/// ```
enum HiddenName {
  static let rule = LintRule(
    name: "hidden-name", category: .names, severity: .warning, precision: .medium,
    page: LintPage(
      headline: "`temp` hides the prelude's `temp`",
      why: """
        A name that the rule set declares goes before one of the prelude, everywhere: after `let temp = …` each `temp`
        is the new one, in the rules of other people's files as well. A field of a source, and a parameter, which are
        seldom mistaken, are only noted. A field of a source that is connected has the name that the service gives it, and is
        left alone. Replacing a source, a table or a list of the prelude as a whole is silent.
        """,
      bad: """
        source sensor fresh for 10min { air: Temperature }
        let temp = sensor.air - 1C
        opp "Duvet" on 22:00 when temp < 16C notify "{temp}"
        """,
      good: """
        source sensor fresh for 10min { air: Temperature }
        let bedroom = sensor.air - 1C
        opp "Duvet" on 22:00 when bedroom < 16C notify "{bedroom}"
        """,
      related: ["compared-with-itself", "duplicate-let"])
  ) { subject, findings in
    // Only names that a plain expression reaches can be mistaken.
    let readings = preludeReadings(subject)
    func report(_ name: SyntaxToken?, _ severity: Diagnostic.Severity) {
      guard let name, readings.contains(name.text) else { return }
      findings.report(
        name.range, "`\(name.text)` hides the prelude's `\(name.text)`",
        helps: ["give it another name"], severity: severity)
    }
    for declaration in subject.declarations {
      switch declaration {
      case .let(let view):
        report(view.name, .warning)
        for parameter in view.parameters?.parameters ?? [] {
          for name in parameter.names { report(name, .note) }
        }
      case .place(let view): report(view.name, .warning)
      case .source(let view):
        // The fields of a connected source are named by its service.
        guard let name = view.name, !Self.isOfPrelude(name.text),
          subject.connections[name.text] == nil
        else { continue }
        for field in view.fields { for name in field.names { report(name, .note) } }
      case .opp(let view): report(view.forEach?.name, .warning)
      case .chart(let view): report(view.forEach?.name, .warning)
      case .enumeration, .table, .setting, .connection, .test: break
      }
    }
    reportRows(subject, &findings)
  }

  /// Reports the names of rows that take the place of a row outside
  private static func reportRows(_ subject: LintSubject, _ findings: inout Findings) {
    for node in [SyntaxKind.filter, .mapping, .ordering].flatMap(subject.nodes) {
      guard let name = node.node.token(.name),
        let opp = node.opp.map({ subject.opps[$0] }),
        let outer = opp.syntax.forEach?.name, outer.text == name.text,
        outer.range != name.range
      else { continue }
      findings.report(
        name.range, "`\(name.text)` hides the row of `for each`",
        labels: [Diagnostic.Label(range: outer.range, text: "the row outside")])
    }
  }

  /// Whether a source is one of the prelude's, which a rule set may declare anew as a whole
  private static func isOfPrelude(_ source: String) -> Bool {
    ["clock", "sun", "location", "weather", "calendar", "device", "resort", "store", "stock"]
      .contains(source)
  }
}

extension HiddenName {
  /// The readings of the prelude that a plain name reaches, and its sources
  ///
  /// `temp` is reached by its plain name; `new_snow` needs `resort("…")` before it, so it cannot be hidden.
  private static func preludeReadings(_ subject: LintSubject) -> Set<String> {
    var found: Set<String> = []
    for source in subject.graph.sources where !subject.declaredNames.contains(source.name) {
      found.insert(source.name)
      let needsArguments = source.parameters.contains { $0.type == .text }
      if !needsArguments { found.formUnion(source.fields.map { $0.name }) }
    }
    return found
  }
}

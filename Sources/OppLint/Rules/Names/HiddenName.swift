internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `hidden-name`
///
/// ```
/// found     let temp = …, let max(a: Number, b: Number) = …    each `temp` and `max` means the new one from now on
///           source school { tomorrow: Bool }                   a field with the name of a let of the prelude
///           any(chores as e where …) within `for each e`       the row outside is out of reach
/// silent    source fridge { temp: Temperature }                `temp` is ambiguous, and the checker says so
/// ```
package enum HiddenName {
  package static let rule = LintRule(
    name: "hidden-name", category: .names, severity: .warning, precision: .medium,
    page: LintPage(
      headline: "`temp` hides the prelude's `temp`",
      why: """
        A name that the rule set declares goes before one of the prelude, everywhere: after `let temp = …` each `temp`
        is the new one, in the rules of other people's files as well. `opp check` says so, too, and names the Opps that
        read it. A parameter, which is seldom mistaken, is only noted. A field of a source that has the plain name of a
        field of the prelude hides nothing: the name is ambiguous then. A source with the name of one of the prelude replaces
        it as a whole, and reading a plain name that is lost so is the error of this name.
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
    reportDeclarations(subject, &findings)
    // Only names that a plain expression reaches can be mistaken.
    let readings = preludeReadings(subject)
    func report(_ name: SyntaxToken?, _ severity: Diagnostic.Severity) {
      guard let name, readings.contains(name.text) else { return }
      findings.report(
        name.range, headline(name), helps: ["give it another name"], severity: severity)
    }
    for declaration in subject.declarations {
      switch declaration {
      case .let(let view):
        for parameter in view.parameters?.parameters ?? [] {
          for name in parameter.names { report(name, .note) }
        }
      case .opp(let view): report(view.forEach?.name, .warning)
      case .chart(let view): report(view.forEach?.name, .warning)
      case .place, .source, .enumeration, .table, .setting, .connection, .test: break
      }
    }
    reportRows(subject, &findings)
  }

  /// The part of the rule that `opp check` runs: declared names, whose uses mean something else now
  package static let ofDeclarations = LintRule(
    name: rule.name, category: rule.category, severity: rule.severity, precision: rule.precision,
    page: rule.page
  ) { subject, findings in reportDeclarations(subject, &findings) }

  /// Reports declared names that hide something of the prelude, with the Opps that read them
  private static func reportDeclarations(_ subject: LintSubject, _ findings: inout Findings) {
    for name in subject.declarations.flatMap({ hidingNames(of: $0, subject) }) {
      let opps = subject.analysis.opps(readingNameAt: name.range)
      findings.report(
        name.range, headline(name), helps: ["give it another name"],
        notes: readers(opps).map { [$0] } ?? [])
    }
  }

  /// `read by "A", "B", "C" and 4 more`; nil if no Opp reads it
  private static func readers(_ opps: [String]) -> String? {
    if opps.isEmpty { return nil }
    let limit = 3
    var names = opps.prefix(limit).map { "\"\($0)\"" }
    if opps.count > limit { names.append("\(opps.count - limit) more") }
    let last = names.removeLast()
    return "read by \(names.isEmpty ? "" : names.joined(separator: ", ") + " and ")\(last)"
  }

  private static func headline(_ name: SyntaxToken) -> String {
    "`\(name.text)` hides the prelude's `\(name.text)`"
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

  /// The names of a declaration that mean something in the prelude, which they hide
  private static func hidingNames(
    of declaration: DeclarationSyntax, _ subject: LintSubject
  ) -> [SyntaxToken] {
    let analysis = subject.analysis
    switch declaration {
    case .let(let view):
      guard let name = view.name else { return [] }
      let isFunction = view.parameters != nil && analysis.isFunction(name.text)
      return isFunction || analysis.isOfPrelude(name.text) ? [name] : []
    case .place(let view): return [view.name].compactMap { $0 }.filter(isOfPrelude)
    case .enumeration(let view): return [view.name].compactMap { $0 }.filter(isOfPrelude)
    case .table(let view): return [view.name].compactMap { $0 }.filter(isOfPrelude)
    case .source(let view):
      // A source replaces one of its name, and its fields share theirs with those of others.
      let fields = view.fields.flatMap { $0.names }.filter { $0.text != view.name?.text }
      let names = [view.name].compactMap { $0 } + fields
      return names.filter { analysis.hidesDeclaration($0.text, sourceNamed: view.name?.text) }
    case .setting, .connection, .test, .chart, .opp: return []
    }
    func isOfPrelude(_ name: SyntaxToken) -> Bool { analysis.isOfPrelude(name.text) }
  }
}

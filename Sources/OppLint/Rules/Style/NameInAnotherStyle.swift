internal import OppSyntax

/// The rule `name-in-another-style`
///
/// ```
/// found     let WarmEvening, place Home, source tank { Litres: Number }, enum mood, enum Mood { Good }
/// silent    let warm_evening, enum Mood { good }, enum RGB
///           source car { batteryLevel: Percent }, which is connected
/// ```
enum NameInAnotherStyle {
  static let rule = LintRule(
    name: "name-in-another-style", category: .style, severity: .style, isOnByDefault: false,
    precision: .veryHigh,
    page: LintPage(
      headline: "values are written `snake_case`, types `CamelCase`",
      why: """
        The prelude writes its values in small letters with `_` between words, and its types in capitals. One habit
        throughout lets a reader see what is a type. The fields of a source or table that is connected have the names that the
        service gives them, and are left alone.
        """,
      bad: """
        let WarmEvening = temp > 21C
        opp "Balcony" when WarmEvening at most once per day
        """,
      good: """
        let warm_evening = temp > 21C
        opp "Balcony" when warm_evening at most once per day
        """,
      related: ["hidden-name"])
  ) { subject, findings in
    // Values: no capitals anywhere.
    func value(_ name: SyntaxToken?) {
      guard let name, name.text.contains(where: { $0.isUppercase }) else { return }
      findings.report(name.range, "`\(name.text)`: values are written `snake_case`")
    }
    // The fields of a connected source or table are named by its service.
    func fields(_ fields: [FieldSyntax], of owner: SyntaxToken?) {
      if let owner, subject.connections[owner.text] != nil { return }
      for field in fields { field.names.forEach(value) }
    }
    for declaration in subject.declarations {
      switch declaration {
      case .place(let view): value(view.name)
      case .let(let view):
        value(view.name)
        for parameter in view.parameters?.parameters ?? [] { parameter.names.forEach(value) }
      case .enumeration(let view):
        // Types: a capital first, and no `_`.
        if let name = view.name, name.text.first?.isLowercase == true || name.text.contains("_") {
          findings.report(name.range, "`\(name.text)`: types are written `CamelCase`")
        }
        for item in view.cases { item.names.forEach(value) }
      case .source(let view):
        value(view.name)
        fields(view.fields, of: view.name)
      case .table(let view):
        value(view.name)
        fields(view.fields, of: view.name)
      case .opp(let view): value(view.forEach?.name)
      case .chart(let view): value(view.forEach?.name)
      case .setting, .connection, .test: break
      }
    }
  }
}

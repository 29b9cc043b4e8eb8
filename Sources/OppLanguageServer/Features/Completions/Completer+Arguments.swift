internal import OppModel
internal import OppSemantics
internal import OppSyntax

extension Completer {
  // MARK: Arguments

  /// The names of the parameters that are not given yet
  mutating func addArgumentNames(_ operand: CompletionSite.Operand) {
    guard let call = operand.call, let callee = call.name?.text else { return }
    let given = call.arguments.compactMap { $0.name?.text }
    if call.arguments.indices.contains(operand.argument),
      call.arguments[operand.argument].name != nil
    {
      return
    }
    if operand.isOption {
      for option in analysis.connector(named: callee)?.options ?? []
      where !given.contains(option.name) {
        let value = option.isSecret ? "env(\"${1:NAME}\")" : option.type == .text ? "\"$1\"" : "$1"
        add(
          CompletionItem(
            label: "\(option.name):", kind: .parameter, detail: option.phrase,
            snippet: "\(option.name): \(value)", text: "\(option.name): ", rank: 0))
      }
      return
    }
    for declaration in analysis.declarations
    where declaration.kind == .parameter && declaration.container == callee {
      guard !given.contains(declaration.name) else { continue }
      add(
        CompletionItem(
          label: "\(declaration.name):", kind: .parameter, detail: snapshot.form(of: declaration),
          text: "\(declaration.name): ", rank: 2))
    }
  }

  /// The option of a connector that an argument gives, by its name or its place
  private func fileOption(of operand: CompletionSite.Operand) -> ConnectorOption? {
    guard let call = operand.call, call.arguments.indices.contains(operand.argument),
      let connector = call.name.flatMap({ analysis.connector(named: $0.text) })
    else { return nil }
    if let name = call.arguments[operand.argument].name?.text {
      return connector.options.first { $0.name == name }
    }
    let options = connector.options
    return options.indices.contains(operand.argument) ? options[operand.argument] : nil
  }

  /// Adds the texts that may stand in the quotes of an option of a file, or the names that its keys may have
  mutating func addOptionTexts(
    _ operand: CompletionSite.Operand, isKey: Bool, target: String, in range: SourceRange,
    isClosed: Bool
  ) {
    guard case .file(let option)? = fileOption(of: operand)?.kind else { return }
    if isKey {
      guard option == .columns else { return }
      let fields = analysis.declarations.filter {
        ($0.kind == .field || $0.kind == .parameter) && $0.container == target
      }
      return addQuoted(["time"] + fields.map { $0.name }, .field, in: range, isClosed: isClosed)
    }
    let texts = option.usualValues.compactMap { $0.text }
    addQuoted(texts, .enumCase, in: range, isClosed: isClosed)
  }

  /// Adds the values of an option of a connector: places where a position is wanted, and `env(…)` for everything else
  /// than files
  mutating func addOptionValues(_ wanted: ValueType?, of operand: CompletionSite.Operand) {
    if case .file(let option)? = fileOption(of: operand)?.kind {
      for value in option.usualValues {
        add(CompletionItem(label: value.code, kind: .enumCase, detail: option.name, rank: 0))
      }
      return
    }
    if wanted == .position { addNames { $0.kind == .place ? 1 : nil } }
    add(
      CompletionItem(
        label: "env", kind: .function, snippet: "env(\"${1:NAME}\")", rank: 3,
        key: CompletionKey.builtIn(.function, "env").text))
  }
}

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

  /// Adds the values of an option of a connector: places where a position is wanted, and `env(…)` for everything
  mutating func addOptionValues(_ wanted: ValueType?) {
    if wanted == .position { addNames { $0.kind == .place ? 1 : nil } }
    add(
      CompletionItem(
        label: "env", kind: .function, snippet: "env(\"${1:NAME}\")", rank: 3,
        key: CompletionKey.builtIn(.function, "env").text))
  }
}

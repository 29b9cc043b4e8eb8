internal import OppModel
internal import OppSyntax

/// Checks `connect`: the target of the connection, and the options of the connector
///
/// A connector that the catalogue does not have is an error, unless the catalogue is open: then nothing can be said
/// about its options, and the connection is left out.
struct ConnectionChecker: CheckerPart {
  let checker: Checker

  /// The connectors that `connect` may name
  private var catalogue: ConnectorCatalogue { checker.connectors }

  /// Checks all connections; only the first of each target counts
  ///
  /// - Returns: those that are right, in the order of the text.
  func checkConnections(_ views: [ConnectDeclarationSyntax]) -> [Connection] {
    var first: [String: SourceRange] = [:]
    var connections: [Connection] = []
    for view in views {
      // A mistake in the options is one mistake, however many names stand before them.
      var isCallSound = true
      for part in view.targets {
        guard let target = target(of: part, in: view) else { continue }
        let range = part.name.range
        if let first = first[target.written] {
          report(.duplicate(target.written, what: "the connection of", first: first), at: range)
          continue
        }
        first[target.written] = range
        guard isConnectable(target.name, at: range), isCallSound, let call = view.connector else {
          continue
        }
        let connection = connection(of: target, call, at: view.range)
        if let connection { connections.append(connection) }
        isCallSound = connection != nil
      }
    }
    return connections
  }

  /// A source, a table or a service that is connected, with the person of `notifications("Ann")`
  private struct Target {
    let name: String
    var recipient: String?

    /// `weather`, `notifications("Ann")`
    var written: String { recipient.map { "\(name)(\"\($0)\")" } ?? name }
  }

  /// The target of a connection; nil if its arguments are wrong, which is reported
  ///
  ///     connect weather to …     connect notifications("Ann") to …
  private func target(
    of part: ConnectDeclarationSyntax.Target, in view: ConnectDeclarationSyntax
  ) -> Target? {
    let name = part.name.text
    guard let arguments = part.arguments else { return Target(name: name) }
    let isPerson = name == "notifications" && arguments.count == 1
    var recipient: String?
    if case .text(let text)? = arguments.first?.value { recipient = text.plainText }
    guard isPerson, arguments[0].name == nil, let recipient, !recipient.isEmpty else {
      let range = arguments.first.map { $0.range.union(arguments[arguments.count - 1].range) }
      report(.connectionOfArguments(name, person: recipient), at: range ?? view.range)
      return nil
    }
    return Target(name: name, recipient: recipient)
  }

  /// `true` if a name is that of a source, a table or a service; reports if it is not
  private func isConnectable(_ name: String, at range: SourceRange) -> Bool {
    if ConnectionRole.services.contains(name) {
      recorder.record(.service, name, at: range)
      return true
    }
    switch nameTable.symbol(named: name) {
    case .source(let id)?:
      recorder.record(.source(id), at: range)
      return true
    case .table(let id)?:
      recorder.record(.table(id), at: range)
      guard builder.table(id).firings == nil else {
        report(.writtenByOpp(name), at: range)
        return false
      }
      return true
    case .let, .place, .enumeration, nil: break
    }
    let names =
      ConnectionRole.services + builder.graph.sources.map { $0.name }
      + builder.graph.tables.map { $0.name }
    report(.unknownConnection(name, nearest: nameTable.nearest(to: name, in: names)), at: range)
    return false
  }

  /// The connection of a target; `nil` if it is wrong, which is reported
  private func connection(
    of target: Target, _ call: CallSyntax, at range: SourceRange
  ) -> Connection? {
    guard let token = call.name else { return nil }
    let name = token.text
    guard let connector = catalogue.connector(named: name) else {
      if catalogue.isOpen {
        recordOpen(call)
        return nil
      }
      let names = catalogue.connectors.map { $0.name }
      let fitting = catalogue.names(for: target.name)
      report(
        .unknownConnector(
          name, nearest: nameTable.nearest(to: name, in: names), connectors: fitting),
        at: token.range)
      return nil
    }
    recorder.record(.connector, name, at: token.range)
    var values = [Connection.OptionValue?](repeating: nil, count: connector.options.count)
    var file = FileOptionChecker(checker: checker)
    var isSound = true
    for (position, argument) in call.arguments.enumerated() {
      guard let index = option(argument, at: position, of: connector, for: target.name) else {
        isSound = false
        continue
      }
      let option = connector.options[index]
      if values[index] != nil || file.isGiven(option) {
        report(.repeatedArgument(option.name), at: argument.range)
        isSound = false
      }
      if case .file(let option) = option.kind {
        if !file.take(option, argument) { isSound = false }
        continue
      }
      if let entries = argument.entries {
        report(.entriesOfOther(option.name), at: entries.range)
      }
      values[index] = optionValue(argument.value, of: option)
      if values[index] == nil { isSound = false }
    }
    if !file.check(subject(of: target.name)) { isSound = false }
    guard isSound, areTogether(values, call, connector) else { return nil }
    var options: [Connection.Option] = []
    for (option, value) in zip(connector.options, values) {
      if let value {
        options.append(.init(name: option.name, value: value))
      } else if option.isRequired, !isGiven(option.replaced, values, connector) {
        let names = [option.name, option.replaced].compactMap { $0 }.joined(separator: "` or `")
        report(.missingOption(names, connector: name), at: call.range)
        return nil
      }
    }
    return Connection(
      target: target.name, recipient: target.recipient, connector: name, options: options,
      fileOptions: file.options, range: range)
  }

  /// Records the names of a connector of which nothing is known
  private func recordOpen(_ call: CallSyntax) {
    if let token = call.name { recorder.record(.connector, token.text, at: token.range) }
    for argument in call.arguments {
      if let token = argument.name { recorder.record(.option, token.text, at: token.range) }
    }
  }

  /// `true` if an option of a name is given
  private func isGiven(
    _ name: String?, _ values: [Connection.OptionValue?], _ connector: ConnectorDescription
  ) -> Bool {
    guard let name else { return false }
    return zip(connector.options, values).contains { $0.0.name == name && $0.1 != nil }
  }

  /// `true` if all options mean something beside each other; reports if one does not
  ///
  ///     command("watch", timeout: 5s, stream: true)     google(login: "google", token: env("TOKEN"))
  private func areTogether(
    _ values: [Connection.OptionValue?], _ call: CallSyntax, _ connector: ConnectorDescription
  ) -> Bool {
    let truths = Set(
      zip(connector.options, values).filter { $0.1 == .constant(.truth(true), .bool) }
        .map { $0.0.name })
    for (option, value) in zip(connector.options, values) where value != nil {
      if let other = option.without, truths.contains(other) {
        let names = connector.options.filter { $0.without != other }.map { $0.name }
        report(option.name, beside: "\(other): true", names, call, connector)
        return false
      }
      if let other = option.replaced, isGiven(other, values, connector) {
        let names = connector.options.map { $0.name }.filter { $0 != other }
        report(other, beside: option.name, names, call, connector)
        return false
      }
    }
    return true
  }

  /// Reports an option that means nothing beside another
  ///
  /// - Parameter names: those that do.
  private func report(
    _ option: String, beside other: String, _ names: [String], _ call: CallSyntax,
    _ connector: ConnectorDescription
  ) {
    let token = call.arguments.lazy.compactMap { $0.name }.first { $0.text == option }
    report(
      .unknownOption(
        option, connector: "\(connector.name)` with `\(other)", options: names, nearest: nil),
      at: token?.range ?? call.range)
  }

  /// The index of the option that an argument gives, by name or by position; `nil` if there is none
  ///
  ///     csv("trips.csv")   →   0, the first option of the connector
  private func option(
    _ argument: ArgumentSyntax, at position: Int, of connector: ConnectorDescription,
    for target: String
  ) -> Int? {
    let isData = ConnectionRole(target: target) == .data
    // Those that only data have come last.
    let names = connector.options.filter { isData || !$0.isOnlyForData }.map { $0.name }
    guard let token = argument.name else {
      if position < names.count { return position }
      report(
        .tooManyArguments(function: connector.name, limit: names.count, suggestion: nil),
        at: argument.range)
      return nil
    }
    if let index = names.firstIndex(of: token.text) {
      recorder.record(.option, token.text, at: token.range)
      return index
    }
    let isOfFiles = connector.options.contains { if case .file = $0.kind { true } else { false } }
    if isOfFiles, let foreign = ForeignFileOption(named: token.text) {
      let line = foreign.line(for: FileOptionValue(argument))
      report(.foreignOption(token.text, connector: connector.name, line: line), at: argument.range)
      return nil
    }
    report(
      .unknownOption(
        token.text, connector: connector.name, options: names,
        nearest: nameTable.nearest(to: token.text, in: names)),
      at: token.range)
    return nil
  }

  /// The source or table that a file is of, or `nil` if a service is connected
  private func subject(of target: String) -> FileSubject? {
    switch nameTable.symbol(named: target) {
    case .source(let id)?: FileSubject(builder.graph.sources[Int(id.index)])
    case .table(let id)?: FileSubject(builder.table(id))
    case .let, .place, .enumeration, nil: nil
    }
  }

  /// The value of an option; `nil` if it is wrong, which is reported
  ///
  ///     env("KEY")            the name of a variable of the environment
  ///     "{title}"             a text with placeholders, if the option has one of that name
  ///     30min                 a constant of the option's type
  ///     "abc"                 of an option without a type, which is a secret: an error
  private func optionValue(
    _ expression: ExpressionSyntax, of option: ConnectorOption
  ) -> Connection.OptionValue? {
    if case .call(let call) = expression, let token = call.name, token.text == "env" {
      recorder.record(.function, "env", at: token.range)
      guard call.arguments.count == 1, case .text(let text) = call.arguments[0].value,
        let name = text.plainText, !name.isEmpty
      else {
        report(.notEnvironment, at: expression.range)
        return nil
      }
      return .environment(name)
    }
    if case .text(let view) = expression, let text = pattern(view, option.placeholders) {
      return .constant(.text(text), .text)
    }
    guard let type = option.type else {
      reportSecret(expression, of: option)
      return nil
    }
    guard let node = expressions.value(expression, as: type, context: "the option `\(option.name)`")
    else {
      return nil
    }
    guard let value = builder.constantValue(of: node) else {
      report(.optionNotText(option.name), at: expression.range)
      return nil
    }
    if case .scalar(let number) = value, !option.choices.isEmpty, !option.choices.contains(number) {
      let choices = option.choices.map { "\(Int($0))" }
      report(
        .optionNotOneOf(option.name, choices: choices, reason: option.reason),
        at: expression.range)
      return nil
    }
    return .constant(value, type)
  }

  /// Reports a secret that is written in the file, or the name of a variable alone
  private func reportSecret(_ expression: ExpressionSyntax, of option: ConnectorOption) {
    // The parser has reported these.
    if case .comparisonChain = expression { return }
    if expression.isMissing { return }
    let written = text(at: expression.range)
    var variable = written.flatMap(ForeignVariables.name(inText:))
    if case .name = expression { variable = written?.uppercased() }
    report(.secretInText(option.name, variable: variable), at: expression.range)
  }

  /// A text with placeholders, which stay as they are written
  ///
  /// - Returns: nil for a text without any, or with anything else in braces.
  private func pattern(_ view: TextSyntax, _ placeholders: [String]) -> String? {
    var result = ""
    var isPattern = false
    for piece in view.pieces {
      switch piece {
      case .characters(let characters, _): result += characters
      case .interpolation(let expression, let format):
        guard case .name(let name) = expression, format == nil, let word = name.token?.text,
          placeholders.contains(word)
        else { return nil }
        recorder.record(.placeholder, word, at: expression.range)
        result += "{\(word)}"
        isPattern = true
      }
    }
    return isPattern ? result : nil
  }
}

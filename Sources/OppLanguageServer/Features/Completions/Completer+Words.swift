internal import OppModel
internal import OppSemantics
internal import OppSyntax

extension Completer {
  mutating func addWords(_ words: [String], rank: Int) {
    for word in words {
      add(
        CompletionItem(
          label: word, kind: .keyword, detail: Manual.word(word)?.form ?? "",
          snippet: CompletionSnippets.clauses[word], rank: rank,
          key: CompletionKey.word(word).text))
    }
  }

  // MARK: Expressions

  /// Functions, and the words that begin an expression
  mutating func addExpressionWords(_ expectation: Expectation) {
    addFunctions(expectation)
    if expectation.kind == .condition {
      addWords(["not", "near", "true", "false"], rank: 3)
      addWords(["at least", "at most", "exactly"], rank: 5)
    }
    if expectation.kind == .value(.bool) { addWords(["true", "false"], rank: 0) }
    if expectation.kind == .value(.position) {
      add(
        CompletionItem(
          label: "any \"…\"", kind: .snippet, detail: "the nearest place of a kind",
          snippet: "any \"${1:grocery store}\"", text: "any \"grocery store\"", rank: 1,
          key: CompletionKey.word("any").text))
    }
    if case .list = expectation.kind {
      add(
        CompletionItem(
          label: "firings(\"…\")", kind: .snippet, detail: "the firings of one Opp",
          snippet: "firings(\"${1:Opp}\")", text: "firings(\"", rank: 3))
    }
  }

  /// Adds the functions whose result may stand there
  private mutating func addFunctions(_ expectation: Expectation) {
    for entry in Manual.functions where entry.word != "env" {
      let result = FunctionResult(of: entry.word)
      guard expectation.admits(result) else { continue }
      let isFitting = expectation.kind == .condition && result == .value(.bool)
      add(
        CompletionItem(
          label: entry.word, kind: .function, detail: entry.form,
          snippet: "\(entry.word)($0)", rank: isFitting ? 2 : 4,
          key: CompletionKey.builtIn(.function, entry.word).text))
    }
  }

  /// Adds the persons whose notifications are connected, each as a text
  mutating func addPersons() {
    for person in persons {
      let text = "\"\(TextEscapes.escaped(person))\""
      add(CompletionItem(label: text, kind: .variable, text: text, rank: 0))
    }
  }

  mutating func addEvents(_ around: Surroundings) {
    for row in around.rows {
      guard let name = row.name else { continue }
      for verb in ["added", "removed"] {
        add(CompletionItem(label: "\(name) \(verb)", kind: .keyword, rank: 0))
      }
    }
    addWords(["entering", "leaving", "every"], rank: 1)
    for event in ["event begins", "event ends"] {
      add(CompletionItem(label: event, kind: .keyword, rank: 2))
    }
    let analysis = analysis
    addNames { declaration in
      declaration.type == .timeOfDay && analysis.isPlain(declaration.id) ? 1 : nil
    }
  }

  // MARK: Declarations

  mutating func addDeclarations() {
    for (word, snippet) in CompletionSnippets.declarations {
      add(
        CompletionItem(
          label: word, kind: .keyword, detail: Manual.word(word)?.form ?? "", snippet: snippet,
          rank: 0, key: CompletionKey.word(word).text))
    }
    for rule in CompletionSnippets.rules {
      add(
        CompletionItem(
          label: rule.label, kind: .snippet, detail: rule.detail, snippet: rule.snippet,
          text: CompletionSnippets.plain(rule.snippet), rank: 1))
    }
  }

  // MARK: Settings and connections

  mutating func addSettings() {
    for entry in Manual.settings {
      add(
        CompletionItem(
          label: entry.word, kind: .setting, detail: entry.form,
          snippet: CompletionSnippets.settings[entry.word], rank: 0,
          key: CompletionKey.builtIn(.setting, entry.word).text))
    }
  }

  mutating func addSettingValues(_ name: String) {
    let values: [String] =
      switch name {
      case "clock": ["12h", "24h"]
      case "units": ["metric", "us", "uk"]
      case "quiet": ["22:00..07:00", "when"]
      case "zone": ["\"Europe/Paris\"", "\"America/Vancouver\"", "\"UTC\""]
      case "me": ["\"ada@example.org\""]
      case "budget": ["2000 per 1d"]
      default: []
      }
    for value in values { add(CompletionItem(label: value, kind: .snippet, rank: 0)) }
  }

  mutating func addConnected() {
    for entry in Manual.services {
      add(
        CompletionItem(
          label: entry.word, kind: .source, detail: entry.text,
          snippet: "\(entry.word) to $0", rank: 1,
          key: CompletionKey.builtIn(.service, entry.word).text))
    }
    let snapshot = snapshot
    addNames { declaration in
      guard declaration.kind == .source || declaration.kind == .table else { return nil }
      // Clock and sun are known without a service.
      let isKnown = ["clock", "sun"].contains(declaration.name)
      return isKnown && snapshot.isPrelude(declaration.range.file) ? nil : 0
    }
  }

  mutating func addConnectors(for target: String) {
    for connector in analysis.connectors(for: target) {
      let name = connector.name
      let required = connector.options.filter { $0.isRequired }
      let arguments = required.enumerated().map { index, option in
        let stop = "${\(index + 1):\(option.name)}"
        if option.isSecret { return "\(option.name): env(\"\(stop)\")" }
        return option.type == .text ? "\(option.name): \"\(stop)\"" : "\(option.name): \(stop)"
      }
      add(
        CompletionItem(
          label: name, kind: .connector, detail: connector.summary,
          snippet: "\(name)(\(arguments.joined(separator: ", ")))", text: "\(name)()", rank: 0,
          key: CompletionKey.builtIn(.connector, name).text))
    }
  }

  // MARK: Units

  /// The number at the place with each unit of the wanted type
  mutating func addUnits(of type: ValueType?, isDuration: Bool) {
    let digits = around.prefix.prefix { $0.isNumber || $0 == "." || $0 == "_" }
    var wanted = type.flatMap { $0.isList ? nil : Dimension($0) }
    if isDuration { wanted = wanted ?? .duration }
    if type == .number { return }
    if case .money(let currency) = wanted {
      add(
        CompletionItem(
          label: digits + currency.code, kind: .unit, detail: Dimension.money(currency).phrase,
          rank: 0))
    }
    for unit in Unit.all where wanted == nil || unit.dimension == wanted {
      // Two spellings of a degree are one too many, and `m` alone says two things.
      if (unit.spelling.utf8.first ?? 0) >= 0x80
        || unit.spelling == "m" && (unit.dimension == .duration || wanted == nil)
      {
        continue
      }
      add(
        CompletionItem(
          label: digits + unit.spelling, kind: .unit, detail: unit.dimension.phrase, rank: 0))
    }
  }
}

internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The meaning of a clause in one sentence, with the words that the rule has
///
/// ```
/// at most 3 per 7d                 Fires at most 3 times in any 7d.
/// near home within 3km for 10min   True once the person has been within 3km of `home` for 10min.
/// on 8:00 or rain changes          Fires at `8:00` or when `rain` changes.
/// ```
struct ClauseSentence {
  /// The nodes around the word that is pointed at, the root first
  private let path: [SyntaxNode]

  /// The types of expressions, by which an event is a moment or a change of a condition
  private let symbols: SymbolIndex

  init(around path: [SyntaxNode], in symbols: SymbolIndex) {
    self.path = path
    self.symbols = symbols
  }

  /// The sentence of the clause that the word belongs to, or `nil` if the manual says all that there is to say
  var text: String? {
    for node in path.reversed() {
      if let text = sentence(of: node) { return text }
      // The words of these belong to the clause around them.
      guard [.radius, .nearWindow, .period, .literal].contains(node.kind) else { return nil }
    }
    return nil
  }

  private func sentence(of node: SyntaxNode) -> String? {
    if let clause = ClauseSyntax(node: node) { return sentence(of: clause) }
    if node.kind == .freshnessClause {
      return "A reading counts for \(plain(node.expression(0))). After that it is unknown."
    }
    guard node.kind == .lasting || node.kind == .within else { return nil }
    return sentence(of: ExpressionSyntax(node: node))
  }

  // MARK: Clauses

  private func sentence(of clause: ClauseSyntax) -> String? {
    switch clause {
    case .forEach(let view): sentence(of: view)
    case .on(let view): sentence(of: view)
    case .when(let view): sentence(of: view)
    case .near(let view): sentence(of: view)
    case .atMost(let view): sentence(of: view)
    case .again(let view): sentence(of: view)
    case .record(let view):
      view.table.map { "Adds a row to `\($0.text)` each time the Opp fires." }
    case .snooze(let view): "A snooze without a duration lasts \(plain(view.duration))."
    case .expires(let view):
      "Gives up a notification that is not delivered within \(plain(view.duration)) of its firing."
    case .notify, .colour, .urgent, .disabled: nil
    }
  }

  private func sentence(of view: ForEachClauseSyntax) -> String? {
    guard let name = view.name?.text else { return nil }
    let made = path.contains { $0.kind == .chartDeclaration } ? "A series" : "An Opp"
    return "\(made) for each row of \(quoted(view.list)). `\(name)` is the row."
  }

  private func sentence(of view: OnClauseSyntax) -> String? {
    let events = view.events.map { phrase(for: $0) }
    if events.isEmpty { return nil }
    let isConditional = opp?.child(.whenClause) != nil || opp?.child(.nearClause) != nil
    return "Fires \(events.joined(separator: " or "))"
      + (isConditional ? ", if its condition is true then." : ".")
  }

  private func sentence(of view: WhenClauseSyntax) -> String {
    opp?.child(.onClause) == nil
      ? "Fires when \(quoted(view.condition)) becomes true."
      : "Fires at its events only if \(quoted(view.condition)) is true then."
  }

  private func sentence(of view: NearClauseSyntax) -> String {
    let place = distance(to: view.place, radius: view.radius)
    guard let window = view.window else { return "True while the person is \(place)." }
    let duration = plain(window.duration)
    return switch window.kind {
    case .lasting: "True once the person has been \(place) for \(duration)."
    case .withinLast: "True if the person was \(place) at any time in the last \(duration)."
    case .withinNext: "True if the person will be \(place) at any time in the next \(duration)."
    }
  }

  private func sentence(of view: AtMostClauseSyntax) -> String {
    let count =
      switch view.count {
      case .once: "at most once"
      case .number(let number):
        plain(number) == "1" ? "at most once" : "at most \(plain(number)) times"
      }
    let period =
      switch view.period {
      case .calendar(let word)?: "in a calendar \(word.text)"
      case .duration(let duration)?: "in any \(plain(duration))"
      case nil: "ever"
      }
    return "Fires \(count) \(period)" + (view.isInAll ? ", all rows together." : ".")
  }

  private func sentence(of view: AgainClauseSyntax) -> String {
    let span = view.span.map { ", for \(plain($0)) at most" } ?? ""
    return "Fires again every \(plain(view.duration)) after a firing\(span),"
      + " while its condition stays true and until there is an answer."
  }

  /// The sentence of `c for D` and `c within last D`, or `nil` if it is neither
  private func sentence(of expression: ExpressionSyntax) -> String? {
    if case .lasting(let view) = expression {
      return "True once \(quoted(view.condition)) has been true for \(plain(view.duration))."
    }
    guard case .within(let view) = expression else { return nil }
    let (verb, side) = view.looksAhead ? ("will be", "next") : ("was", "last")
    return "True if \(quoted(view.condition)) \(verb) true at any time in the \(side)"
      + " \(plain(view.duration))."
  }

  // MARK: Events

  /// An event, to stand behind `Fires`
  private func phrase(for event: EventSyntax) -> String {
    switch event {
    case .condition(let expression, _):
      symbols.type(of: expression.range) == .bool
        ? "when \(quoted(expression)) becomes true" : "at \(quoted(expression))"
    case .entering(let view):
      "when the person comes \(distance(to: view.place, radius: view.radius))"
    case .leaving(let view):
      "when the person is no longer \(distance(to: view.place, radius: view.radius))"
    case .every(let view):
      "every \(plain(view.period))" + (view.start.map { " from \(quoted($0)) on" } ?? "")
    case .changes(let view):
      "when \(quoted(view.value)) changes" + (view.from.map { " from \(quoted($0))" } ?? "")
        + (view.to.map { " to \(quoted($0))" } ?? "")
    case .row(let view):
      switch view.verb {
      case .added: "when the row comes into its list"
      case .removed: "when the row leaves its list"
      case .begins, .ends: "at `\(view.node.line)`"
      }
    }
  }

  // MARK: Words

  /// The Opp around, or `nil` in another declaration
  private var opp: SyntaxNode? { path.first { $0.kind == .oppDeclaration } }

  /// The radius and the place: ``within 3km of `home` ``
  private func distance(to place: ExpressionSyntax, radius: ExpressionSyntax?) -> String {
    let radius = radius.map(plain) ?? "the radius"
    return "within \(radius) of \(quoted(place))"
  }

  private func quoted(_ expression: ExpressionSyntax) -> String { "`\(expression.node.line)`" }

  /// A literal as it is written, and any other expression in backquotes
  private func plain(_ expression: ExpressionSyntax) -> String {
    if case .literal = expression { return expression.node.line }
    return quoted(expression)
  }
}

extension SyntaxNode {
  /// The words on one line, without comments and at most 80 characters long
  var line: String { line(limit: 80) }

  /// The words on one line, without comments
  ///
  /// - Parameter limit: the greatest length, in characters; a longer text ends with `…`.
  func line(limit: Int) -> String {
    guard let firstToken, let lastToken else { return "" }
    var text = ""
    var index = Int(firstToken.index)
    while index <= Int(lastToken.index), text.count <= limit {
      if !tree.tokenKinds[index].isTrivia {
        text += tree.token(at: index).text
      } else if text.last != " " {
        text += " "
      }
      index += 1
    }
    return text.count > limit ? text.prefix(limit - 1) + "…" : text
  }
}

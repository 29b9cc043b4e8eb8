/// `opp "Name"` and its clauses
package struct OppDeclarationSyntax: SyntaxView {
  package let node: SyntaxNode

  /// A text without interpolations; `nil` if it is missing
  package var name: TextSyntax? { node.child(.text).map { TextSyntax(node: $0) } }

  /// In the order of the text; a clause given twice is reported by the parser and here twice
  package var clauses: [ClauseSyntax] {
    var found: [ClauseSyntax] = []
    for case .node(let child) in node.children {
      if let clause = ClauseSyntax(node: child) { found.append(clause) }
    }
    return found
  }

  // The first clause of a kind, or nil if there is none.
  package var forEach: ForEachClauseSyntax? {
    node.child(.forEachClause).map { ForEachClauseSyntax(node: $0) }
  }
  package var on: OnClauseSyntax? { node.child(.onClause).map { OnClauseSyntax(node: $0) } }
  package var when: WhenClauseSyntax? { node.child(.whenClause).map { WhenClauseSyntax(node: $0) } }
  package var near: NearClauseSyntax? { node.child(.nearClause).map { NearClauseSyntax(node: $0) } }
  package var notify: NotifyClauseSyntax? {
    node.child(.notifyClause).map { NotifyClauseSyntax(node: $0) }
  }
  package var record: RecordClauseSyntax? {
    node.child(.recordClause).map { RecordClauseSyntax(node: $0) }
  }
  package var colour: ColourClauseSyntax? {
    node.child(.colourClause).map { ColourClauseSyntax(node: $0) }
  }
  package var atMost: AtMostClauseSyntax? {
    node.child(.atMostClause).map { AtMostClauseSyntax(node: $0) }
  }
  package var again: AgainClauseSyntax? {
    node.child(.againClause).map { AgainClauseSyntax(node: $0) }
  }
  package var snooze: SnoozeClauseSyntax? {
    node.child(.snoozeClause).map { SnoozeClauseSyntax(node: $0) }
  }
  package var expires: ExpiresClauseSyntax? {
    node.child(.expiresClause).map { ExpiresClauseSyntax(node: $0) }
  }
  package var urgent: FlagClauseSyntax? {
    node.child(.urgentClause).map { FlagClauseSyntax(node: $0) }
  }
  package var disabled: FlagClauseSyntax? {
    node.child(.disabledClause).map { FlagClauseSyntax(node: $0) }
  }
}

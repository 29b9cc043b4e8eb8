/// The kind of a node of the tree
///
/// Each kind has a typed view of the same name (`oppDeclaration`: ``OppDeclarationSyntax``).
package enum SyntaxKind: UInt8, Hashable, Sendable, CaseIterable {
  case file

  // Declarations
  case placeDeclaration
  case letDeclaration
  case enumDeclaration
  case sourceDeclaration
  case tableDeclaration
  case setDeclaration
  case connectDeclaration
  case testDeclaration
  case oppDeclaration

  // Parts of declarations
  case parameterList
  case parameter
  case fieldList
  case field
  case namedType
  case listType
  case enumCaseList
  case enumCase
  case freshnessClause
  case costClause
  case keyClause

  // Clauses of an opp
  case forEachClause
  case onClause
  case whenClause
  case nearClause
  case notifyClause
  case recordClause
  case colourClause
  case atMostClause
  case againClause
  case snoozeClause
  case urgentClause
  case disabledClause

  // Parts of clauses
  case recipient
  case payload
  case valueList
  case fieldValue
  case radius
  case nearWindow
  case period

  // Events
  case conditionEvent
  case enteringEvent
  case leavingEvent
  case everyEvent
  case changesEvent
  case rowEvent

  // Tests
  case testStep
  case stepTime
  case givenAction
  case expectAction
  case givenReading
  case givenRow
  case givenNoRow
  case expectedKey
  case expectedText

  // Expressions; `isExpression` relies on the order from here to `missing`
  case nameExpression
  case literal
  case text
  case list
  case parenthesized
  case negative
  case not
  case conjunction
  case disjunction
  case sum
  case product
  case comparison
  case comparisonChain
  case range
  case lasting
  case within
  case conditional
  case filter
  case nearExpression
  case nearestPlace
  case fieldAccess
  case call
  case span
  /// An expression, a name or a type that should be here and is not: no tokens
  case missing

  // Parts of expressions
  case argumentList
  case argument
  case interpolation

  /// Tokens that fit nowhere, kept so that the tree has all of the text
  case unexpected

  /// Whether the node is an expression or takes the place of a missing one
  package var isExpression: Bool {
    rawValue >= SyntaxKind.nameExpression.rawValue && rawValue <= SyntaxKind.missing.rawValue
  }

  package var isDeclaration: Bool {
    rawValue >= SyntaxKind.placeDeclaration.rawValue
      && rawValue <= SyntaxKind.oppDeclaration.rawValue
  }

  /// Whether the node is a clause of an opp
  package var isClause: Bool {
    rawValue >= SyntaxKind.forEachClause.rawValue
      && rawValue <= SyntaxKind.disabledClause.rawValue
  }
}

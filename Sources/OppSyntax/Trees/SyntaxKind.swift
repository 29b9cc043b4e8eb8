/// The kind of a node of the tree
///
/// Each kind has a typed view of the same name (`oppDeclaration`: ``OppDeclarationSyntax``).
package enum SyntaxKind: UInt8, Hashable, Sendable, CaseIterable {
  /// A whole file, or one expression parsed alone
  case file

  // Declarations
  /// `place home = @48.42,-123.36 within 100m`
  case placeDeclaration
  /// `let warm(limit: Temperature = 20C) = temp > limit`
  case letDeclaration
  /// `enum Mode { day, night | dark }`
  case enumDeclaration
  /// `source gate(id: Text) fresh for 1h cost 2 { state: Text }`
  case sourceDeclaration
  /// `table visits by place fresh for 1h { place: Text, count: Number }`
  case tableDeclaration
  /// `set zone "Europe/Oslo"`
  case setDeclaration
  /// `connect weather to openmeteo()`
  case connectDeclaration
  /// `test "tea at home"` and its steps
  case testDeclaration
  /// `chart "Warmth"` and its clauses
  case chartDeclaration
  /// `opp "Tea"` and its clauses
  case oppDeclaration

  // Parts of declarations
  /// `(limit: Temperature = 20C)`
  case parameterList
  case parameter
  /// `{ place: Text, count: Number }`
  case fieldList
  case field
  case namedType
  case listType
  /// `{ day, night | dark }`, of which `night | dark` is one case
  case enumCaseList
  case enumCase
  /// `fresh for 1h`
  case freshnessClause
  case costClause
  /// `by place`
  case keyClause

  // Clauses of an opp
  /// `for each visit in visits`
  case forEachClause
  /// `on sky changes or entering home`
  case onClause
  case whenClause
  case nearClause
  case notifyClause
  case recordClause
  case colourClause
  /// `at most 3 per day`
  case atMostClause
  case againClause
  case snoozeClause
  case expiresClause
  case urgentClause
  case disabledClause

  // Clauses of a chart, beside `for each`
  /// `of count(trips)`
  case ofClause
  /// `per week last 52`
  case perClause

  // Parts of clauses
  /// `to "Ann"`
  case recipient
  /// `with { count: 3 }`
  case payload
  /// `{ place: "home", count: 1 }` of `record`, `with` and `given`
  case valueList
  case fieldValue
  /// `{"temp[F]": "Out °F", "hr": 3}` as the value of an option
  case entryList
  /// `"temp[F]": "Out °F"`
  case entry
  /// `within 200m` behind a place
  case radius
  /// `for 10min` or `within last 2h` at the end of a clause `near`
  case nearWindow
  /// `per day`
  case period

  // Events
  /// `raining`, `12:00` or `sunset` as an event
  case conditionEvent
  case enteringEvent
  case leavingEvent
  case everyEvent
  case changesEvent
  /// `visit added`
  case rowEvent

  // Tests
  /// `at 2026-06-21T12:00 given … expect …`, or the actions before the first `at`
  case testStep
  case stepTime
  case givenAction
  case expectAction
  /// `sky = sunny`
  case givenReading
  /// `visits { place: "home", count: 1 }`
  case givenRow
  /// `no visits { place: "home" }`
  case givenNoRow
  /// `address "12 Main St" = @52.0872,5.1395`
  case givenAddress
  /// `answer "Medicine" for "home" = done`
  case givenAnswer
  /// `for "home"` of `expect "Tea" for "home" fires`
  case expectedKey
  /// `with "home"` of `fires with "home"`
  case expectedText

  // Expressions; `isExpression` relies on the order from here to `missing`
  case nameExpression
  case literal
  /// `"{count} visits"`, with its segments and interpolations
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
  /// `a < b < c`, and every other phrase that the parser has reported and that is not checked
  case comparisonChain
  case range
  /// `near office for 9h`
  case lasting
  /// `raining within last 2h`
  case within
  /// `temp > 17.5C until temp < 12.5C`
  case latch
  case conditional
  /// `agenda as e where e.busy`
  case filter
  /// `trips as t each t.distance`
  case mapping
  /// `tasks by due descending`
  case ordering
  case nearExpression
  /// `any "bakery"`
  case nearestPlace
  case fieldAccess
  case call
  /// `at least 2 of [raining, busy, charging]`
  case counted
  /// `last 3h` of `max(temp, last 3h)`
  case span
  /// An expression, a name or a type that should be here and is not: no tokens
  case missing

  // Parts of expressions
  case argumentList
  case argument
  /// `{count}` in a text
  case interpolation

  /// Tokens that fit nowhere, kept so that the tree has all of the text
  case unexpected

  /// `true` if the node is an expression or takes the place of a missing one
  package var isExpression: Bool {
    rawValue >= SyntaxKind.nameExpression.rawValue && rawValue <= SyntaxKind.missing.rawValue
  }

  /// `true` if the node takes rows one by one, each with its fields as names: `LIST where c` and its like
  package var takesRows: Bool { self == .filter || self == .mapping || self == .ordering }

  /// `true` if the node is a declaration of a file
  package var isDeclaration: Bool {
    rawValue >= SyntaxKind.placeDeclaration.rawValue
      && rawValue <= SyntaxKind.oppDeclaration.rawValue
  }

  /// `true` if the node is a clause of an opp or a chart
  package var isClause: Bool {
    rawValue >= SyntaxKind.forEachClause.rawValue
      && rawValue <= SyntaxKind.perClause.rawValue
  }
}

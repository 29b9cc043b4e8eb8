internal import OppModel
internal import OppSyntax

/// The surroundings of the expression that is being checked: rows and arguments by name, and how fields and times are
/// meant there
///
/// ```
/// any(agenda as a where any(tasks where due > a.begins))
/// rows at `due`: `a` of the agenda, then the row of the tasks; the fields of both are names of their own
/// ```
///
/// Each function that changes something takes a body and puts the old state back after it, so that no early return
/// leaves a wrong scope. The row of an Opp alone stays until ``clear()``.
final class LocalScope {
  /// The rows and arguments in scope
  private(set) var names = LocalNames()

  /// The place behind the name of the Opp that is being checked, where `for each` would stand; `nil` if it has one, or in
  /// another declaration
  private(set) var placeOfRows: SourceRange?

  /// `true` if the rows of the present `for each` mean nothing, which was reported
  private(set) var hasBrokenRows = false

  /// The place of the name of those rows
  private(set) var brokenRow: SourceRange?

  /// The field that is taken of the aggregate being checked, so that a message may name it
  private(set) var fieldOfAggregate: String?

  /// The enclosing quantifier, such as `at least 2`, for messages
  private(set) var countedWords: String?

  /// The innermost comparison around, outside of which its sides mean nothing; `nil` if there is none
  private(set) var comparison: SourceRange?

  /// `true` if a field is named for itself, as `given` names it, even if it may follow from others
  private(set) var namesReportedFields = false

  /// `true` if `24:00` is allowed here: at the end of a range
  private(set) var allowsEndOfDay = false

  /// `true` if this is the default of a parameter, where `position` is that of the person
  var isInDefault: Bool { names.isInDefault }

  /// The number of expressions that lie around this one, through lets
  private(set) var depth = 0

  /// The rows in scope, outermost first
  var rows: [RowBinding] { names.rows }

  /// The values of a let's parameters, while its body is checked
  var arguments: [String: Checked] { names.arguments }

  /// The period that `period` means; `nil` if it means none
  var period: CalendarPeriod? { names.period }

  // MARK: Names

  /// Checks something where other names are in scope
  func inside<Result>(_ inner: LocalNames, _ body: () -> Result) -> Result {
    let (outer, around) = (names, comparison)
    (names, comparison) = (inner, nil)
    defer { (names, comparison) = (outer, around) }
    return body()
  }

  /// Checks something where neither rows nor arguments of the place that needs it are in scope
  func alone<Result>(_ body: () -> Result) -> Result {
    let outer = allowsEndOfDay
    allowsEndOfDay = false
    defer { allowsEndOfDay = outer }
    return inside(LocalNames(), body)
  }

  /// Checks the default of a parameter, where neither rows nor arguments are in scope
  func inDefault<Result>(_ body: () -> Result) -> Result {
    inside(LocalNames(isInDefault: true), body)
  }

  /// Checks something where a row is in scope besides the others
  func inside<Result>(row: RowBinding, _ body: () -> Result) -> Result {
    names.rows.append(row)
    defer { names.rows.removeLast() }
    return inside(comparison: nil, body)
  }

  /// Checks the rows and the value of a chart, in which `period` is a period of it
  func inside<Result>(period: CalendarPeriod, _ body: () -> Result) -> Result {
    let outer = names.period
    names.period = period
    defer { names.period = outer }
    return body()
  }

  /// Begins the clauses of an Opp without `for each`
  func begin(withoutRowsAt place: SourceRange?) { placeOfRows = place }

  /// Binds the row of an Opp in all of its clauses
  func bind(_ row: RowBinding) { names.rows = [row] }

  /// Notes that the rows of an Opp mean nothing; their name then means nothing either
  func bindBrokenRow(_ token: SyntaxToken?) {
    if let token {
      names.arguments[token.text] = .failure
      brokenRow = token.range
    }
    hasBrokenRows = true
  }

  /// Ends the scope of an Opp or a chart
  func clear() {
    names = LocalNames()
    placeOfRows = nil
    hasBrokenRows = false
    brokenRow = nil
  }

  // MARK: Meanings

  /// Checks the base of `BASE.field`, so that a message about an aggregate may propose the field
  ///
  ///     min(forecast).temp   →   write `min(forecast.temp)`
  func taking<Result>(field: String, _ body: () -> Result) -> Result {
    let outer = fieldOfAggregate
    fieldOfAggregate = field
    defer { fieldOfAggregate = outer }
    return body()
  }

  /// Checks the sides of a comparison of a count with a number
  ///
  ///     count([a, b]) > 1   →   write `at least 2 of [a, b]`
  func comparing<Result>(countAs words: String?, _ body: () -> Result) -> Result {
    let outer = countedWords
    countedWords = words
    defer { countedWords = outer }
    return body()
  }

  /// Checks the sides of a comparison, or the arguments of a call, which are in none
  func inside<Result>(comparison range: SourceRange?, _ body: () -> Result) -> Result {
    let outer = comparison
    comparison = range
    defer { comparison = outer }
    return body()
  }

  /// Checks the left side of `given raining = …`, which is the reported field and not the one that follows from the sky
  func namingReportedFields<Result>(_ body: () -> Result) -> Result {
    namesReportedFields = true
    defer { namesReportedFields = false }
    return body()
  }

  /// Checks the end of a range, which may be `24:00`
  func allowingEndOfDay<Result>(_ body: () -> Result) -> Result {
    let outer = allowsEndOfDay
    allowsEndOfDay = true
    defer { allowsEndOfDay = outer }
    return body()
  }

  /// Goes into an expression
  func descend() { depth += 1 }
  /// Leaves an expression
  func ascend() { depth -= 1 }
}

/// The names that only a part of an expression sees
struct LocalNames {
  /// The rows in scope, outermost first
  var rows: [RowBinding] = []

  /// The values of a let's parameters, while its body is checked
  var arguments: [String: Checked] = [:]

  /// The period that `period` means in the value of a chart
  var period: CalendarPeriod?

  /// `true` if they are those of the default of a parameter
  var isInDefault = false
}

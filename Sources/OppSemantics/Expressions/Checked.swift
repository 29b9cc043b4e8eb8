internal import OppModel
internal import OppSyntax

/// The result of checking an expression
///
/// ```
/// temp > 20C        value: a Bool
/// agenda.title      rows: the field `title` of each row, as functions and `in` take it; else a list is made of it
/// 30m               ambiguous, if nothing says whether minutes or metres are meant
/// nothing + 1       failure: the message about `nothing` is all there is to say
/// ```
enum Checked {
  /// A node, and its type
  case value(NodeID, ValueType)
  /// Rows that no value has been made of yet
  case rows(CheckedRows)

  /// A quantity such as `30m`, or something made of one, whose unit the context must decide
  case ambiguous

  /// Something is wrong in it, and has been reported
  case failure

  /// The type of the value, or of the list of the rows; `nil` if it is not known
  var type: ValueType? {
    switch self {
    case .value(_, let type): type
    case .rows(let rows): .list(rows.element)
    case .ambiguous, .failure: nil
    }
  }

  var isAmbiguous: Bool {
    if case .ambiguous = self { true } else { false }
  }
}

/// The result of checking an expression of which nothing is kept
enum ExpressionKind: Equatable {
  case value(ValueType)

  /// Rows, or a field of each, as a list of this type
  case rows(ValueType)

  /// An expression that is wrong, or whose unit the context must decide
  case open

  /// The type as ``Checked/type``
  var type: ValueType? {
    switch self {
    case .value(let type), .rows(let type): type
    case .open: nil
    }
  }

  var isRows: Bool {
    if case .rows = self { true } else { false }
  }
}

/// Rows of a table, those for which a predicate holds, or a field of each
///
///     (chores where not done).name   →   chores#0 where (not #0.done) : #0.name
struct CheckedRows {
  /// The table of the rows
  let table: TableID
  /// The scope through which ``predicate`` and ``value`` refer to the row
  let scope: ScopeID
  /// The condition of the rows, in the scope; nil for all
  let predicate: NodeID?

  /// A field of each row, in the scope; nil for the row itself
  let value: NodeID?
  /// The type of the row, or of the field
  let element: ValueType

  /// The keys by which they are ordered, in the scope, the last one first of all; none for the order of their keys
  var order: [RowOrder] = []

  /// `true` if each value counts once
  var isDistinct = false

  /// `true` if values stand for rows, as `as` names them: `any` is then whether there are some
  var standsForRows = false

  /// The places of `tasks` and of `tasks.done`, if the value was written as a field of rows
  var written: (rows: SourceRange, field: SourceRange)?

  /// The rows as the graph has them, in the order of their keys
  var query: RowQuery {
    RowQuery(scope: scope, table: table, predicate: predicate, value: value)
  }
}

extension CheckedRows {
  /// The rows for which another condition holds
  func with(predicate: NodeID?) -> CheckedRows {
    CheckedRows(
      table: table, scope: scope, predicate: predicate, value: value, element: element,
      order: order, isDistinct: isDistinct, standsForRows: value != nil)
  }

  /// The same rows, with another value of each
  func with(value: NodeID, element: ValueType) -> CheckedRows {
    CheckedRows(
      table: table, scope: scope, predicate: predicate, value: value, element: element,
      order: order, isDistinct: isDistinct)
  }
}

/// A value by which rows are ordered
struct RowOrder {
  /// In the scope of the rows
  let key: NodeID
  let isDescending: Bool
}

/// A row whose fields, or whose name, are in scope
struct RowBinding {
  /// The scope that the row's fields are of
  let scope: ScopeID
  /// The table of the row
  let table: TableID

  /// `as NAME`, or the name of `for each`
  let name: String?

  /// The place of that name
  var nameRange: SourceRange?

  /// The way in which the fields are names of their own, if they are
  let fields: Fields

  /// `true` if the row has a past: that of `for each`, outside its list
  let hasPast: Bool

  /// The value that the name means, if the list is one of values; `nil` if it means the row
  var value: (node: NodeID, type: ValueType)?

  /// The order in which the fields of a row are found by their plain names
  enum Fields {
    /// Never, as those of the rows around the body of a let
    case closed
    /// Before all other names, as inside `where`
    case first
    /// If nothing else has the name, as those of `for each` in the clauses
    case last
  }
}

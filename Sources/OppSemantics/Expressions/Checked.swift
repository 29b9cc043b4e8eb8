internal import OppModel
internal import OppSyntax

/// The result of checking an expression
enum Checked {
  case value(NodeID, ValueType)
  case rows(CheckedRows)

  /// A quantity such as `30m`, or something made of one, whose unit the context must decide
  case ambiguous

  /// Something is wrong in it, and has been reported
  case failure

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

/// Rows of a table, those for which a predicate holds, or a field of each
struct CheckedRows {
  let table: TableID
  let scope: ScopeID
  let predicate: NodeID?

  /// A field of each row, in the scope; nil for the row itself
  let value: NodeID?
  let element: ValueType

  var query: RowQuery {
    RowQuery(scope: scope, table: table, predicate: predicate, value: value)
  }
}

/// A row whose fields, or whose name, are in scope
struct RowBinding {
  let scope: ScopeID
  let table: TableID

  /// `as NAME`, or the name of `for each`
  let name: String?

  /// The place of that name
  var nameRange: SourceRange?

  /// Whether the fields are names of their own, as inside `where`
  let opensFields: Bool

  /// Whether the row has a past: that of `for each`, outside its list
  let hasPast: Bool
}

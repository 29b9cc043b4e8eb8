internal import OppModel

/// The indices, in the union with another graph, of all that a graph refers to
///
/// The lists are filled in the order of the graph's ids, so an id of the graph is an index into its list.
/// ``GraphUnion`` fills one after another; nothing is translated before the lists it needs are there.
///
/// ```
/// enumerations[0]    id 3, cases [2, 0, 1]       case 0 of the first enum is case 2 in the union
/// sources[0]         id 7, fields [1, 0, 2]      field 0 of the first source is field 1 in the union
/// ```
struct Translation: OperationMapping {
  /// A source or table of the union, and where the fields of the translated graph stand in it
  struct Schema<ID> {
    let id: ID
    var fields: [Int]
  }

  /// An enum of the union
  struct Enumeration {
    let id: EnumerationID

    /// The case of the union for each case
    let cases: [Int]
  }

  /// The graph that is translated
  let graph: ConditionGraph

  /// By the enums of the graph, as all lists below by theirs
  var enumerations: [Enumeration] = []
  var tables: [Schema<TableID>] = []
  var sources: [Schema<SourceID>] = []
  var scopes: [ScopeID] = []

  /// Nil if a request has not been met yet
  var requests: [RequestID?] = []

  /// By the nodes translated so far
  var nodes: [NodeID] = []

  init(of graph: ConditionGraph) {
    self.graph = graph
  }

  /// - Requires: the node was translated before, as operands are.
  func node(_ old: NodeID) -> NodeID { nodes[Int(old.index)] }

  func scope(_ old: ScopeID) -> ScopeID { scopes[Int(old.index)] }

  /// The type with the enums and tables of the union
  func type(_ old: ValueType) -> ValueType {
    switch old {
    case .enumeration(let id): .enumeration(enumerations[Int(id.index)].id)
    case .row(let id): .row(tables[Int(id.index)].id)
    case .list(let element): .list(type(element))
    case .bool, .number, .percent, .text, .duration, .length, .speed, .temperature,
      .temperatureDifference, .pressure, .angle, .elevation, .measure, .money, .timeOfDay, .date,
      .instant,
      .weekday, .month, .position,
      .place, .colour:
      old
    }
  }

  /// The field of the same name, with its type in the union
  func field(_ old: Field) -> Field { Field(name: old.name, type: type(old.type)) }

  /// A constant: the index of a case, and the table of a row, are others in the union
  func value(_ old: Value, of oldType: ValueType) -> Value {
    switch (old, oldType) {
    case (.scalar(let number), .enumeration(let id)):
      let cases = enumerations[Int(id.index)].cases
      guard let index = Int(exactly: number), cases.indices.contains(index) else { return old }
      return .scalar(Double(cases[index]))
    case (.list(let elements), .list(let element)):
      return .list(elements.map { value($0, of: element) })
    case (.row(let row), _) where tables.indices.contains(Int(row.table.index)):
      return .row(RowID(table: tables[Int(row.table.index)].id, key: row.key))
    case (.truth, _), (.scalar, _), (.text, _), (.position, _), (.place, _), (.list, _), (.row, _):
      return old
    }
  }

  /// The defaults of parameters, `nil` if there is none
  func values(_ old: [Value?], of parameters: [Field]) -> [Value?] {
    zip(old, parameters).map { old, parameter in old.map { value($0, of: parameter.type) } }
  }

  func request(_ old: RequestID) -> RequestID { requests[Int(old.index)] ?? old }

  func table(_ old: TableID) -> TableID { tables[Int(old.index)].id }

  func field(_ old: Int, of request: RequestID) -> Int {
    sources[Int(graph.requests[Int(request.index)].source.index)].fields[old]
  }

  func field(_ old: Int, in scope: ScopeID) -> Int {
    tables[Int(graph.scopes[Int(scope.index)].index)].fields[old]
  }

  func field(_ old: Int, ofRow row: NodeID) -> Int {
    guard case .row(let table) = graph[row].type else { return old }
    return tables[Int(table.index)].fields[old]
  }
}

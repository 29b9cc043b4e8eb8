/// Takes the fingerprints of nodes: each of its operation and of those below it
///
/// Names take the place of the graph's indices, so that a fingerprint survives every edit of
/// something else: sources, tables, enums, fields and cases are named, scopes are the table and the
/// depth that they are at, and operands are their own fingerprints.
///
/// ```
/// same     temp > 20C                temp > 68F               20C and 68F are one value
///          raining and busy          busy and raining         Kleene's `and` in any order
///          let warm = temp > 20C     warm, and temp > 20C     a name of the rules is no part of the meaning
/// other    temp > 20C                temp >= 20C, temp > 21C
///          weather(@1,2).temp > 20C  temp > 20C               another request
/// ```
struct MeaningHasher {
  /// The graph whose names take the place of its indices
  let graph: ConditionGraph

  /// By node, those before the present one
  private(set) var known: [Fingerprint] = []

  init(graph: ConditionGraph) {
    self.graph = graph
    known.reserveCapacity(graph.nodes.count)
    for node in graph.nodes { known.append(fingerprint(node)) }
  }

  /// The fingerprint of a node whose operands have theirs
  private func fingerprint(_ node: Node) -> Fingerprint {
    var hasher = FingerprintHasher()
    add(node.fingerprintType, &hasher)
    let words = node.operation.words
    hasher.add(words.fingerprint)
    addOperands(of: node.operation, &hasher)
    addParameters(of: node, &hasher)
    addOrder(of: node.operation, &hasher)
    if let seconds = words.seconds { hasher.add(seconds) }
    return hasher.fingerprint
  }

  /// Adds the operands of an operation, in their order if that matters
  private func addOperands(of operation: Operation, _ hasher: inout FingerprintHasher) {
    if case .and(let operands) = operation {
      add(inAnyOrder: operands, &hasher)
    } else if case .or(let operands) = operation {
      add(inAnyOrder: operands, &hasher)
    } else if case .text(let pieces) = operation {
      add(pieces, &hasher)
    } else if case .aggregate(let kind, let query) = operation {
      hasher.add(kind.name)
      add(query, &hasher)
    } else {
      operation.forEachOperand { add($0, &hasher) }
    }
  }

  /// Adds the constant, the name, the field or the scope of an operation that has one
  private func addParameters(of node: Node, _ hasher: inout FingerprintHasher) {
    if case .constant(let value) = node.operation {
      add(value, node.type, &hasher)
    } else if case .reading(let request, let field) = node.operation {
      add(request, field: field, &hasher)
    } else if case .rowField(let scope, let field) = node.operation {
      add(scope, &hasher)
      if let table = table(of: scope) { hasher.add(name(of: field, in: table.fields)) }
    } else if case .row(let scope) = node.operation {
      add(scope, &hasher)
    } else if case .rowPart(let row, let field) = node.operation {
      if graph.nodes.indices.contains(Int(row.index)), case .row(let id) = graph[row].type,
        graph.tables.indices.contains(Int(id.index))
      {
        hasher.add(name(of: field, in: graph.tables[Int(id.index)].fields))
      }
    } else if case .placeNamed(_, let name, let radius) = node.operation {
      hasher.add(name ?? "")
      hasher.add(byte: name == nil ? 0 : 1)
      hasher.add(radius ?? -1)
    }
  }

  /// Adds the cases of the enum whose order decides the meaning of an operation: `level < high` is another condition with
  /// another case below `high`
  private func addOrder(of operation: Operation, _ hasher: inout FingerprintHasher) {
    guard let operand = operation.orderedOperand, graph.nodes.indices.contains(Int(operand.index))
    else { return }
    var type = graph[operand].type
    if case .list(let element) = type { type = element }
    guard case .enumeration(let id) = type, graph.enumerations.indices.contains(Int(id.index))
    else {
      return
    }
    for names in graph.enumerations[Int(id.index)].cases { hasher.add(names.first ?? "") }
  }

  // MARK: Parts

  /// Adds the fingerprint of an operand
  private func add(_ node: NodeID, _ hasher: inout FingerprintHasher) {
    if known.indices.contains(Int(node.index)) { hasher.add(known[Int(node.index)]) }
  }

  /// Kleene's `and` and `or` mean the same in any order
  private func add(inAnyOrder operands: [NodeID], _ hasher: inout FingerprintHasher) {
    hasher.add(UInt64(operands.count))
    var parts: [Fingerprint] = []
    for operand in operands where known.indices.contains(Int(operand.index)) {
      parts.append(known[Int(operand.index)])
    }
    parts.sort { $0.bits < $1.bits }
    for part in parts { hasher.add(part) }
  }

  /// Adds a field of a request: the names of source, field and parameters, and the arguments
  private func add(
    _ id: RequestID, field: Int, _ hasher: inout FingerprintHasher
  ) {
    guard graph.requests.indices.contains(Int(id.index)) else { return }
    let request = graph.requests[Int(id.index)]
    guard graph.sources.indices.contains(Int(request.source.index)) else { return }
    let source = graph.sources[Int(request.source.index)]
    hasher.add(source.name)
    hasher.add(name(of: field, in: source.fields))
    hasher.add(UInt64(request.arguments.count))
    for (index, argument) in request.arguments.enumerated() {
      guard source.parameters.indices.contains(index) else { continue }
      hasher.add(source.parameters[index].name)
      if let argument {
        hasher.add(byte: 1)
        add(argument, &hasher)
      } else if let value = source.defaults[index] {
        // The default means the same as its value if that is written out.
        let type = source.parameters[index].type
        hasher.add(byte: 1)
        hasher.add(fingerprint(Node(operation: .constant(value), type: type, scopes: [])))
      } else {
        hasher.add(byte: 0)
      }
    }
  }

  /// Adds the pieces of a text
  private func add(_ pieces: [TextPiece], _ hasher: inout FingerprintHasher) {
    hasher.add(UInt64(pieces.count))
    for piece in pieces {
      switch piece {
      case .literal(let text):
        hasher.add(byte: 0)
        hasher.add(text)
      case .value(let node, nil):
        hasher.add(byte: 1)
        add(node, &hasher)
      case .value(let node, let format?):
        hasher.add(byte: 2)
        hasher.add(format.decimals.map { UInt64($0) } ?? UInt64.max)
        hasher.add(format.unit?.spelling ?? "")
        add(node, &hasher)
      }
    }
  }

  /// Adds the scope, the predicate and the value of a query
  func add(_ query: RowQuery, _ hasher: inout FingerprintHasher) {
    add(query.scope, &hasher)
    hasher.add(byte: query.predicate == nil ? 0 : 1)
    if let predicate = query.predicate { add(predicate, &hasher) }
    hasher.add(byte: query.value == nil ? 0 : 1)
    if let value = query.value { add(value, &hasher) }
  }

  /// The table that a scope ranges over
  private func table(of scope: ScopeID) -> Table? {
    guard graph.scopes.indices.contains(Int(scope.index)) else { return nil }
    let table = Int(graph.scopes[Int(scope.index)].index)
    return graph.tables.indices.contains(table) ? graph.tables[table] : nil
  }

  /// Adds a scope by its table and depth
  private func add(_ scope: ScopeID, _ hasher: inout FingerprintHasher) {
    let index = Int(scope.index)
    hasher.add(table(of: scope)?.name ?? "")
    hasher.add(UInt64(graph.scopeDepths.indices.contains(index) ? graph.scopeDepths[index] : 0))
  }

  /// The name of a field by its index
  private func name(of field: Int, in fields: [Field]) -> String {
    fields.indices.contains(field) ? fields[field].name : ""
  }

  // MARK: Types and values

  /// Adds a type; enums and tables by their names
  private func add(_ type: ValueType, _ hasher: inout FingerprintHasher) {
    hasher.add(type.fingerprintName)
    if case .enumeration(let id) = type {
      let index = Int(id.index)
      hasher.add(graph.enumerations.indices.contains(index) ? graph.enumerations[index].name : "")
    } else if case .row(let id) = type {
      let index = Int(id.index)
      hasher.add(graph.tables.indices.contains(index) ? graph.tables[index].name : "")
    } else if case .list(let element) = type {
      add(element, &hasher)
    }
  }

  /// Adds a value; a case by its first name, a row by its table and key
  private func add(_ value: Value, _ type: ValueType, _ hasher: inout FingerprintHasher) {
    switch value {
    case .truth(let isTrue): hasher.add(byte: isTrue ? 1 : 0)
    case .scalar(let scalar):
      if case .enumeration(let id) = type,
        let name = ValueSchema(graph).caseName(scalar, of: id)
      {
        hasher.add(name)
      } else {
        hasher.add(scalar)
      }
    case .text(let text): hasher.add(text)
    case .position(let position): add(position, &hasher)
    case .place(let place):
      hasher.add(place.name)
      add(place.position, &hasher)
      hasher.add(place.radius ?? -1)
    case .list(let values):
      hasher.add(UInt64(values.count))
      let element = if case .list(let element) = type { element } else { type }
      for value in values { add(value, element, &hasher) }
    case .row(let row):
      add(.row(row.table), &hasher)
      let fields = ValueSchema(graph).keyFields(of: row.table)
      for (key, field) in zip(row.key, fields) { add(key, field.type, &hasher) }
    }
  }

  /// Adds the two coordinates
  private func add(_ position: Position, _ hasher: inout FingerprintHasher) {
    hasher.add(position.latitude)
    hasher.add(position.longitude)
  }
}

extension Node {
  /// The type that counts for the meaning of a node
  ///
  /// The total of a power was a Number of watt seconds before it was an Energy, and a store that remembers it is still read.
  fileprivate var fingerprintType: ValueType {
    if case .window(.total, _, _) = operation, type.secondsOfTotal > 1 { return .number }
    return type
  }
}
